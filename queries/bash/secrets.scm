; Where secrets are accessed.

; cat ~/.ssh/id_rsa, grep x ~/.netrc, base64 < … : a file handed to a command that takes its
; content. The word before it must not say that it is only a key to use or a place to write to.
((command name: (_) @fn . argument: (_) @path) @secret.read
  (#lexicon? @fn "bash-readers")
  (#not-lexicon? @fn "bash-copiers")
  (#lexicon? @path "secret-paths")
  (#set! id "read-first"))
((command name: (_) @fn argument: (_) @_before . argument: (_) @path) @secret.read
  (#lexicon? @fn "bash-readers")
  (#not-lexicon? @fn "bash-copiers")
  (#lexicon? @path "secret-paths")
  (#not-value? @_before "^(--(homedir|keyring|secret-keyring|cert|key|cacert|capath|config|exclude|exclude-from|output|directory|passphrase-file|identity|netrc-file)|-(key|cert|CAfile|CApath|out|C|i|o|cert_chain))$")
  (#set! id "read"))

; find ~/.ssh -exec curl -T {} … \; and find ~/.ssh | xargs cat: run on what is found there.
((command name: (_) @fn argument: (_) @path) @secret.read
  (#name? @fn "find" "fd" "fdfind")
  (#lexicon? @fn "bash-senders")
  (#lexicon? @path "secret-paths")
  (#set! id "find-send"))
((pipeline (command argument: (_) @path) (command name: (_) @fn) @secret.read)
  (#name? @fn "xargs" "parallel")
  (#lexicon? @fn "bash-readers")
  (#lexicon? @path "secret-paths")
  (#set! id "xargs-read"))
((pipeline (command argument: (_) @path) (command name: (_) @fn) @secret.read)
  (#name? @fn "xargs" "parallel")
  (#lexicon? @fn "bash-senders")
  (#lexicon? @path "secret-paths")
  (#set! id "xargs-send"))

; find ~/.ssh -type f | xargs sh -c 'curl -F "f=@$0" …': a line for a shell that sends what it is handed
((pipeline (command argument: (_) @path) (command name: (_) @fn argument: (_) @_code) @secret.read)
  (#name? @fn "xargs" "parallel")
  (#value? @_code "\\b(curl|wget|nc|ncat|scp|rsync|cat|base64)\\b[^|;]*(\\{\\}|[$][0-9@*])")
  (#lexicon? @path "secret-paths")
  (#set! id "xargs-shell"))
((command name: (_) @fn argument: (_) @path argument: (_) @_code) @secret.read
  (#name? @fn "find" "fd" "fdfind")
  (#value? @_code "\\b(curl|wget|nc|ncat|scp|rsync|cat|base64)\\b[^|;]*(\\{\\}|[$][0-9@*])")
  (#lexicon? @path "secret-paths")
  (#set! id "find-line"))

; declare -n name=API_TOKEN: another name for a variable of the environment
((declaration_command (word) @_flag (variable_assignment value: (_) @name @secret.read))
  (#match? @_flag "^-[a-zA-Z]*n")
  (#lexicon? @name "secret-env-names")
  (#set! id "nameref"))

; cp ~/.aws/credentials there, rsync -a ~/.ssh host: : every word but the last is a source.
((command name: (_) @fn . argument: (_) @path argument: (_)) @secret.read
  (#lexicon? @fn "bash-copiers")
  (#lexicon? @path "secret-paths")
  (#set! id "copy-first"))
((command name: (_) @fn argument: (_) @_before . argument: (_) @path argument: (_)) @secret.read
  (#lexicon? @fn "bash-copiers")
  (#lexicon? @path "secret-paths")
  (#not-value? @_before "^-[iFSoeP]$|^--(rsh|exclude|exclude-from|include-from|password-file|rsync-path|config)$")
  (#set! id "copy"))

; cp -t there ~/.ssh/id_rsa
((command name: (_) @fn argument: (_) @_before . argument: (_) @path) @secret.read
  (#name? @fn "cp.into" "mv.into" "install.into")
  (#lexicon? @path "secret-paths")
  (#not-value? @_before "^(-t|--target-directory)$")
  (#set! id "copy-into"))

; sftp host <<E: the commands of a copy over a here document name the file.
((redirected_statement body: (command name: (_) @fn) redirect: (heredoc_redirect (heredoc_body) @secret.read @path))
  (#name? @fn "sftp" "ftp" "lftp" "ncftp" "smbclient" "psftp")
  (#value? @path "(?m)^\\s*(m?put|reput|mput|mirror -R)\\b.*(\\.ssh/|\\.aws/|\\.gnupg|\\.netrc|\\.kube/|\\.docker/config|\\.npmrc|\\.pypirc|\\.git-credentials|\\.env\\b|Login Data|logins\\.json|/etc/shadow)")
  (#set! id "copy-script")
  (#set! kind "stored-credentials")
  (#set! label "stored credentials"))

; cmd < ~/.ssh/id_rsa, $(< ~/.netrc)
((file_redirect "<" destination: (_) @path) @secret.read
  (#lexicon? @path "secret-paths")
  (#set! id "redirect"))

; curl -F f=@~/.ssh/id_rsa, curl --data-binary @file, wget --post-file=file
((command name: (_) @fn argument: (_) @path) @secret.read
  (#lexicon? @fn "bash-senders")
  (#lexicon? @path "secret-paths")
  (#value? @path "@|=<|^--(post|body|upload)-file=|^(file|open|exec|gopen|-f|--file)[:=]")
  (#set! id "upload"))

; curl -T ~/.ssh/id_rsa, wget --post-file ~/.netrc, nc …
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @secret.read
  (#lexicon? @fn "bash-senders")
  (#value? @_flag "^(-[a-zA-Z]*[TK]|--upload-file|--post-file|--body-file|--config|-b|--cookie|--load-cookies|-a|-A|--attach|--attachment|-f|--file)$")
  (#lexicon? @path "secret-paths")
  (#set! id "upload-flag"))

; gh gist create ~/.ssh/id_rsa, gh release upload v1 ~/.netrc, gh issue create -F ~/.netrc, pastebinit FILE:
; sent to the one service that the command belongs to.
((command name: (_) @fn argument: (_) @path) @secret.read
  (#name? @fn
    "gh.gist.create" "gh.gist.edit" "gh.release.create" "gh.release.upload" "gh.issue.create" "gh.issue.comment" "gh.pr.create"
    "gh.pr.comment" "glab.snippet.create" "glab.issue.create" "glab.mr.create" "glab.release.upload" "hub.gist.create" "gist"
    "pastebinit" "pastebin" "hastebin" "haste" "wgetpaste" "fpaste" "termbin" "ipfs.add" "ipfs-cluster-ctl.add" "tailscale.file"
    "kdeconnect-cli" "asciinema.upload" "croc.send" "wormhole.send" "magic-wormhole.send" "ffsend.upload" "transfer")
  (#lexicon? @path "secret-paths")
  (#set! id "upload-service"))

; curl http://169.254.169.254/latest/meta-data/iam/security-credentials/role: what the machine's own
; metadata service hands out.
((command name: (_) @fn argument: (_) @path) @secret.read
  (#lexicon? @fn "bash-senders")
  (#value? @path "169\\.254\\.(169\\.254/.*(security-credentials|identity/oauth2/token|instance-identity|service-accounts)|170\\.2)|100\\.100\\.100\\.200/.*security-credentials|metadata\\.google\\.internal/.*service-accounts/[^/]+/(token|identity)")
  (#set! id "metadata-service")
  (#set! kind "cloud")
  (#set! label "credentials of the machine's metadata service"))

; cat /proc/self/environ
((command name: (_) @fn argument: (_) @path) @secret.read
  (#lexicon? @fn "bash-readers")
  (#value? @path "(^|=)/proc/|^$")
  (#value? @path "/environ$")
  (#set! id "proc-environ")
  (#set! kind "env-all")
  (#set! label "whole environment"))
((file_redirect "<" destination: (_) @path) @secret.read
  (#value? @path "^/proc/")
  (#value? @path "/environ$")
  (#set! id "proc-environ-redirect")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; $API_TOKEN where the script does not set it.
((simple_expansion (variable_name) @name) @secret.read
  (#lexicon? @name "secret-env-names")
  (#set! id "variable"))

; ${API_TOKEN:-x}
((expansion (variable_name) @name) @secret.read
  (#lexicon? @name "secret-env-names")
  (#set! id "expansion"))

; printenv API_TOKEN
((command name: (_) @fn argument: (_) @name) @secret.read
  (#name? @fn "printenv")
  (#lexicon? @name "secret-env-names")
  (#set! id "printenv-name"))

; env, printenv, set: all of it.
((command name: (_) @fn !argument) @secret.read
  (#name? @fn "env" "printenv" "set" "genv" "gprintenv")
  (#set! id "env")
  (#set! kind "env-all")
  (#set! label "whole environment"))
((command name: (_) @fn . argument: (_) @_only .) @secret.read
  (#name? @fn "env" "printenv" "export")
  (#value? @_only "^(-0|--null|-p)$")
  (#set! id "env-option")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; compgen -e: every name of the environment, for a loop over ${!name}.
((command name: (_) @fn argument: (_) @_only) @secret.read
  (#name? @fn "compgen")
  (#value? @_only "^-(e|v)$")
  (#set! id "env-names")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; export -p, declare -px, declare -x and export alone
((declaration_command) @secret.read
  (#match? @secret.read "^(export|declare|typeset|readonly)\\s+-[a-zA-Z]*p[a-zA-Z]*\\s*$|^(declare|typeset)\\s+-x\\s*$|^export\\s*$")
  (#set! id "declare")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; gh auth token, security find-generic-password, pass show
((command name: (_) @fn) @secret.read
  (#lexicon? @fn "bash-credential-tools")
  (#set! id "credential-tool"))

; kubectl config view --raw, git config --get credential.helper, kubectl get secret/x
((command name: (_) @fn argument: (_) @_flag) @secret.read
  (#name? @fn "kubectl.config.view" "oc.config.view" "k3s.kubectl.config")
  (#value? @_flag "^(--raw|--flatten)(=true)?$")
  (#set! id "kubectl-raw")
  (#set! kind "cloud")
  (#set! label "cluster credentials"))
((command name: (_) @fn argument: (_) @_what) @secret.read
  (#name? @fn "kubectl" "oc")
  (#value? @_what "^secrets?/")
  (#set! id "kubectl-secret")
  (#set! kind "cloud")
  (#set! label "cluster secret"))
((command name: (_) @fn argument: (_) @_what) @secret.read
  (#name? @fn "git.config" "npm.config" "npm.config.list" "yarn.config" "pip.config")
  (#value? @_what "(?i)^credential\\..*(password|username|token)|[_.](authToken|auth|password|token|extraheader)$")
  (#set! id "config-credential")
  (#set! kind "stored-credentials")
  (#set! label "stored credential"))

; gpg --export-secret-keys
((command name: (_) @fn argument: (_) @_flag) @secret.read
  (#name? @fn "gpg" "gpg2")
  (#value? @_flag "^--export-secret-(sub)?keys?")
  (#set! id "gpg-export")
  (#set! kind "gnupg")
  (#set! label "GnuPG secret key"))

; socat FILE:~/.ssh/id_rsa TCP:host:1
((command name: (_) @fn argument: (_) @path) @secret.read
  (#name? @fn "socat")
  (#value? @path "(?i)^(file|open|gopen|create):")
  (#lexicon? @path "secret-paths")
  (#set! id "socat"))

; lftp -e "put ~/.ssh/id_rsa" host, smbclient //host/share -c "put …": the commands of a copy in a word.
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @secret.read
  (#name? @fn "lftp" "smbclient" "sftp" "ncftp")
  (#value? @_flag "^(-e|-c|--command)$")
  (#value? @path "(^|[;\\s])(m?put|reput|mirror -R)\\b.*(\\.ssh/|\\.aws/|\\.gnupg|\\.netrc|\\.kube/|\\.docker/config|\\.npmrc|\\.pypirc|\\.git-credentials|\\.env\\b|Login Data|logins\\.json|/etc/shadow)")
  (#set! id "copy-word")
  (#set! kind "stored-credentials")
  (#set! label "stored credentials"))

; echo "put ~/.ssh/id_rsa" | sftp host
((pipeline (command argument: (_) @path) @secret.read (command name: (_) @fn))
  (#name? @fn "sftp" "ftp" "lftp" "ncftp" "smbclient" "psftp")
  (#value? @path "(^|[;\\s])(m?put|reput|mirror -R)\\b.*(\\.ssh/|\\.aws/|\\.gnupg|\\.netrc|\\.kube/|\\.docker/config|\\.npmrc|\\.pypirc|\\.git-credentials|\\.env\\b|Login Data|logins\\.json|/etc/shadow)")
  (#set! id "copy-piped")
  (#set! kind "stored-credentials")
  (#set! label "stored credentials"))

; awk 'BEGIN { for (k in ENVIRON) print ENVIRON[k] }', jq -n env: the environment by another's name for it.
((command name: (_) @fn argument: (_) @_code) @secret.read
  (#name? @fn "awk" "gawk" "mawk" "nawk")
  (#value? @_code "in ENVIRON\\b")
  (#set! id "env-awk")
  (#set! kind "env-all")
  (#set! label "whole environment"))
((command name: (_) @fn argument: (_) @_code) @secret.read
  (#name? @fn "jq" "gojq" "jaq")
  (#value? @_code "(^|[\\s|(,\\[])(env|\\$ENV)([\\s|),\\]]|$)")
  (#set! id "env-jq")
  (#set! kind "env-all")
  (#set! label "whole environment"))

; ps eww, tmux show-environment, systemctl show-environment: the environment of others.
((command name: (_) @fn . argument: (_) @_letters) @secret.read
  (#name? @fn "ps")
  (#value? @_letters "^[auxw]*e[auxw]*$")
  (#set! id "env-processes")
  (#set! kind "env-all")
  (#set! label "environment of processes"))
((command name: (_) @fn) @secret.read
  (#name? @fn "tmux.show-environment" "tmux.showenv" "systemctl.show-environment" "launchctl.export")
  (#set! id "env-session")
  (#set! kind "env-all")
  (#set! label "environment of a session"))

; declare -p API_TOKEN, launchctl getenv API_TOKEN
((declaration_command) @secret.read
  (#match? @secret.read "^(declare|typeset)\\s+-[a-zA-Z]*p\\s+[A-Z0-9_]*(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|CREDENTIALS)")
  (#set! id "declare-name")
  (#set! kind "env-secret")
  (#set! label "secret of the environment"))
((command name: (_) @fn argument: (_) @name) @secret.read
  (#name? @fn "launchctl.getenv")
  (#lexicon? @name "secret-env-names")
  (#set! id "launchctl-name"))

; ${!AWS_*}: the names of the variables that begin so, for a loop over ${!name}.
((expansion) @secret.read
  (#match? @secret.read "(?i)^\\$\\{!(AWS|AZURE|ARM|GITHUB|GH|GITLAB|GOOGLE|GCP|OPENAI|ANTHROPIC|HF|NPM|DOCKER|STRIPE|SLACK|SECRET|TOKEN|API)_?\\w*[*@]\\}$")
  (#set! id "env-prefix")
  (#set! kind "env-secret")
  (#set! label "secrets of the environment"))

; echo '$API_TOKEN' | envsubst
((pipeline (command argument: (_) @_text) (command name: (_) @fn)) @secret.read
  (#name? @fn "envsubst")
  (#value? @_text "\\$\\{?[A-Z0-9_]*(TOKEN|SECRET|PASSWORD|API_?KEY|ACCESS_KEY)")
  (#set! id "env-substituted")
  (#set! kind "env-secret")
  (#set! label "secret of the environment"))

; nmcli -s …, netsh wlan show profile x key=clear: the keys of wireless networks.
((command name: (_) @fn argument: (_) @_flag) @secret.read
  (#name? @fn "nmcli")
  (#value? @_flag "^(-[a-z]*s|--show-secrets)$")
  (#set! id "wireless")
  (#set! kind "stored-credentials")
  (#set! label "keys of wireless networks"))
((command name: (_) @fn argument: (_) @_flag) @secret.read
  (#name? @fn "netsh.wlan")
  (#value? @_flag "(?i)^key=clear$")
  (#set! id "wireless-windows")
  (#set! kind "stored-credentials")
  (#set! label "keys of wireless networks"))

; sops -d file, heroku config -s
((command name: (_) @fn argument: (_) @_flag) @secret.read
  (#name? @fn "sops" "heroku.config")
  (#value? @_flag "^(-d|--decrypt|-s|--shell|-j|--json)$")
  (#set! id "decrypted")
  (#set! kind "stored-credentials")
  (#set! label "stored credentials"))

; grep -r PRIVATE ~ --include='*.pem': key files by a search.
((command name: (_) @fn argument: (_) @path) @secret.read
  (#name? @fn "grep" "rg" "ag")
  (#value? @path "^(--include|--glob|-g)=?.*(\\.pem|\\.key|\\.env|id_rsa|id_ed25519|\\.ppk|credentials)")
  (#set! id "grep-keys")
  (#set! kind "stored-credentials")
  (#set! label "key files"))

; find ~/.ssh -exec sh -c 'curl -F f=@$1 …' _ {} \;: what is found there is handed to a shell that sends it.
((command name: (_) @fn argument: (_) @path argument: (_) @_code) @secret.read
  (#name? @fn "find" "fd" "fdfind")
  (#lexicon? @path "secret-paths")
  (#value? @_code "\\b(curl|wget|nc|ncat|scp|rsync|cat|base64)\\s")
  (#set! id "find-shell"))

; find ~ -name id_rsa | while read -r f; do …: a search of a home for keys, for a loop over them.
((pipeline (command name: (_) @fn . argument: (_) @_where argument: (_) @_flag . argument: (_) @path) @secret.read (while_statement))
  (#name? @fn "find")
  (#value? @_where "^(~|/|/home.*|/root.*|/Users.*|~/.*)$")
  (#value? @_flag "^-i?(name|path|wholename)$")
  (#lexicon? @path "secret-paths")
  (#set! id "find-loop"))
