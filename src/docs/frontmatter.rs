//! SKILL.md frontmatter.
