; What makes something from outside ready to run: packages from elsewhere than the usual index,
; archives with a password, marks of origin taken off.

; pip install --index-url URL, npm install --registry URL, --registry=URL
((command name: (_) @fn argument: (_) @_flag . argument: (_) @url) @install
  (#name? @fn "pip" "pip3" "pipx" "uv" "uvx" "python" "python3" "py" "poetry" "pdm" "conda" "mamba" "micromamba" "npm" "npx" "pnpm" "yarn" "bun" "bunx" "gem" "bundle" "cargo" "nuget" "dotnet" "luarocks" "apt-get" "opkg")
  (#value? @_flag "^(--index-url|--extra-index-url|--default-index|--index|-i|--find-links|-f|--registry|--source|-s|--add-source|--clear-sources|-c|--channel|--server|--index-strategy)$")
  (#value? @url "^[a-z+]+://")
  (#set! id "index")
  (#set! kind "index")
  (#set! label "a package index"))
((command name: (_) @fn argument: (_) @url) @install
  (#name? @fn "pip" "pip3" "pipx" "uv" "uvx" "python" "python3" "py" "poetry" "pdm" "conda" "mamba" "npm" "npx" "pnpm" "yarn" "bun" "bunx" "gem" "cargo" "luarocks")
  (#value? @url "^--(index-url|extra-index-url|default-index|index|find-links|registry|source|channel|server)=[a-z+]+://")
  (#set! id "index-assigned")
  (#set! kind "index")
  (#set! label "a package index"))
; npm config set registry URL, pip config set global.index-url URL, gem sources --add URL
((command name: (_) @fn argument: (_) @url) @install
  (#name? @fn "npm.config.set" "npm.set" "pnpm.config.set" "yarn.config.set" "pip.config.set" "pip3.config.set" "gem.sources" "poetry.source.add" "nuget.sources.add" "dotnet.nuget.add" "conda.config" "go.env" "winget.source.add" "choco.source.add" "scoop.bucket.add")
  (#value? @url "^(registry=|GOPROXY=)?[a-z+]+://")
  (#set! id "index-set")
  (#set! kind "index")
  (#set! label "a package index"))
; PIP_INDEX_URL=URL pip install x, export npm_config_registry=URL
((variable_assignment name: (variable_name) @name value: (_) @url) @install
  (#any-of? @name "PIP_INDEX_URL" "PIP_EXTRA_INDEX_URL" "PIP_FIND_LINKS" "UV_INDEX_URL" "UV_DEFAULT_INDEX" "UV_EXTRA_INDEX_URL" "npm_config_registry" "NPM_CONFIG_REGISTRY" "YARN_REGISTRY" "YARN_NPM_REGISTRY_SERVER" "GOPROXY" "CARGO_REGISTRIES_CRATES_IO_INDEX")
  (#value? @url "://")
  (#set! id "index-variable")
  (#set! kind "index")
  (#set! label "a package index"))

; pip install https://…, pip install git+https://…, npm i https://…/x.tgz, npx https://…
((command name: (_) @fn argument: (_) @_before . argument: (_) @url) @install
  (#name? @fn "pip.install" "pip3.install" "pipx.install" "pipx.run" "uv.pip.install" "uv.add" "uv.tool.install" "uvx" "python.pip.install" "python3.pip.install" "poetry.add" "pdm.add" "npm.install" "npm.i" "npm.add" "npm.exec" "npx" "pnpm.add" "pnpm.install" "pnpm.dlx" "yarn.add" "yarn.dlx" "bun.add" "bun.install" "bunx" "gem.install" "brew.install" "brew.tap" "cargo.install" "dpkg" "rpm" "apt.install" "apt-get.install" "yum.install" "dnf.install" "flatpak.install" "code" "cursor" "msiexec" "installer" "deno.run" "deno.install" "bun.run" "go.run")
  (#value? @url "^(git\\+|hg\\+|svn\\+|[\\w.-]+(\\[[^\\]]*\\])?\\s*@\\s*(git\\+)?)?(https?|ssh|git|ftp)://")
  (#not-value? @_before "^(--index-url|--extra-index-url|--default-index|--index|-i|--find-links|-f|--registry|--source|-s|--proxy|--trusted-host|--channel|-c|--server)$")
  (#set! id "package")
  (#set! kind "package")
  (#set! label "a package by its address"))

; docker run -v /:/host x: what comes may read and write all of this machine.
((command name: (_) @fn argument: (_) @_mount) @install
  (#name? @fn "docker.run" "podman.run" "nerdctl.run" "docker.container.run")
  (#value? @_mount "^(--volume=|-v=?|--mount=.*(src|source)=)?/:?(:|,)")
  (#not-value? @_mount ":ro\\b|readonly")
  (#set! id "container")
  (#set! kind "archive")
  (#set! label "a container that is given the whole machine"))

; unzip -P word x.zip, 7z x -pword, unrar x -pword: no scanner on the way has looked into it.
((command name: (_) @fn argument: (_) @_flag) @install
  (#name? @fn "unzip" "7z.x" "7z.e" "7za.x" "7za.e" "7zz.x" "7zz.e" "7zr.x" "unrar.x" "unrar.e" "rar.x" "unar" "bsdtar" "unrar-free" "7z" "7za")
  (#value? @_flag "^(-P.*|-h?p.+|--?password(=.*)?|--passphrase(=.*)?)$")
  (#not-match? @install "\\s(a|l|t|-l|-t|-tf|tf)\\s")
  (#set! id "archive")
  (#set! kind "archive")
  (#set! label "an archive with a password"))
; gpg --batch --passphrase x -d a.gpg, openssl enc -d -k word: unlocked with a key from the text.
((command name: (_) @fn argument: (_) @_flag . argument: (_) @_word) @install
  (#name? @fn "openssl.enc" "openssl" "gpg" "gpg2" "ccrypt" "age")
  (#name? @fn "decodes")
  (#value? @_flag "^(-k|-pass|-passin|-K|--passphrase)$")
  (#value? @_word "^(pass:)?[^$:]+$")
  (#set! id "archive-encrypted")
  (#set! kind "archive")
  (#set! label "a file that is locked with a password"))

; tar xzf x.tgz, unzip x.zip: what comes out of it may be run next.
((command name: (_) @fn argument: (_) @_how) @install
  (#name? @fn "tar" "gtar" "bsdtar")
  (#value? @_how "^-?[a-zA-Z]*x[a-zA-Z]*$|^--(extract|get)$")
  (#set! id "unpack-tar")
  (#set! kind "unpack")
  (#set! label "an archive that is unpacked"))
((command name: (_) @fn argument: (_)) @install
  (#name? @fn "unzip" "7z.x" "7za.x" "7zz.x" "unrar.x" "gunzip" "gzip" "unxz" "cpio" "Expand-Archive" "ditto" "hdiutil.attach")
  (#match? @install "unzip|\\sx\\s|gunzip|gzip\\s+-[a-z]*d|unxz|-x\\s+-k|Expand-Archive|attach|cpio\\s+-[a-z]*i")
  (#not-match? @install "\\s-(l|t|v|Z)\\s")
  (#set! id "unpack")
  (#set! kind "unpack")
  (#set! label "an archive that is unpacked"))

; xattr -d com.apple.quarantine x, xattr -cr x, spctl --master-disable: nothing asks any more.
((command name: (_) @fn argument: (_) @_flag) @install
  (#name? @fn "xattr")
  (#value? @_flag "^-[a-z]*[dc][a-z]*$")
  (#match? @install "quarantine|\\s-[a-z]*c")
  (#set! id "quarantine")
  (#set! kind "quarantine")
  (#set! label "the mark of a download is taken off"))
((command name: (_) @fn argument: (_) @_flag) @install
  (#name? @fn "spctl" "csrutil" "setenforce" "Set-MpPreference" "Add-MpPreference" "Unblock-File" "Set-ExecutionPolicy" "ufw")
  (#value? @_flag "(?i)^(--master-disable|--global-disable|disable|0|-DisableRealtimeMonitoring|-ExclusionPath|-ExclusionProcess)$")
  (#set! id "guard-off")
  (#set! kind "quarantine")
  (#set! label "a guard of the system is switched off"))
