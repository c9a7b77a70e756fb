; What is kept on disk.

; cmd > file, cmd >> file, cmd &> file
((file_redirect [">" ">>" "&>" "&>>" ">|"] destination: (_) @path) @persist @payload
  (#not-value? @path "^/dev/|^&?\\d+$|^-$|^/proc/self/fd/")
  (#set! id "redirect")
  (#set! kind "file")
  (#set! label "redirection"))

; cmd | tee file
((command name: (_) @fn argument: (_) @path) @persist @payload
  (#name? @fn "tee" "sponge")
  (#not-value? @path "^-|^/dev/")
  (#set! id "tee")
  (#set! kind "file"))

; cp a b, mv a b: the last word is the file.
((command name: (_) @fn argument: (_) argument: (_) @path .) @persist @payload
  (#name? @fn "cp" "mv" "install" "ditto" "rsync" "ln" "scp")
  (#not-value? @path "^-|^/dev/|^[\\w.@-]{2,}:")
  (#set! id "copy")
  (#set! kind "file"))

; cp -t dir a
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @persist @payload
  (#name? @fn "cp.into" "mv.into" "install.into" "ln.into")
  (#value? @_flag "^(-t|--target-directory)$")
  (#set! id "copy-into")
  (#set! kind "file"))

; v4l2-ctl --stream-to=file, sort --output=file
((command name: (_) @fn argument: (_) @path) @persist @payload
  (#name? @fn "v4l2-ctl" "curl" "wget" "sort" "gpg" "logkeys" "arecord" "wf-recorder" "scrot")
  (#value? @path "^--(stream-to|output|output-document|file)=")
  (#set! id "assigned-option")
  (#set! kind "file"))

; dd of=file
((command name: (_) @fn argument: (_) @path) @persist @payload
  (#name? @fn "dd")
  (#value? @path "^of=")
  (#not-value? @path "^of=/dev/")
  (#set! id "dd")
  (#set! kind "file"))

; scrot x.png, arecord x.wav, ffmpeg … out.mp4: a capture's own last word.
((command name: (_) @fn argument: (_) @path .) @persist @payload
  (#lexicon? @fn "bash-captures")
  (#not-value? @path "^-|^/dev/")
  (#set! id "capture-file")
  (#set! kind "file"))
((command name: (_) @fn argument: (_) @path .) @persist @payload
  (#name? @fn "ffmpeg" "avconv" "import" "magick.import" "sox" "convert" "magick" "gst-launch-1.0")
  (#not-value? @path "^-|^/dev/|^pipe:|^[a-z]+://|:-$")
  (#set! id "media-file")
  (#set! kind "file"))

; scrot, gnome-screenshot without a word: a file in the working directory.
((command name: (_) @fn !argument) @persist @payload
  (#name? @fn "scrot" "gnome-screenshot" "imagesnap" "spectacle" "flameshot" "wf-recorder" "raspistill" "grim" "xfce4-screenshooter" "recordmydesktop" "hyprshot")
  (#set! id "capture-default")
  (#set! kind "file"))

; curl -o file, wget -O file, tar -cf file, openssl … -out file, gpg -o file
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @persist @payload
  (#name? @fn "curl" "wget" "wget2" "aria2c" "http" "xh" "gpg" "gpg2" "age" "logkeys" "sort" "v4l2-ctl" "evemu-record" "gphoto2" "libcamera-still" "libcamera-vid" "rpicam-still" "rpicam-vid" "raspistill" "raspivid" "scrot" "wf-recorder" "screencapture" "xwd" "spectacle" "flameshot" "gnome-screenshot" "grimshot" "hyprshot" "strace" "tcpdump" "fswebcam" "streamer" "yt-dlp" "jq" "pandoc")
  (#value? @_flag "^(-o|-O|--output|--output-document|--out|-f|--file|--filename|-out|-p|--path|--stream-to)$")
  (#not-value? @path "^-|^/dev/")
  (#set! id "output-option")
  (#set! kind "file"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @persist @payload
  (#name? @fn "openssl")
  (#value? @_flag "^-out$")
  (#set! id "openssl-out")
  (#set! kind "file"))

; tar -czf file …, zip file …
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @persist @payload
  (#name? @fn "tar" "gtar" "bsdtar")
  (#value? @_flag "^-?[a-zA-Z]*c[a-zA-Z]*f$|^-f$|^--file$")
  (#not-value? @path "^-$|^/dev/")
  (#set! id "tar")
  (#set! kind "file"))
((command name: (_) @fn argument: (_) @path argument: (_)) @persist @payload
  (#name? @fn "zip" "7z.a" "7za.a" "rar.a")
  (#value? @path "(?i)\\.(zip|7z|rar)$")
  (#set! id "zip")
  (#set! kind "file"))

; sqlite3 db "INSERT …", psql -c "INSERT …"
((command name: (_) @fn argument: (_) @payload) @persist
  (#name? @fn "sqlite3" "sqlite" "psql" "mysql" "mariadb" "mongosh" "mongo" "duckdb" "redis-cli")
  (#value? @payload "(?i)\\b(insert\\s+into|replace\\s+into|update\\s|insertOne|insertMany|set\\s)")
  (#set! id "database")
  (#set! kind "database"))

; redis-cli set k v
((command name: (_) @fn) @persist @payload
  (#name? @fn "redis-cli.set" "redis-cli.lpush" "redis-cli.rpush" "redis-cli.hset" "redis-cli.xadd" "redis-cli.sadd")
  (#set! id "redis")
  (#set! kind "database"))

; tcpdump -w file
((command name: (_) @fn argument: (_) @_flag . argument: (_) @path) @persist @payload
  (#name? @fn "tcpdump" "tshark" "dumpcap")
  (#value? @_flag "^-[a-zA-Z]*w$")
  (#not-value? @path "^-|^/dev/")
  (#set! id "packet-file")
  (#set! kind "file"))
