; Where secrets are accessed.

; open("~/.aws/credentials"), load_dotenv(".env"), sqlite3.connect("…/Login Data"); not where it is opened to be written
((call function: (_) @fn arguments: (argument_list . (_) @path) @_args) @secret.read
  (#lexicon? @fn "python-readers")
  (#lexicon? @path "secret-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "open-path"))

; os.open("~/.aws/credentials", os.O_RDONLY)
((call function: (_) @fn arguments: (argument_list . (_) @path . (_) @_flags)) @secret.read
  (#name? @fn "os.open")
  (#not-name? @_flags "os.O_WRONLY" "os.O_RDWR" "os.O_CREAT" "os.O_APPEND" "os.O_TRUNC")
  (#lexicon? @path "secret-paths")
  (#set! id "os-open"))

; open(file="~/.aws/credentials"), load_dotenv(dotenv_path=".env")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path)) @_args) @secret.read
  (#lexicon? @fn "python-readers")
  (#any-of? @_key "file" "path" "filename" "name" "fname" "dotenv_path" "database" "filepath_or_buffer" "source" "files" "io")
  (#lexicon? @path "secret-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "open-keyword"))

; config.read(["a.ini", "~/.aws/credentials"]), fileinput.input((…)): one of several files
((call function: (_) @fn arguments: (argument_list . [(list (_) @path) (tuple (_) @path)])) @secret.read
  (#name? @fn "configparser.ConfigParser.read" "configparser.RawConfigParser.read" "fileinput.input" "fileinput.FileInput")
  (#lexicon? @path "secret-paths")
  (#set! id "open-list"))

; Path("~/.ssh/id_rsa").read_text()
((call function: (attribute object: (_) @path attribute: (identifier) @_method) @fn) @secret.read
  (#any-of? @_method "read_text" "read_bytes" "read_bytes_async" "text" "bytes" "lines")
  (#lexicon? @path "secret-paths")
  (#set! id "read-path"))

; Path("~/.ssh/id_rsa").open()
((call function: (attribute object: (_) @path) @fn arguments: (_) @_args) @secret.read
  (#name? @fn "pathlib.Path.open")
  (#lexicon? @path "secret-paths")
  (#not-value? @_args "^[rbtU]*[wax+][rbtU+]*$")
  (#set! id "open-method"))

; shutil.copy("~/.ssh/id_rsa", …), os.rename(…): what is copied is read
((call function: (_) @fn arguments: (argument_list . (_) @path)) @secret.read
  (#lexicon? @fn "python-copiers")
  (#lexicon? @path "secret-paths")
  (#set! id "copy"))

; shutil.copy(src="~/.ssh/id_rsa", dst=…)
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @path))) @secret.read
  (#lexicon? @fn "python-copiers")
  (#any-of? @_key "src" "source")
  (#lexicon? @path "secret-paths")
  (#set! id "copy-keyword"))

; Path("~/.ssh/id_rsa").rename(…), .copy(…)
((call function: (attribute object: (_) @path attribute: (identifier) @_method) @fn) @secret.read
  (#name? @fn
    "pathlib.Path.rename" "pathlib.Path.replace" "pathlib.Path.copy" "pathlib.Path.copy_into" "pathlib.Path.move"
    "pathlib.Path.move_into" "pathlib.Path.hardlink_to")
  (#lexicon? @path "secret-paths")
  (#set! id "copy-method"))

; tar.add("~/.ssh"), zip.write("~/.aws/credentials"): into an archive
((call function: (_) @fn arguments: (argument_list . (_) @path)) @secret.read
  (#name? @fn
    "tarfile.open.add" "tarfile.TarFile.add" "tarfile.TarFile.open.add" "tarfile.open.gettarinfo" "zipfile.ZipFile.write"
    "pyzipper.AESZipFile.write" "py7zr.SevenZipFile.write" "py7zr.SevenZipFile.writeall" "pyAesCrypt.encryptFile"
    "patoolib.create_archive")
  (#lexicon? @path "secret-paths")
  (#set! id "archive"))

; shutil.make_archive("out", "zip", "~/.ssh"), also as root_dir=
((call function: (_) @fn arguments: (argument_list [
    (keyword_argument name: (identifier) @_key value: (_) @path)
    (_) @path
  ])) @secret.read
  (#name? @fn "shutil.make_archive")
  (#lexicon? @path "secret-paths")
  (#set! id "make-archive"))

; s3.upload_file("~/.ssh/id_rsa", …), sftp.put(…), blob.upload_from_filename(…): the client reads the file itself
((call function: (_) @fn arguments: (argument_list (_) @path)) @secret.read
  (#lexicon? @fn "python-sends")
  (#lexicon? @path "secret-paths")
  (#set! id "upload"))

; client.fput_object(bucket, name, file_path="~/.ssh/id_rsa")
((call function: (_) @fn arguments: (argument_list (keyword_argument value: (_) @path))) @secret.read
  (#lexicon? @fn "python-sends")
  (#lexicon? @path "secret-paths")
  (#set! id "upload-keyword"))

; load_dotenv(): the file is looked for
((call function: (_) @fn arguments: (argument_list .)) @secret.read
  (#name? @fn
    "dotenv.load_dotenv" "dotenv.dotenv_values" "dotenv.main.load_dotenv" "dotenv.main.dotenv_values" "environs.Env.read_env"
    "environ.Env.read_env" "dotenv_flow.load_dotenv_flow" "flask.cli.load_dotenv")
  (#set! id "dotenv")
  (#set! kind "dotenv")
  (#set! label "dotenv file"))

; load_dotenv(override=True)
((call function: (_) @fn arguments: (argument_list . (keyword_argument name: (identifier) @_key))) @secret.read
  (#name? @fn
    "dotenv.load_dotenv" "dotenv.dotenv_values" "dotenv.main.load_dotenv" "dotenv.main.dotenv_values" "environs.Env.read_env"
    "environ.Env.read_env" "dotenv_flow.load_dotenv_flow" "flask.cli.load_dotenv")
  (#not-any-of? @_key "dotenv_path" "path" "stream")
  (#set! id "dotenv-options")
  (#set! kind "dotenv")
  (#set! label "dotenv file"))

; load_dotenv(find_dotenv()), load_dotenv(path): wherever it lies, but for a shipped example
((call function: (_) @fn arguments: (argument_list . [(string) (call) (identifier) (attribute) (binary_operator) (concatenated_string) (subscript)] @path)) @secret.read
  (#name? @fn
    "dotenv.load_dotenv" "dotenv.dotenv_values" "dotenv.main.load_dotenv" "dotenv.main.dotenv_values" "environs.Env.read_env"
    "environ.Env.read_env" "dotenv_flow.load_dotenv_flow" "flask.cli.load_dotenv")
  (#not-value? @path "(?i)(example|sample|template|dist|schema)")
  (#set! id "dotenv-path")
  (#set! kind "dotenv")
  (#set! label "dotenv file"))

; os.environ["API_TOKEN"]
((subscript value: (_) @_environment subscript: (_) @name) @secret.read
  (#name? @_environment "os.environ" "os.environb" "dotenv.dotenv_values()" "environs.Env()")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-item"))

; os.environ.get("API_TOKEN"), os.getenv("API_TOKEN")
((call function: (_) @fn arguments: (argument_list . (_) @name)) @secret.read
  (#name? @fn
    "os.environ.get" "os.environ.pop" "os.environ.setdefault" "os.environ.__getitem__" "os.environb.get" "os.environb.pop"
    "os.getenv" "os.getenvb" "os.unsetenv.get" "decouple.config" "decouple.AutoConfig" "decouple.Config" "environs.Env"
    "environs.Env.str" "environs.Env.get" "environs.env.str" "environs.env" "environ.Env" "environ.Env.str" "environ.Env.get_value"
    "starlette.config.Config" "dotenv.dotenv_values.get" "dotenv.get_key" "envparse.env" "envparse.env.str" "prettyconf.config"
    "kaggle_secrets.UserSecretsClient.get_secret" "google.colab.userdata.get" "airflow.models.Variable.get")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-call"))

; os.getenv(key="API_TOKEN")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @name))) @secret.read
  (#name? @fn "os.environ.get" "os.getenv" "os.environ.pop" "decouple.config")
  (#any-of? @_key "key" "option")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-keyword"))

; itemgetter("API_TOKEN")(os.environ)
((call function: (call function: (_) @fn arguments: (argument_list (_) @name)) arguments: (argument_list . (_) @_environment)) @secret.read
  (#name? @fn "operator.itemgetter")
  (#name? @_environment "os.environ")
  (#lexicon? @name "secret-env-names")
  (#set! id "env-getter"))

; for key in os.environ: os.environ[key]
((subscript value: (_) @_environment subscript: (_) @_key) @secret.read
  (#name? @_environment "os.environ" "os.environb")
  (#name? @_key "os.environ.*")
  (#set! id "env-each-item")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; for key in os.environ: os.environ.get(key)
((call function: (_) @fn arguments: (argument_list . (_) @_key)) @secret.read
  (#name? @fn "os.environ.get" "os.getenv")
  (#name? @_key "os.environ.*")
  (#set! id "env-each-call")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; env={k: v for k, v in os.environ.items() if …}: a part of it, handed to a child process as its own
((keyword_argument name: (identifier) @_key
  value: (dictionary_comprehension (for_in_clause right: (call function: (_) @fn) @secret.read @source)))
  (#eq? @_key "env")
  (#name? @fn "os.environ.items")
  (#set! id "env-items-child")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; os.environ.items()
((call function: (_) @fn) @secret.read
  (#name? @fn "os.environ.items" "os.environ.values" "os.environb.items" "os.environb.values" "os.environ.popitem" "os.environ.__str__" "os.environ.__repr__")
  (#set! id "env-items")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; json.dumps(dict(os.environ)), str(os.environ), urlencode(os.environ): made a text of
((call function: (_) @fn arguments: (argument_list . (_) @_environment)) @secret.read
  (#name? @fn
    "json.dumps" "json.dump" "ujson.dumps" "orjson.dumps" "simplejson.dumps" "rapidjson.dumps" "str" "repr" "ascii" "format"
    "print" "pprint.pprint" "pprint.pformat" "pprint.pp" "rich.print" "yaml.dump" "yaml.safe_dump" "toml.dumps" "tomli_w.dumps"
    "pickle.dumps" "pickle.dump" "marshal.dumps" "msgpack.packb" "cbor2.dumps" "bson.dumps" "urllib.parse.urlencode" "bytes"
    "urllib.urlencode" "json.JSONEncoder.encode" "plistlib.dumps" "str.encode" "shelve.open.update" "filter" "map"
    "operator.methodcaller" "string.Template.safe_substitute")
  (#name? @_environment "os.environ" "os.environb")
  (#set! id "env-text")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; f"{os.environ}", f"{dict(os.environ)!r}"
((interpolation expression: (_) @_environment) @secret.read
  (#name? @_environment "os.environ" "os.environb")
  (#set! id "env-format")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; "%s" % os.environ
((binary_operator left: (string) operator: "%" right: (_) @_environment) @secret.read
  (#name? @_environment "os.environ")
  (#set! id "env-percent")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; requests.post(url, os.environ): sent as it is
((call function: (_) @fn arguments: (argument_list (_) @_environment)) @secret.read
  (#lexicon? @fn "python-sends")
  (#name? @_environment "os.environ")
  (#set! id "env-sent")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; requests.post(url, json=dict(os.environ))
((call function: (_) @fn arguments: (argument_list (keyword_argument value: (_) @_environment))) @secret.read
  (#lexicon? @fn "python-sends")
  (#name? @_environment "os.environ")
  (#set! id "env-sent-keyword")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; dict(os.environ), copy.copy(os.environ), report.update(os.environ): an object that may go to a child process only
((call function: (_) @fn arguments: (argument_list . (_) @source)) @secret.read
  (#name? @fn "dict" "copy.copy" "copy.deepcopy" "collections.OrderedDict" "collections.ChainMap" "collections.UserDict" "types.SimpleNamespace")
  (#name? @source "os.environ" "os.environb")
  (#set! id "env-copy")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; dict(**os.environ), report(**os.environ)
((call arguments: (argument_list (dictionary_splat (_) @source))) @secret.read
  (#name? @source "os.environ")
  (#set! id "env-spread")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; os.environ.copy()
((call function: (attribute object: (_) @source) @fn) @secret.read
  (#name? @fn "os.environ.copy" "os.environb.copy")
  (#set! id "env-copy-method")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; {**os.environ, "LANG": "C"}
((dictionary (dictionary_splat (_) @source)) @secret.read
  (#name? @source "os.environ")
  (#set! id "env-dictionary")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; os.environ | {"LANG": "C"}
((binary_operator left: (_) @source operator: "|") @secret.read
  (#name? @source "os.environ")
  (#set! id "env-union")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; report.update(os.environ), {"env": os.environ}: put into another object
((call function: (attribute attribute: (identifier) @_method) arguments: (argument_list . (_) @source)) @secret.read
  (#any-of? @_method "update" "append" "extend" "writerow" "writerows" "put" "send" "write")
  (#name? @source "os.environ")
  (#set! id "env-put")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; {"env": dict(os.environ)}
((pair value: (_) @source) @secret.read
  (#name? @source "os.environ")
  (#set! id "env-pair")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; report["env"] = os.environ, report.env = os.environ
((assignment left: [(subscript) (attribute)] right: (_) @source @secret.read)
  (#name? @source "os.environ")
  (#set! id "env-assigned")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; [os.environ], (os.environ, name)
((list (_) @source @secret.read)
  (#name? @source "os.environ")
  (#set! id "env-listed")
  (#set! kind "env-all")
  (#set! label "whole environment"))
((tuple (_) @source @secret.read)
  (#name? @source "os.environ")
  (#set! id "env-tuple")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; lambda: os.environ, return os.environ
((lambda body: (_) @source @secret.read)
  (#name? @source "os.environ")
  (#set! id "env-given")
  (#set! kind "env-all")
  (#set! label "whole environment"))
((return_statement (_) @source @secret.read)
  (#name? @source "os.environ")
  (#set! id "env-returned")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; requests.get("http://169.254.169.254/latest/meta-data/iam/security-credentials/role"): what the machine's own
; metadata service hands out.
((call function: (_) @fn arguments: (argument_list . (_) @path)) @secret.read
  (#lexicon? @fn "python-sends")
  (#value? @path "169\\.254\\.(169\\.254/.*(security-credentials|identity/oauth2/token|instance-identity|service-accounts)|170\\.2)|100\\.100\\.100\\.200/.*security-credentials|metadata\\.google\\.internal/.*service-accounts/[^/]+/(token|identity)")
  (#set! id "metadata-service")
  (#set! kind "cloud")
  (#set! label "credentials of the machine's metadata service"))

; keyring.get_password("service", "user")
((call function: (_) @fn) @secret.read
  (#name? @fn
    "keyring.get_password" "keyring.get_credential" "keyring.get_keyring.get_password" "keyring.get_keyring.get_credential"
    "keyring.core.get_password" "keyring.backends.macOS.Keyring.get_password" "keyring.backends.SecretService.Keyring.get_password"
    "secretstorage.collection.Collection.get_all_items" "secretstorage.get_default_collection.get_all_items"
    "secretstorage.get_default_collection.search_items" "secretstorage.get_all_collections.get_all_items"
    "secretstorage.search_items" "jeepney.io.blocking.open_dbus_connection.get_secrets" "gi.repository.Secret.password_lookup_sync"
    "gi.repository.Secret.Service.get_sync.search_sync" "gi.repository.GnomeKeyring.find_items_sync"
    "Security.SecItemCopyMatching" "Security.SecKeychainFindGenericPassword" "win32cred.CredRead" "win32cred.CredEnumerate"
    "win32crypt.CredRead" "pywintypes.CredRead" "onepasswordconnectsdk.client.new_client.get_item" "onepassword.OnePassword.get_item"
    "onepassword.client.Client.authenticate.secrets.resolve" "bitwarden_sdk.BitwardenClient.secrets.get" "lastpass.Vault.open_remote"
    "pykeepass.PyKeePass.entries" "pykeepass.PyKeePass.find_entries" "ctypes.windll.advapi32.CredEnumerateW"
    "ctypes.windll.advapi32.CredReadW")
  (#set! id "keychain")
  (#set! kind "keychain"))

; browser_cookie3.chrome(), CryptUnprotectData(…): what browsers keep
((call function: (_) @fn) @secret.read
  (#name? @fn
    "browser_cookie3.load" "browser_cookie3.chrome" "browser_cookie3.chromium" "browser_cookie3.firefox" "browser_cookie3.edge"
    "browser_cookie3.brave" "browser_cookie3.opera" "browser_cookie3.opera_gx" "browser_cookie3.vivaldi" "browser_cookie3.safari"
    "browser_cookie3.librewolf" "browser_cookie3.arc" "browsercookie.chrome" "browsercookie.firefox" "browsercookie.load"
    "pycookiecheat.chrome_cookies" "pycookiecheat.get_cookies" "pycookiecheat.firefox_cookies" "rookiepy.load" "rookiepy.chrome"
    "rookiepy.firefox" "rookiepy.edge" "rookiepy.brave" "rookiepy.opera" "rookiepy.safari" "rookiepy.chromium" "rookiepy.any_browser"
    "yt_dlp.cookies.extract_cookies_from_browser" "yt_dlp.cookies.load_cookies" "win32crypt.CryptUnprotectData"
    "ctypes.windll.crypt32.CryptUnprotectData" "ctypes.WinDLL.CryptUnprotectData")
  (#set! id "browser")
  (#set! kind "browser-store"))

; boto3.Session().get_credentials()
((call function: (_) @fn) @secret.read
  (#name? @fn
    "boto3.Session.get_credentials" "boto3.DEFAULT_SESSION.get_credentials" "botocore.session.get_session.get_credentials"
    "botocore.session.Session.get_credentials" "boto3.client.get_session_token" "boto3.client.assume_role"
    "boto3.client.get_secret_value" "boto3.client.get_parameter" "boto3.client.get_parameters" "boto3.client.get_parameters_by_path"
    "boto3.client.get_federation_token" "boto3.client.create_access_key" "boto3.client.generate_data_key" "boto3.client.batch_get_secret_value" "boto3.client.get_authorization_token"
    "botocore.credentials.create_credential_resolver.load_credentials" "aws_secretsmanager_caching.SecretCache.get_secret_string")
  (#set! id "aws-credentials")
  (#set! kind "aws"))

; google.auth.default(), DefaultAzureCredential().get_token(…), the instance's metadata
((call function: (_) @fn) @secret.read
  (#name? @fn
    "google.auth.default" "streamlit.secrets.get" "dbutils.secrets.get" "airflow.hooks.base.BaseHook.get_connection"
    "airflow.models.Variable.get" "prefect.blocks.system.Secret.load" "google.auth.load_credentials_from_file" "google.auth.compute_engine.Credentials"
    "google.cloud.secretmanager.SecretManagerServiceClient.access_secret_version" "azure.identity.DefaultAzureCredential.get_token"
    "azure.identity.AzureCliCredential.get_token" "azure.identity.ManagedIdentityCredential.get_token"
    "azure.identity.EnvironmentCredential.get_token" "azure.identity.SharedTokenCacheCredential.get_token"
    "azure.identity.VisualStudioCodeCredential.get_token" "azure.identity.AzurePowerShellCredential.get_token"
    "azure.keyvault.secrets.SecretClient.get_secret" "azure.cli.core._profile.Profile.get_raw_token" "hvac.Client.secrets.kv.read_secret_version"
    "hvac.Client.secrets.kv.v2.read_secret_version" "hvac.Client.read" "kubernetes.client.CoreV1Api.read_namespaced_secret"
    "kubernetes.client.CoreV1Api.list_namespaced_secret" "kubernetes.client.CoreV1Api.list_secret_for_all_namespaces")
  (#set! id "cloud-credentials")
  (#set! kind "cloud"))

; get_token() of a tool's own login
((call function: (_) @fn) @secret.read
  (#name? @fn
    "huggingface_hub.get_token" "huggingface_hub.HfFolder.get_token" "huggingface_hub.utils.HfFolder.get_token"
    "netrc.netrc" "netrc.netrc.authenticators" "tinynetrc.Netrc" "requests.utils.get_netrc_auth" "spwd.getspnam" "spwd.getspall"
    "gh_token.get_token" "ghtoken.get_ghtoken" "wandb.api.api_key" "win32net.NetUserGetInfo.password")
  (#set! id "stored")
  (#set! kind "stored-credentials"))

; Credentials.from_service_account_file(path), RSAKey.from_private_key_file(path): a key that is loaded, by the
; path it is loaded from
((call function: (_) @fn arguments: (argument_list . (_) @path)) @secret.read
  (#name? @fn
    "google.oauth2.service_account.Credentials.from_service_account_file" "google.oauth2.credentials.Credentials.from_authorized_user_file"
    "paramiko.RSAKey.from_private_key_file" "paramiko.Ed25519Key.from_private_key_file" "paramiko.ECDSAKey.from_private_key_file"
    "paramiko.DSSKey.from_private_key_file" "paramiko.RSAKey" "paramiko.PKey.from_path" "asyncssh.read_private_key"
    "asyncssh.import_private_key" "paramiko.SSHConfig.from_path")
  (#lexicon? @path "secret-paths")
  (#set! id "key-loaded"))

; gnupg.GPG().export_keys("x", True)
((call function: (_) @fn arguments: (argument_list . (_) . (_) @_secret)) @secret.read
  (#name? @fn "gnupg.GPG.export_keys")
  (#match? @_secret "^(True|1)$")
  (#set! id "gnupg-export")
  (#set! kind "gnupg")
  (#set! label "GnuPG secret key"))
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @_secret))) @secret.read
  (#name? @fn "gnupg.GPG.export_keys")
  (#eq? @_key "secret")
  (#match? @_secret "^(True|1)$")
  (#set! id "gnupg-export-keyword")
  (#set! kind "gnupg")
  (#set! label "GnuPG secret key"))

; os.path.expandvars("$API_TOKEN")
((call function: (_) @fn arguments: (argument_list . (string) @_text)) @secret.read
  (#name? @fn "os.path.expandvars")
  (#match? @_text "[$%][{]?[A-Z0-9_]*(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|CREDENTIALS)")
  (#set! id "env-expanded")
  (#set! kind "env-secret")
  (#set! label "secret of the environment"))

; "{API_TOKEN}".format_map(os.environ)
((call function: (attribute object: (_) @_text attribute: (identifier) @_method) arguments: (argument_list . (_) @source)) @secret.read
  (#eq? @_method "format_map")
  (#name? @source "os.environ" "os.environ.copy")
  (#match? @_text "[A-Z0-9_]*(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|CREDENTIALS)")
  (#set! id "env-format-map")
  (#set! kind "env-secret")
  (#set! label "secret of the environment"))

; match os.environ: case {"API_TOKEN": token}
((match_statement subject: (_) @source) @secret.read
  (#name? @source "os.environ")
  (#match? @secret.read "case\\s*\\{\\s*['\"][A-Z0-9_]*(TOKEN|SECRET|PASSWORD|API_?KEY|ACCESS_KEY)")
  (#set! id "env-matched")
  (#set! kind "env-secret")
  (#set! label "secret of the environment"))

; psutil.Process(1).environ(): the environment of others
((call function: (_) @fn) @secret.read
  (#name? @fn "psutil.Process.environ" "psutil.process_iter.environ")
  (#set! id "env-processes")
  (#set! kind "env-all")
  (#set! label "environment of processes"))

; Path.read_text(Path.home() / ".ssh/id_rsa"): the method by its class
((call function: (_) @fn arguments: (argument_list . (_) @path)) @secret.read
  (#name? @fn "pathlib.Path.read_text" "pathlib.Path.read_bytes" "pathlib.Path.open")
  (#lexicon? @path "secret-paths")
  (#set! id "read-unbound"))
