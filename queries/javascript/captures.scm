; What captures the user or the screen, at the call that opens it.

; recorder.record(…), screenshot(): which calls do stands in a lexicon.
((call_expression function: (_) @fn) @capture
  (#lexicon? @fn "javascript-captures")
  (#set! id "call"))

; new GlobalKeyboardListener()
((new_expression constructor: (_) @fn) @capture
  (#lexicon? @fn "javascript-captures")
  (#set! id "object"))

; getUserMedia({ video: … })
((call_expression
  function: (_) @fn
  arguments: (arguments . (object (pair key: (_) @_key value: (_) @_value)))) @capture
  (#name? @fn "navigator.mediaDevices.getUserMedia" "navigator.getUserMedia" "navigator.webkitGetUserMedia" "navigator.mozGetUserMedia")
  (#eq? @_key "video")
  (#not-eq? @_value "false")
  (#set! id "user-media-video")
  (#set! kind "camera"))

; getUserMedia({ audio: … })
((call_expression
  function: (_) @fn
  arguments: (arguments . (object (pair key: (_) @_key value: (_) @_value)))) @capture
  (#name? @fn "navigator.mediaDevices.getUserMedia" "navigator.getUserMedia" "navigator.webkitGetUserMedia" "navigator.mozGetUserMedia")
  (#eq? @_key "audio")
  (#not-eq? @_value "false")
  (#set! id "user-media-audio")
  (#set! kind "audio"))

; getUserMedia(constraints): what is asked for stands elsewhere.
((call_expression function: (_) @fn arguments: (arguments . [(identifier) (member_expression) (call_expression)])) @capture
  (#name? @fn "navigator.mediaDevices.getUserMedia" "navigator.getUserMedia" "navigator.webkitGetUserMedia" "navigator.mozGetUserMedia")
  (#set! id "user-media")
  (#set! kind "camera"))

; fs.createReadStream("/dev/input/event3"), /dev/fb0, /dev/video0: the device itself.
((call_expression function: (_) @fn arguments: (arguments . (_) @_device)) @capture
  (#name? @fn "fs.readFile" "fs.readFileSync" "fs.createReadStream" "fs.open" "fs.openSync" "fs.copyFile" "fs.copyFileSync" "Bun.file" "Deno.open" "Deno.openSync" "Deno.readFile")
  (#value? @_device "^/dev/(input/|hidraw)")
  (#set! id "keyboard-device")
  (#set! kind "keyboard"))
((call_expression function: (_) @fn arguments: (arguments . (_) @_device)) @capture
  (#name? @fn "fs.readFile" "fs.readFileSync" "fs.createReadStream" "fs.open" "fs.openSync" "fs.copyFile" "fs.copyFileSync" "Bun.file" "Deno.open" "Deno.openSync" "Deno.readFile")
  (#value? @_device "^/dev/fb\\d")
  (#set! id "screen-device")
  (#set! kind "screen"))
((call_expression function: (_) @fn arguments: (arguments . (_) @_device)) @capture
  (#name? @fn "fs.readFile" "fs.readFileSync" "fs.createReadStream" "fs.open" "fs.openSync" "fs.copyFile" "fs.copyFileSync" "Bun.file" "Deno.open" "Deno.openSync" "Deno.readFile")
  (#value? @_device "^/dev/video\\d")
  (#set! id "camera-device")
  (#set! kind "camera"))

; ffmpeg().input(":0").inputFormat("x11grab"): what it records from.
((call_expression function: (member_expression property: (property_identifier) @_method) @fn arguments: (arguments . (_) @_device)) @capture
  (#any-of? @_method "inputFormat" "fromFormat" "withInputFormat")
  (#value? @_device "^(x11grab|gdigrab|avfoundation|kmsgrab)$")
  (#set! id "media-screen")
  (#set! kind "screen"))
((call_expression function: (member_expression property: (property_identifier) @_method) @fn arguments: (arguments . (_) @_device)) @capture
  (#any-of? @_method "inputFormat" "fromFormat" "withInputFormat")
  (#value? @_device "^(alsa|pulse|jack|oss)$")
  (#set! id "media-audio")
  (#set! kind "audio"))
((call_expression function: (member_expression property: (property_identifier) @_method) @fn arguments: (arguments . (_) @_device)) @capture
  (#any-of? @_method "inputFormat" "fromFormat" "withInputFormat")
  (#value? @_device "^(v4l2|video4linux2|dshow)$")
  (#set! id "media-camera")
  (#set! kind "camera"))

; new Database("…/History"): a browser's history opened as a database.
((new_expression constructor: (_) @fn arguments: (arguments . (_) @path)) @capture
  (#name? @fn
    "better-sqlite3" "sqlite3.Database" "sqlite3.verbose.Database" "sqlite.DatabaseSync" "sqlite3.DatabaseSync"
    "sqlite.Database" "libsql" "@journeyapps/sqlcipher.Database" "sqlite3.cached.Database" "better-sqlite3-multiple-ciphers")
  (#lexicon? @path "javascript-history-paths")
  (#set! id "history-database"))

; betterSqlite("…/History"): the same by a call.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @capture
  (#name? @fn "sqlite3.open" "better-sqlite3" "sqlite3.openDatabase" "sqlite3.cached.Database" "libsql.createClient")
  (#lexicon? @path "javascript-history-paths")
  (#set! id "history-call"))

; open({ filename: "…/History" })
((call_expression
  function: (_) @fn
  arguments: (arguments . (object (pair value: (_) @path)))) @capture
  (#name? @fn "sqlite3.open" "knex" "libsql.createClient")
  (#lexicon? @path "javascript-history-paths")
  (#set! id "history-open"))

; fs.copyFileSync("…/History", …)
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @capture
  (#lexicon? @fn "javascript-copies")
  (#lexicon? @path "javascript-history-paths")
  (#set! id "history-copy")
  (#set! kind "history"))
