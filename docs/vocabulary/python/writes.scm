; shelve.open("/tmp/x"): the list of places gives the kind.
((call function: (_) @fn arguments: (argument_list . (_) @path)) @write.outside
  (#name? @fn "shelve.open")
  (#lexicon? @path "outside-paths")
  (#set! id "shelf"))
