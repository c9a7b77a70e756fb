; Literal relative paths of local files that are read or run, where only TypeScript names them.

; import x = require("./lib/x.js")
((import_statement (import_require_clause source: (string) @path)) @reference
  (#value? @path "^\\.{1,2}/.*\\.(js|mjs|cjs|jsx|json|node|ts|mts|cts|tsx|wasm|css|txt|md|html|yaml|yml)$")
  (#set! id "import-require-path"))
