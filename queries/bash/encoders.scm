; What encodes, compresses or encrypts.

; base64, gzip, zip, age …: commands that do nothing else, unless an option has them undo it.
((command name: (_) @fn) @encode @payload
  (#lexicon? @fn "bash-encoders")
  (#not-name? @fn "decodes")
  (#set! id "tool"))

; xxd -p, hexdump, od -x
((command name: (_) @fn argument: (_) @_flag) @encode @payload
  (#name? @fn "openssl.enc" "openssl.base64" "openssl.rsautl" "openssl.pkeyutl" "openssl.smime" "openssl.cms" "openssl.aes-256-cbc" "openssl.aes-128-cbc" "openssl.des3")
  (#value? @_flag "^-(a|base64|A|aes.*|des3|e|encrypt|pubin|chacha20|salt|pbkdf2|camellia.*)$")
  (#not-name? @fn "decodes")
  (#set! id "openssl")
  (#set! kind "encrypt"))
((command name: (_) @fn) @encode @payload
  (#name? @fn "openssl.base64")
  (#not-name? @fn "decodes")
  (#set! id "openssl-base64")
  (#set! kind "base64"))
((command name: (_) @fn argument: (_) @_flag) @encode @payload
  (#name? @fn "gpg" "gpg2")
  (#value? @_flag "^(-[a-zA-Z]*[ce][a-zA-Z]*|--symmetric|--encrypt)$")
  (#set! id "gpg")
  (#set! kind "encrypt"))

; tar -cz, tar --gzip: an archive that is compressed.
((command name: (_) @fn argument: (_) @_flag) @encode @payload
  (#name? @fn "tar" "gtar" "bsdtar")
  (#value? @_flag "^-?[a-zA-Z]*c[a-zA-Z]*[zjJ][a-zA-Z]*$|^-?[a-zA-Z]*[zjJ][a-zA-Z]*c[a-zA-Z]*$")
  (#set! id "tar")
  (#set! kind "compress"))
((command name: (_) @fn argument: (_) @_create argument: (_) @_flag) @encode @payload
  (#name? @fn "tar" "gtar" "bsdtar")
  (#value? @_create "^-?[a-zA-Z]*c[a-zA-Z]*$|^--create$")
  (#value? @_flag "^(-[a-zA-Z]*[zjJ][a-zA-Z]*|--(gzip|bzip2|xz|zstd|lzma|lzip|lzop|use-compress-program.*|auto-compress)|-a)$")
  (#set! id "tar-option")
  (#set! kind "compress"))

; tr 'A-Za-z' 'N-ZA-Mn-za-m'
((command name: (_) @fn . argument: (_) @_from . argument: (_) @_to) @encode @payload
  (#name? @fn "tr")
  (#value? @_to "(?i)^\\[?n-za-m|^[!]?P-~!-O|^5-90-4|^\\[?[b-z]-z")
  (#set! id "rot")
  (#set! kind "rot"))

; jq @base64, jq -r '@base64 "…"'
((command name: (_) @fn argument: (_) @_filter) @encode @payload
  (#name? @fn "jq" "gojq" "jaq" "yq")
  (#value? @_filter "@base(64|32)([^d]|$)")
  (#set! id "jq")
  (#set! kind "base64"))

; python3 -m base64
((command name: (_) @fn argument: (_) @_flag . argument: (_) @_module) @encode @payload
  (#name? @fn "python" "python2" "python3")
  (#value? @_flag "^-[a-zA-Z]*m$")
  (#value? @_module "^(base64|gzip|zipfile|tarfile|binhex|quopri|uu)$")
  (#set! id "python-module")
  (#set! kind "base64"))

; printf '%02x' "'$x": a character by its number.
((command name: (_) @fn argument: (_) @_format . argument: (_) @_character) @encode @payload
  (#name? @fn "printf")
  (#value? @_format "^(\\\\x)?%0?\\d?[xXo]$")
  (#value? @_character "^['\"]")
  (#set! id "printf-number")
  (#set! kind "hex"))
