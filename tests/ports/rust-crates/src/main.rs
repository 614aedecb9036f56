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

use adapters::{Basic, Dense, Generational, Hop, Unguarded};
use protocol::converse;

/// The choices, in the order of the README.
const USAGE: &str = "usage: rust-crates slotmap|hopslotmap|denseslotmap|slab|generational-arena\
                     |generational-arena-insert-with|generational-arena-reserve|generational-arena-reload";

fn main() -> ExitCode {
    panic::set_hook(Box::new(|_| {})); // duty 8: a failure is answered, and answered only
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let choice = env::args().nth(1);
    let conversation = match choice.as_deref() {
        Some("slotmap") => converse::<Basic>("slotmap", "shrink_to_fit", input, output),
        Some("hopslotmap") => converse::<Hop>("slotmap-hop", "shrink_to_fit", input, output),
        Some("denseslotmap") => converse::<Dense>("slotmap-dense", "shrink_to_fit", input, output),
        Some("slab") => converse::<Unguarded>("slab", "repack", input, output),
        Some(name) if name.starts_with("generational-arena") => match arena_lacks(name) {
            Some(without) => converse::<Generational>(name, without, input, output),
            None => Err(usage()),
        },
        _ => Err(usage()),
    };
    match conversation {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// One container in four ports: each of three operations, by which a finding comes to light, has a port of its own.
fn arena_lacks(name: &str) -> Option<&'static str> {
    match name {
        "generational-arena" => Some("shrink_to_fit,repack,insert_with,reserve,reload"),
        "generational-arena-insert-with" => Some("shrink_to_fit,repack,reserve,reload"),
        "generational-arena-reserve" => Some("shrink_to_fit,repack,insert_with,reload"),
        "generational-arena-reload" => Some("shrink_to_fit,repack,insert_with,reserve"),
        _ => None,
    }
}

fn usage() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, USAGE)
}
