; What is copied or moved to a place outside the pack.

; shutil.copy(source, "/mnt/share/x"), os.rename(…)
((call function: (_) @fn arguments: (argument_list . (_) @source . (_) @target)) @copy.outside
  (#lexicon? @fn "python-copiers")
  (#lexicon? @target "outside-paths")
  (#set! id "copy"))

; shutil.copy(source, dst="/mnt/share/x")
((call function: (_) @fn arguments: (argument_list . (_) @source (keyword_argument name: (identifier) @_key value: (_) @target))) @copy.outside
  (#lexicon? @fn "python-copiers")
  (#any-of? @_key "dst" "destination" "target")
  (#lexicon? @target "outside-paths")
  (#set! id "copy-to-keyword"))

; shutil.copy(src=…, dst="/mnt/share/x")
((call function: (_) @fn arguments: (argument_list
    (keyword_argument name: (identifier) @_from value: (_) @source)
    (keyword_argument name: (identifier) @_to value: (_) @target))) @copy.outside
  (#lexicon? @fn "python-copiers")
  (#any-of? @_from "src" "source")
  (#any-of? @_to "dst" "destination" "target")
  (#lexicon? @target "outside-paths")
  (#set! id "copy-keywords"))

; Path("x").copy("/mnt/share/x")
((call function: (attribute object: (_) @source) @fn arguments: (argument_list . (_) @target)) @copy.outside
  (#name? @fn "pathlib.Path.copy" "pathlib.Path.copy_into")
  (#lexicon? @target "outside-paths")
  (#set! id "copy-method")
  (#set! kind "copy"))

; Path("x").rename("/mnt/share/x")
((call function: (attribute object: (_) @source) @fn arguments: (argument_list . (_) @target)) @copy.outside
  (#name? @fn "pathlib.Path.rename" "pathlib.Path.replace" "pathlib.Path.move" "pathlib.Path.move_into")
  (#lexicon? @target "outside-paths")
  (#set! id "move-method")
  (#set! kind "move"))

; Path("/mnt/share/x").write_bytes(Path("y").read_bytes()): a copy by hand
((call function: (attribute object: (_) @target attribute: (identifier) @_write) @fn
    arguments: (argument_list . (call function: (attribute object: (_) @source attribute: (identifier) @_read)))) @copy.outside
  (#any-of? @_write "write_text" "write_bytes")
  (#any-of? @_read "read_text" "read_bytes")
  (#lexicon? @target "outside-paths")
  (#set! id "copy-by-hand")
  (#set! kind "copy"))
