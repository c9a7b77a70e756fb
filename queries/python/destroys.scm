; What destroys and can't be undone.

; shutil.rmtree("/"), shutil.rmtree(Path.home())
((call function: (_) @fn arguments: (argument_list . (_) @path)) @destroy
  (#name? @fn
    "shutil.rmtree" "distutils.dir_util.remove_tree" "setuptools._distutils.dir_util.remove_tree" "send2trash.send2trash" "os.removedirs" "sh.rm" "fs.osfs.OSFS.removetree"
    "plumbum.local.path.delete" "anyio.Path.rmdir" "aioshutil.rmtree")
  (#lexicon? @path "destroyed-paths")
  (#set! id "remove"))
; shutil.rmtree(path="/")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path))) @destroy
  (#name? @fn "shutil.rmtree")
  (#eq? @_key "path")
  (#lexicon? @path "destroyed-paths")
  (#set! id "remove-keyword"))

; open("/dev/sda", "wb"): raw bytes over a disk.
((call function: (_) @fn arguments: (argument_list . (_) @path . (_) @_mode)) @destroy
  (#name? @fn "open" "io.open" "os.open" "io.FileIO")
  (#value? @path "^/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk)[a-z0-9]|^\\\\\\\\\\.\\\\PhysicalDrive")
  (#match? @_mode "[wa+]|O_WRONLY|O_RDWR")
  (#set! id "overwrite")
  (#set! kind "disk")
  (#set! label "a disk, overwritten"))

; while True: os.fork()
((while_statement condition: (true) body: (block (expression_statement (call function: (_) @fn)))) @destroy
  (#name? @fn "os.fork" "os.forkpty")
  (#set! id "fork-bomb")
  (#set! kind "machine")
  (#set! label "a fork bomb"))

; cursor.execute("DROP DATABASE x"), engine.execute(text("DROP SCHEMA x"))
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list . (_) @code)) @destroy
  (#any-of? @_method "execute" "executescript" "exec_driver_sql" "executemany" "query" "command" "run" "sql")
  (#value? @code "(?i)^\\s*drop\\s+(database|schema|keyspace)\\b|;\\s*drop\\s+(database|schema)\\b")
  (#not-value? @code "(?i)\\bdrop\\s+(database|schema|keyspace)\\s+(if\\s+exists\\s+)?[\"`']?(\\w+_)?(test|tests|testing|tmp|temp|scratch|demo)(_\\w+)?\\b")
  (#set! id "drop")
  (#set! kind "database")
  (#set! label "a database"))
; MongoClient().drop_database("x"), redis.Redis().flushall()
((call function: (_) @fn) @destroy
  (#name? @fn
    "pymongo.MongoClient.drop_database" "motor.motor_asyncio.AsyncIOMotorClient.drop_database" "pymongo.AsyncMongoClient.drop_database" "redis.Redis.flushall" "redis.Redis.flushdb"
    "redis.StrictRedis.flushall" "redis.from_url.flushall" "redis.asyncio.Redis.flushall" "influxdb.InfluxDBClient.drop_database" "sqlalchemy_utils.drop_database" "sqlalchemy_utils.functions.drop_database")
  (#set! id "drop-call")
  (#set! kind "database")
  (#set! label "a database"))

; s3.Bucket("x").objects.all().delete(), rds.delete_db_instance(SkipFinalSnapshot=True)
((call function: (_) @fn) @destroy
  (#name? @fn
    "boto3.resource.Bucket.objects.all.delete" "boto3.resource.Bucket.objects.delete" "boto3.resource.Bucket.object_versions.all.delete" "boto3.resource.Bucket.object_versions.delete"
    "boto3.Session.resource.Bucket.objects.all.delete" "docker.from_env.volumes.prune")
  (#set! id "bucket")
  (#set! kind "service")
  (#set! label "all that is in a bucket"))
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (true)))) @destroy
  (#any-of? @_method "delete_db_instance" "delete_db_cluster" "delete_cluster" "delete_secret" "delete_repository")
  (#any-of? @_key "SkipFinalSnapshot" "SkipFinalClusterSnapshot" "ForceDeleteWithoutRecovery" "force")
  (#not-eq? @_key "ignore_errors")
  (#name? @fn
    "boto3.client.delete_db_instance" "boto3.client.delete_db_cluster" "boto3.client.delete_cluster" "boto3.client.delete_secret" "boto3.client.delete_repository"
    "boto3.Session.client.delete_db_instance" "boto3.Session.client.delete_db_cluster" "boto3.Session.client.delete_secret")
  (#set! id "cloud")
  (#set! kind "service")
  (#set! label "a cloud service, without a backup"))

; os.kill(-1, 9), os.remove("~/.bash_history")
((call function: (_) @fn arguments: (argument_list . (unary_operator) @_all . (_) @_signal)) @destroy
  (#name? @fn "os.kill" "os.killpg")
  (#eq? @_all "-1")
  (#match? @_signal "^9$|SIGKILL")
  (#set! id "kill-all")
  (#set! kind "machine")
  (#set! label "every process of the user"))
((call function: (_) @fn arguments: (argument_list . (_) @path)) @destroy
  (#name? @fn "os.remove" "os.unlink" "os.truncate")
  (#value? @path "(^|/)\\.(bash|zsh|python)_history$")
  (#set! id "history-file")
  (#set! kind "traces")
  (#set! label "the shell's history"))
