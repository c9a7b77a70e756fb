; Literal relative paths of local files that are read or run.

; require("./lib/x.js"), import("./x.mjs"): with its extension; without one node looks for several.
((call_expression function: (_) @fn arguments: (arguments . (string) @path @code)) @reference
  (#name? @fn "require" "import" "module.require" "require.resolve" "importScripts" "child_process.fork")
  (#value? @path "^\\.{1,2}/.*\\.(js|mjs|cjs|jsx|json|node|ts|mts|cts|tsx|wasm|css|txt|md|html|yaml|yml)$")
  (#set! id "require"))

; import x from "./lib/x.js"
((import_statement source: (string) @path) @reference
  (#value? @path "^\\.{1,2}/.*\\.(js|mjs|cjs|jsx|json|node|ts|mts|cts|tsx|wasm|css|txt|md|html|yaml|yml)$")
  (#set! id "import"))

; export { x } from "./lib/x.js"
((export_statement source: (string) @path) @reference
  (#value? @path "^\\.{1,2}/.*\\.(js|mjs|cjs|jsx|json|node|ts|mts|cts|tsx|wasm|css|txt|md|html|yaml|yml)$")
  (#set! id "export-from"))

; new Worker("./worker.js"), new URL("./data.json", import.meta.url)
((new_expression constructor: (_) @fn arguments: (arguments . (string) @path)) @reference
  (#name? @fn "worker_threads.Worker" "Worker" "SharedWorker" "URL")
  (#value? @path "^\\.{1,2}/[^<>{}$*\\s]*\\.[A-Za-z0-9]+$")
  (#set! id "worker"))

; fs.readFileSync("data/units.json")
((call_expression function: (_) @fn arguments: (arguments . (string) @path)) @reference
  (#lexicon? @fn "javascript-file-reads")
  (#value? @path "^[^/~<>{}$*:\\s\\\\-][^<>{}$*:\\s\\\\]*\\.[A-Za-z0-9]+$")
  (#not-value? @path "(^|/)\\.env")
  (#set! id "read"))

; fs.copyFileSync("templates/a.md", …)
((call_expression function: (_) @fn arguments: (arguments . (string) @path)) @reference
  (#lexicon? @fn "javascript-copies")
  (#value? @path "^[^/~<>{}$*:\\s\\\\-][^<>{}$*:\\s\\\\]*\\.[A-Za-z0-9]+$")
  (#not-value? @path "(^|/)\\.env")
  (#set! id "copied"))
