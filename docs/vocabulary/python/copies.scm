; shutil.copy(source, target), shutil.move(source, target)
((call function: (_) @fn arguments: (argument_list . (_) @source . (_) @target)) @copy.outside
  (#name? @fn "shutil.copy")
  (#lexicon? @target "outside-paths")
  (#set! id "copy")
  (#set! kind "copy"))
((call function: (_) @fn arguments: (argument_list . (_) @source . (_) @target)) @copy.outside
  (#name? @fn "shutil.move")
  (#lexicon? @target "outside-paths")
  (#set! id "move")
  (#set! kind "move"))
