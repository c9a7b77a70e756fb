//! The whole vet of a SKILL.md whose frontmatter is the fuzzer's.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let skill = [b"---\n", data, b"\n---\n\n# Weather\n"].concat();
    skill_vet_fuzz::vet("SKILL.md", &skill);
});
