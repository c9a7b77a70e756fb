; What destroys and can't be undone.

; fs.rmSync("/", { recursive: true }), fs.promises.rm(os.homedir(), { recursive: true, force: true })
((call_expression function: (_) @fn arguments: (arguments . (_) @path . (object (pair key: (_) @_key value: (true))))) @destroy
  (#name? @fn
    "fs.rmSync" "fs.rm" "fs.promises.rm" "fs.rmdirSync" "fs.rmdir" "fs.promises.rmdir" "fs-extra.rmSync" "fs-extra.rm" "graceful-fs.rmSync" "graceful-fs.rm" "Deno.remove"
    "Deno.removeSync" "memfs.rmSync")
  (#match? @_key "^[\"']?recursive[\"']?$")
  (#lexicon? @path "destroyed-paths")
  (#set! id "remove"))

; rimraf("/"), fse.removeSync(os.homedir()), del(["/**"], { force: true })
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @destroy
  (#name? @fn
    "rimraf" "rimraf.sync" "rimraf.rimraf" "rimraf.rimrafSync" "rimraf.native" "rimraf.manual" "rimraf.moveRemove" "fs-extra.remove" "fs-extra.removeSync" "fs-extra.emptyDir"
    "fs-extra.emptyDirSync" "fs-jetpack.remove" "trash" "del" "del.sync" "del.deleteAsync" "del.deleteSync" "premove" "premove.premove" "rmrf" "fs.remove" "fs.removeSync" "fs.emptyDir" "fs.emptyDirSync")
  (#lexicon? @path "destroyed-paths")
  (#set! id "remove-tree"))
((call_expression function: (_) @fn arguments: (arguments . (array (_) @path))) @destroy
  (#name? @fn "del" "del.sync" "del.deleteAsync" "del.deleteSync" "trash" "rimraf" "rimraf.rimraf" "rimraf.rimrafSync")
  (#lexicon? @path "destroyed-paths")
  (#set! id "remove-list"))

; shell.rm("-rf", "/")
((call_expression function: (_) @fn arguments: (arguments . (_) @_flag . (_) @path)) @destroy
  (#name? @fn "shelljs.rm")
  (#value? @_flag "^-[a-z]*[rR]")
  (#lexicon? @path "destroyed-paths")
  (#set! id "remove-shell"))

; fs.writeFileSync("/dev/sda", zeros): raw bytes over a disk.
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @destroy
  (#name? @fn "fs.writeFileSync" "fs.writeFile" "fs.promises.writeFile" "fs.createWriteStream" "fs.truncateSync" "Bun.write" "Deno.writeFile" "Deno.writeFileSync")
  (#value? @path "^/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk)[a-z0-9]")
  (#set! id "overwrite")
  (#set! kind "disk")
  (#set! label "a disk, overwritten"))

; while (true) child_process.fork(__filename)
((while_statement condition: (parenthesized_expression [(true) (number)]) body: [(expression_statement (call_expression function: (_) @fn)) (statement_block (expression_statement (call_expression function: (_) @fn)))]) @destroy
  (#name? @fn "child_process.fork" "cluster.fork")
  (#set! id "fork-bomb")
  (#set! kind "machine")
  (#set! label "a fork bomb"))

; client.query("DROP DATABASE x"), prisma.$executeRawUnsafe("DROP SCHEMA x")
((call_expression function: (member_expression property: (property_identifier) @_method) @fn arguments: (arguments . (_) @code)) @destroy
  (#any-of? @_method "query" "execute" "exec" "run" "raw" "unsafe" "$executeRawUnsafe" "$queryRawUnsafe" "batch")
  (#value? @code "(?i)^\\s*drop\\s+(database|schema|keyspace)\\b|;\\s*drop\\s+(database|schema)\\b")
  (#not-value? @code "(?i)\\bdrop\\s+(database|schema|keyspace)\\s+(if\\s+exists\\s+)?[\"`']?(\\w+_)?(test|tests|testing|tmp|temp|scratch|demo)(_\\w+)?\\b")
  (#set! id "drop")
  (#set! kind "database")
  (#set! label "a database"))
; mongoose.connection.dropDatabase(), redis.flushall()
((call_expression function: (_) @fn) @destroy
  (#name? @fn
    "mongoose.connection.dropDatabase" "mongoose.connection.db.dropDatabase" "mongodb.MongoClient.db.dropDatabase" "ioredis.flushall" "ioredis.flushdb" "redis.createClient.flushAll" "redis.createClient.flushall"
    "redis.createClient.flushDb" "sequelize.Sequelize.drop" "sequelize.drop")
  (#set! id "drop-call")
  (#set! kind "database")
  (#set! label "a database"))

; process.kill(-1, "SIGKILL"), fs.unlinkSync("~/.bash_history")
((call_expression function: (_) @fn arguments: (arguments . (unary_expression) @_all . (_) @_signal)) @destroy
  (#name? @fn "process.kill")
  (#eq? @_all "-1")
  (#match? @_signal "^9$|SIGKILL")
  (#set! id "kill-all")
  (#set! kind "machine")
  (#set! label "every process of the user"))
((call_expression function: (_) @fn arguments: (arguments . (_) @path)) @destroy
  (#name? @fn "fs.unlinkSync" "fs.unlink" "fs.promises.unlink" "fs.rmSync" "fs.rm" "fs.promises.rm" "fs.truncateSync")
  (#value? @path "(^|/)\\.(bash|zsh|node_repl)_history$")
  (#set! id "history-file")
  (#set! kind "traces")
  (#set! label "the shell's history"))
