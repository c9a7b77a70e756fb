; open("data/cities.json"): a literal path of a file that the pack should have.
((call function: (identifier) @_fn arguments: (argument_list . (string) @path)) @reference
  (#any-of? @_fn "open" "load")
  (#not-any-of? @path "\"\"")
  (#value? @path "^[a-z]+/[a-z]+\\.json$")
  (#set! id "data"))
