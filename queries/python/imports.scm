; What names are bound to what. These patterns run first, before names mean anything.

; import a.b
((import_statement name: (dotted_name) @module)
  (#set! id "import"))

; import a.b as c
((import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias))
  (#set! id "import-as"))

; from a import b
((import_from_statement module_name: (_) @module name: (dotted_name) @binding)
  (#set! id "from-import"))

; from a import b as c
((import_from_statement
  module_name: (_) @module
  name: (aliased_import name: (dotted_name) @binding alias: (identifier) @alias))
  (#set! id "from-import-as"))

; from a import *
((import_from_statement module_name: (_) @module (wildcard_import) @binding)
  (#set! id "from-import-star"))
