; requests.post(url, payload): the list of names gives the kind. `?` makes the second argument
; optional; a positional one only, since a keyword is a node of another kind.
((call function: (_) @fn arguments: (argument_list . (_) @url . [(identifier) (string)]? @payload)) @send
  (#lexicon? @fn "example-senders")
  (#not-match? @payload "^_")
  (#set! id "sender"))
