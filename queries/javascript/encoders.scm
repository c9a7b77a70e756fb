; What encodes, compresses or encrypts. Percent-encoding and text codecs do not.

; zlib.gzipSync(data), btoa(text): which calls do stands in a lexicon.
((call_expression function: (_) @fn) @encode
  (#lexicon? @fn "javascript-encoders")
  (#set! id "call"))

; new CompressionStream("gzip")
((new_expression constructor: (_) @fn) @encode
  (#lexicon? @fn "javascript-encoders")
  (#set! id "object"))

; buffer.toString("base64"), cipher.final("base64")
((call_expression
  function: (member_expression object: (_) @payload property: (property_identifier) @_method)
  arguments: (arguments (_) @_codec)) @encode
  (#any-of? @_method "toString" "final" "read" "export")
  (#value? @_codec "^(?i)base64(url)?$")
  (#set! id "to-base64")
  (#set! kind "base64"))

; buffer.toString("hex")
((call_expression
  function: (member_expression object: (_) @payload property: (property_identifier) @_method)
  arguments: (arguments . (_) @_codec)) @encode
  (#eq? @_method "toString")
  (#value? @_codec "^(?i)hex$")
  (#set! id "to-hex")
  (#set! kind "hex"))

; fs.readFileSync(path, "base64"): read and encoded in one.
((call_expression function: (_) @fn arguments: (arguments . (_) @payload . (_) @_codec)) @encode
  (#lexicon? @fn "javascript-file-reads")
  (#value? @_codec "^(?i)(base64(url)?|hex)$")
  (#set! id "read-as-base64")
  (#set! kind "base64"))

; fs.readFileSync(path, { encoding: "base64" })
((call_expression
  function: (_) @fn
  arguments: (arguments . (_) @payload . (object (pair key: (_) @_key value: (_) @_codec)))) @encode
  (#lexicon? @fn "javascript-file-reads")
  (#eq? @_key "encoding")
  (#value? @_codec "^(?i)(base64(url)?|hex)$")
  (#set! id "read-with-encoding")
  (#set! kind "base64"))

; String.fromCharCode(c.charCodeAt(0) ^ 42): a cipher of one's own, by code of character.
((call_expression function: (_) @fn arguments: (arguments . (binary_expression operator: ["^" "+" "-" "%"]) @payload)) @encode
  (#name? @fn "String.fromCharCode" "String.fromCodePoint")
  (#match? @payload "charCodeAt|codePointAt")
  (#set! id "character-cipher")
  (#set! kind "custom"))

; bytes.map((b) => b ^ key): the same by byte.
((call_expression
  function: (member_expression object: (_) @payload property: (property_identifier) @_map)
  arguments: (arguments . (arrow_function body: (binary_expression operator: "^")))) @encode
  (#eq? @_map "map")
  (#set! id "byte-cipher")
  (#set! kind "custom"))

; text.replace(/[a-z]/gi, (c) => String.fromCharCode(…)): rotated letters.
((call_expression
  function: (member_expression object: (_) @payload property: (property_identifier) @_replace)
  arguments: (arguments . (regex) . (arrow_function) @_rotate)) @encode
  (#eq? @_replace "replace")
  (#match? @_rotate "fromCharCode")
  (#match? @_rotate "charCodeAt")
  (#match? @_rotate "13|26|47|94")
  (#set! id "rotated-letters")
  (#set! kind "rot"))
