//! Ports for published containers, behind the line protocol of `docs/port-protocol.md`. The argument chooses one.
//!
//! `adapters` says how each container is spoken to, `protocol` carries programs out on whichever it is.

#![forbid(unsafe_code)]

mod adapters;
#[path = "../../rust-stablelist/src/protocol.rs"]
mod protocol;

use std::env;
use std::io;
use std::panic;
use std::process::ExitCode;

use adapters::{Adapter, Basic, Dense, Generational, Hop, Unguarded};

/// The choices, in the order of the README.
const USAGE: &str = "usage: rust-crates slotmap|hopslotmap|denseslotmap|slab|generational-arena\
                     |generational-arena-insert-with|generational-arena-reserve|generational-arena-reload";

/// What none of these ports offers: forged keys, and `extend`, which the containers lack or tell no keys of.
const NEVER: &str = "forge,negative,extend";

fn main() -> ExitCode {
    panic::set_hook(Box::new(|_| {})); // duty 8: a failure is answered, and answered only
    let choice = env::args().nth(1);
    let conversation = match choice.as_deref() {
        Some("slotmap") => converse::<Basic>("slotmap", "shrink_to_fit"),
        Some("hopslotmap") => converse::<Hop>("slotmap-hop", "shrink_to_fit"),
        Some("denseslotmap") => converse::<Dense>("slotmap-dense", "shrink_to_fit"),
        Some("slab") => converse::<Unguarded>("slab", "repack"),
        Some(name) if name.starts_with("generational-arena") => match arena_lacks(name) {
            Some(without) => converse::<Generational>(name, without),
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

fn converse<A: Adapter>(name: &str, without: &str) -> io::Result<()> {
    let identity = A::IDENTITY;
    let handshake = format!("port protocol=2 level=contract name={name} {identity} without={NEVER},{without}");
    protocol::converse::<A>(&handshake, io::stdin().lock(), io::stdout().lock())
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
