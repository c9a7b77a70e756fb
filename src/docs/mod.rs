//! What the pack says of itself: SKILL.md's frontmatter, and what SKILL.md and README.md of the
//! root disclose.

mod claims;
pub mod disclosure;
pub mod frontmatter;
pub mod hosts;
pub(crate) mod phrases;
mod prose;
mod scalar;

pub use disclosure::Disclosure;
pub use frontmatter::Frontmatter;

use crate::pack::{File, Pack};
use std::sync::Arc;

/// The two documents that a person installing a pack is supposed to have read.
#[derive(Debug, Default)]
pub struct Documents {
    /// SKILL.md of the root, `None` where there is none that holds text.
    pub skill: Option<SkillDoc>,
    /// What SKILL.md and README.md of the root tell.
    pub disclosure: Disclosure,
}

/// SKILL.md of the root.
#[derive(Debug)]
pub struct SkillDoc {
    /// Its path, which is its name.
    pub path: Arc<str>,
    /// Whether the name is spelled `SKILL.md`; another case is read all the same.
    pub exact_name: bool,
    /// Its frontmatter, `None` without a block.
    pub frontmatter: Option<Frontmatter>,
}

impl Documents {
    /// Reads the documents of `pack`. Never fails: what is not there discloses nothing.
    pub fn read(pack: &Pack) -> Self {
        let skill = root_file(pack, "SKILL.md");
        let readme = root_file(pack, "README.md");
        let doc = skill.and_then(|file| {
            let frontmatter = Frontmatter::read(file.text.as_ref()?);
            Some(SkillDoc { path: file.path.clone(), exact_name: &*file.path == "SKILL.md", frontmatter })
        });
        let mut documents = Documents { skill: doc, disclosure: Disclosure::default() };
        let mut disclosure = Disclosure::default();
        let name = documents.name().unwrap_or_default();
        for file in [skill, readme].into_iter().flatten() {
            if let Some(text) = &file.text {
                disclosure.add(&file.path, text, name);
            }
        }
        documents.disclosure = disclosure;
        documents
    }

    /// The name the frontmatter gives, `None` where it gives none.
    pub fn name(&self) -> Option<&str> {
        let name = self.skill.as_ref()?.frontmatter.as_ref()?.scalar("name")?;
        Some(name.text.trim()).filter(|name| !name.is_empty())
    }
}

/// The file of the root that is called `name`, or else one that differs in case only.
fn root_file<'p>(pack: &'p Pack, name: &str) -> Option<&'p File> {
    let readable = |file: &&File| file.text.is_some();
    let alike = || pack.files.iter().filter(|file| file.path.eq_ignore_ascii_case(name)).filter(readable);
    pack.file(name).filter(readable).or_else(|| alike().next())
}
