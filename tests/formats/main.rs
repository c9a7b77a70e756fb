//! Every format: of every pack of `fixtures/packs/`, of hostile packs, and of huge ones.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/mod.rs"]
mod common;

mod check;
mod growth;
mod hostile;
mod many;
mod run;
mod snapshots;
