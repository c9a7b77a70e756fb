; Secrets that only a form of TypeScript reads.

; import dotenv = require("dotenv/config"): loading it is reading it.
((import_statement (import_require_clause source: (string) @name)) @secret.read
  (#value? @name "^((dotenv|dotenv-flow|dotenv-safe|dotenv-defaults|@dotenvx/dotenvx)/config(\\.js)?|dotenv-extended/load)$")
  (#set! id "dotenv-import-require")
  (#set! kind "dotenv")
  (#set! label "dotenv file"))
