; open("/etc/hosts"): a place outside the pack.
((call function: (_) @fn arguments: (argument_list . (_) @path)) @read.outside
  (#name? @fn "open")
  (#lexicon? @path "outside-paths")
  (#not-lexicon? @path "secret-paths")
  (#set! id "constant")
  (#set! kind "constant"))

; open(sys.argv[1]): any file the user names.
((call function: (_) @fn arguments: (argument_list . (_) @path)) @read.outside
  (#name? @fn "open")
  (#name? @path "sys.argv")
  (#set! id "argument")
  (#set! kind "user-file"))
