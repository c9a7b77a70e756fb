; base64.b64encode(data). In a test class nothing is hidden.
((call function: (_) @fn arguments: (argument_list . (_) @payload)) @encode
  (#lexicon? @fn "example-encoders")
  (#not-within? @payload "class_definition")
  (#set! id "encoder"))
