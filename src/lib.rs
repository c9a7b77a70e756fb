//! skill-vet: is this agent skill dangerous, and on which lines?
//!
//! The rooms, each of which knows only those above it in this list: [`text`], [`language`],
//! [`rules`], [`pack`], [`docs`], [`prose`], [`source`], [`queries`], [`semantics`], [`facts`],
//! [`findings`], [`verdict`], [`report`]. [`gate`] stands beside the findings. The command line is in
//! [`cli`].

pub mod cli;
pub mod docs;
pub mod facts;
pub mod findings;
pub mod gate;
pub mod language;
pub mod pack;
pub mod prose;
pub mod queries;
pub mod report;
pub mod rules;
pub mod semantics;
pub mod source;
pub mod text;
pub mod verdict;
pub mod vet;
