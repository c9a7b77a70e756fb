//! references
