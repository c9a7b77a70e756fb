//! What is printed, and how wide and bright.

use super::Failure;
use crate::report::text::Look;
use crate::report::{ErrorReport, json, logs};
use crate::text::harmless;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use terminal_size::{Width, terminal_size_of};

/// Columns where there is no terminal to ask.
const WIDTH: usize = 100;
/// Columns beyond which lines of prose are no longer read with ease.
const WIDEST: usize = 140;
/// Columns below which nothing is gained by cutting.
const NARROWEST: usize = 40;

/// How standard output wants text: as wide as the terminal; in colour if it is one, the
/// environment's `NO_COLOR`, `CLICOLOR` and `TERM` permitting.
pub fn look() -> Look {
    let stdout = io::stdout();
    let size = stdout.is_terminal().then(|| terminal_size_of(&stdout)).flatten();
    let width = size.map_or(WIDTH, |(Width(columns), _)| usize::from(columns));
    let colour = AutoStream::choice(&stdout) != ColorChoice::Never;
    Look { width: width.clamp(NARROWEST, WIDEST), colour }
}

/// Prints to standard output as it is. A reader that closes the pipe early is no error.
///
/// # Errors
/// A full disk and the like, in words.
pub fn print(text: &str) -> Result<(), Failure> {
    written(write(&mut io::stdout().lock(), text))
}

/// Prints text that may hold colours, which are dropped where they are not wanted.
///
/// # Errors
/// As [`print`].
pub fn print_styled(text: &str) -> Result<(), Failure> {
    written(write(&mut anstream::stdout().lock(), text))
}

fn write(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn written(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("the report could not be written: {error}"))
        }
        _ => Ok(()),
    }
}

/// Says what went wrong: one line on standard error, or one JSON object on standard output. Exits
/// with `code`.
pub fn fail(failure: &str, as_json: bool, code: u8) -> ExitCode {
    let error = logs::inert(&harmless(failure));
    // Where even this cannot be written, the exit code has to say it.
    let _ = match json::render(&ErrorReport { error: error.clone() }) {
        Ok(object) if as_json => write(&mut io::stdout().lock(), &object),
        _ => write(&mut anstream::stderr().lock(), &format!("error: {error}\n")),
    };
    ExitCode::from(code)
}
