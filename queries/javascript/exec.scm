; Code or commands put together and run.

; eval(code), new Function(code) called as a function, vm.runInThisContext(code)
((call_expression function: (_) @fn arguments: (arguments (_) @code)) @exec
  (#name? @fn
    "eval" "Function" "AsyncFunction" "GeneratorFunction" "vm.runInThisContext" "vm.runInNewContext" "vm.runInContext"
    "vm.compileFunction" "vm.Script.runInThisContext" "vm.Script.runInContext" "vm.Script.runInNewContext"
    "module._compile" "vm2.VM.run" "vm2.NodeVM.run" "safe-eval" "require-from-string" "node-eval" "_eval"
    "Object.constructor.constructor" "constructor.constructor" "eval-estree-expression")
  (#set! id "eval")
  (#set! kind "dynamic"))

; new Function(code), new vm.Script(code)
((new_expression constructor: (_) @fn arguments: (arguments (_) @code)) @exec
  (#name? @fn "Function" "AsyncFunction" "GeneratorFunction" "vm.Script" "vm.SourceTextModule")
  (#set! id "new-function")
  (#set! kind "dynamic"))

; eval(atob(blob)), new Function(Buffer.from(blob, "base64").toString()): what a decoder gives is run.
((call_expression function: (_) @fn arguments: (arguments . (_) @code)) @exec
  (#name? @fn "eval" "Function" "vm.runInThisContext" "vm.runInNewContext" "child_process.exec" "child_process.execSync" "require-from-string")
  (#name? @code "atob()" "window.atob()" "globalThis.atob()" "Buffer.from.toString()" "buffer.Buffer.from.toString()" "zlib.inflateSync.toString()" "zlib.gunzipSync.toString()" "zlib.brotliDecompressSync.toString()" "js-base64.decode()" "js-base64.Base64.decode()" "decodeURIComponent()" "unescape()")
  (#set! id "decoded")
  (#set! kind "decoded")
  (#set! label "decoder output that is run"))
((new_expression constructor: (_) @fn arguments: (arguments . (_) @code)) @exec
  (#name? @fn "Function" "vm.Script")
  (#name? @code "atob()" "window.atob()" "globalThis.atob()" "Buffer.from.toString()" "buffer.Buffer.from.toString()" "zlib.inflateSync.toString()" "zlib.gunzipSync.toString()")
  (#set! id "decoded-function")
  (#set! kind "decoded")
  (#set! label "decoder output that is run"))

; setTimeout("code()", 10): a text is code.
((call_expression function: (_) @fn arguments: (arguments . [(string) (template_string) (binary_expression)] @code)) @exec
  (#name? @fn "setTimeout" "setInterval" "setImmediate" "execScript")
  (#set! id "timer-text")
  (#set! kind "dynamic"))

; child_process.exec(command): a shell is handed a line. The contract counts every `exec(`.
((call_expression function: (_) @fn arguments: (arguments . (_) @code)) @exec
  (#name? @fn "child_process.exec")
  (#set! id "shell-line")
  (#set! kind "dynamic"))

; child_process.execSync(`git diff ${branch}`): a line that is put together; a constant one is a command
; as any other.
((call_expression function: (_) @fn arguments: (arguments . (_) @code)) @exec
  (#name? @fn "child_process.execSync" "shelljs.exec" "exec-sh" "async-exec")
  (#not-value? @code "^[\\s\\S]*$")
  (#set! id "shell-line-sync")
  (#set! kind "dynamic"))

; spawn(program, { shell: true })
((pair key: (_) @_key value: [(true) (unary_expression)] @_value) @exec
  (#match? @_key "^[\"']?shell[\"']?$")
  (#any-of? @_value "true" "!0")
  (#set! id "shell-option")
  (#set! kind "shell-true"))

; options.shell = true
((assignment_expression left: (member_expression property: (property_identifier) @_key) right: (true)) @exec
  (#eq? @_key "shell")
  (#set! id "shell-set")
  (#set! kind "shell-true"))

; eval(await (await fetch(url)).text()): what was fetched is run.
((call_expression function: (_) @fn arguments: (arguments (_) @code)) @exec
  (#name? @fn "eval" "Function" "vm.runInThisContext" "vm.runInNewContext" "vm.runInContext" "child_process.exec" "child_process.execSync")
  (#lexicon? @code "javascript-downloads")
  (#set! id "download-eval")
  (#set! kind "download-exec"))

; new Function(await (await fetch(url)).text())
((new_expression constructor: (_) @fn arguments: (arguments (_) @code)) @exec
  (#name? @fn "Function" "AsyncFunction" "vm.Script")
  (#lexicon? @code "javascript-downloads")
  (#set! id "download-function")
  (#set! kind "download-exec"))

; import("https://…"), import(url): code of another machine.
((call_expression function: (_) @fn arguments: (arguments . (_) @code)) @exec
  (#name? @fn "import" "require" "importScripts")
  (#value? @code "^(https?:)?//")
  (#set! id "remote-import")
  (#set! kind "download-exec"))

; import x from "https://…"
((import_statement source: (string) @code) @exec
  (#value? @code "^(https?:)?//")
  (#set! id "remote-import-statement")
  (#set! kind "download-exec"))
