; What leaves the machine.

; requests.post(url, …), session.get(url): the URL is the first argument.
((call function: (_) @fn arguments: (argument_list . (_) @url)) @send
  (#name? @fn "requests.get" "requests.post" "requests.Session.post" "requests.Session.get")
  (#set! id "requests")
  (#set! kind "http"))
