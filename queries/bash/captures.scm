; What captures the user or the screen.

; scrot, arecord, imagesnap, logkeys: commands that do nothing else.
((command name: (_) @fn) @capture
  (#lexicon? @fn "bash-captures")
  (#set! id "tool"))

; ImageMagick: import -window root x.png
((command name: (_) @fn argument: (_) @_flag) @capture
  (#name? @fn "import" "magick.import")
  (#value? @_flag "^-(window|screen|silent|frame|pause)$")
  (#set! id "import")
  (#set! kind "screen"))

; ffmpeg -f x11grab: the device's format says what is captured.
((command name: (_) @fn argument: (_) @_flag . argument: (_) @_device) @capture
  (#name? @fn "ffmpeg" "avconv" "ffplay" "gst-launch-1.0" "mencoder")
  (#value? @_flag "^-f$")
  (#value? @_device "^(x11grab|gdigrab|kmsgrab|fbdev|ddagrab|xcbgrab|pipewiregrab)$")
  (#set! id "ffmpeg-screen")
  (#set! kind "screen"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @_device) @capture
  (#name? @fn "ffmpeg" "avconv" "ffplay")
  (#value? @_flag "^-f$")
  (#value? @_device "^(alsa|pulse|jack|oss|sndio|openal)$")
  (#set! id "ffmpeg-audio")
  (#set! kind "audio"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @_device) @capture
  (#name? @fn "ffmpeg" "avconv" "ffplay")
  (#value? @_flag "^-f$")
  (#value? @_device "^(v4l2|video4linux2|vfwcap|bktr|iec61883)$")
  (#set! id "ffmpeg-camera")
  (#set! kind "camera"))

; ffmpeg -f avfoundation -i "1:0", -f dshow -i video=…: the input says which.
((command name: (_) @fn argument: (_) @_format argument: (_) @_flag . argument: (_) @_input) @capture
  (#name? @fn "ffmpeg" "avconv" "ffplay")
  (#value? @_format "^avfoundation$")
  (#value? @_flag "^-i$")
  (#value? @_input "(?i)^[1-9]|screen")
  (#set! id "avfoundation-screen")
  (#set! kind "screen"))
((command name: (_) @fn argument: (_) @_format argument: (_) @_flag . argument: (_) @_input) @capture
  (#name? @fn "ffmpeg" "avconv" "ffplay")
  (#value? @_format "^(avfoundation|dshow)$")
  (#value? @_flag "^-i$")
  (#value? @_input "(?i)^(none)?:|^audio=|microphone")
  (#set! id "avfoundation-audio")
  (#set! kind "audio"))
((command name: (_) @fn argument: (_) @_format argument: (_) @_flag . argument: (_) @_input) @capture
  (#name? @fn "ffmpeg" "avconv" "ffplay")
  (#value? @_format "^(avfoundation|dshow)$")
  (#value? @_flag "^-i$")
  (#value? @_input "(?i)^0(:|$)|^video=|camera|facetime|webcam")
  (#set! id "avfoundation-camera")
  (#set! kind "camera"))

; sox -d x.wav, sox -t alsa default: from the default recording device.
((command name: (_) @fn argument: (_) @_flag) @capture
  (#name? @fn "sox")
  (#value? @_flag "^(-d|--default-device|-t(alsa|pulseaudio|coreaudio|oss))$")
  (#set! id "sox")
  (#set! kind "audio"))
((command name: (_) @fn argument: (_) @_flag . argument: (_) @_device) @capture
  (#name? @fn "sox")
  (#value? @_flag "^-t$")
  (#value? @_device "^(alsa|pulseaudio|coreaudio|oss|waveaudio|sndio)$")
  (#set! id "sox-device")
  (#set! kind "audio"))

; v4l2-ctl --stream-mmap, xinput test 8, dbus-monitor: with the option that makes them capture.
((command name: (_) @fn argument: (_) @_flag) @capture
  (#name? @fn "v4l2-ctl" "libcamera-vid" "gphoto2")
  (#value? @_flag "^--(stream-(mmap|user|dmabuf|to)|capture-image|capture-movie|capture-preview)")
  (#set! id "camera-option")
  (#set! kind "camera"))
((command name: (_) @fn argument: (_) @_flag) @capture
  (#name? @fn "xinput")
  (#value? @_flag "^(--)?test(-xi2)?$")
  (#set! id "xinput")
  (#set! kind "keyboard"))

; cat /dev/input/event3, cat /dev/fb0, cat /dev/video0
((command name: (_) @fn argument: (_) @_device) @capture
  (#lexicon? @fn "bash-readers")
  (#value? @_device "(^|=)/dev/input/|(^|=)/dev/hidraw")
  (#set! id "input-device")
  (#set! kind "keyboard"))
((command name: (_) @fn argument: (_) @_device) @capture
  (#lexicon? @fn "bash-readers")
  (#value? @_device "(^|=)/dev/fb\\d?")
  (#set! id "frame-buffer")
  (#set! kind "screen"))
((command name: (_) @fn argument: (_) @_device) @capture
  (#lexicon? @fn "bash-readers")
  (#value? @_device "(^|=)/dev/video\\d?")
  (#set! id "video-device")
  (#set! kind "camera"))
((command name: (_) @fn argument: (_) @_device) @capture
  (#lexicon? @fn "bash-readers")
  (#value? @_device "(^|=)/dev/(dsp|audio|snd/)")
  (#set! id "audio-device")
  (#set! kind "audio"))
((file_redirect "<" destination: (_) @_device) @capture
  (#value? @_device "^/dev/(input/|hidraw)")
  (#set! id "input-redirect")
  (#set! kind "keyboard"))

; sqlite3 …/History 'select …', cp …/places.sqlite there
((command name: (_) @fn argument: (_) @path) @capture
  (#name? @fn "sqlite3" "sqlite" "litecli" "cp" "mv" "rsync" "scp" "install" "ditto" "curl" "wget" "tar" "zip" "7z" "base64" "cat" "strings" "dd" "gzip" "xxd" "openssl" "sqldiff" "nc" "rclone.copy" "gpg" "gsutil.cp" "aws.s3.cp")
  (#lexicon? @path "bash-history-paths")
  (#set! id "history"))
((file_redirect "<" destination: (_) @path) @capture
  (#lexicon? @path "bash-history-paths")
  (#set! id "history-redirect"))

; gst-launch-1.0 v4l2src ! …
((command name: (_) @fn argument: (_) @_source) @capture
  (#name? @fn "gst-launch-1.0" "gst-launch" "gst-launch-0.10")
  (#value? @_source "^(v4l2src|avfvideosrc|ksvideosrc|mfvideosrc|libcamerasrc|dc1394src)$")
  (#set! id "pipeline-camera")
  (#set! kind "camera"))
((command name: (_) @fn argument: (_) @_source) @capture
  (#name? @fn "gst-launch-1.0" "gst-launch" "gst-launch-0.10")
  (#value? @_source "^(pulsesrc|alsasrc|autoaudiosrc|osxaudiosrc|jackaudiosrc|wasapisrc|openslessrc)$")
  (#set! id "pipeline-audio")
  (#set! kind "audio"))
((command name: (_) @fn argument: (_) @_source) @capture
  (#name? @fn "gst-launch-1.0" "gst-launch" "gst-launch-0.10")
  (#value? @_source "^(ximagesrc|gdiscreencapsrc|dx9screencapsrc|d3d11screencapturesrc|waylandsrc)$")
  (#set! id "pipeline-screen")
  (#set! kind "screen"))
