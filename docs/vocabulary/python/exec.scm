; shell=True, at the keyword itself, inside a call of subprocess.
((keyword_argument name: (identifier) @_name value: (_) @_value) @exec
  (#eq? @_name "shell")
  (#not-eq? @_value "False")
  (#within? @_name "call")
  (#set! id "shell")
  (#set! kind "shell-true"))

; eval(x), of whatever is no constant text.
((call function: (_) @fn arguments: (argument_list . (_) @code)) @exec
  (#name? @fn "eval" "exec")
  (#not-value? @code ".")
  (#not-name? @code "requests.get.text")
  (#set! id "dynamic")
  (#set! kind "dynamic"))

; timeit(b64decode(text)): what a decoder gives.
((call function: (_) @fn arguments: (argument_list . (_) @code)) @exec
  (#name? @fn "timeit.timeit")
  (#name? @code "base64.b64decode()")
  (#set! id "decoded")
  (#set! kind "decoded"))

; exec(requests.get(url).text)
((call function: (_) @fn arguments: (argument_list . (_) @code)) @exec
  (#name? @fn "eval" "exec")
  (#name? @code "requests.get.text")
  (#set! id "download")
  (#set! kind "download-exec"))

; ["perl", "-e", code]: code in a language that is not read.
((list . (_) @_program . (string) @_option . (_) @code) @unread.code
  (#lexicon? @_program "example-tools")
  (#match? @_option "-[eE]")
  (#set! id "one-liner")
  (#set! label "code of another language"))
