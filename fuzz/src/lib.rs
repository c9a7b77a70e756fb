//! What the targets share: a pack of the fuzzer's bytes, and the properties that must hold of it.

#[path = "../../tests/hostile/properties.rs"]
pub mod properties;

use skill_vet::queries::QuerySet;
use std::sync::OnceLock;

/// The embedded queries, compiled once.
pub fn queries() -> &'static QuerySet {
    static QUERIES: OnceLock<QuerySet> = OnceLock::new();
    QUERIES.get_or_init(|| {
        // The stack that the command line gives its threads; one thread, so that a run is repeatable.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(64 << 20);
        pool.build_global().expect("the first pool");
        QuerySet::embedded()
    })
}

/// Vets a pack whose one file besides SKILL.md is `data`, as text.
pub fn vet(path: &str, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    properties::check(&properties::pack(&[(path, &text)]), queries());
}
