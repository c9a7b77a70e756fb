; What changes a content's look: encodings, compression, encryption.

; base64.b64encode(x)
((call function: (_) @fn) @encode
  (#name? @fn
    "base64.b64encode" "base64.standard_b64encode" "base64.urlsafe_b64encode" "base64.encodebytes" "base64.encodestring"
    "base64.encode" "base64.b32encode" "base64.b32hexencode" "base64.b85encode" "base64.a85encode" "base64.z85encode"
    "binascii.b2a_base64" "binascii.b2a_uu" "uu.encode" "pybase64.b64encode" "pybase64.standard_b64encode"
    "pybase64.urlsafe_b64encode" "base58.b58encode" "base58.b58encode_check" "base45.b45encode" "base91.encode"
    "base62.encodebytes" "email.base64mime.body_encode" "tornado.escape.utf8.encode" "django.utils.http.urlsafe_base64_encode"
    "itsdangerous.base64_encode")
  (#set! id "base64")
  (#set! kind "base64"))

; binascii.hexlify(x)
((call function: (_) @fn) @encode
  (#name? @fn "binascii.hexlify" "binascii.b2a_hex" "base64.b16encode" "binascii.b2a_hqx" "bytes.hex" "codecs.hex_codec.encode")
  (#set! id "hex")
  (#set! kind "hex"))

; data.hex(): bytes, bytearrays and memoryviews have it (floats too, colours and identifiers as an attribute)
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list .)) @encode
  (#eq? @_method "hex")
  (#not-name? @fn "uuid.uuid4.hex" "uuid.uuid1.hex" "secrets.token_bytes.hex" "os.urandom.hex")
  (#set! id "hex-method")
  (#set! kind "hex"))

; codecs.encode(x, "base64"), x.encode("base64"): a codec that is no alphabet
((call function: (_) @fn arguments: (argument_list (_) @_codec)) @encode
  (#name? @fn "codecs.encode" "codecs.getencoder" "codecs.lookup.encode" "codecs.getwriter")
  (#value? @_codec "(?i)^(base[-_]?64|base64[-_]codec|uu|uu[-_]codec|quopri64)$")
  (#set! id "codec-base64")
  (#set! kind "base64"))

; codecs.encode(x, "hex")
((call function: (_) @fn arguments: (argument_list (_) @_codec)) @encode
  (#name? @fn "codecs.encode" "codecs.getencoder" "codecs.lookup.encode" "codecs.getwriter")
  (#value? @_codec "(?i)^hex([-_]codec)?$")
  (#set! id "codec-hex")
  (#set! kind "hex"))

; codecs.encode(x, "rot13")
((call function: (_) @fn arguments: (argument_list (_) @_codec)) @encode
  (#name? @fn "codecs.encode" "codecs.getencoder" "codecs.lookup.encode" "codecs.getwriter")
  (#value? @_codec "(?i)^rot[-_]?13$")
  (#set! id "codec-rot")
  (#set! kind "rot"))

; codecs.encode(x, "zlib")
((call function: (_) @fn arguments: (argument_list (_) @_codec)) @encode
  (#name? @fn "codecs.encode" "codecs.getencoder" "codecs.lookup.encode" "codecs.getwriter")
  (#value? @_codec "(?i)^(zlib|zip|bz2)([-_]codec)?$")
  (#set! id "codec-compress")
  (#set! kind "compress"))

; "text".encode("base64"): Python 2 had the codecs as a method
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list . (_) @_codec)) @encode
  (#eq? @_method "encode")
  (#value? @_codec "(?i)^(base[-_]?64|base64[-_]codec|uu|uu[-_]codec)$")
  (#set! id "method-base64")
  (#set! kind "base64"))

; "text".encode("hex")
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list . (_) @_codec)) @encode
  (#eq? @_method "encode")
  (#value? @_codec "(?i)^hex([-_]codec)?$")
  (#set! id "method-hex")
  (#set! kind "hex"))

; "text".encode("rot13")
((call function: (attribute attribute: (identifier) @_method) @fn arguments: (argument_list . (_) @_codec)) @encode
  (#eq? @_method "encode")
  (#value? @_codec "(?i)^rot[-_]?13$")
  (#set! id "method-rot")
  (#set! kind "rot"))

; zlib.compress(x)
((call function: (_) @fn) @encode
  (#name? @fn
    "zlib.compress" "zlib.compressobj.compress" "zlib.compressobj.flush" "gzip.compress" "gzip.GzipFile.write" "bz2.compress"
    "bz2.BZ2Compressor.compress" "lzma.compress" "lzma.LZMACompressor.compress" "zstandard.compress"
    "zstandard.ZstdCompressor.compress" "zstandard.ZstdCompressor.stream_writer" "zstd.compress" "compression.zstd.compress"
    "compression.zlib.compress" "compression.gzip.compress" "pyzstd.compress" "brotli.compress" "brotlicffi.compress"
    "brotli.Compressor.process" "lz4.frame.compress" "lz4.block.compress" "snappy.compress" "snappy.StreamCompressor.compress"
    "cramjam.snappy.compress" "cramjam.gzip.compress" "cramjam.zstd.compress" "blosc.compress" "blosc2.compress" "lzo.compress"
    "isal.isal_zlib.compress" "shutil.make_archive")
  (#set! id "compress")
  (#set! kind "compress"))

; tarfile.open("x.tar.gz", "w:gz"), ZipFile("x.zip", "w"), gzip.open("x", "wb"): an archive that is made
((call function: (_) @fn arguments: (argument_list . (_) @target) @_args) @encode
  (#name? @fn
    "tarfile.open" "tarfile.TarFile" "tarfile.TarFile.open" "tarfile.TarFile.gzopen" "zipfile.ZipFile" "zipfile.PyZipFile"
    "pyzipper.AESZipFile" "pyzipper.ZipFile" "py7zr.SevenZipFile" "gzip.open" "gzip.GzipFile" "bz2.open" "bz2.BZ2File"
    "lzma.open" "lzma.LZMAFile" "zstandard.open" "lz4.frame.open")
  (#value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "archive")
  (#set! kind "compress"))

; tarfile.open(fileobj=buffer, mode="w:gz"): the same into memory
((call function: (_) @fn arguments: (argument_list . (keyword_argument)) @_args) @encode
  (#name? @fn "tarfile.open" "tarfile.TarFile" "zipfile.ZipFile" "gzip.GzipFile" "gzip.open")
  (#value? @_args "^[rbtU]*[wax+][rbtU+]*([:|]\\w*)?$")
  (#set! id "archive-memory")
  (#set! kind "compress"))

; Fernet(key).encrypt(x)
((call function: (_) @fn) @encode
  (#name? @fn
    "cryptography.fernet.Fernet.encrypt" "cryptography.fernet.MultiFernet.encrypt"
    "cryptography.hazmat.primitives.ciphers.Cipher.encryptor.update" "cryptography.hazmat.primitives.ciphers.Cipher.encryptor.finalize"
    "cryptography.hazmat.primitives.ciphers.aead.AESGCM.encrypt" "cryptography.hazmat.primitives.ciphers.aead.ChaCha20Poly1305.encrypt"
    "cryptography.hazmat.primitives.ciphers.aead.AESCCM.encrypt" "cryptography.hazmat.primitives.ciphers.aead.AESSIV.encrypt"
    "cryptography.hazmat.primitives.serialization.load_pem_public_key.encrypt"
    "cryptography.hazmat.primitives.serialization.load_der_public_key.encrypt"
    "Crypto.Cipher.AES.new.encrypt" "Crypto.Cipher.AES.new.encrypt_and_digest" "Crypto.Cipher.DES.new.encrypt"
    "Crypto.Cipher.DES3.new.encrypt" "Crypto.Cipher.ARC4.new.encrypt" "Crypto.Cipher.Blowfish.new.encrypt"
    "Crypto.Cipher.ChaCha20.new.encrypt" "Crypto.Cipher.Salsa20.new.encrypt" "Crypto.Cipher.ChaCha20_Poly1305.new.encrypt_and_digest"
    "Crypto.Cipher.PKCS1_OAEP.new.encrypt" "Crypto.Cipher.PKCS1_v1_5.new.encrypt" "Cryptodome.Cipher.AES.new.encrypt"
    "Cryptodome.Cipher.AES.new.encrypt_and_digest" "Cryptodome.Cipher.PKCS1_OAEP.new.encrypt" "Cryptodome.Cipher.ChaCha20.new.encrypt"
    "rsa.encrypt" "nacl.public.Box.encrypt" "nacl.public.SealedBox.encrypt" "nacl.secret.SecretBox.encrypt" "nacl.secret.Aead.encrypt"
    "nacl.bindings.crypto_secretbox" "nacl.bindings.crypto_box_seal" "pyaes.AESModeOfOperationCTR.encrypt"
    "pyaes.AESModeOfOperationCBC.encrypt" "pyAesCrypt.encryptFile" "pyAesCrypt.encryptStream" "simplecrypt.encrypt"
    "pgpy.PGPKey.encrypt" "pgpy.PGPKey.from_blob.encrypt" "gnupg.GPG.encrypt" "gnupg.GPG.encrypt_file" "age.encrypt"
    "pyrage.encrypt" "pyrage.passphrase.encrypt" "jwcrypto.jwe.JWE" "jose.jwe.encrypt" "M2Crypto.EVP.Cipher.update"
    "tink.aead.Aead.encrypt" "cryptocode.encrypt" "aes.AES.encrypt" "blowfish.Cipher.encrypt_ecb" "win32crypt.CryptProtectData")
  (#set! id "encrypt")
  (#set! kind "encrypt"))

; chr(ord(c) ^ 42), chr(ord(c) + 13): a cipher of one's own (of a constant it is a spelling, which folds)
((call function: (identifier) @fn arguments: (argument_list . (binary_operator left: (call function: (identifier) @_ord)))) @encode
  (#name? @fn "chr")
  (#name? @_ord "ord")
  (#not-value? @encode "(?s)^.+$")
  (#set! id "own-cipher")
  (#set! kind "custom")
  (#set! label "characters shifted or xored"))

; chr((ord(c) - 97 + 13) % 26 + 97): the same, kept in the alphabet
((call function: (identifier) @fn arguments: (argument_list . (binary_operator) @_sum)) @encode
  (#name? @fn "chr")
  (#match? @_sum "\\bord\\s*\\(.*%\\s*26")
  (#set! id "own-rotation")
  (#set! kind "rot")
  (#set! label "characters rotated"))

; bytes(b ^ 42 for b in data), bytes([b ^ k for b, k in zip(data, cycle(key))]), bytearray(…)
((call function: (identifier) @fn arguments: [
    (generator_expression body: (binary_operator operator: "^"))
    (argument_list . [(list_comprehension body: (binary_operator operator: "^")) (generator_expression body: (binary_operator operator: "^"))])
  ]) @encode
  (#name? @fn "bytes" "bytearray")
  (#set! id "own-xor")
  (#set! kind "custom")
  (#set! label "bytes xored"))

; text.translate(str.maketrans("abc…", "nop…")): an alphabet put in another's place; a table of few signs is none
((call function: (_) @fn arguments: (argument_list . (_) @_from . (_) @_to)) @encode
  (#name? @fn "str.maketrans" "bytes.maketrans" "bytearray.maketrans" "string.maketrans")
  (#value? @_from "(?i)[a-z]{13}")
  (#value? @_to "(?i)[a-z]{13}")
  (#set! id "own-alphabet")
  (#set! kind "rot")
  (#set! label "letters replaced by a table"))

; jwt.encode(x, key), itsdangerous: signed and in base64
((call function: (_) @fn) @encode
  (#name? @fn
    "jwt.encode" "jose.jwt.encode" "authlib.jose.jwt.encode" "itsdangerous.URLSafeSerializer.dumps" "itsdangerous.URLSafeTimedSerializer.dumps"
    "itsdangerous.Signer.sign" "django.core.signing.dumps" "msgpack.packb" "qrcode.make" "segno.make")
  (#set! id "token")
  (#set! kind "base64"))

; "%02x" % b, f"{b:02x}", format(b, "02x"): bytes by their numbers
((binary_operator left: (string) @_format operator: "%") @encode
  (#match? @_format "^[rb]*['\"](\\\\x)?%0\\d[xXob]['\"]$")
  (#set! id "hex-percent")
  (#set! kind "hex"))
((interpolation (format_specifier) @_format) @encode
  (#match? @_format "^:#?0\\d[xXob]$")
  (#set! id "hex-interpolated")
  (#set! kind "hex"))
((call function: (_) @fn arguments: (argument_list (_) . (string) @_format)) @encode
  (#name? @fn "format")
  (#match? @_format "^['\"]#?0\\d[xXob]['\"]$")
  (#set! id "hex-format")
  (#set! kind "hex"))
