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
  (#value? @path "@|^--(post|body|upload)-file=|^(file|open|exec|gopen|-f|--file)[:=]")
  (#set! id "upload"))

; curl -T ~/.ssh/id_rsa, wget --post-file ~/.netrc, nc …
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @secret.read
  (#lexicon? @fn "bash-senders")
  (#value? @_flag "^(-[a-zA-Z]*T|--upload-file|--post-file|--body-file|-a|-A|--attach|--attachment|-f|--file)$")
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
  (#value? @path "169\\.254\\.(169\\.254/.*(security-credentials|identity/oauth2/token|instance-identity|service-accounts)|170\\.2)|metadata\\.google\\.internal/.*service-accounts/[^/]+/(token|identity)")
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

; export -p, declare -px
((declaration_command) @secret.read
  (#match? @secret.read "^(export|declare|typeset|readonly)\\s+-[a-zA-Z]*p[a-zA-Z]*\\s*$")
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
