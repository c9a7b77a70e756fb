; What is kept on disk or in a database.

; fs.writeFileSync(path, data)
((call_expression function: (_) @fn arguments: (arguments . (_) @path . (_)? @payload)) @persist
  (#lexicon? @fn "javascript-file-writes")
  (#set! id "write")
  (#set! kind "file"))

; new fs.WriteStream(path)
((new_expression constructor: (_) @fn arguments: (arguments . (_) @path)) @persist
  (#lexicon? @fn "javascript-file-writes")
  (#set! id "write-object")
  (#set! kind "file"))

; fs.writeSync(descriptor, data): the descriptor stands for the path it was opened by.
((call_expression function: (_) @fn arguments: (arguments . (_) @path . (_) @payload)) @persist
  (#name? @fn "fs.write" "fs.writeSync" "fs.writev" "fs.writevSync")
  (#set! id "write-descriptor")
  (#set! kind "file"))

; handle.write(data): the path stands where it was opened.
((call_expression function: (_) @fn arguments: (arguments (_) @payload)) @persist
  (#name? @fn
    "fs.open.write" "fs.open.writeFile" "fs.open.appendFile"
    "fs.createWriteStream.write" "fs.createWriteStream.end" "Deno.open.write" "Deno.openSync.writeSync"
    "Deno.create.write" "Bun.file.write" "Bun.file.writer.write")
  (#set! id "write-handle")
  (#set! kind "file"))

; sharp(image).toFile(path), image.writeAsync(path): an image, a sound, a table written to a file.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @persist
  (#name? @fn
    "sharp.toFile" "sharp.png.toFile" "sharp.jpeg.toFile" "sharp.resize.toFile" "jimp.read.write" "jimp.read.writeAsync"
    "jimp.write" "jimp.writeAsync" "jimp.Jimp.read.write" "robotjs.screen.capture.save" "node-webcam.capture"
    "node-webcam.create.capture" "wav.FileWriter" "adm-zip.writeZip" "xlsx.writeFile" "exceljs.Workbook.xlsx.writeFile"
    "fluent-ffmpeg.save" "fluent-ffmpeg.saveToFile" "fluent-ffmpeg.output" "fluent-ffmpeg.inputFormat.save"
    "fluent-ffmpeg.input.inputFormat.output" "fluent-ffmpeg.input.inputFormat.save" "fluent-ffmpeg.inputFormat.output"
    "fluent-ffmpeg.input.inputFormat.duration.save" "fluent-ffmpeg.input.inputFormat.duration.output"
    "fluent-ffmpeg.inputFormat.duration.save" "fluent-ffmpeg.input.save" "pngjs.PNG.pack.pipe" "express-fileupload.mv")
  (#set! id "write-media")
  (#set! kind "file"))

; cv.imwrite(path, image)
((call_expression function: (_) @fn arguments: (arguments . (_) @path . (_) @payload)) @persist
  (#name? @fn "@u4/opencv4nodejs.imwrite" "opencv4nodejs.imwrite" "@u4/opencv4nodejs.imwriteAsync" "opencv4nodejs.imwriteAsync" "jimp.write")
  (#set! id "write-image")
  (#set! kind "file"))

; new wav.FileWriter(path)
((new_expression constructor: (_) @fn arguments: (arguments . (_) @path)) @persist
  (#name? @fn "wav.FileWriter" "lowdb.JSONFile" "lowdb/node.JSONFile" "lowdb/node.JSONFileSync" "node-json-db.JsonDB")
  (#set! id "write-media-object")
  (#set! kind "file"))

; screenshot({ filename }): the tool writes the capture's file itself.
((call_expression
  function: (_) @fn
  arguments: (arguments . (object (pair key: (_) @_key value: (_) @path)))) @persist
  (#name? @fn "screenshot-desktop" "aperture.startRecording" "node-audiorecorder.start" "desktop-screenshot")
  (#any-of? @_key "filename" "path" "file" "output")
  (#set! id "capture-file")
  (#set! kind "file"))

; link.download = name: a page hands the user a file.
((assignment_expression left: (member_expression property: (property_identifier) @_property)) @persist
  (#eq? @_property "download")
  (#set! id "page-download")
  (#set! kind "file"))

; db.prepare("INSERT …"), db.run("INSERT …", …)
((call_expression function: (member_expression property: (property_identifier) @_method) arguments: (arguments . (_) @_sql)) @persist
  (#any-of? @_method "run" "exec" "prepare" "query" "execute" "all" "batch" "sql")
  (#value? @_sql "(?i)^\\s*(insert\\s+(or\\s+\\w+\\s+)?into|replace\\s+into|update\\s+\\S+\\s+set)\\b")
  (#set! id "database-statement")
  (#set! kind "database"))

; collection.insertOne(…): a document store.
((call_expression function: (_) @fn arguments: (arguments . (_) @payload)) @persist
  (#name? @fn
    "mongodb.MongoClient.db.collection.insertOne" "mongodb.MongoClient.db.collection.insertMany"
    "mongodb.MongoClient.connect.db.collection.insertOne" "mongoose.model.create" "nedb.insert" "@seald-io/nedb.insert"
    "nedb-promises.create.insert" "level.Level.put" "level.put" "levelup.put" "pouchdb.put" "pouchdb.post"
    "indexedDB.open.result.transaction.objectStore.put" "indexedDB.open.result.transaction.objectStore.add"
    "idb.openDB.put" "idb.openDB.add" "localforage.setItem" "localStorage.setItem" "sessionStorage.setItem"
    "chrome.storage.local.set" "browser.storage.local.set" "electron-store.set" "conf.set" "configstore.set"
    "keyv.set" "lmdb.open.put" "redis.createClient.set" "ioredis.set" "node-persist.setItem" "lokijs.addCollection.insert"
    "Deno.openKv.set")
  (#set! id "database-call")
  (#set! kind "database"))
