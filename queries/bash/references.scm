; Literal paths of the pack's own files.

; source lib.sh, bash scripts/x.sh, cat data/z.json
((command name: (_) @fn argument: (_) @path) @reference
  (#lexicon? @fn "bash-file-users")
  (#value? @path "^\\.{0,2}/?[\\w.@+-]*(/[\\w.@+-]+)*\\.[a-zA-Z][\\w]{0,9}$")
  (#not-value? @path "^/|^-|^\\.+$|^~")
  (#set! id "file"))

; ./run.sh, scripts/run.sh as a command of its own
((command name: (command_name (_) @path)) @reference
  (#value? @path "^(\\./|\\.\\./)?([\\w.@+-]+/)+[\\w.@+-]+$|^\\.{1,2}/[\\w.@+-]+$")
  (#not-value? @path "^/|^~")
  (#set! id "command"))

; cmd < data/x.json
((file_redirect "<" destination: (_) @path) @reference
  (#value? @path "^(\\./|\\.\\./)?([\\w.@+-]+/)*[\\w@+-][\\w.@+-]*\\.[a-zA-Z][\\w]{0,9}$")
  (#set! id "redirect"))

