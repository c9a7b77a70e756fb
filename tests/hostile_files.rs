//! Files made to cost time, small: each is done, twice as long in at most a few times as long, and
//! the thefts before and after its bad part are found. `cargo bench --bench hostile` measures large
//! ones.

#![allow(clippy::unwrap_used, clippy::expect_used)] // It is a test.

#[path = "hostile/shapes.rs"]
mod shapes;
#[path = "hostile/vetting.rs"]
mod vetting;

use rayon::prelude::*;
use skill_vet::verdict::Verdict;
use std::time::{Duration, Instant};
use vetting::Seen;

/// Where the theft after the bad part is no code to those who run the file either: it stands in a
/// string, a comment, a heredoc or a bracket that is never closed.
const SWALLOWED: &[&str] = &include!("hostile/swallowed.in");

/// Bytes of a bad part.
const SMALL: usize = 2 << 10;

#[test]
fn thefts_before_and_after_are_found() {
    let one = |name: String| {
        let Seen { before, after, verdict, .. } = vetting::vet(shapes::case(&name, SMALL));
        let swallowed = SWALLOWED.contains(&name.as_str());
        let met = before && (after || swallowed) && verdict == Verdict::Blocked;
        (!met).then(|| format!("{name}: before {before}, after {after}, {verdict}"))
    };
    let missed: Vec<String> =
        vetting::POOL.install(|| shapes::names().into_par_iter().filter_map(one).collect());
    assert!(missed.is_empty(), "{} cases:\n{}", missed.len(), missed.join("\n"));
}

/// Time of a vet, the least of so many tries.
fn time(name: &str, bytes: usize, tries: usize) -> Duration {
    let once = |_| {
        let bad = shapes::case(name, bytes);
        let start = Instant::now();
        vetting::vet(bad);
        start.elapsed()
    };
    (0..tries).map(once).min().unwrap()
}

/// Eight times as much may cost three times as much as eight times would: noise of a busy machine,
/// and caches, but no square, which would be 64.
#[test]
fn cost_grows_with_the_length() {
    let mut slow = Vec::new();
    // TypeScript's grammars are JavaScript's with more.
    for name in shapes::names().into_iter().filter(|name| !name.starts_with("ts")) {
        // What is quick enough needs no second look.
        let quick = Duration::from_millis(1500);
        if time(&name, 8 * SMALL, 1) > quick {
            let (long, short) = (time(&name, 8 * SMALL, 3), time(&name, SMALL, 3));
            // A machine that was busy for a moment is none of ours.
            if long > quick && long > short * 24 {
                slow.push(format!("{name}: {short:?}, and {long:?} of eight times as much"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
fn reports_stay_in_proportion() {
    for name in [
        "py both",
        "py sends",
        "py secrets",
        "js sends-web",
        "sh both-shell",
        "md md-codes",
        "md md-links-many",
    ] {
        let of = |bytes| vetting::vet(shapes::case(name, bytes));
        let (short, long) = (of(SMALL), of(4 * SMALL));
        assert!(long.findings <= 4 * short.findings + 8, "{name}: {} and {}", short.findings, long.findings);
        assert!(
            long.reported <= 5 * short.reported,
            "{name}: {} and {} bytes",
            short.reported,
            long.reported
        );
    }
}
