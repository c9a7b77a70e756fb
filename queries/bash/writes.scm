; Files outside the pack that are written.

; echo x > ~/.conf, cmd 2>> /var/log/x
((file_redirect [">" ">>" "&>" "&>>" ">|"] destination: (_) @path) @write.outside @payload
  (#lexicon? @path "outside-paths")
  (#set! id "redirect")
  (#set! label "redirection"))

; tee ~/.conf, touch /etc/x, mkdir ~/.x, truncate, sed -i
((command name: (_) @fn argument: (_) @path) @write.outside @payload
  (#name? @fn "tee" "touch" "mkdir" "truncate" "sponge" "fallocate" "mkfifo" "shred" "unlink" "rm" "rmdir" "chattr" "mknod")
  (#lexicon? @path "outside-paths")
  (#set! id "tool"))

; cp x ~/bin/, mv, install, ln -s x /usr/local/bin/x: the last word.
((command name: (_) @fn argument: (_) argument: (_) @path .) @write.outside @payload
  (#name? @fn "cp" "mv" "install" "ditto" "rsync" "ln" "scp" "unzip")
  (#lexicon? @path "outside-paths")
  (#set! id "copy"))

; Each command has its own options that name a file or folder to write: `curl -d /x` sends a text.
; curl -o /there, gpg -o /there, sort -o /there
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "curl" "curlie" "gpg" "gpg2" "age" "rage" "sort" "http" "https" "xh" "xhs" "aria2c" "yt-dlp" "logkeys")
  (#value? @_flag "^(-[a-zA-Z]*o|--output|--output-dir|--out)$")
  (#lexicon? @path "outside-paths")
  (#set! id "option"))

; curl -D headers, -c cookies
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "curl" "curlie")
  (#value? @_flag "^(-[a-zA-Z]*[Dc]|--dump-header|--cookie-jar|--trace|--trace-ascii|--stderr|--etag-save|--libcurl)$")
  (#lexicon? @path "outside-paths")
  (#set! id "option-curl"))

; wget -O /there/x, -P /there, -o log
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "wget" "wget2")
  (#value? @_flag "^(-[a-zA-Z]*[OPoa]|--output-document|--directory-prefix|--output-file|--append-output|--save-cookies)$")
  (#lexicon? @path "outside-paths")
  (#set! id "option-wget"))

; cp -t /there x, unzip x -d /there, pip install -t /there, npm --prefix /there
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "cp.into" "mv.into" "install.into" "ln.into" "pip" "pip3")
  (#value? @_flag "^(-t|--target-directory|--target)$")
  (#lexicon? @path "outside-paths")
  (#set! id "option-target"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "unzip" "aria2c" "pip" "pip3" "npm")
  (#value? @_flag "^(-d|--dir|--dest|--prefix|--root)$")
  (#lexicon? @path "outside-paths")
  (#set! id "option-folder"))

; openssl enc -out /there, xwd -out
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "openssl" "xwd")
  (#value? @_flag "^-(out|keyout)$")
  (#lexicon? @path "outside-paths")
  (#set! id "option-out"))

; tcpdump -w /there, gnome-screenshot -f, flameshot -p, yt-dlp -P
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "tcpdump" "tshark" "dumpcap")
  (#value? @_flag "^-[a-zA-Z]*w$")
  (#lexicon? @path "outside-paths")
  (#set! id "option-packets"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "scrot" "flameshot" "gnome-screenshot" "screencapture" "spectacle" "yt-dlp")
  (#value? @_flag "^(-[fFpPo]|--file|--path|--paths|--output)$")
  (#lexicon? @path "outside-paths")
  (#set! id "option-picture"))

; tar czf /there/x.tgz, zip /there/x.zip y
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "tar" "gtar" "bsdtar")
  (#value? @_flag "^-?[a-zA-Z]*[cru][a-zA-Z]*f$")
  (#lexicon? @path "outside-paths")
  (#set! id "tar"))

; tar xf x -C /there: only what is taken out is written there; `tar -C /there -c x` reads.
((command name: (_) @fn argument: (_) @_mode argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "tar" "gtar" "bsdtar")
  (#value? @_mode "^-?[a-zA-Z]*x[a-zA-Z]*$|^--(extract|get)$")
  (#value? @_flag "^(-C|--directory|--one-top-level)$")
  (#lexicon? @path "outside-paths")
  (#set! id "tar-into"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path argument: (_) @_mode) @write.outside @payload
  (#name? @fn "tar" "gtar" "bsdtar")
  (#value? @_mode "^-[a-zA-Z]*x[a-zA-Z]*$|^--(extract|get)$")
  (#value? @_flag "^(-C|--directory|--one-top-level)$")
  (#lexicon? @path "outside-paths")
  (#set! id "tar-into-first"))
((command name: (_) @fn argument: (_) @_mode argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "tar" "gtar" "bsdtar")
  (#value? @_mode "^(-[a-zA-Z]*[cru][a-zA-Z]*|--create|--append|--update)$")
  (#value? @_flag "^(-f|--file)$")
  (#lexicon? @path "outside-paths")
  (#set! id "tar-file"))
((command name: (_) @fn argument: (_) @path argument: (_)) @write.outside @payload
  (#name? @fn "zip" "7z.a" "7za.a" "rar.a")
  (#value? @path "(?i)\\.(zip|7z|rar)$")
  (#lexicon? @path "outside-paths")
  (#set! id "archive"))

; dd of=/there, --output=/there
((command name: (_) @fn argument: (_) @path) @write.outside @payload
  (#name? @fn "dd" "curl" "wget" "wget2" "sort" "gpg" "cp.into" "mv.into" "install.into")
  (#value? @path "^(of|--output|--output-document|--directory-prefix|--directory|--target-directory)=")
  (#lexicon? @path "outside-paths")
  (#set! id "assigned"))

; sed -i s/a/b/ ~/.bashrc, perl -pi
((command name: (_) @fn argument: (_) @_flag argument: (_) @path) @write.outside @payload
  (#name? @fn "sed" "gsed" "perl" "ruby")
  (#value? @_flag "^-[a-zA-Z]*i|^--in-place")
  (#lexicon? @path "outside-paths")
  (#set! id "in-place"))

; scrot ~/x.png, arecord /tmp/x.wav: a capture's own file.
((command name: (_) @fn argument: (_) @path .) @write.outside @payload
  (#lexicon? @fn "bash-captures")
  (#lexicon? @path "outside-paths")
  (#not-value? @path "^/dev/")
  (#set! id "capture"))

; crontab -, launchctl load, systemctl enable: kept by the system.
((command name: (_) @fn . argument: (_) @path) @write.outside @payload
  (#name? @fn "crontab")
  (#not-value? @path "^-[lei]$")
  (#set! id "crontab")
  (#set! kind "system")
  (#set! label "crontab"))

; crontab <<E: without a word it reads its standard input.
((command name: (_) @fn !argument) @write.outside @payload
  (#name? @fn "crontab")
  (#set! id "crontab-input")
  (#set! kind "system")
  (#set! label "crontab"))
