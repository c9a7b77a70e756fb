; Files that are copied or moved to a place outside the pack.

; cp a /there
((command name: (_) @fn argument: (_) @source argument: (_) @target .) @copy.outside
  (#name? @fn "cp" "install" "ditto" "rsync" "ln" "pax")
  (#lexicon? @target "outside-paths")
  (#not-value? @source "^-")
  (#set! id "copy")
  (#set! kind "copy"))

; mv a /there
((command name: (_) @fn argument: (_) @source argument: (_) @target .) @copy.outside
  (#name? @fn "mv")
  (#lexicon? @target "outside-paths")
  (#not-value? @source "^-")
  (#set! id "move")
  (#set! kind "move"))

; cp -t /there a
((command name: (_) @fn argument: (_) @_flag . argument: (_) @target argument: (_) @source) @copy.outside
  (#name? @fn "cp.into" "mv.into" "install.into" "ln.into")
  (#value? @_flag "^(-t|--target-directory)$")
  (#lexicon? @target "outside-paths")
  (#set! id "target-first")
  (#set! kind "copy"))

; dd if=a of=/there
((command name: (_) @fn argument: (_) @source argument: (_) @target) @copy.outside
  (#name? @fn "dd")
  (#value? @source "^if=")
  (#value? @target "^of=")
  (#lexicon? @target "outside-paths")
  (#set! id "dd")
  (#set! kind "copy"))
