; Places outside the pack that are written.

; fs.writeFileSync("/tmp/x", data)
((call_expression function: (_) @fn arguments: (arguments . (_) @path . (_)? @payload)) @write.outside
  (#lexicon? @fn "javascript-file-writes")
  (#lexicon? @path "outside-paths")
  (#set! id "write"))

; new fs.WriteStream("/tmp/x")
((new_expression constructor: (_) @fn arguments: (arguments . (_) @path)) @write.outside
  (#lexicon? @fn "javascript-file-writes")
  (#lexicon? @path "outside-paths")
  (#set! id "write-object"))

; fs.mkdirSync("/opt/x"), fs.rmSync(…): made, changed or taken away.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @write.outside
  (#lexicon? @fn "javascript-file-makes")
  (#lexicon? @path "outside-paths")
  (#set! id "make"))

; fs.openSync("/tmp/x", "w")
((call_expression function: (_) @fn arguments: (arguments . (_) @path . (_) @_flags)) @write.outside
  (#name? @fn "fs.open" "fs.openSync")
  (#value? @_flags "^([wax]|r\\+)")
  (#lexicon? @path "outside-paths")
  (#set! id "open"))

; Deno.open("/tmp/x", { write: true })
((call_expression
  function: (_) @fn
  arguments: (arguments . (_) @path . (object (pair key: (_) @_key value: (true))))) @write.outside
  (#name? @fn "Deno.open" "Deno.openSync")
  (#any-of? @_key "write" "append" "create" "truncate")
  (#lexicon? @path "outside-paths")
  (#set! id "open-options"))

; fs.copyFileSync(x, "/usr/local/bin/x"), fs.symlinkSync(x, …): the place in the second argument.
((call_expression function: (_) @fn arguments: (arguments . (_) . (_) @path)) @write.outside
  (#lexicon? @fn "javascript-copies")
  (#lexicon? @path "outside-paths")
  (#set! id "copy-to"))

; fs.symlinkSync(x, "/usr/local/bin/x")
((call_expression function: (_) @fn arguments: (arguments . (_) . (_) @path)) @write.outside
  (#name? @fn
    "fs.symlink" "fs.symlinkSync" "fs.link" "fs.linkSync" "fs.ensureSymlink" "fs.ensureLink" "fs-jetpack.symlink"
    "shelljs.ln" "Deno.symlink" "Deno.symlinkSync" "Deno.link")
  (#lexicon? @path "outside-paths")
  (#set! id "link-to"))
