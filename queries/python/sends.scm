; What leaves the machine. Each call is one fact; the patterns add the places where its endpoint
; may stand.

; Any call of the list; where its endpoint is unknown, this is all there is to say.
((call function: (_) @fn) @send
  (#lexicon? @fn "python-sends")
  (#set! id "call"))

; requests.post("https://…")
((call function: (_) @fn arguments: (argument_list . (_) @url)) @send
  (#lexicon? @fn "python-sends")
  (#value? @url "://")
  (#set! id "url-first"))

; requests.request("POST", "https://…"), boto3 and SDK calls that take the address second
((call function: (_) @fn arguments: (argument_list . (_) . (_) @url)) @send
  (#lexicon? @fn "python-sends")
  (#name? @fn
    "requests.request" "requests.Session.request" "requests_html.HTMLSession.request"
    "requests_futures.sessions.FuturesSession.request" "requests_cache.CachedSession.request"
    "requests_toolbelt.sessions.BaseUrlSession.request" "cloudscraper.create_scraper.request" "grequests.request"
    "niquests.request" "niquests.Session.request" "niquests.AsyncSession.request" "curl_cffi.requests.request"
    "curl_cffi.requests.Session.request" "urllib3.request" "urllib3.PoolManager.request"
    "urllib3.PoolManager.urlopen" "urllib3.PoolManager.request_encode_body" "urllib3.PoolManager.request_encode_url"
    "urllib3.ProxyManager.request" "http.client.HTTPConnection.request" "http.client.HTTPSConnection.request"
    "httpx.request" "httpx.stream" "httpx.Client.request" "httpx.Client.stream" "httpx.AsyncClient.request"
    "httpx.AsyncClient.stream" "aiohttp.request" "aiohttp.ClientSession.request" "treq.request"
    "twisted.web.client.Agent.request" "dulwich.porcelain.push" "dulwich.porcelain.fetch")
  (#value? @url "://")
  (#set! id "url-second"))

; requests.post(data=…, url="https://…"), urlopen(Request(url=…)), Client.connect(host="…")
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @url))) @send
  (#lexicon? @fn "python-sends")
  (#any-of? @_key "url" "uri" "host" "hostname" "server" "base_url" "endpoint" "endpoint_url" "webhook_url" "address" "remote_location")
  (#value? @url "[.:/]")
  (#set! id "url-keyword"))

; Client(base_url="https://…").post("/in"), HTTPSConnection("host").request(…), s.connect((host, 443)); s.send(…)
((call function: (attribute object: (_) @url) @fn) @send
  (#lexicon? @fn "python-sends")
  (#value? @url "[.:/]")
  (#set! id "url-client"))

; s.connect(("host", 443)), create_connection(("host", 443)), s.sendto(data, ("host", 53))
((call function: (_) @fn arguments: (argument_list (tuple . (_) @url))) @send
  (#lexicon? @fn "python-sends")
  (#name? @fn
    "socket.socket.connect" "socket.socket.connect_ex" "socket.socket.sendto" "socket.create_connection"
    "ssl.wrap_socket.connect" "ssl.SSLContext.wrap_socket.connect" "ssl.create_default_context.wrap_socket.connect"
    "multiprocessing.connection.Client")
  (#value? @url "[.:/]")
  (#set! id "url-address"))

; asyncio.open_connection("host", 443), Telnet("host"), ssh.connect("host")
((call function: (_) @fn arguments: (argument_list . (_) @url)) @send
  (#lexicon? @fn "python-sends")
  (#name? @fn
    "logging.handlers.HTTPHandler" "logging.handlers.SMTPHandler" "logging.handlers.SocketHandler"
    "logging.handlers.DatagramHandler" "grpc.insecure_channel" "grpc.secure_channel" "grpc.aio.insecure_channel"
    "grpc.aio.secure_channel" "rpyc.connect" "prometheus_client.push_to_gateway" "irc.client.Reactor.server.connect"
    "asyncio.open_connection" "anyio.connect_tcp" "trio.open_tcp_stream" "telnetlib.Telnet" "telnetlib.Telnet.open"
    "telnetlib3.open_connection" "pwn.remote" "paramiko.SSHClient.connect" "asyncssh.connect"
    "paho.mqtt.client.Client.connect" "git.Repo.clone_from" "dulwich.porcelain.clone" "pygit2.clone_repository")
  (#value? @url "[.:/@]")
  (#set! id "host-first"))

; A name that is put together is asked of a server that may be the sender's own: gethostbyname(f"{data}.drop.example")
((call function: (_) @fn arguments: (argument_list . (_) @url)) @send
  (#name? @fn
    "socket.gethostbyname" "socket.gethostbyname_ex" "socket.getaddrinfo" "dns.resolver.resolve" "dns.resolver.query"
    "dns.resolver.Resolver.resolve" "dns.resolver.Resolver.query" "dns.asyncresolver.resolve" "aiodns.DNSResolver.query"
    "asyncio.get_event_loop.getaddrinfo" "asyncio.get_running_loop.getaddrinfo")
  (#not-value? @url "^[\\w.:-]*$")
  (#set! id "dns-query")
  (#set! kind "dns"))

; webbrowser.open("https://drop.example/?d=" + data): what the address carries goes out with the browser
((call function: (_) @fn arguments: (argument_list . (_) @url)) @send
  (#name? @fn
    "webbrowser.open" "webbrowser.open_new" "webbrowser.open_new_tab" "webbrowser.get.open" "webbrowser.get.open_new"
    "webbrowser.get.open_new_tab" "os.startfile" "PyQt5.QtGui.QDesktopServices.openUrl")
  (#value? @url "^https?://")
  (#not-value? @url "(?s)^.*$")
  (#set! id "browser-query")
  (#set! kind "http"))

; ServerProxy("https://…").method(…): any method of the proxy is a call of the server
((call function: (attribute object: (_) @url) @fn) @send
  (#name? @url "xmlrpc.client.ServerProxy()" "xmlrpc.client.Server()" "jsonrpclib.Server()" "jsonrpclib.ServerProxy()")
  (#set! id "rpc")
  (#set! kind "http")
  (#set! label "remote procedure call"))

; pandas.read_csv("https://…"): a reader that is handed an address fetches it
((call function: (_) @fn arguments: (argument_list . (_) @url)) @send
  (#name? @fn
    "pandas.read_csv" "pandas.read_json" "pandas.read_excel" "pandas.read_parquet" "pandas.read_table" "pandas.read_xml"
    "polars.read_csv" "polars.read_json" "polars.read_parquet" "imageio.imread" "imageio.v3.imread" "skimage.io.imread"
    "numpy.loadtxt" "numpy.genfromtxt" "xml.etree.ElementTree.parse" "lxml.etree.parse" "lxml.html.parse"
    "torch.hub.download_url_to_file" "torch.hub.load_state_dict_from_url" "nltk.download_shell" "tensorflow.keras.utils.get_file")
  (#value? @url "^(https?|ftp|s3|gs)://")
  (#set! id "read-url")
  (#set! kind "http"))

; OpenAI(base_url="https://…").chat.completions.create(…): only where the address is the code's own.
((call function: (attribute object: (_) @url) @fn) @send
  (#lexicon? @fn "python-model-clients")
  (#value? @url "[.:/]")
  (#set! id "model-client"))

; Databases that stand elsewhere: what is put into one goes there. Where the address is the machine's own or
; is not said, it is a database like any other.
((call function: (attribute object: (_) @url) @fn) @send
  (#name? @fn
    "redis.Redis.set" "redis.Redis.publish" "redis.Redis.lpush" "redis.Redis.rpush" "redis.Redis.hset" "redis.Redis.xadd"
    "redis.StrictRedis.set" "redis.StrictRedis.publish" "redis.from_url.set" "redis.from_url.publish" "redis.from_url.lpush"
    "redis.from_url.rpush" "redis.from_url.hset" "redis.Redis.from_url.set" "redis.asyncio.Redis.set"
    "pymongo.MongoClient.insert_one" "pymongo.MongoClient.db.insert_one"
    "psycopg2.connect.cursor.execute" "psycopg.connect.execute" "psycopg.connect.cursor.execute" "pymysql.connect.cursor.execute"
    "mysql.connector.connect.cursor.execute" "MySQLdb.connect.cursor.execute" "pymssql.connect.cursor.execute"
    "asyncpg.connect.execute" "sqlalchemy.create_engine.begin.execute" "sqlalchemy.create_engine.connect.execute")
  (#value? @url "://|[\\w-]\\.[a-zA-Z]|\\d\\.\\d+\\.\\d")
  (#not-value? @url "localhost|127\\.0|::1|sqlite:")
  (#set! id "database")
  (#set! kind "message"))
((call function: (attribute object: (_) @url attribute: (identifier) @_method)) @send
  (#any-of? @_method "insert_one" "insert_many" "replace_one" "update_one")
  (#value? @url "mongodb(\\+srv)?://")
  (#not-value? @url "localhost|127\\.0|::1")
  (#set! id "document")
  (#set! kind "message"))

; SysLogHandler(("host", 514)): without an address it is the machine's own log
((call function: (_) @fn arguments: (argument_list [(tuple . (_) @url) (keyword_argument value: (tuple . (_) @url))])) @send
  (#name? @fn "logging.handlers.SysLogHandler")
  (#not-value? @url "^(localhost|127\\.|/)")
  (#set! id "remote-log")
  (#set! kind "message"))

; def send(session, data): session.post("https://…", json=data): a client that is handed in by other code is not
; seen, but a verb of HTTP with an address and something to send is a request.
((call function: (_) @fn arguments: (argument_list . (_) @url . (_))) @send
  (#name? @fn "<given>.post" "<given>.put" "<given>.patch")
  (#value? @url "^(https?|wss?)://")
  (#set! id "given-client")
  (#set! kind "http")
  (#set! label "request by a client handed in"))

; def send(session, data): session.request("POST", "https://…", json=data)
((call function: (_) @fn arguments: (argument_list . (_) . (_) @url)) @send
  (#name? @fn "<given>.request")
  (#value? @url "^(https?|wss?)://")
  (#set! id "given-request")
  (#set! kind "http")
  (#set! label "request by a client handed in"))
