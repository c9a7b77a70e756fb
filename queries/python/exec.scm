; Code or a command that is put together and run.

; subprocess.run("…", shell=True)
((call arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @_value) @exec))
  (#eq? @_key "shell")
  (#any-of? @_value "True" "1" "bool(1)" "not False")
  (#set! id "shell-true")
  (#set! kind "shell-true")
  (#set! label "shell=True"))

; subprocess.run("…", **{"shell": True})
((dictionary_splat (dictionary (pair key: (_) @_key value: (true)) @exec))
  (#value? @_key "^shell$")
  (#set! id "shell-true-spread")
  (#set! kind "shell-true")
  (#set! label "shell=True"))

; eval(text), exec(text), os.system(…), os.popen(…), __import__(…)
((call function: (_) @fn arguments: (_) @code) @exec
  (#name? @fn
    "eval" "exec" "execfile" "os.system" "os.popen" "os.popen2" "os.popen3" "os.popen4" "__import__" "importlib.__import__" "commands.getoutput"
    "commands.getstatusoutput" "code.InteractiveInterpreter.runsource" "code.InteractiveInterpreter.runcode" "code.InteractiveConsole.push"
    "types.FunctionType" "IPython.get_ipython.run_cell" "IPython.core.interactiveshell.InteractiveShell.instance.run_cell")
  (#set! id "dynamic")
  (#set! kind "dynamic"))

; exec(base64.b64decode(blob)), exec(zlib.decompress(…)): what a decoder gives is run.
((call function: (_) @fn arguments: (argument_list . (_) @code)) @exec
  (#name? @fn "exec" "eval" "execfile" "os.system" "os.popen" "subprocess.run" "subprocess.call" "subprocess.Popen" "subprocess.check_output" "compile")
  (#name? @code
    "base64.b64decode()" "base64.b64decode.decode()" "base64.b32decode()" "base64.b32decode.decode()" "base64.b85decode()" "base64.b85decode.decode()" "base64.a85decode()"
    "base64.a85decode.decode()" "base64.urlsafe_b64decode()" "base64.urlsafe_b64decode.decode()" "base64.standard_b64decode()" "base64.decodebytes()" "base64.decodebytes.decode()"
    "zlib.decompress()" "zlib.decompress.decode()" "gzip.decompress()" "gzip.decompress.decode()" "bz2.decompress()" "bz2.decompress.decode()" "lzma.decompress()" "lzma.decompress.decode()"
    "codecs.decode()" "codecs.decode.decode()" "binascii.unhexlify()" "binascii.unhexlify.decode()" "binascii.a2b_base64()" "binascii.a2b_base64.decode()" "bytes.fromhex()" "bytes.fromhex.decode()"
    "marshal.loads()" "cryptography.fernet.Fernet.decrypt()" "cryptography.fernet.Fernet.decrypt.decode()")
  (#set! id "decoded")
  (#set! kind "decoded")
  (#set! label "decoder output that is run"))

; exec "text": Python 2's statement
((exec_statement code: (_) @code) @exec
  (#set! id "exec-statement")
  (#set! kind "dynamic")
  (#set! label "exec"))

; importlib.import_module(name) of a name that is known only when it runs
((call function: (_) @fn arguments: (argument_list . (_) @code)) @exec
  (#name? @fn "importlib.import_module" "runpy.run_module" "importlib.util.find_spec.loader.load_module" "pydoc.locate")
  (#not-value? @code "^[\\w.]*$")
  (#set! id "dynamic-import")
  (#set! kind "dynamic"))

; exec(requests.get(u).text), exec(urlopen(u).read())
((call function: (_) @fn arguments: (argument_list . (_) @code)) @exec
  (#name? @fn
    "exec" "eval" "os.system" "os.popen" "subprocess.run" "subprocess.call" "subprocess.check_call" "subprocess.check_output" "subprocess.Popen"
    "subprocess.getoutput" "code.InteractiveInterpreter.runsource" "execfile")
  (#name? @code
    "requests.get.text" "requests.get.text()" "requests.get.content" "requests.get.content.decode()" "requests.post.text" "requests.post.content"
    "requests.post.content.decode()" "requests.request.text" "requests.Session.get.text" "requests.Session.get.content"
    "requests.Session.get.content.decode()" "requests.get.json()" "requests.get.json" "requests.get.json.get()" "requests.get.raw.read()"
    "urllib.request.urlopen()" "urllib.request.urlopen.read()" "urllib.request.urlopen.read.decode()" "urllib.request.urlopen.readline()"
    "urllib.request.urlopen.read.decode.strip()" "urllib.request.build_opener.open.read()" "urllib.request.build_opener.open.read.decode()"
    "httpx.get.text" "httpx.get.content" "httpx.get.content.decode()" "httpx.get.read()" "httpx.Client.get.text" "httpx.AsyncClient.get.text"
    "aiohttp.ClientSession.get.text()" "aiohttp.ClientSession.get.read()" "urllib3.PoolManager.request.data" "urllib3.PoolManager.request.data.decode()"
    "urllib3.request.data" "http.client.HTTPSConnection.getresponse.read()" "http.client.HTTPSConnection.getresponse.read.decode()"
    "http.client.HTTPConnection.getresponse.read()" "http.client.HTTPConnection.getresponse.read.decode()" "httplib2.Http.request()"
    "socket.socket.recv()" "socket.socket.recv.decode()" "socket.create_connection.recv()" "socket.create_connection.recv.decode()"
    "requests.get.text.strip()" "requests.get.content.decode.strip()" "niquests.get.text" "curl_cffi.requests.get.text")
  (#set! id "download-exec")
  (#set! kind "download-exec"))
