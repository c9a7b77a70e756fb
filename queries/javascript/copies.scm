; Files copied or moved to a place outside the pack.

; fs.copyFileSync(source, "/mnt/share/x"), fs.renameSync(…)
((call_expression function: (_) @fn arguments: (arguments . (_) @source . (_) @target)) @copy.outside
  (#lexicon? @fn "javascript-copies")
  (#lexicon? @target "outside-paths")
  (#set! id "copy"))

; fs.createReadStream(source).pipe(fs.createWriteStream("/mnt/share/x"))
((call_expression
  function: (member_expression
    object: (call_expression function: (_) @fn arguments: (arguments . (_) @source))
    property: (property_identifier) @_pipe)
  arguments: (arguments . (call_expression function: (_) @_write arguments: (arguments . (_) @target)))) @copy.outside
  (#eq? @_pipe "pipe")
  (#name? @fn "fs.createReadStream")
  (#name? @_write "fs.createWriteStream")
  (#lexicon? @target "outside-paths")
  (#set! id "pipe")
  (#set! kind "copy"))

; fs.writeFileSync("/mnt/share/x", fs.readFileSync(source))
((call_expression
  function: (_) @fn
  arguments: (arguments . (_) @target . (call_expression function: (_) @_read arguments: (arguments . (_) @source)))) @copy.outside
  (#lexicon? @fn "javascript-file-writes")
  (#lexicon? @_read "javascript-file-reads")
  (#lexicon? @target "outside-paths")
  (#set! id "write-read")
  (#set! kind "copy"))
