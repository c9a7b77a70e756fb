//! The whole vet of one file: scripts/main.py
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| skill_vet_fuzz::vet("scripts/main.py", data));
