; Where secrets are accessed.

; open("~/.aws/credentials")
((call function: (_) @fn arguments: (argument_list . (_) @path)) @secret.read
  (#name? @fn "open" "io.open")
  (#lexicon? @path "secret-paths")
  (#set! id "open-path"))

; Path("~/.ssh/id_rsa").read_text()
((call function: (attribute object: (_) @path) @fn) @secret.read
  (#name? @fn "pathlib.Path.open" "pathlib.Path.read_text" "pathlib.Path.read_bytes")
  (#lexicon? @path "secret-paths")
  (#set! id "read-path"))
