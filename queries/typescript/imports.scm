; What TypeScript alone imports; JavaScript's forms are its own too. What is imported as a type
; binds nothing and stands in no tree.

; import a = require("m")
((import_statement
  (import_require_clause (identifier) @alias source: (string (string_fragment) @module)))
  (#set! id "import-require"))
