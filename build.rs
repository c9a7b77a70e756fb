//! Embeds `queries/`: writes a table of every query and lexicon file, so that no list of them is
//! kept by hand, and their hash, so that no run works it out again.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("queries");
    let mut names = Vec::new();
    for folder in fs::read_dir(&root)?.flatten() {
        println!("cargo::rerun-if-changed={}", folder.path().display());
        for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if name.ends_with(".scm") || name.ends_with(".txt") {
                names.push(format!("{}/{name}", folder.file_name().to_string_lossy()));
            }
        }
    }
    println!("cargo::rerun-if-changed={}", root.display());
    names.sort();
    let mut table = String::from("&[\n");
    let mut hasher = Sha256::new();
    for name in names {
        let path = root.join(&name);
        println!("cargo::rerun-if-changed={}", path.display());
        for part in [name.clone().into_bytes(), fs::read(&path)?] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        writeln!(table, "    ({name:?}, include_str!({:?})),", path.display().to_string())?;
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("embedded_queries.rs"), table)?;
    let hash: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(out.join("embedded_queries.sha256"), hash)?;
    Ok(())
}
