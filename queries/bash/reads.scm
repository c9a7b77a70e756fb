; Files outside the pack whose content is read.

; cat /etc/hosts
((command name: (_) @fn argument: (_) @path) @read.outside
  (#lexicon? @fn "bash-readers")
  (#lexicon? @path "outside-paths")
  (#not-value? @path "^(-|of=|--?[a-zA-Z-]+$)")
  (#set! id "constant")
  (#set! kind "constant"))

; cat "$1": every other file; whether it leaves is for the combinator to say.
((command name: (_) @fn argument: (_) @path) @read.outside
  (#lexicon? @fn "bash-readers")
  (#not-lexicon? @path "outside-paths")
  (#not-value? @path "^-|^[a-z]+://|^[|.]? *$|^\\{|^s[/|,#]|^if=-$|^of=|=$")
  (#set! id "user-file")
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
