//! The whole vet of one file: SKILL.md
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| skill_vet_fuzz::vet("SKILL.md", data));
