; Literal paths of the pack's own files.

; source lib.sh, bash scripts/x.sh, cat data/z.json
((command name: (_) @fn . argument: (_) @path) @reference
  (#lexicon? @fn "bash-file-users")
  (#value? @path "^(\\./|\\.\\./)*[\\w@+-][\\w.@+-]*(/[\\w.@+-]+)*\\.[a-zA-Z]\\w{0,9}$")
  (#set! id "file-first"))
((command name: (_) @fn argument: (_) @_before . argument: (_) @path) @reference
  (#lexicon? @fn "bash-file-users")
  (#value? @path "^(\\./|\\.\\./)*[\\w@+-][\\w.@+-]*(/[\\w.@+-]+)*\\.[a-zA-Z]\\w{0,9}$")
  (#not-value? @_before "^-[a-zA-Z]*[mceofIWX]$|^--(output|eval|print|require|import)$")
  (#set! id "file"))

; bash x.txt, source x.conf, also beside the script itself: whatever its name, it is run.
((command name: (_) @fn . argument: (_) @path @code) @reference
  (#lexicon? @fn "bash-interpreters")
  (#value? @path "^(\\x{E000}/)?(\\./|\\.\\./)*[\\w@+-][\\w.@+-]*(/[\\w.@+-]+)*\\.[a-zA-Z]\\w{0,9}$")
  (#set! id "run-first"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path @code) @reference
  (#lexicon? @fn "bash-interpreters")
  (#value? @_flag "^-")
  (#not-value? @_flag "^-[a-zA-Z]*[mceofIWX]$|^--(output|eval|print|require|import)$")
  (#value? @path "^(\\x{E000}/)?(\\./|\\.\\./)*[\\w@+-][\\w.@+-]*(/[\\w.@+-]+)*\\.[a-zA-Z]\\w{0,9}$")
  (#set! id "run"))

; cp template.json there
((command name: (_) @fn . argument: (_) @path . argument: (_) .) @reference
  (#name? @fn "cp" "mv" "install")
  (#value? @path "^(\\./|\\.\\./)*[\\w@+-][\\w.@+-]*(/[\\w.@+-]+)*\\.[a-zA-Z]\\w{0,9}$")
  (#set! id "copied"))

; ./run.sh, ./bin/tool, scripts/run.sh as a command of its own
((command name: (command_name (_) @path @code)) @reference
  (#value? @path "^\\.{1,2}/([\\w.@+-]+/)*[\\w.@+-]+$|^([\\w@+-][\\w.@+-]*/)+[\\w.@+-]+\\.(sh|bash|zsh|py|js|mjs|rb|pl)$")
  (#set! id "command"))

; cmd < data/x.json
((file_redirect "<" destination: (_) @path) @reference
  (#value? @path "^(\\./|\\.\\./)?([\\w.@+-]+/)*[\\w@+-][\\w.@+-]*\\.[a-zA-Z][\\w]{0,9}$")
  (#set! id "redirect"))

