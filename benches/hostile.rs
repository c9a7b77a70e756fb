//! What hostile files cost: `cargo bench --bench hostile [-- WORD] [--bytes N] [--over MS]`.
//!
//! Each case runs in a process of its own, which tells CPU time and peak memory (Linux), the
//! verdict, and whether the thefts before and after the bad part were found.

#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../tests/hostile/shapes.rs"]
mod shapes;
#[path = "../tests/hostile/vetting.rs"]
mod vetting;

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Sizes, in bytes, if none is asked for.
const SIZES: [usize; 3] = [50 << 10, 400 << 10, 2_000_000];
/// A case that takes longer is ended.
const PATIENCE: Duration = Duration::from_secs(60);
/// The goal: CPU time of a file, in milliseconds, and peak memory, in MiB.
const GOAL: (u64, u64) = (1500, 300);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let after = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let bytes = after("--bytes").map(|bytes| bytes.parse().unwrap());
    if let Some(name) = after("--one") {
        return one(&name, bytes.unwrap());
    }
    let word = arguments.first().filter(|word| !word.starts_with("--")).cloned().unwrap_or_default();
    let over: u64 = after("--over").map_or(0, |over| over.parse().unwrap());
    println!("{:<36} {:>8} {:>8} {:>7}  before after verdict", "case", "KiB", "CPU ms", "MiB");
    let (mut cases, mut missed) = (0, 0);
    for size in bytes.map_or(SIZES.to_vec(), |bytes| vec![bytes]) {
        for name in shapes::names().into_iter().filter(|name| name.contains(&word)) {
            let (line, cpu, met) = measured(&name, size);
            cases += 1;
            missed += usize::from(!met);
            if cpu >= over || !met {
                println!("{name:<36} {:>8} {line}{}", size / 1024, if met { "" } else { "  MISSED" });
            }
        }
    }
    println!("{cases} cases, {missed} past {} ms or {} MiB, or without a theft", GOAL.0, GOAL.1);
}

/// One case in this process.
fn one(name: &str, bytes: usize) {
    let bad = shapes::case(name, bytes);
    let start = cpu_ms();
    let seen = vetting::vet(bad);
    let (cpu, mib) = (cpu_ms() - start, peak_mib());
    println!("{cpu} {mib} {} {} {}", seen.before, seen.after, seen.verdict);
}

/// One case in another process: its line, its CPU time, and whether the goals are met.
fn measured(name: &str, bytes: usize) -> (String, u64, bool) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--one", name, "--bytes", &bytes.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                child.kill().unwrap();
                child.wait().unwrap();
                return ("ended after 60 s".into(), u64::MAX, false);
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    let words: Vec<&str> = said.split_whitespace().collect();
    let [cpu, mib, before, after, verdict] = words.as_slice() else {
        return (format!("crashed: {status}"), u64::MAX, false);
    };
    let (cpu, mib): (u64, u64) = (cpu.parse().unwrap(), mib.parse().unwrap());
    let met = cpu <= GOAL.0 && mib <= GOAL.1 && (*before, *after) == ("true", "true");
    (format!("{cpu:>8} {mib:>7}  {before:<6} {after:<5} {verdict}"), cpu, met)
}

/// CPU time of this process so far, all threads.
fn cpu_ms() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    // Fields 14 and 15 of the whole line, in ticks of 10 ms.
    fields.iter().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10
}

/// The most memory this process has held.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or_default() / 1024
}
