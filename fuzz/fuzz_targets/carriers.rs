//! The whole vet of files in which code stands: the first byte says which.
#![no_main]

const PATHS: [&str; 8] = [
    "package.json",
    ".github/workflows/main.yml",
    "page.html",
    "Makefile",
    "settings.json",
    "hooks.json",
    "notes.txt",
    "data.csv",
];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some((&first, rest)) = data.split_first() {
        skill_vet_fuzz::vet(PATHS[usize::from(first) % PATHS.len()], rest);
    }
});
