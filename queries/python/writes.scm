; What is written outside the pack.

; open("/tmp/out.txt", "w"), also gzip.open, ZipFile: the mode says that it is written
((call function: (_) @fn arguments: (argument_list . (_) @path) @_args) @write.outside
  (#lexicon? @fn "python-openers")
  (#value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#lexicon? @path "outside-paths")
  (#set! id "open"))

; open(file="/tmp/out.txt", mode="w")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path)) @_args) @write.outside
  (#lexicon? @fn "python-openers")
  (#any-of? @_key "file" "path" "filename" "name")
  (#value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#lexicon? @path "outside-paths")
  (#set! id "open-keyword"))

; Path("/tmp/out.txt").write_text(…)
((call function: (attribute object: (_) @path attribute: (identifier) @_method) @fn) @write.outside
  (#any-of? @_method "write_text" "write_bytes")
  (#lexicon? @path "outside-paths")
  (#set! id "write-path"))

; Path("/tmp/out.txt").open("w")
((call function: (attribute object: (_) @path) @fn arguments: (_) @_args) @write.outside
  (#name? @fn "pathlib.Path.open")
  (#value? @_args "^[rbtU]*[wax+][rbtU+]*$")
  (#lexicon? @path "outside-paths")
  (#set! id "open-method"))

; os.open("/tmp/out.txt", os.O_WRONLY | os.O_CREAT)
((call function: (_) @fn arguments: (argument_list . (_) @path . (_) @_flags)) @write.outside
  (#name? @fn "os.open")
  (#name? @_flags "os.O_WRONLY" "os.O_RDWR" "os.O_CREAT" "os.O_APPEND" "os.O_TRUNC")
  (#lexicon? @path "outside-paths")
  (#set! id "os-open"))

; numpy.save("/tmp/out.npy", …), cv2.imwrite(…), frame.save(…): the tool writes the file itself
((call function: (_) @fn arguments: (argument_list . (_) @path)) @write.outside
  (#lexicon? @fn "python-writers")
  (#not-value? @path "^([0-9]+|<.*>)$")
  (#lexicon? @path "outside-paths")
  (#set! id "writer"))

; pyscreenshot.grab_to_file(filename="…"), mss().shot(output="…"), logging.basicConfig(filename="…")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path))) @write.outside
  (#name? @fn
    "numpy.save" "numpy.savez" "cv2.imwrite" "matplotlib.pyplot.savefig" "PIL.Image.Image.save" "PIL.ImageGrab.grab.save" "soundfile.write"
    "scipy.io.wavfile.write" "pyautogui.screenshot" "pyscreenshot.grab_to_file" "mss.mss.shot" "mss.mss.save" "picamera.PiCamera.capture"
    "logging.basicConfig" "logging.FileHandler" "torch.save" "joblib.dump" "urllib.request.urlretrieve" "wget.download" "pyscreeze.screenshot")
  (#any-of? @_key "file" "filename" "fname" "fp" "output" "imageFilename" "out" "path" "uri" "f")
  (#lexicon? @path "outside-paths")
  (#set! id "writer-keyword"))

; frame.to_csv("/tmp/out.csv")
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list . (_) @path)) @write.outside
  (#any-of? @_method
    "to_csv" "to_json" "to_excel" "to_parquet" "to_pickle" "to_feather" "to_hdf" "to_html" "to_markdown" "to_stata" "to_xml" "write_csv"
    "write_json" "write_parquet" "savefig" "imwrite" "tofile")
  (#lexicon? @path "outside-paths")
  (#set! id "writer-method"))

; urlretrieve(url, "/tmp/out.bin"), s3.download_file(bucket, key, "…")
((call function: (_) @fn arguments: (argument_list . (_) . (_) @path)) @write.outside
  (#name? @fn
    "urllib.request.urlretrieve" "urllib.request.URLopener.retrieve" "wget.download" "pysftp.Connection.get" "fabric.Connection.get"
    "paramiko.SSHClient.open_sftp.get" "torch.hub.download_url_to_file" "scp.SCPClient.get")
  (#lexicon? @path "outside-paths")
  (#set! id "download"))

; shutil.copy(…, "/tmp/x"), os.rename(…)
((call function: (_) @fn arguments: (argument_list . (_) . (_) @path)) @write.outside
  (#lexicon? @fn "python-copiers")
  (#lexicon? @path "outside-paths")
  (#set! id "copy"))

; shutil.copy(src=…, dst="/tmp/x")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path))) @write.outside
  (#lexicon? @fn "python-copiers")
  (#any-of? @_key "dst" "destination" "target")
  (#lexicon? @path "outside-paths")
  (#set! id "copy-keyword"))

; os.makedirs("/opt/x"), sqlite3.connect("/tmp/x.db"), make_archive("/tmp/x", …): made there
((call function: (_) @fn arguments: (argument_list . (_) @path)) @write.outside
  (#name? @fn
    "os.makedirs" "os.mkdir" "os.mkfifo" "os.mknod" "shutil.make_archive" "venv.create" "dotenv.set_key" "distutils.dir_util.mkpath"
    "aiofiles.os.makedirs" "aiofiles.os.mkdir" "git.Repo.init")
  (#lexicon? @path "outside-paths")
  (#set! id "make"))

; Path("/opt/x").mkdir(), .touch(), .symlink_to(…)
((call function: (attribute object: (_) @path) @fn) @write.outside
  (#name? @fn "pathlib.Path.mkdir" "pathlib.Path.touch" "pathlib.Path.symlink_to" "pathlib.Path.hardlink_to")
  (#lexicon? @path "outside-paths")
  (#set! id "make-method"))

; Path("x").rename("/tmp/x"), archive.extractall("/opt")
((call function: (_) @fn arguments: (argument_list . (_) @path)) @write.outside
  (#name? @fn
    "pathlib.Path.rename" "pathlib.Path.replace" "pathlib.Path.copy" "pathlib.Path.copy_into" "pathlib.Path.move" "pathlib.Path.move_into"
    "zipfile.ZipFile.extractall" "tarfile.open.extractall" "tarfile.TarFile.extractall" "tarfile.TarFile.open.extractall")
  (#lexicon? @path "outside-paths")
  (#set! id "move-method"))

; shutil.unpack_archive("x.zip", "/opt"), git.Repo.clone_from(url, "/opt/x")
((call function: (_) @fn arguments: (argument_list . (_) . (_) @path)) @write.outside
  (#name? @fn "shutil.unpack_archive" "git.Repo.clone_from" "zipfile.ZipFile.extract" "tarfile.open.extract" "dulwich.porcelain.clone" "pygit2.clone_repository")
  (#lexicon? @path "outside-paths")
  (#set! id "unpack"))

; archive.extractall(path="/opt")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path))) @write.outside
  (#name? @fn "zipfile.ZipFile.extractall" "tarfile.open.extractall" "tarfile.TarFile.extractall" "shutil.unpack_archive" "os.makedirs")
  (#any-of? @_key "path" "extract_dir" "name")
  (#lexicon? @path "outside-paths")
  (#set! id "unpack-keyword"))
