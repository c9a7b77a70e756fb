; Where secrets are accessed: stores and key files, the environment, tools that hand them out.

; fs.readFileSync("~/.aws/credentials"): the path is the first argument.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @secret.read
  (#lexicon? @fn "javascript-file-reads")
  (#lexicon? @path "secret-paths")
  (#set! id "read-path"))

; require("~/.docker/config.json"), await import(path): a module's file is read.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @secret.read
  (#name? @fn "require" "import" "module.require" "module.createRequire()" "createRequire()" "require-json5" "importFresh" "import-fresh")
  (#lexicon? @path "secret-paths")
  (#set! id "require-path"))

; import keys from "/root/.docker/config.json" with { type: "json" }
((import_statement source: (string) @path) @secret.read
  (#lexicon? @path "secret-paths")
  (#set! id "import-path"))

; fs.openSync("~/.netrc"), without a flag or with one that reads.
((call_expression function: (_) @fn arguments: (arguments . (_) @path .)) @secret.read
  (#name? @fn "fs.openSync" "fs.open" "Deno.open" "Deno.openSync")
  (#lexicon? @path "secret-paths")
  (#set! id "open-path"))

; fs.open("~/.netrc", "r", …)
((call_expression function: (_) @fn arguments: (arguments . (_) @path . (_) @_flags)) @secret.read
  (#name? @fn "fs.openSync" "fs.open" "Deno.open" "Deno.openSync")
  (#lexicon? @path "secret-paths")
  (#not-value? @_flags "^[wax]")
  (#set! id "open-path-flags"))

; new Database("…/Login Data"): a store opened as a database.
((new_expression constructor: (_) @fn arguments: (arguments . (_) @path)) @secret.read
  (#name? @fn
    "better-sqlite3" "sqlite3.Database" "sqlite3.verbose.Database" "node:sqlite.DatabaseSync" "sqlite.DatabaseSync"
    "sqlite3.DatabaseSync" "sqlite3.cached.Database" "sqlite.Database" "sql.js.Database" "libsql" "fs.ReadStream"
    "better-sqlite3-multiple-ciphers" "bun:sqlite.Database" "@journeyapps/sqlcipher.Database")
  (#lexicon? @path "secret-paths")
  (#set! id "open-database"))

; betterSqlite("…/Login Data"): the same by a call.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @secret.read
  (#name? @fn "better-sqlite3" "sqlite3.open" "sqlite3.openDatabase" "sqlite3.cached.Database")
  (#lexicon? @path "secret-paths")
  (#set! id "open-database-call"))

; open({ filename: "…/Login Data" })
((call_expression function: (_) @fn arguments: (arguments . (object (pair value: (_) @path)))) @secret.read
  (#name? @fn "sqlite3.open" "knex" "dotenv.config" "dotenv.configDotenv")
  (#lexicon? @path "secret-paths")
  (#set! id "open-database-options"))

; fs.copyFileSync("~/.ssh/id_rsa", …), fs.rename(…): what is copied is read.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @secret.read
  (#lexicon? @fn "javascript-copies")
  (#lexicon? @path "secret-paths")
  (#set! id "copy-path"))

; zip.addLocalFolder("~/.aws"), archive.directory(…), tar.c({}, […]): packed up.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @secret.read
  (#name? @fn
    "adm-zip.addLocalFile" "adm-zip.addLocalFolder" "adm-zip.addLocalFolderPromise" "archiver.file" "archiver.directory"
    "archiver.glob" "archiver.create.file" "archiver.create.directory" "yazl.ZipFile.addFile" "tar-fs.pack"
    "zip-a-folder.zip" "zip-dir" "compressing.zip.compressDir" "compressing.tgz.compressDir" "compressing.gzip.compressFile")
  (#lexicon? @path "secret-paths")
  (#set! id "pack-path"))

; tar.c({ cwd: "~" }, [".ssh"]), tar.c({ cwd: "~/.ssh" }, …), archive.glob("*", { cwd: "~/.ssh" }): packed up.
((call_expression function: (_) @fn arguments: (arguments (_) (array (_) @path))) @secret.read
  (#name? @fn "tar.c" "tar.create" "tar.Pack" "tar-stream.pack" "tar-fs.pack" "archiver.glob" "archiver.create.glob")
  (#lexicon? @path "secret-paths")
  (#set! id "pack-list"))
((call_expression function: (_) @fn arguments: (arguments (object (pair key: (_) @_key value: (_) @path)))) @secret.read
  (#name? @fn "tar.c" "tar.create" "tar.Pack" "archiver.glob" "archiver.create.glob")
  (#any-of? @_key "cwd" "C")
  (#lexicon? @path "secret-paths")
  (#set! id "pack-folder"))

; new LineReader("~/.ssh/id_rsa"), new JSONFile(…)
((new_expression constructor: (_) @fn arguments: (arguments . (_) @path)) @secret.read
  (#name? @fn
    "n-readlines" "line-by-line" "lowdb.JSONFile" "lowdb.JSONFileSync" "lowdb/node.JSONFile" "lowdb/node.JSONFileSync"
    "lowdb.TextFileSync" "node-json-db.JsonDB" "adm-zip" "node-stream-zip.async" "node-stream-zip")
  (#lexicon? @path "secret-paths")
  (#set! id "reader-object"))

; fetch("http://169.254.169.254/latest/meta-data/iam/security-credentials/role"): what the machine's own
; metadata service hands out.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @secret.read
  (#lexicon? @fn "javascript-sends")
  (#value? @path "169\\.254\\.(169\\.254/.*(security-credentials|identity/oauth2/token|instance-identity|service-accounts)|170\\.2)|100\\.100\\.100\\.200/.*security-credentials|metadata\\.google\\.internal/.*service-accounts/[^/]+/(token|identity)")
  (#set! id "metadata-service")
  (#set! kind "cloud")
  (#set! label "credentials of the machine's metadata service"))

; process.env.DEPLOY_TOKEN
((member_expression object: (_) @fn property: (property_identifier) @name) @secret.read
  (#name? @fn "process.env")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-member"))

; process.env["DEPLOY_TOKEN"]
((subscript_expression object: (_) @fn index: (_) @name) @secret.read
  (#name? @fn "process.env")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-subscript"))

; Deno.env.get("DEPLOY_TOKEN"), Reflect.get(process.env, "DEPLOY_TOKEN") is below.
((call_expression function: (_) @fn arguments: (arguments . (_) @name)) @secret.read
  (#name? @fn "Deno.env.get" "process.env.get" "env-var.get" "env-var.from.get" "getenv" "getenv.string" "@std/dotenv.get")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-call"))

; Reflect.get(process.env, "DEPLOY_TOKEN")
((call_expression function: (_) @fn arguments: (arguments . (_) @_env . (_) @name)) @secret.read
  (#name? @fn "Reflect.get")
  (#name? @_env "process.env")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-reflect"))

; const { DEPLOY_TOKEN: token } = process.env
((object_pattern (pair_pattern key: (_) @name) @secret.read) @fn
  (#name? @fn "process.env")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-pattern"))

; const { DEPLOY_TOKEN } = process.env
((object_pattern (shorthand_property_identifier_pattern) @name @secret.read) @fn
  (#name? @fn "process.env")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-pattern-short")
  (#set! kind "env-secret")
  (#set! label "secret of the environment"))

; const { DEPLOY_TOKEN = "" } = process.env
((object_pattern
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name) @secret.read) @fn
  (#name? @fn "process.env")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-pattern-default")
  (#set! kind "env-secret")
  (#set! label "secret of the environment"))

; JSON.stringify(process.env), Object.entries(process.env): the environment with its values.
((call_expression function: (_) @fn arguments: (arguments . (_) @_env)) @secret.read
  (#name? @fn
    "JSON.stringify" "Object.entries" "Object.values" "Object.keys" "util.inspect" "util.format" "querystring.stringify"
    "qs.stringify" "YAML.stringify" "yaml.stringify" "js-yaml.dump" "Reflect.ownKeys" "Object.getOwnPropertyNames"
    "fast-json-stable-stringify" "safe-stable-stringify" "fast-safe-stringify" "v8.serialize" "lodash.map"
    "lodash.forEach" "lodash.toPairs" "lodash.values" "lodash.pickBy" "lodash.entries" "Object.getOwnPropertyDescriptors")
  (#name? @_env "process.env")
  (#set! id "env-all-call")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; new URLSearchParams(process.env)
((new_expression constructor: (_) @fn arguments: (arguments . (_) @_env)) @secret.read
  (#name? @fn "URLSearchParams" "Map" "FormData" "Blob")
  (#name? @_env "process.env")
  (#set! id "env-all-new")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; JSON.stringify({ ...process.env })
((call_expression function: (_) @fn arguments: (arguments . (object (spread_element (_) @_env)))) @secret.read
  (#name? @fn "JSON.stringify" "Object.entries" "Object.values" "util.inspect" "querystring.stringify")
  (#name? @_env "process.env")
  (#set! id "env-all-spread-call")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; JSON.stringify({ env: process.env })
((call_expression function: (_) @fn arguments: (arguments . (object (pair value: (_) @_env)))) @secret.read
  (#name? @fn "JSON.stringify" "util.inspect" "v8.serialize")
  (#name? @_env "process.env")
  (#set! id "env-all-pair-call")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; JSON.stringify({ env }), where env is process.env
((call_expression function: (_) @fn arguments: (arguments . (object (shorthand_property_identifier) @_env))) @secret.read
  (#name? @fn "JSON.stringify" "util.inspect" "v8.serialize")
  (#name? @_env "process.env")
  (#set! id "env-all-shorthand-call")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; for (const name in process.env)
((for_in_statement operator: "in" right: (_) @secret.read)
  (#name? @secret.read "process.env")
  (#set! id "env-all-loop")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; post(process.env): handed on as an object, which may be for a child process.
((call_expression function: (_) @fn arguments: (arguments (_) @source @secret.read))
  (#name? @source "process.env")
  (#not-name? @fn
    "JSON.stringify" "Object.entries" "Object.values" "Object.keys" "util.inspect" "util.format" "querystring.stringify"
    "qs.stringify" "YAML.stringify" "yaml.stringify" "js-yaml.dump" "Reflect.ownKeys" "Object.getOwnPropertyNames"
    "fast-json-stable-stringify" "safe-stable-stringify" "fast-safe-stringify" "v8.serialize" "lodash.map"
    "lodash.forEach" "lodash.toPairs" "lodash.values" "lodash.pickBy" "lodash.entries" "Reflect.get"
    "Object.getOwnPropertyDescriptors")
  (#set! id "env-all-argument")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; { env: process.env }
((pair value: (_) @source @secret.read)
  (#name? @source "process.env")
  (#set! id "env-all-pair")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; { env }, where env is process.env
((object (shorthand_property_identifier) @source @secret.read)
  (#name? @source "process.env")
  (#set! id "env-all-shorthand")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; report.env = process.env, report["env"] = process.env: put into an object.
((assignment_expression left: [(member_expression) (subscript_expression)] right: (_) @source @secret.read)
  (#name? @source "process.env")
  (#set! id "env-all-assigned")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; [process.env]
((array (_) @source @secret.read)
  (#name? @source "process.env")
  (#set! id "env-all-item")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; () => process.env
((arrow_function body: (_) @source @secret.read)
  (#name? @source "process.env")
  (#set! id "env-all-given")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; util.inspect(process): the environment is in it.
((call_expression function: (_) @fn arguments: (arguments . (_) @_process)) @secret.read
  (#name? @fn "JSON.stringify" "util.inspect" "util.format" "v8.serialize")
  (#name? @_process "process")
  (#set! id "env-all-process")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; { ...process.env }
((spread_element (_) @source @secret.read)
  (#name? @source "process.env")
  (#set! id "env-all-spread")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; return process.env
((return_statement (_) @source @secret.read)
  (#name? @source "process.env")
  (#set! id "env-all-return")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; keytar.getPassword(…), fromIni(), require("dotenv").config(): what hands secrets out.
((call_expression function: (_) @fn) @secret.read
  (#lexicon? @fn "javascript-credentials")
  (#set! id "credential-call"))

; new Entry(…), new GlobalCredentials(…): the same as objects.
((new_expression constructor: (_) @fn) @secret.read
  (#lexicon? @fn "javascript-credentials")
  (#set! id "credential-object"))

; require("dotenv/config"): loading it is reading it.
((call_expression function: (_) @fn arguments: (arguments . (_) @name)) @secret.read
  (#name? @fn "require" "import")
  (#value? @name "^((dotenv|dotenv-flow|dotenv-safe|dotenv-defaults|@dotenvx/dotenvx)/config(\\.js)?|dotenv-extended/load)$")
  (#set! id "dotenv-require")
  (#set! kind "dotenv")
  (#set! label "dotenv file"))

; import "dotenv/config"
((import_statement . (string) @name) @secret.read
  (#value? @name "^((dotenv|dotenv-flow|dotenv-safe|dotenv-defaults|@dotenvx/dotenvx)/config(\\.js)?|dotenv-extended/load)$")
  (#set! id "dotenv-import")
  (#set! kind "dotenv")
  (#set! label "dotenv file"))

; document.cookie, document["cookie"], const { cookie } = document
((member_expression) @secret.read @fn
  (#name? @fn "document.cookie")
  (#set! id "page-cookies")
  (#set! kind "browser-store")
  (#set! label "cookies of the page"))
((subscript_expression) @secret.read @fn
  (#name? @fn "document.cookie")
  (#set! id "page-cookies-subscript")
  (#set! kind "browser-store")
  (#set! label "cookies of the page"))
((shorthand_property_identifier_pattern) @secret.read @fn
  (#name? @fn "document.cookie")
  (#set! id "page-cookies-pattern")
  (#set! kind "browser-store")
  (#set! label "cookies of the page"))

; ftp.uploadFrom("~/.ssh/id_rsa", …), bucket.upload(…): the client reads the file itself.
((call_expression function: (_) @fn arguments: (arguments (_) @path)) @secret.read
  (#lexicon? @fn "javascript-client-sends")
  (#lexicon? @path "secret-paths")
  (#set! id "upload"))

; transport.sendMail({ attachments: [{ path: "~/.ssh/id_rsa" }] }): the client reads the file itself
((call_expression function: (_) @fn arguments: (arguments (object (pair value: (array (object (pair key: (_) @_key value: (_) @path))))))) @secret.read
  (#lexicon? @fn "javascript-client-sends")
  (#any-of? @_key "path" "file" "attachment" "filename")
  (#lexicon? @path "secret-paths")
  (#set! id "attached"))
