//! Ports for published containers, behind the line protocol of `docs/port-protocol.md`. The argument chooses one.
//!
//! `adapters` says how each container is spoken to, `protocol` carries programs out on whichever it is.

#![forbid(unsafe_code)]

mod adapters;
mod protocol;

use std::env;
use std::io;
use std::panic;
use std::process::ExitCode;

use adapters::{Basic, Dense, Generational, GenerationalWith, Hop, Unguarded};
use protocol::converse;

/// The choices, in the order of the README.
const USAGE: &str =
    "usage: rust-crates slotmap|hopslotmap|denseslotmap|slab|generational-arena|generational-arena-insert-with";

fn main() -> ExitCode {
    panic::set_hook(Box::new(|_| {})); // duty 8: a failure is answered, and answered only
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let conversation = match env::args().nth(1).as_deref() {
        Some("slotmap") => converse::<Basic>(input, output),
        Some("hopslotmap") => converse::<Hop>(input, output),
        Some("denseslotmap") => converse::<Dense>(input, output),
        Some("slab") => converse::<Unguarded>(input, output),
        Some("generational-arena") => converse::<Generational>(input, output),
        Some("generational-arena-insert-with") => converse::<GenerationalWith>(input, output),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, USAGE)),
    };
    match conversation {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
