//! A bug is told in one line, like any other error: no backtrace, whatever the environment says.

use super::Failure;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, PoisonError};

/// What the first panic said, and where.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Runs `work`; a panic in it, in whatever thread of a pool, becomes a failure.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    panic::set_hook(Box::new(note));
    // What `work` leaves half done is never looked at again: the process ends.
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let said = FIRST.lock().unwrap_or_else(PoisonError::into_inner).take();
        format!("skill-vet has a bug and came to no verdict: {}", said.unwrap_or_default())
    })
}

fn note(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let what = payload.downcast_ref::<&str>().copied();
    let what = what.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic");
    let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
    let said = format!("{what}{}", place.unwrap_or_default());
    FIRST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(said);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_one_failure_with_its_place() {
        let before = panic::take_hook();
        let outcome: Result<(), Failure> = caught(|| panic!("of\nno use"));
        let fine = caught(|| 7);
        panic::set_hook(before);
        let failure = outcome.expect_err("a panic is a failure");
        assert!(failure.contains("of\nno use") && failure.contains("panics.rs:"), "{failure}");
        assert_eq!(fine, Ok(7));
    }
}
