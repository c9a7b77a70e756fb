; Code or commands put together and run.

; eval of anything that is not constant
((command name: (_) @fn argument: (_) @code) @exec
  (#name? @fn "eval")
  (#not-value? @code "^[\\s\\S]*$")
  (#set! id "eval")
  (#set! kind "dynamic")
  (#set! label "eval"))

; bash -c "$1", echo "$1" | bash, bash <<< "$1": nothing of the code is known.
((command name: (_) @fn argument: (_) @_flag . argument: [(simple_expansion) (expansion) (string . [(simple_expansion) (expansion)] .)] @code) @exec
  (#name? @fn "bash" "sh" "zsh" "dash" "ksh" "ash" "busybox.sh" "busybox.ash")
  (#value? @_flag "^-[a-z]*c$")
  (#not-value? @code "[\\s\\S]")
  (#set! id "unknown-code")
  (#set! kind "dynamic")
  (#set! label "unknown code run by an interpreter"))
((pipeline (command name: (_) @_echo argument: [(simple_expansion) (expansion) (string . [(simple_expansion) (expansion)] .)] @code) (command name: (_) @fn) @exec)
  (#name? @_echo "echo" "printf")
  (#name? @fn "<interpreter>")
  (#not-value? @code "[\\s\\S]")
  (#set! id "unknown-piped")
  (#set! kind "dynamic")
  (#set! label "unknown code run by an interpreter"))
((command name: (_) @fn redirect: (herestring_redirect [(simple_expansion) (expansion) (string . [(simple_expansion) (expansion)] .)] @code)) @exec
  (#name? @fn "<interpreter>")
  (#not-value? @code "[\\s\\S]")
  (#set! id "unknown-here-string")
  (#set! kind "dynamic")
  (#set! label "unknown code run by an interpreter"))

; bash x.sh, source x.sh, ./x: a file that is run. It is a fact only where the same script wrote that
; file, and the combinator counts it where it was downloaded.
((command name: (_) @fn . argument: (_) @path) @exec
  (#lexicon? @fn "bash-interpreters")
  (#not-name? @fn "eval")
  (#not-value? @path "^-")
  (#set! id "downloaded-file")
  (#set! kind "download-exec")
  (#set! label "download run from a file"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @exec
  (#lexicon? @fn "bash-interpreters")
  (#not-name? @fn "eval")
  (#value? @_flag "^-")
  (#not-value? @_flag "^-[a-zA-Z]*[cepmWX]$")
  (#not-value? @path "^-")
  (#set! id "downloaded-file-after")
  (#set! kind "download-exec")
  (#set! label "download run from a file"))
((command name: (_) @path) @exec
  (#value? @path "/")
  (#set! id "downloaded-command")
  (#set! kind "download-exec")
  (#set! label "download run from a file"))
((command name: (command_name [(simple_expansion) (string . (simple_expansion) .)]) @path) @exec
  (#not-value? @path "[\\s\\S]")
  (#set! id "downloaded-variable")
  (#set! kind "download-exec")
  (#set! label "download run from a file"))

; curl … | sudo bash: a download that runs into an interpreter.
((pipeline
  [(command name: (_) @_download) (redirected_statement body: (command name: (_) @_download))]
  [(command name: (_) @fn) (redirected_statement body: (command name: (_) @fn))]) @exec
  (#lexicon? @_download "bash-downloaders")
  (#name? @fn "<interpreter>" "source" ".")
  (#set! id "piped")
  (#set! kind "download-exec")
  (#set! label "download piped to an interpreter"))

; bash <(curl …), source <(curl …), sh -c "$(curl …)", eval "$(curl …)"
((command name: (_) @fn argument: (_) @code) @exec
  (#lexicon? @fn "bash-interpreters")
  (#name? @code "curl()" "wget()" "wget2()" "fetch()" "aria2c()" "http()" "https()" "xh()" "lynx()" "GET()" "lwp-request()" "nc()" "ncat()" "axel()")
  (#set! id "substituted")
  (#set! kind "download-exec")
  (#set! label "download run by an interpreter"))

; bash <<< "$(curl …)", source /dev/stdin <<< "$(curl …)"
((command name: (_) @fn redirect: (herestring_redirect (_) @code)) @exec
  (#name? @fn "<interpreter>" "source" ".")
  (#name? @code "curl()" "wget()" "wget2()" "fetch()" "http()")
  (#set! id "here-string")
  (#set! kind "download-exec")
  (#set! label "download run by an interpreter"))

; bash -c "$(curl … | sed …)": the download is an earlier stage.
((command name: (_) @fn argument: (string (command_substitution (pipeline (command name: (_) @_download))) @code)) @exec
  (#lexicon? @fn "bash-interpreters")
  (#lexicon? @_download "bash-downloaders")
  (#set! id "substituted-pipe")
  (#set! kind "download-exec")
  (#set! label "download run by an interpreter"))
((command name: (_) @fn argument: (process_substitution (pipeline (command name: (_) @_download))) @code) @exec
  (#lexicon? @fn "bash-interpreters")
  (#lexicon? @_download "bash-downloaders")
  (#set! id "process-pipe")
  (#set! kind "download-exec")
  (#set! label "download run by an interpreter"))

; $(curl …) as a command of its own
((command name: (command_name (command_substitution (command name: (_) @_download)) @code)) @exec
  (#lexicon? @_download "bash-downloaders")
  (#set! id "as-command")
  (#set! kind "download-exec")
  (#set! label "download run as a command"))

; base64 -d | bash: what a decoder gives is run.
((pipeline
  [(command name: (_) @_decoder) (redirected_statement body: (command name: (_) @_decoder))]
  [(command name: (_) @fn) (redirected_statement body: (command name: (_) @fn))]) @exec
  (#name? @_decoder "decodes")
  (#name? @fn "<interpreter>" "source" ".")
  (#set! id "decoded")
  (#set! kind "decoded")
  (#set! label "decoder output run by an interpreter"))

; bash -c "$(… | base64 -d)", bash <(base64 -d f)
((command name: (_) @fn argument: (_) @code) @exec
  (#lexicon? @fn "bash-interpreters")
  (#name? @code "decodes()")
  (#set! id "decoded-substituted")
  (#set! kind "decoded")
  (#set! label "decoder output run by an interpreter"))

; $(echo … | base64 -d) as a command of its own
((command name: (command_name (command_substitution (pipeline (command name: (_) @_decoder))) @code)) @exec
  (#name? @_decoder "decodes")
  (#set! id "decoded-command")
  (#set! kind "decoded")
  (#set! label "decoder output run as a command"))

; perl -e CODE, osascript -e CODE: code in a language that is not read here.
((command name: (_) @fn argument: (_) @_flag . argument: (_) @code) @unread.code
  (#name? @fn "perl" "ruby" "lua" "luajit" "osascript" "Rscript" "julia" "elixir" "groovy" "php" "pwsh" "powershell" "tclsh" "expect" "fish" "csh" "tcsh" "nu")
  (#value? @_flag "^-([a-zA-Z0-9]*[eE]|r|c|C|Command|EncodedCommand|enc|l)$|^--(eval|run|command)$")
  (#set! id "code"))

; awk 'BEGIN { system(…) }'
((command name: (_) @fn argument: (_) @code) @unread.code
  (#name? @fn "awk" "gawk" "mawk" "nawk")
  (#value? @code "\\bsystem\\s*\\(|\\|\\s*getline|/inet/(tcp|udp)|print.*\\|\\s*\"")
  (#set! id "awk"))

; perl <<E, osascript <<E
((redirected_statement body: (command name: (_) @fn) redirect: (heredoc_redirect) @code) @unread.code
  (#name? @fn "perl" "ruby" "lua" "osascript" "Rscript" "julia" "php" "pwsh" "powershell" "expect" "tclsh" "fish")
  (#set! id "heredoc"))
