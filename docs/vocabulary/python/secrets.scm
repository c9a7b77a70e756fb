; open("~/.ssh/id_rsa"): the list of paths gives the kind and the label.
((call function: (_) @fn arguments: (argument_list . (_) @path)) @secret.read
  (#name? @fn "open" "io.open")
  (#lexicon? @path "secret-paths")
  (#set! id "open"))

; os.environ["API_TOKEN"]: a name that is a secret's, and none that says it is an example.
((subscript value: (_) @_environment subscript: (_) @name) @secret.read
  (#name? @_environment "os.environ")
  (#lexicon? @name "secret-env-names")
  (#not-lexicon? @name "example-debug-names")
  (#set! id "variable"))

; dict(os.environ): all variables at once, taken as an object. What is captured with an
; underscore is for predicates only.
((call function: (_) @_fn arguments: (argument_list . (_) @source)) @secret.read
  (#name? @_fn "dict")
  (#name? @source "os.environ")
  (#set! id "all-variables")
  (#set! kind "env-all")
  (#set! label "the whole environment"))
