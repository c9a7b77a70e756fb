; Packages from elsewhere, locked archives, guards switched off.
((call function: (_) @fn) @install
  (#lexicon? @fn "example-installers")
  (#set! id "call"))
