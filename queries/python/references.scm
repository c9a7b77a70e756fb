; Literal relative paths of files that are read or run. A path that is not known to its end is none, nor is
; a store of secrets: that is the user's, not the pack's.

; open("data/cities.json")
((call function: (_) @fn arguments: (argument_list . (_) @path) @_args) @reference
  (#lexicon? @fn "python-readers")
  (#not-name? @fn "sqlite3.connect" "aiosqlite.connect" "apsw.Connection" "duckdb.connect" "h5py.File" "plyvel.DB" "pkgutil.get_data")
  (#value? @path "^[\\w.][\\w ./\\\\@+-]*[./\\\\][\\w@+-]*[A-Za-z][\\w@+-]*$")
  (#not-lexicon? @path "secret-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "open"))

; open(file="data/cities.json")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path)) @_args) @reference
  (#lexicon? @fn "python-readers")
  (#any-of? @_key "file" "path" "filename" "fname" "filepath_or_buffer")
  (#value? @path "^[\\w.][\\w ./\\\\@+-]*[./\\\\][\\w@+-]*[A-Za-z][\\w@+-]*$")
  (#not-lexicon? @path "secret-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "keyword"))

; Path("data/cities.json").read_text()
((call function: (attribute object: (_) @path attribute: (identifier) @_method) @fn) @reference
  (#any-of? @_method "read_text" "read_bytes")
  (#value? @path "^[\\w.][\\w ./\\\\@+-]*[./\\\\][\\w@+-]*[A-Za-z][\\w@+-]*$")
  (#not-lexicon? @path "secret-paths")
  (#set! id "path"))

; Path("data/cities.json").open()
((call function: (attribute object: (_) @path) @fn arguments: (_) @_args) @reference
  (#name? @fn "pathlib.Path.open")
  (#value? @path "^[\\w.][\\w ./\\\\@+-]*[./\\\\][\\w@+-]*[A-Za-z][\\w@+-]*$")
  (#not-lexicon? @path "secret-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*$")
  (#set! id "method"))

; runpy.run_path("tools/step.py"), ctypes.CDLL("lib/x.so"): run or loaded
((call function: (_) @fn arguments: (argument_list . (_) @path @code)) @reference
  (#name? @fn "runpy.run_path" "execfile")
  (#value? @path "^[\\w.][\\w ./\\\\@+-]*[./\\\\][\\w@+-]*[A-Za-z][\\w@+-]*$")
  (#set! id "run-path"))
((call function: (_) @fn arguments: (argument_list . (_) @path)) @reference
  (#name? @fn "ctypes.CDLL" "ctypes.cdll.LoadLibrary" "ctypes.WinDLL" "shutil.copy" "shutil.copy2" "shutil.copyfile")
  (#value? @path "^[\\w.][\\w ./\\\\@+-]*[./\\\\][\\w@+-]*[A-Za-z][\\w@+-]*$")
  (#not-lexicon? @path "secret-paths")
  (#set! id "run"))

; spec_from_file_location("step", "tools/step.py")
((call function: (_) @fn arguments: (argument_list . (_) . (_) @path @code)) @reference
  (#name? @fn "importlib.util.spec_from_file_location" "imp.load_source" "importlib.machinery.SourceFileLoader")
  (#value? @path "^[\\w.][\\w ./\\\\@+-]*[./\\\\][\\w@+-]*[A-Za-z][\\w@+-]*$")
  (#set! id "module"))
