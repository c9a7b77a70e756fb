; cv2.VideoCapture(0): a number is a device. A text would be a file, which is no capture.
((call function: (_) @fn arguments: (argument_list . (integer)? @_device)) @capture
  (#lexicon? @fn "example-recorders")
  (#not-name? @fn "cv2.VideoCapture.read")
  (#set! id "recorder"))

; sqlite3.connect(".../History"): the kind comes from the list of places.
((call function: (_) @fn arguments: (argument_list . (_) @path)) @capture
  (#name? @fn "sqlite3.connect")
  (#lexicon? @path "browser-history-paths")
  (#set! id "history"))
