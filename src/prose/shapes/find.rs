//! Where shapes stand.

use super::places::common;
use super::{Class, Match, Part, Places, Shape};

/// Half words that what `&` joins may take, from its first word to its last.
const NEAR: u32 = 36;
/// Half words that what `+` joins may take.
const FAR: u32 = 110;
/// Ends of sentences that what `+` joins may cross.
const SENTENCES: u32 = 3;
/// Places of one part that are tried around a place of another.
const TRIED: usize = 8;
/// Places that are chosen in all for one place of the first part, the wrong ones among them.
const CHOICES: u32 = 48;
/// Matches of a shape in one stream that are told; a text made of nothing else says no more.
const MOST: usize = 200;

/// The places of a part, each as the parts it is made of.
struct Found {
    parts: Vec<Vec<Part>>,
    /// Whether it may have words in common with what it is joined to.
    shares: bool,
}

impl Shape {
    pub(super) fn may_be_in(&self, places: &Places<'_, '_>) -> bool {
        self.clusters.iter().flatten().all(|group| places.may_have(group))
    }

    pub(super) fn find(&self, places: &Places<'_, '_>, index: usize, out: &mut Vec<Match>) {
        let stream = places.stream;
        let near = |a: Part, b: Part| {
            let (from, to) = (a.start.min(b.start), a.end.max(b.end));
            stream.sentence(a.start) == stream.sentence(b.start) && stream.distance(from, to - 1) <= NEAR
        };
        let within = |a: Part, b: Part| {
            let (from, to) = (a.start.min(b.start), a.end.max(b.end));
            let crossed = stream.sentence(to - 1).saturating_sub(stream.sentence(from));
            crossed <= SENTENCES && stream.distance(from, to - 1) <= FAR
        };
        let mut clusters = Vec::new();
        for groups in &self.clusters {
            let single = |part| vec![part];
            let found = groups.iter().map(|group| Found {
                parts: places.group(group).into_iter().map(single).collect(),
                shares: group.shares,
            });
            clusters.push(Found { parts: joined(&found.collect::<Vec<_>>(), near), shares: false });
        }
        let mut sentence = None;
        let mut count = 0;
        for mut parts in joined(&clusters, within) {
            parts.sort_unstable();
            let here = Some(stream.sentence(parts[0].start));
            if sentence == here || count > MOST || is_barred(&self.without, places, &parts) {
                continue;
            }
            sentence = here;
            count += 1;
            let parts = parts.iter().map(|part| (part.start, part.end)).collect();
            out.push(Match { shape: index, parts });
        }
    }
}

/// Whether a class that must not be there stands in the sentences of `parts`; a word of the match
/// itself does not bar it.
fn is_barred(without: &[Class], places: &Places<'_, '_>, parts: &[Part]) -> bool {
    let is_own = |place: &Part| parts.iter().any(|part| part.start <= place.start && place.end <= part.end);
    without.iter().any(|class| {
        parts.iter().any(|part| {
            let range = places.stream.sentence_range(part.start);
            let known = places.of(*class);
            let from = known.partition_point(|place| place.start < range.start);
            known[from..].iter().take_while(|place| place.start < range.end).any(|place| !is_own(place))
        })
    })
}

/// For each place of the first list, with places of the others, the nearest first, that fit it and
/// each other.
fn joined(lists: &[Found], fits: impl Fn(Part, Part) -> bool) -> Vec<Vec<Part>> {
    let Some((first, others)) = lists.split_first() else { return Vec::new() };
    let mut out = Vec::new();
    for parts in first.parts.iter().take(MOST * 5) {
        let mut taken = parts.clone();
        if complete(&mut taken, others, &fits, &mut { CHOICES }) {
            out.push(taken);
        }
    }
    out
}

/// Adds to `taken` a place of each list that `fits` it, is of its language and, unless they may share
/// words, overlaps none of it. As deep as there are lists.
fn complete(
    taken: &mut Vec<Part>,
    lists: &[Found],
    fits: &impl Fn(Part, Part) -> bool,
    choices: &mut u32,
) -> bool {
    let Some((Found { parts: list, shares }, rest)) = lists.split_first() else { return true };
    let here = whole(taken);
    let middle = list.partition_point(|other| whole(other).start < here.start);
    let range = middle.saturating_sub(TRIED)..(middle + TRIED).min(list.len());
    let mut nearby: Vec<&Vec<Part>> = list[range].iter().collect();
    nearby.sort_by_key(|other| whole(other).start.abs_diff(here.start));
    let known = taken.len();
    for other in nearby {
        let apart = |a: &Part, b: &Part| *shares || a.end <= b.start || b.end <= a.start;
        let there = whole(other);
        let is_free = common(here.tongue, there.tongue).is_some()
            && other.iter().all(|a| taken.iter().all(|b| apart(a, b)))
            && fits(here, there);
        if !is_free {
            continue;
        }
        if *choices == 0 {
            return false;
        }
        *choices -= 1;
        taken.extend(other.iter().copied());
        if complete(taken, rest, fits, choices) {
            return true;
        }
        taken.truncate(known);
    }
    false
}

/// What reaches from the first of `parts` to the last.
fn whole(parts: &[Part]) -> Part {
    Part {
        start: parts.iter().map(|part| part.start).min().unwrap_or(0),
        end: parts.iter().map(|part| part.end).max().unwrap_or(0),
        tongue: parts.iter().map(|part| part.tongue).max().unwrap_or(0),
    }
}
