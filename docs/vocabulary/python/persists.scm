; Path("x").write_bytes(data)
((call function: (attribute object: (_) @target) @fn arguments: (argument_list . (_) @payload)) @persist
  (#name? @fn "pathlib.Path.write_bytes")
  (#set! id "write")
  (#set! kind "file"))

; cursor.execute("insert …")
((call function: (_) @fn arguments: (argument_list . (_) @code)) @persist
  (#name? @fn "sqlite3.connect.execute")
  (#value? @code "(?i)^\\s*insert\\b")
  (#set! id "insert")
  (#set! kind "database"))
