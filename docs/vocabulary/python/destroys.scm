; shutil.rmtree("/"): all below it is gone.
((call function: (_) @fn arguments: (argument_list . (_) @path)) @destroy
  (#name? @fn "shutil.rmtree")
  (#value? @path "^[/~]$")
  (#set! id "remove")
  (#set! kind "files"))

; shutil.rmtree(target), where nothing in the file says what the target is.
((call function: (_) @fn arguments: (argument_list . (identifier) @path)) @destroy
  (#name? @fn "shutil.rmtree")
  (#free? @path)
  (#set! id "remove-unset")
  (#set! kind "variable"))

; os.removedirs("build"), where the file says what it is.
((call function: (_) @fn arguments: (argument_list . (_) @path)) @destroy
  (#name? @fn "os.removedirs")
  (#not-free? @path)
  (#set! id "remove-set")
  (#set! kind "variable"))

; Calls of a list.
((call function: (_) @fn) @destroy
  (#lexicon? @fn "example-destroyers")
  (#set! id "call"))
