//! Code and where it stands: from a file's text to what is parsed.

pub mod carriers;
