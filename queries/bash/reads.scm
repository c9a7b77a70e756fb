; Files outside the pack whose content is read.

; cat /etc/hosts, grep x /etc/passwd, cp /etc/hosts here
((command name: (_) @fn . argument: (_) @path) @read.outside
  (#lexicon? @fn "bash-file-readers")
  (#lexicon? @path "outside-paths")
  (#not-value? @path "^(-|of=)|[\\n{};]")
  (#set! id "constant-first")
  (#set! kind "constant"))
((command name: (_) @fn argument: (_) @_before . argument: (_) @path) @read.outside
  (#lexicon? @fn "bash-file-readers")
  (#lexicon? @path "outside-paths")
  (#not-value? @_before "^(--(homedir|keyring|secret-keyring|cert|key|cacert|exclude|exclude-from|output|directory|passphrase-file|file|field-separator|delimiter|wrap|recipient|local-user)|-(C|o|f|d|k|t|w|s|l|N|c|r|u|iter)|-?[cruvzjJap]*[cru][cruvzjJap]*f)$")
  (#not-value? @path "^(-|of=)|[\\n{};]")
  (#set! id "constant")
  (#set! kind "constant"))
((command name: (_) @fn argument: (_) @_pattern argument: (_) @path .) @read.outside
  (#lexicon? @fn "bash-pattern-readers")
  (#lexicon? @path "outside-paths")
  (#not-value? @_pattern "^-|^\\d+$")
  (#not-value? @path "^(-|of=)|[\\n{};]")
  (#set! id "constant-pattern")
  (#set! kind "constant"))
((command name: (_) @fn . argument: (_) @path argument: (_) .) @read.outside
  (#lexicon? @fn "bash-copiers")
  (#lexicon? @path "outside-paths")
  (#not-value? @path "^(-|of=)|[\\n{};]")
  (#set! id "constant-copied-first")
  (#set! kind "constant"))
((command name: (_) @fn argument: (_) @_before . argument: (_) @path argument: (_) .) @read.outside
  (#lexicon? @fn "bash-copiers")
  (#lexicon? @path "outside-paths")
  (#not-value? @_before "^-[a-zA-Z]*[iFSoeP]$|^--(rsh|exclude|exclude-from|include-from|password-file|rsync-path|config)$")
  (#not-value? @path "^(-|of=)|[\\n{};]")
  (#set! id "constant-copied")
  (#set! kind "constant"))

; cat "$1": every other file; whether it leaves is for the combinator to say.
((command name: (_) @fn . argument: (_) @path) @read.outside
  (#lexicon? @fn "bash-file-readers")
  (#not-lexicon? @path "outside-paths")
  (#not-value? @path "^-|^[a-zA-Z0-9]+://|^[|.]? *$|^[{+]|^s[/|,#]|^if=-$|^of=|=$|^[+-]?\\d[\\d,-]*[a-zA-Z]*$|^[cxtruvzjJfpPklmA]{1,7}$|[\\n;]")
  (#set! id "user-file-first")
  (#set! kind "user-file"))
((command name: (_) @fn argument: (_) @_before . argument: (_) @path) @read.outside
  (#lexicon? @fn "bash-file-readers")
  (#not-lexicon? @path "outside-paths")
  (#not-value? @_before "^(--(homedir|keyring|secret-keyring|cert|key|cacert|exclude|exclude-from|output|directory|passphrase-file|file|field-separator|delimiter|wrap|recipient|local-user)|-(C|o|f|d|k|t|w|s|l|N|c|r|u|iter)|-?[cruvzjJap]*[cru][cruvzjJap]*f)$")
  (#not-value? @path "^-|^[a-zA-Z0-9]+://|^[|.]? *$|^[{+]|^s[/|,#]|^if=-$|^of=|=$|^[+-]?\\d[\\d,-]*[a-zA-Z]*$|^[cxtruvzjJfpPklmA]{1,7}$|[\\n;]")
  (#set! id "user-file")
  (#set! kind "user-file"))
((command name: (_) @fn argument: (_) @_pattern argument: (_) @path .) @read.outside
  (#lexicon? @fn "bash-pattern-readers")
  (#not-lexicon? @path "outside-paths")
  (#not-value? @_pattern "^-|^\\d+$")
  (#not-value? @path "\\||^\\$")
  (#not-value? @path "^-|^[a-zA-Z0-9]+://|^[|.]? *$|^[{+]|^s[/|,#]|^if=-$|^of=|=$|^[+-]?\\d[\\d,-]*[a-zA-Z]*$|^[cxtruvzjJfpPklmA]{1,7}$|[\\n;]")
  (#set! id "user-file-pattern")
  (#set! kind "user-file"))
((command name: (_) @fn argument: (_) @path argument: (_) .) @read.outside
  (#lexicon? @fn "bash-copiers")
  (#not-lexicon? @path "outside-paths")
  (#not-value? @path "^-|^[a-zA-Z0-9]+://|^[|.]? *$|^[{+]|^s[/|,#]|^if=-$|^of=|=$|^[+-]?\\d[\\d,-]*[a-zA-Z]*$|^[cxtruvzjJfpPklmA]{1,7}$|[\\n;]")
  (#set! id "user-file-copied")
  (#set! kind "user-file"))

; openssl enc -in file
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @read.outside
  (#name? @fn "openssl")
  (#value? @_flag "^-in$")
  (#lexicon? @path "outside-paths")
  (#set! id "constant-in")
  (#set! kind "constant"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @read.outside
  (#name? @fn "openssl")
  (#value? @_flag "^-in$")
  (#not-lexicon? @path "outside-paths")
  (#set! id "user-file-in")
  (#set! kind "user-file"))

; find . -exec cat {} \; and ls | xargs cat
((command name: (_) @fn) @read.outside
  (#name? @fn "find" "fd" "xargs" "parallel")
  (#lexicon? @fn "bash-readers")
  (#set! id "found")
  (#set! kind "user-file"))

; cmd < file
((file_redirect "<" destination: (_) @path) @read.outside
  (#lexicon? @path "outside-paths")
  (#set! id "redirect-constant")
  (#set! kind "constant"))
((file_redirect "<" destination: (_) @path) @read.outside
  (#not-lexicon? @path "outside-paths")
  (#not-value? @path "^/dev/|^&?\\d+$")
  (#set! id "redirect-user-file")
  (#set! kind "user-file"))

; curl -F f=@file, --data-binary @file, wget --post-file=file
((command name: (_) @fn argument: (_) @path) @read.outside
  (#lexicon? @fn "bash-senders")
  (#value? @path "(^|=)@|^--(post|body|upload)-file=")
  (#lexicon? @path "outside-paths")
  (#set! id "upload-constant")
  (#set! kind "constant"))
((command name: (_) @fn argument: (_) @path) @read.outside
  (#lexicon? @fn "bash-senders")
  (#value? @path "(^|=)@|^--(post|body|upload)-file=")
  (#not-value? @path "@-$|@/dev/stdin")
  (#not-lexicon? @path "outside-paths")
  (#set! id "upload-user-file")
  (#set! kind "user-file"))

; curl -T file, wget --post-file file
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @read.outside
  (#name? @fn "curl" "wget" "wget2" "aria2c" "mutt" "mail" "mailx" "s-nail" "swaks")
  (#value? @_flag "^(-[a-zA-Z]*T|--upload-file|--post-file|--body-file|-a|--attach)$")
  (#lexicon? @path "outside-paths")
  (#set! id "upload-flag-constant")
  (#set! kind "constant"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @read.outside
  (#name? @fn "curl" "wget" "wget2" "aria2c" "mutt" "mail" "mailx" "s-nail" "swaks")
  (#value? @_flag "^(-[a-zA-Z]*T|--upload-file|--post-file|--body-file|-a|--attach)$")
  (#not-value? @path "^-$|^/dev/stdin")
  (#not-lexicon? @path "outside-paths")
  (#set! id "upload-flag-user-file")
  (#set! kind "user-file"))
