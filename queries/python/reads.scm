; Files whose content is read. Those at a constant place outside the pack are one kind; all others may be
; the user's, and count where what they hold reaches a send. (A keyword has no value of its own: `#value? ""`
; keeps it from being taken for the first argument.)

; open("/var/log/syslog"), pandas.read_csv(…); not where it is opened to be written
((call function: (_) @fn arguments: (argument_list . (_) @path) @_args) @read.outside
  (#lexicon? @fn "python-readers")
  (#lexicon? @path "outside-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "constant-open")
  (#set! kind "constant"))

; os.open("/var/log/syslog", os.O_RDONLY)
((call function: (_) @fn arguments: (argument_list . (_) @path . (_) @_flags)) @read.outside
  (#name? @fn "os.open")
  (#not-name? @_flags "os.O_WRONLY" "os.O_RDWR" "os.O_CREAT" "os.O_APPEND" "os.O_TRUNC")
  (#lexicon? @path "outside-paths")
  (#set! id "constant-os-open")
  (#set! kind "constant"))

; open(file="/var/log/syslog")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path)) @_args) @read.outside
  (#lexicon? @fn "python-readers")
  (#any-of? @_key "file" "path" "filename" "name" "fname" "dotenv_path" "filepath_or_buffer" "source" "files" "io")
  (#lexicon? @path "outside-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "constant-keyword")
  (#set! kind "constant"))

; Path("/var/log/syslog").read_text()
((call function: (attribute object: (_) @path attribute: (identifier) @_method) @fn) @read.outside
  (#any-of? @_method "read_text" "read_bytes")
  (#lexicon? @path "outside-paths")
  (#set! id "constant-path")
  (#set! kind "constant"))

; Path("/var/log/syslog").open()
((call function: (attribute object: (_) @path) @fn arguments: (_) @_args) @read.outside
  (#name? @fn "pathlib.Path.open")
  (#lexicon? @path "outside-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*$")
  (#set! id "constant-method")
  (#set! kind "constant"))

; tar.add("/var/log/syslog"), zip.write(…): into an archive
((call function: (_) @fn arguments: (argument_list . (_) @path)) @read.outside
  (#name? @fn
    "tarfile.open.add" "tarfile.TarFile.add" "tarfile.TarFile.open.add" "zipfile.ZipFile.write" "pyzipper.AESZipFile.write"
    "py7zr.SevenZipFile.write" "py7zr.SevenZipFile.writeall")
  (#lexicon? @path "outside-paths")
  (#set! id "constant-archive")
  (#set! kind "constant"))

; shutil.make_archive("out", "zip", "/var/log/syslog")
((call function: (_) @fn arguments: (argument_list . (_) . (_) . (_) @path)) @read.outside
  (#name? @fn "shutil.make_archive")
  (#lexicon? @path "outside-paths")
  (#set! id "constant-make-archive")
  (#set! kind "constant"))

; s3.upload_file("/var/log/syslog", …), sftp.put(…), fput_object(…): the client reads the file itself
((call function: (_) @fn arguments: (argument_list . (_) @path)) @read.outside
  (#name? @fn
    "boto3.client.upload_file" "boto3.resource.Bucket.upload_file" "boto3.resource.Object.upload_file" "boto3.resource.meta.client.upload_file"
    "paramiko.SSHClient.open_sftp.put" "paramiko.SFTPClient.from_transport.put" "pysftp.Connection.put" "pysftp.Connection.put_d"
    "pysftp.Connection.put_r" "scp.SCPClient.put" "fabric.Connection.put" "ftputil.FTPHost.upload" "aioftp.Client.upload" "asyncssh.scp"
    "google.cloud.storage.Client.bucket.blob.upload_from_filename" "google.cloud.storage.Client.get_bucket.blob.upload_from_filename"
    "google.cloud.storage.Blob.upload_from_filename" "cloudinary.uploader.upload" "mega.Mega.login.upload" "discord.File"
    "requests_toolbelt.MultipartEncoder.from_file" "ipfshttpclient.connect.add")
  (#lexicon? @path "outside-paths")
  (#set! id "constant-upload")
  (#set! kind "constant"))

; shutil.copy("/var/log/syslog", …): the copy has its content
((call function: (_) @fn arguments: (argument_list . (_) @path)) @read.outside
  (#lexicon? @fn "python-copiers")
  (#lexicon? @path "outside-paths")
  (#set! id "constant-copy")
  (#set! kind "constant"))

; open("notes.txt"), pandas.read_csv(…); not where it is opened to be written
((call function: (_) @fn arguments: (argument_list . (_) @path) @_args) @read.outside
  (#lexicon? @fn "python-readers")
  (#value? @path "")
  (#not-lexicon? @path "outside-paths")
  (#not-value? @path "^([a-z0-9+]+://|[0-9]+$|:memory:)")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "user-open")
  (#set! kind "user-file"))

; os.open("notes.txt", os.O_RDONLY)
((call function: (_) @fn arguments: (argument_list . (_) @path . (_) @_flags)) @read.outside
  (#name? @fn "os.open")
  (#not-name? @_flags "os.O_WRONLY" "os.O_RDWR" "os.O_CREAT" "os.O_APPEND" "os.O_TRUNC")
  (#not-lexicon? @path "outside-paths")
  (#set! id "user-os-open")
  (#set! kind "user-file"))

; open(file="notes.txt")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path)) @_args) @read.outside
  (#lexicon? @fn "python-readers")
  (#any-of? @_key "file" "path" "filename" "name" "fname" "dotenv_path" "filepath_or_buffer" "source" "files" "io")
  (#value? @path "")
  (#not-lexicon? @path "outside-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "user-keyword")
  (#set! kind "user-file"))

; Path("notes.txt").read_text()
((call function: (attribute object: (_) @path attribute: (identifier) @_method) @fn) @read.outside
  (#any-of? @_method "read_text" "read_bytes")
  (#value? @path "")
  (#not-lexicon? @path "outside-paths")
  (#set! id "user-path")
  (#set! kind "user-file"))

; Path("notes.txt").open()
((call function: (attribute object: (_) @path) @fn arguments: (_) @_args) @read.outside
  (#name? @fn "pathlib.Path.open")
  (#value? @path "")
  (#not-lexicon? @path "outside-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*$")
  (#set! id "user-method")
  (#set! kind "user-file"))

; tar.add("notes.txt"), zip.write(…): into an archive
((call function: (_) @fn arguments: (argument_list . (_) @path)) @read.outside
  (#name? @fn
    "tarfile.open.add" "tarfile.TarFile.add" "tarfile.TarFile.open.add" "zipfile.ZipFile.write" "pyzipper.AESZipFile.write"
    "py7zr.SevenZipFile.write" "py7zr.SevenZipFile.writeall")
  (#value? @path "")
  (#not-lexicon? @path "outside-paths")
  (#set! id "user-archive")
  (#set! kind "user-file"))

; shutil.make_archive("out", "zip", "notes.txt")
((call function: (_) @fn arguments: (argument_list . (_) . (_) . (_) @path)) @read.outside
  (#name? @fn "shutil.make_archive")
  (#value? @path "")
  (#not-lexicon? @path "outside-paths")
  (#set! id "user-make-archive")
  (#set! kind "user-file"))

; s3.upload_file("notes.txt", …), sftp.put(…), fput_object(…): the client reads the file itself
((call function: (_) @fn arguments: (argument_list . (_) @path)) @read.outside
  (#name? @fn
    "boto3.client.upload_file" "boto3.resource.Bucket.upload_file" "boto3.resource.Object.upload_file" "boto3.resource.meta.client.upload_file"
    "paramiko.SSHClient.open_sftp.put" "paramiko.SFTPClient.from_transport.put" "pysftp.Connection.put" "pysftp.Connection.put_d"
    "pysftp.Connection.put_r" "scp.SCPClient.put" "fabric.Connection.put" "ftputil.FTPHost.upload" "aioftp.Client.upload" "asyncssh.scp"
    "google.cloud.storage.Client.bucket.blob.upload_from_filename" "google.cloud.storage.Client.get_bucket.blob.upload_from_filename"
    "google.cloud.storage.Blob.upload_from_filename" "cloudinary.uploader.upload" "mega.Mega.login.upload" "discord.File"
    "requests_toolbelt.MultipartEncoder.from_file" "ipfshttpclient.connect.add")
  (#value? @path "")
  (#not-lexicon? @path "outside-paths")
  (#set! id "user-upload")
  (#set! kind "user-file"))

; for line in fileinput.input(): the files of the command line
((call function: (_) @fn arguments: (argument_list .)) @read.outside
  (#name? @fn "fileinput.input" "fileinput.FileInput")
  (#set! id "user-arguments")
  (#set! kind "user-file"))
