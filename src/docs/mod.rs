//! What the pack says of itself: SKILL.md's frontmatter, and what SKILL.md and README.md of the
//! root disclose.

pub mod disclosure;
pub mod frontmatter;

pub use disclosure::Disclosure;
