; What is kept on disk or in a database. Where a file is opened to be written, the opening is the write. What is
; written to memory, to the terminal or nowhere is not kept. (A keyword has no value of its own: `#value? ""` keeps it from being taken
; for the first argument.)

; open("out.txt", "w"), also gzip.open, ZipFile: the mode says that it is written
((call function: (_) @fn arguments: (argument_list . (_) @path) @_args) @persist
  (#lexicon? @fn "python-openers")
  (#value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#not-name? @path "io.BytesIO()" "io.StringIO()" "tempfile.SpooledTemporaryFile()" "sys.stdout" "sys.stderr" "sys.stdout.buffer")
  (#not-value? @path "^/dev/(null|stdout|stderr|tty|fd/.*)$")
  (#value? @path "")
  (#set! id "open")
  (#set! kind "file"))

; open(file="out.txt", mode="w")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path)) @_args) @persist
  (#lexicon? @fn "python-openers")
  (#any-of? @_key "file" "path" "filename" "name")
  (#value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#not-name? @path "io.BytesIO()" "io.StringIO()" "tempfile.SpooledTemporaryFile()" "sys.stdout" "sys.stderr" "sys.stdout.buffer")
  (#not-value? @path "^/dev/(null|stdout|stderr|tty|fd/.*)$")
  (#set! id "open-keyword")
  (#set! kind "file"))

; Path("out.txt").write_text(…)
((call function: (attribute object: (_) @path attribute: (identifier) @_method) @fn) @persist
  (#any-of? @_method "write_text" "write_bytes")
  (#set! id "write-path")
  (#set! kind "file"))

; Path("out.txt").open("w")
((call function: (attribute object: (_) @path) @fn arguments: (_) @_args) @persist
  (#name? @fn "pathlib.Path.open")
  (#value? @_args "^[rbtU]*[wax+][rbtU+]*$")
  (#set! id "open-method")
  (#set! kind "file"))

; os.open("out.txt", os.O_WRONLY | os.O_CREAT)
((call function: (_) @fn arguments: (argument_list . (_) @path . (_) @_flags)) @persist
  (#name? @fn "os.open")
  (#name? @_flags "os.O_WRONLY" "os.O_RDWR" "os.O_CREAT" "os.O_APPEND" "os.O_TRUNC")
  (#value? @path "")
  (#set! id "os-open")
  (#set! kind "file"))

; numpy.save("out.npy", …), cv2.imwrite(…), frame.save(…): the tool writes the file itself
((call function: (_) @fn arguments: (argument_list . (_) @path)) @persist
  (#lexicon? @fn "python-writers")
  (#not-value? @path "^([0-9]+|<.*>)$")
  (#not-name? @path "io.BytesIO()" "io.StringIO()" "tempfile.SpooledTemporaryFile()" "sys.stdout" "sys.stderr" "sys.stdout.buffer")
  (#not-value? @path "^/dev/(null|stdout|stderr|tty|fd/.*)$")
  (#value? @path "")
  (#set! id "writer")
  (#set! kind "file"))

; pyscreenshot.grab_to_file(filename="…"), mss().shot(output="…"), logging.basicConfig(filename="…")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path))) @persist
  (#name? @fn
    "numpy.save" "numpy.savez" "cv2.imwrite" "matplotlib.pyplot.savefig" "PIL.Image.Image.save" "PIL.ImageGrab.grab.save" "soundfile.write"
    "scipy.io.wavfile.write" "pyautogui.screenshot" "pyscreenshot.grab_to_file" "mss.mss.shot" "mss.mss.save" "picamera.PiCamera.capture"
    "logging.basicConfig" "logging.FileHandler" "mss.tools.to_png" "torch.save" "joblib.dump" "urllib.request.urlretrieve" "wget.download" "pyscreeze.screenshot")
  (#any-of? @_key "file" "filename" "fname" "fp" "output" "imageFilename" "out" "path" "uri" "f")
  (#not-name? @path "io.BytesIO()" "io.StringIO()" "tempfile.SpooledTemporaryFile()" "sys.stdout" "sys.stderr" "sys.stdout.buffer")
  (#not-value? @path "^/dev/(null|stdout|stderr|tty|fd/.*)$")
  (#set! id "writer-keyword")
  (#set! kind "file"))

; frame.to_csv("out.csv")
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list . (_) @path)) @persist
  (#any-of? @_method
    "to_csv" "to_json" "to_excel" "to_parquet" "to_pickle" "to_feather" "to_hdf" "to_html" "to_markdown" "to_stata" "to_xml" "write_csv"
    "write_json" "write_parquet" "savefig" "imwrite" "tofile")
  (#not-name? @path "io.BytesIO()" "io.StringIO()" "tempfile.SpooledTemporaryFile()" "sys.stdout" "sys.stderr" "sys.stdout.buffer")
  (#not-value? @path "^/dev/(null|stdout|stderr|tty|fd/.*)$")
  (#value? @path "")
  (#set! id "writer-method")
  (#set! kind "file"))

; urlretrieve(url, "out.bin"), s3.download_file(bucket, key, "…")
((call function: (_) @fn arguments: (argument_list . (_) . (_) @path)) @persist
  (#name? @fn
    "urllib.request.urlretrieve" "urllib.request.URLopener.retrieve" "wget.download" "pysftp.Connection.get" "fabric.Connection.get"
    "paramiko.SSHClient.open_sftp.get" "torch.hub.download_url_to_file" "scp.SCPClient.get")
  (#value? @path "")
  (#set! id "download")
  (#set! kind "file"))

; shutil.copy(…, "out.txt"), os.rename(…): the copy is a file too
((call function: (_) @fn arguments: (argument_list . (_) @source . (_) @target)) @persist
  (#lexicon? @fn "python-copiers")
  (#value? @target "")
  (#set! id "copy")
  (#set! kind "file"))

; shutil.copy(…, dst="out.txt")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @target))) @persist
  (#lexicon? @fn "python-copiers")
  (#any-of? @_key "dst" "destination" "target")
  (#set! id "copy-keyword")
  (#set! kind "file"))

; mss().shot(), capture with a name of its own: the tool writes the file itself
((call function: (_) @fn) @persist
  (#name? @fn
    "mss.mss.shot" "mss.mss.save" "mss.MSS.shot" "mss.MSS.save" "mss.linux.MSS.shot" "d3dshot.create.screenshot_to_disk"
    "d3dshot.create.screenshot_every" "pyscreenshot.grab_to_file" "picamera.PiCamera.capture" "picamera.PiCamera.start_recording"
    "picamera2.Picamera2.start_and_capture_file" "picamera2.Picamera2.start_and_record_video" "ecapture.ecapture.capture" "ecapture.capture"
    "browserhistory.write_browserhistory_csv" "tempfile.NamedTemporaryFile" "tempfile.TemporaryFile" "tempfile.SpooledTemporaryFile"
    "shutil.make_archive")
  (#set! id "tool")
  (#set! kind "file"))

; cursor.execute("INSERT INTO …"), executemany(…)
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list . (_) @_sql)) @persist
  (#any-of? @_method "execute" "executemany" "executescript" "exec_driver_sql" "raw")
  (#value? @_sql "(?i)^\\s*(insert|replace|update|merge|create\\s+table\\s+\\w+\\s+as|copy)\\b")
  (#set! id "sql")
  (#set! kind "database")
  (#set! label "database insert"))

; collection.insert_one(…), frame.to_sql(…), session.add(…) of an ORM
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list (_) @payload)) @persist
  (#any-of? @_method "insert_one" "insert_many" "bulk_write" "replace_one" "update_one" "update_many" "to_sql" "bulk_create" "bulk_save_objects" "insert_rows_json" "lpush" "rpush" "xadd")
  (#set! id "database")
  (#set! kind "database")
  (#set! label "database insert"))
