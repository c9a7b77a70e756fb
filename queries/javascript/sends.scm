; What leaves the machine. Which calls do stands in lexicons, by the place of their endpoint.

; fetch(url, …), axios({ url }), https.request({ hostname }): the first argument is the endpoint,
; unless it is a verb or a port.
((call_expression function: (_) @fn arguments: (arguments . (_) @url)) @send
  (#lexicon? @fn "javascript-sends")
  (#not-name? @url "os.hostname()")
  (#not-value? @url "^(\\d+|(?i:get|post|put|patch|delete|head|options))$")
  (#set! id "first-argument"))

; new WebSocket(url), new EventSource(url): the object is the connection.
((new_expression constructor: (_) @fn arguments: (arguments . (_) @url)) @send
  (#lexicon? @fn "javascript-connections")
  (#set! id "new-connection"))

; xhr.open("POST", url), net.connect(443, host): the endpoint comes second.
((call_expression function: (_) @fn arguments: (arguments . (_) . (_) @url)) @send
  (#lexicon? @fn "javascript-sends-second")
  (#set! id "second-argument"))

; client.post("/in", …): the endpoint is the one the client was made with.
((call_expression function: (member_expression object: (_) @url) @fn) @send
  (#lexicon? @fn "javascript-sends")
  (#value? @url "^[a-z0-9+.-]+://")
  (#set! id "client-base"))

; transport.sendMail(…), s3.send(command), socket.send(data): the endpoint is the client's own.
((call_expression function: (_) @fn) @send
  (#lexicon? @fn "javascript-client-sends")
  (#set! id "client"))

; the same, where what the client was made with is known.
((call_expression function: (member_expression object: (_) @url) @fn) @send
  (#lexicon? @fn "javascript-client-sends")
  (#value? @url "[a-z0-9]\\.[a-z]|://")
  (#set! id "client-endpoint"))

; socket.send(message, port, host) of a datagram socket
((call_expression function: (_) @fn arguments: (arguments . (_) @payload . (_) . (_) @url .)) @send
  (#name? @fn "dgram.createSocket.send")
  (#set! id "datagram")
  (#set! kind "socket"))

; socket.send(message, port, host, callback)
((call_expression
  function: (_) @fn
  arguments: (arguments . (_) @payload . (_) . (_) @url . [(function_expression) (arrow_function) (identifier)] .)) @send
  (#name? @fn "dgram.createSocket.send")
  (#set! id "datagram-callback")
  (#set! kind "socket"))

; socket.send(message, offset, length, port, host)
((call_expression
  function: (_) @fn
  arguments: (arguments . (_) @payload . (_) . (_) . (_) . (_) @url)) @send
  (#name? @fn "dgram.createSocket.send")
  (#set! id "datagram-slice")
  (#set! kind "socket"))

; git.clone({ url }), git.addRemote("origin", url): what is pushed to.
((call_expression function: (_) @fn arguments: (arguments . (_) @url)) @send
  (#name? @fn
    "simple-git.clone" "simple-git.simpleGit.clone" "simple-git.push" "simple-git.simpleGit.push"
    "simple-git.fetch" "simple-git.pull" "isomorphic-git.clone" "isomorphic-git.push" "isomorphic-git.fetch"
    "degit" "tiged" "nodegit.Clone" "nodegit.Clone.clone")
  (#value? @url "://|@|[./]")
  (#set! id "git-address")
  (#set! kind "git"))

; new Image().src = url, script.src = url: an element that is given an address fetches it.
((assignment_expression
  left: (member_expression object: (_) @fn property: (property_identifier) @_source) right: (_) @url) @send
  (#name? @fn "Image()" "document.createElement()" "Audio()")
  (#any-of? @_source "src" "href" "action")
  (#value? @url "^(https?:)?//")
  (#set! id "element-source")
  (#set! kind "http"))

; run(client, data) { client.post("https://…", data) }: a client that is handed in by other code is not seen, but a
; verb of HTTP with an address and something to send is a request.
((call_expression function: (_) @fn arguments: (arguments . (_) @url . (_))) @send
  (#name? @fn "<given>.post" "<given>.put" "<given>.patch" "<given>.$post")
  (#value? @url "^(https?|wss?)://")
  (#set! id "given-client")
  (#set! kind "http")
  (#set! label "request by a client handed in"))
