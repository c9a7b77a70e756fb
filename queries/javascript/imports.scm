; What names are bound to what. These patterns run first, before names mean anything. `require`
; and `import()` are calls and are followed as such; here they only say which file is used.

; import a from "m"
((import_statement
  (import_clause . (identifier) @alias)
  source: (string (string_fragment) @module))
  (#set! id "import-default"))

; import * as a from "m"
((import_statement
  (import_clause (namespace_import (identifier) @alias))
  source: (string (string_fragment) @module))
  (#set! id "import-namespace"))

; import { a } from "m"
((import_statement
  (import_clause (named_imports (import_specifier name: (identifier) @binding !alias)))
  source: (string (string_fragment) @module))
  (#set! id "import-named"))

; import { a as b } from "m"
((import_statement
  (import_clause (named_imports (import_specifier name: (_) @binding alias: (identifier) @alias)))
  source: (string (string_fragment) @module))
  (#set! id "import-named-as"))

; require("./m"), import("./m")
((call_expression
  function: [(identifier) (import)] @_fn
  arguments: (arguments . (string (string_fragment) @module)))
  (#any-of? @_fn "require" "import")
  (#set! id "import-call"))

; export { a } from "m"
((export_statement source: (string (string_fragment) @module))
  (#set! id "export-from"))
