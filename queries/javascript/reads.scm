; Files read that may lie outside the pack.

; fs.readFileSync("/etc/hosts")
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @read.outside
  (#lexicon? @fn "javascript-file-reads")
  (#lexicon? @path "outside-paths")
  (#set! id "outside")
  (#set! kind "constant"))

; fs.readFileSync(process.argv[2]): any other file whose content is read.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @read.outside
  (#lexicon? @fn "javascript-file-reads")
  (#not-lexicon? @path "outside-paths")
  (#set! id "user-file")
  (#set! kind "user-file"))

; fs.openSync("/etc/hosts", "r"), read through the descriptor.
((call_expression function: (_) @fn arguments: (arguments . (_) @path . (_) @_flags)) @read.outside
  (#name? @fn "fs.open" "fs.openSync" "Deno.open" "Deno.openSync")
  (#lexicon? @path "outside-paths")
  (#not-value? @_flags "^[wax]")
  (#not-match? @_flags "write|create|append")
  (#set! id "open-outside")
  (#set! kind "constant"))

; fs.openSync("/etc/hosts")
((call_expression function: (_) @fn arguments: (arguments . (_) @path .)) @read.outside
  (#name? @fn "fs.open" "fs.openSync" "Deno.open" "Deno.openSync")
  (#lexicon? @path "outside-paths")
  (#set! id "open-outside-plain")
  (#set! kind "constant"))

; fs.openSync(path, "r") of any other file.
((call_expression function: (_) @fn arguments: (arguments . (_) @path . (_) @_flags)) @read.outside
  (#name? @fn "fs.open" "fs.openSync" "Deno.open" "Deno.openSync")
  (#not-lexicon? @path "outside-paths")
  (#value? @_flags "^r")
  (#set! id "open-user-file")
  (#set! kind "user-file"))

; archive.file("/etc/hosts"), form.append("f", fileFromPathSync(…)): packed up by path.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @read.outside
  (#name? @fn
    "adm-zip.addLocalFile" "adm-zip.addLocalFolder" "archiver.file" "archiver.directory" "archiver.glob"
    "archiver.create.file" "archiver.create.directory" "yazl.ZipFile.addFile" "tar-fs.pack" "zip-a-folder.zip" "zip-dir"
    "compressing.zip.compressDir" "compressing.tgz.compressDir" "compressing.gzip.compressFile")
  (#lexicon? @path "outside-paths")
  (#set! id "pack-outside")
  (#set! kind "constant"))

; archive.directory(folder)
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @read.outside
  (#name? @fn
    "adm-zip.addLocalFile" "adm-zip.addLocalFolder" "archiver.file" "archiver.directory" "archiver.glob"
    "archiver.create.file" "archiver.create.directory" "yazl.ZipFile.addFile" "tar-fs.pack" "zip-a-folder.zip" "zip-dir"
    "compressing.zip.compressDir" "compressing.tgz.compressDir" "compressing.gzip.compressFile")
  (#not-lexicon? @path "outside-paths")
  (#set! id "pack-user-file")
  (#set! kind "user-file"))

; ftp.uploadFrom("/etc/hosts", …), bucket.upload(file): the client reads the file itself.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @read.outside
  (#name? @fn
    "basic-ftp.Client.uploadFrom" "basic-ftp.Client.uploadFromDir" "ssh2-sftp-client.put" "ssh2-sftp-client.fastPut"
    "ssh2-sftp-client.uploadDir" "node-ssh.NodeSSH.putFile" "@google-cloud/storage.Storage.bucket.upload")
  (#lexicon? @path "outside-paths")
  (#set! id "upload-outside")
  (#set! kind "constant"))
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @read.outside
  (#name? @fn
    "basic-ftp.Client.uploadFrom" "basic-ftp.Client.uploadFromDir" "ssh2-sftp-client.put" "ssh2-sftp-client.fastPut"
    "ssh2-sftp-client.uploadDir" "node-ssh.NodeSSH.putFile" "@google-cloud/storage.Storage.bucket.upload")
  (#not-lexicon? @path "outside-paths")
  (#set! id "upload-user-file")
  (#set! kind "user-file"))
