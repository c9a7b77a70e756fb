; Where the user, the screen or the surroundings are captured: at the call that opens it.

; ImageGrab.grab(), mss.mss().grab(…)
((call function: (_) @fn) @capture
  (#name? @fn
    "PIL.ImageGrab.grab" "mss.mss.grab" "mss.mss.shot" "mss.mss.save" "mss.MSS.grab" "mss.MSS.shot" "mss.MSS.save"
    "mss.linux.MSS.grab" "mss.linux.MSS.shot" "mss.windows.MSS.grab" "mss.windows.MSS.shot" "mss.darwin.MSS.grab" "mss.darwin.MSS.shot"
    "pyautogui.screenshot" "pyautogui.screenshotUtil.screenshot" "pyscreeze.screenshot"
    "pyscreenshot.grab" "pyscreenshot.grab_to_file" "autopy.bitmap.capture_screen" "autopy3.bitmap.capture_screen"
    "d3dshot.create.screenshot" "d3dshot.create.screenshot_to_disk" "d3dshot.create.capture" "d3dshot.create.screenshot_every"
    "dxcam.create.grab" "dxcam.create.start" "bettercam.create.grab" "bettercam.create.start" "windows_capture.WindowsCapture.start"
    "pywinauto.Desktop.window.capture_as_image" "win32gui.BitBlt" "win32ui.CreateDCFromHandle.BitBlt" "win32ui.CreateDCFromHandle.CreateCompatibleDC.BitBlt"
    "ctypes.windll.gdi32.BitBlt" "ctypes.windll.user32.PrintWindow" "Quartz.CGWindowListCreateImage" "Quartz.CGDisplayCreateImage"
    "Quartz.CoreGraphics.CGWindowListCreateImage" "Quartz.CoreGraphics.CGDisplayCreateImage" "gi.repository.Gdk.pixbuf_get_from_window"
    "gtk.gdk.Pixbuf.get_from_drawable" "PyQt5.QtWidgets.QApplication.primaryScreen.grabWindow" "PyQt6.QtWidgets.QApplication.primaryScreen.grabWindow"
    "PySide6.QtWidgets.QApplication.primaryScreen.grabWindow" "PySide2.QtWidgets.QApplication.primaryScreen.grabWindow"
    "PyQt5.QtGui.QGuiApplication.primaryScreen.grabWindow" "PyQt6.QtGui.QGuiApplication.primaryScreen.grabWindow"
    "PyQt5.QtWidgets.QApplication.screens.grabWindow" "Xlib.display.Display.screen.root.get_image" "wx.ScreenDC" "rpa.snap"
    "desktopmagic.screengrab_win32.getScreenAsImage" "desktopmagic.screengrab_win32.saveScreenToBmp" "vidgear.gears.ScreenGear"
    "vidgear.gears.ScreenGear.start" "RPA.Desktop.Desktop.take_screenshot")
  (#set! id "screen")
  (#set! kind "screen"))

; keyboard.on_press(…), pynput.keyboard.Listener(…), SetWindowsHookExA(…)
((call function: (_) @fn) @capture
  (#name? @fn
    "keyboard.on_press" "keyboard.on_release" "keyboard.hook" "keyboard.hook_key" "keyboard.record" "keyboard.start_recording"
    "keyboard.stop_recording" "keyboard.read_key" "keyboard.read_event" "keyboard.read_hotkey" "keyboard.get_typed_strings"
    "keyboard.on_press_key" "keyboard.on_release_key" "keyboard.add_word_listener"
    "pynput.keyboard.Listener" "pynput.keyboard.Events" "pyHook.HookManager.HookKeyboard"
    "pyWinhook.HookManager.HookKeyboard" "pyxhook.HookManager.start" "pyxhook.HookManager.HookKeyboard" "pyxHook.HookManager.HookKeyboard"
    "evdev.InputDevice.read_loop" "evdev.InputDevice.read" "evdev.InputDevice.read_one" "evdev.InputDevice.async_read_loop" "evdev.InputDevice.grab"
    "inputs.get_key" "inputs.devices.keyboards" "ctypes.windll.user32.SetWindowsHookExA" "ctypes.windll.user32.SetWindowsHookExW"
    "ctypes.windll.user32.SetWindowsHookEx" "ctypes.WinDLL.SetWindowsHookExA" "ctypes.WinDLL.SetWindowsHookExW"
    "ctypes.windll.user32.GetAsyncKeyState" "ctypes.windll.user32.GetKeyState" "ctypes.windll.user32.GetKeyboardState"
    "win32api.GetAsyncKeyState" "win32api.GetKeyState" "win32api.GetKeyboardState" "win32gui.SetWindowsHookEx"
    "Quartz.CGEventTapCreate" "Quartz.CoreGraphics.CGEventTapCreate" "AppKit.NSEvent.addGlobalMonitorForEventsMatchingMask_handler_"
    "Cocoa.NSEvent.addGlobalMonitorForEventsMatchingMask_handler_" "Xlib.display.Display.record_enable_context"
    "Xlib.ext.record.enable_context" "keylogger.Keylogger.start")
  (#set! id "keyboard")
  (#set! kind "keyboard"))

; sounddevice.rec(…), Recognizer().listen(source)
((call function: (_) @fn) @capture
  (#name? @fn
    "sounddevice.rec" "sounddevice.playrec" "sounddevice.InputStream" "sounddevice.RawInputStream" "sounddevice.Stream" "sounddevice.RawStream"
    "soundcard.default_microphone.record" "soundcard.default_microphone.recorder" "soundcard.get_microphone.record"
    "soundcard.get_microphone.recorder" "speech_recognition.Recognizer.listen" "speech_recognition.Recognizer.listen_in_background"
    "pvrecorder.PvRecorder.start" "pvrecorder.PvRecorder.read" "pyaudiowpatch.PyAudio.get_loopback_device_info_generator"
    "winrt.windows.media.capture.MediaCapture.start_preview_async"
    "audiorecorder.audiorecorder" "streamlit_mic_recorder.mic_recorder" "RealtimeSTT.AudioToTextRecorder" "AVFoundation.AVAudioRecorder.record"
    "ossaudiodev.open.read" "snowboydecoder.HotwordDetector.start" "PyQt5.QtMultimedia.QAudioRecorder.record" "PyQt6.QtMultimedia.QMediaRecorder.record"
    "sphinx.LiveSpeech" "pocketsphinx.LiveSpeech")
  (#set! id "audio")
  (#set! kind "audio"))

; PyAudio().open(…, input=True)
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (true)))) @capture
  (#name? @fn "pyaudio.PyAudio.open" "pyaudiowpatch.PyAudio.open")
  (#any-of? @_key "input" "as_loopback")
  (#set! id "audio-input")
  (#set! kind "audio"))

; alsaaudio.PCM(alsaaudio.PCM_CAPTURE, …)
((call function: (_) @fn arguments: (argument_list (_) @_mode)) @capture
  (#name? @fn "alsaaudio.PCM")
  (#name? @_mode "alsaaudio.PCM_CAPTURE")
  (#set! id "audio-alsa")
  (#set! kind "audio"))

; alsaaudio.PCM(type=alsaaudio.PCM_CAPTURE)
((call function: (_) @fn arguments: (argument_list (keyword_argument value: (_) @_mode))) @capture
  (#name? @fn "alsaaudio.PCM")
  (#name? @_mode "alsaaudio.PCM_CAPTURE")
  (#set! id "audio-alsa-keyword")
  (#set! kind "audio"))

; winmm's recorder: mciSendString("record …")
((call function: (_) @fn arguments: (argument_list . (_) @_command)) @capture
  (#name? @fn "ctypes.windll.winmm.mciSendStringW" "ctypes.windll.winmm.mciSendStringA" "ctypes.windll.winmm.mciSendString")
  (#value? @_command "(?i)^\\s*record\\b")
  (#set! id "audio-mci")
  (#set! kind "audio"))

; cv2.VideoCapture(0): a device by its number; a path is a file
((call function: (_) @fn arguments: (argument_list . (_) @_device)) @capture
  (#name? @fn "cv2.VideoCapture" "cv2.VideoCapture.open" "imutils.video.VideoStream" "imutils.video.WebcamVideoStream" "vidgear.gears.CamGear" "vidgear.gears.VideoGear")
  (#value? @_device "^([0-9]|/dev/video[0-9]*|v4l2:.*|video=.*)$")
  (#set! id "camera-device")
  (#set! kind "camera"))

; VideoStream(src=0), VideoCapture(index=0)
((call function: (_) @fn arguments: (argument_list (keyword_argument name: (identifier) @_key value: (_) @_device))) @capture
  (#name? @fn "cv2.VideoCapture" "imutils.video.VideoStream" "imutils.video.WebcamVideoStream" "vidgear.gears.CamGear" "vidgear.gears.VideoGear")
  (#any-of? @_key "src" "source" "index" "filename")
  (#value? @_device "^([0-9]|/dev/video[0-9]*)$")
  (#set! id "camera-keyword")
  (#set! kind "camera"))

; imageio.get_reader("<video0>"), av.open("/dev/video0")
((call function: (_) @fn arguments: (argument_list . (_) @_device)) @capture
  (#name? @fn "imageio.get_reader" "imageio.v2.get_reader" "imageio.v3.imiter" "imageio.v3.imread" "imageio.imread" "av.open" "ffmpeg.input" "skvideo.io.vread" "open" "v4l2py.Device" "linuxpy.video.device.Device")
  (#value? @_device "^(<video[0-9]>|/dev/video[0-9]*|video=.*)$")
  (#set! id "camera-name")
  (#set! kind "camera"))

; picamera.PiCamera().capture("x.jpg"), pygame.camera.Camera(…).start()
((call function: (_) @fn) @capture
  (#name? @fn
    "picamera.PiCamera.capture" "picamera.PiCamera.capture_continuous" "picamera.PiCamera.capture_sequence" "picamera.PiCamera.start_recording"
    "picamera2.Picamera2.start" "picamera2.Picamera2.capture_file" "picamera2.Picamera2.capture_array" "picamera2.Picamera2.start_recording"
    "picamera2.Picamera2.start_and_capture_file" "picamera2.Picamera2.start_and_record_video" "pygame.camera.Camera.start" "pygame.camera.Camera.get_image"
    "VideoCapture.Device.saveSnapshot" "VideoCapture.Device.getImage" "ecapture.ecapture.capture" "ecapture.capture" "ecapture.ecapture.vidcapture"
    "cv2.VideoCapture.grabImage" "pyrealsense2.pipeline.start" "depthai.Device.getOutputQueue" "gphoto2.Camera.capture"
    "kivy.uix.camera.Camera" "plyer.camera.take_picture" "streamlit_webrtc.webrtc_streamer" "aiortc.contrib.media.MediaRecorder.start"
    "jetson.utils.videoSource.Capture" "v4l2capture.Video_device.start")
  (#set! id "camera")
  (#set! kind "camera"))

; browser_history.get_history()
((call function: (_) @fn) @capture
  (#name? @fn
    "browser_history.get_history" "browser_history.get_bookmarks" "browser_history.generic.ChromiumBasedBrowser.fetch_history"
    "browser_history.browsers.Chrome.fetch_history" "browser_history.browsers.Chrome.history" "browser_history.browsers.Firefox.fetch_history"
    "browser_history.browsers.Chromium.fetch_history" "browser_history.browsers.Edge.fetch_history" "browser_history.browsers.Safari.fetch_history"
    "browser_history.browsers.Brave.fetch_history" "browser_history.browsers.Opera.fetch_history" "browser_history.browsers.Vivaldi.fetch_history"
    "browser_history.utils.default_browser.fetch_history" "browserhistory.get_browserhistory" "browserhistory.write_browserhistory_csv"
    "browserexport.read_visits" "browserexport.merge.read_visits" "browserexport.merge.read_and_merge"
   )
  (#set! id "history")
  (#set! kind "history"))

; sqlite3.connect("~/…/Default/History")
((call function: (_) @fn arguments: (argument_list . (_) @path)) @capture
  (#name? @fn
    "sqlite3.connect" "sqlite3.dbapi2.connect" "aiosqlite.connect" "apsw.Connection" "sqlite_utils.Database" "duckdb.connect"
    "pysqlite3.connect" "sqlalchemy.create_engine" "dataset.connect" "peewee.SqliteDatabase" "records.Database" "pyesedb.open")
  (#lexicon? @path "browser-history-paths")
  (#set! id "history-database")
  (#set! kind "history"))

; sqlite3.connect("file:///home/x/places.sqlite?mode=ro", uri=True), a copy of the file under its own name
((call function: (_) @fn arguments: (argument_list . (_) @path)) @capture
  (#name? @fn "sqlite3.connect" "sqlite3.dbapi2.connect" "aiosqlite.connect" "sqlalchemy.create_engine" "apsw.Connection")
  (#value? @path "(^|/)(History|places\\.sqlite|History\\.db|Archived History)(\\?.*)?$")
  (#set! id "history-copy-opened")
  (#set! kind "history"))

; sqlite3.connect(database="…/History")
((call function: (_) @fn arguments: (argument_list (keyword_argument value: (_) @path))) @capture
  (#name? @fn "sqlite3.connect" "aiosqlite.connect" "duckdb.connect")
  (#lexicon? @path "browser-history-paths")
  (#set! id "history-keyword")
  (#set! kind "history"))

; shutil.copy("~/…/History", …): a copy of the store
((call function: (_) @fn arguments: (argument_list . (_) @path)) @capture
  (#lexicon? @fn "python-copiers")
  (#lexicon? @path "browser-history-paths")
  (#set! id "history-copy")
  (#set! kind "history"))

; open("~/…/History", "rb"), tar.add("~/.mozilla/firefox"): its bytes are taken
((call function: (_) @fn arguments: (argument_list . (_) @path)) @capture
  (#name? @fn "open" "tarfile.open.add" "tarfile.TarFile.add" "zipfile.ZipFile.write" "aiofiles.open")
  (#lexicon? @path "browser-history-paths")
  (#set! id "history-bytes")
  (#set! kind "history"))

; Path("~/…/History").read_bytes()
((call function: (attribute object: (_) @path attribute: (identifier) @_method) @fn) @capture
  (#any-of? @_method "read_bytes" "read_text")
  (#lexicon? @path "browser-history-paths")
  (#set! id "history-read")
  (#set! kind "history"))

; s3.upload_file("~/…/History", …)
((call function: (_) @fn arguments: (argument_list (_) @path)) @capture
  (#lexicon? @fn "python-sends")
  (#lexicon? @path "browser-history-paths")
  (#set! id "history-sent")
  (#set! kind "history"))

; shutil.make_archive("out", "zip", "~/.mozilla/firefox")
((call function: (_) @fn arguments: (argument_list (_) @path)) @capture
  (#name? @fn "shutil.make_archive")
  (#lexicon? @path "browser-history-paths")
  (#set! id "history-archive")
  (#set! kind "history"))

; open("/dev/input/event0", "rb")
((call function: (_) @fn arguments: (argument_list . (_) @_device)) @capture
  (#lexicon? @fn "python-readers")
  (#value? @_device "^/dev/(input/(event|by-|mouse|js)|hidraw)")
  (#set! id "input-device")
  (#set! kind "keyboard"))

; QApplication([]).primaryScreen().grabWindow(0)
((call function: (attribute attribute: (identifier) @_method)) @capture
  (#eq? @_method "grabWindow")
  (#set! id "grab-window")
  (#set! kind "screen"))
