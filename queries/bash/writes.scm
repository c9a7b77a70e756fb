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

; cp -t /there, unzip -d /there, tar -C /there, curl -o /there/x
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "cp.into" "mv.into" "install.into" "ln.into" "unzip" "curl" "wget" "wget2" "aria2c" "gpg" "gpg2" "age" "openssl" "sort" "http" "xh" "scrot" "xwd" "flameshot" "gnome-screenshot" "screencapture" "logkeys" "pip" "pip3" "npm" "yt-dlp" "git.clone" "tcpdump")
  (#value? @_flag "^(-t|--target-directory|-d|-C|--directory|-[a-zA-Z]*[oOPf]|--output|--output-document|--directory-prefix|--output-dir|--dir|-out|-w|--target|--prefix|--file)$")
  (#lexicon? @path "outside-paths")
  (#not-value? @path "^@")
  (#set! id "option"))

; tar -C /there, tar czf /there/x.tgz, zip /there/x.zip y
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @write.outside @payload
  (#name? @fn "tar" "gtar" "bsdtar")
  (#value? @_flag "^-?[a-zA-Z]*[cru][a-zA-Z]*f$|^(-C|--directory|--one-top-level)$")
  (#lexicon? @path "outside-paths")
  (#set! id "tar"))
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
  (#name? @fn "dd" "curl" "wget" "wget2" "sort" "gpg" "tar" "cp.into" "mv.into" "install.into")
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
