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

use adapters::{Basic, Dense, Entities, Generational, Hop, Locking, Panicking, Stable, Thunderdome, Trying};
use protocol::Container;

/// The choices, in the order of the README.
const USAGE: &str = "usage: rust-crates slotmap|hopslotmap|denseslotmap|slotmap-in-refcell|slab|slab-remove\
                     |generational-arena|generational-arena-insert-with|generational-arena-reserve\
                     |generational-arena-reload|generational-arena-get2-mut|thunderdome|thunderdome-get2-mut\
                     |thunderdome-get2-mut-beyond|stable-vec|stable-vec-insert|hecs";

fn main() -> ExitCode {
    panic::set_hook(Box::new(|_| {})); // duty 8: a failure is answered, and answered only
    let choice = env::args().nth(1);
    let conversation = match choice.as_deref() {
        Some("slotmap") => slot_map::<Basic>("slotmap"),
        Some("hopslotmap") => slot_map::<Hop>("slotmap-hop"),
        Some("denseslotmap") => slot_map::<Dense>("slotmap-dense"),
        Some("slotmap-in-refcell") => converse::<Locking>(
            "name=slotmap-in-refcell version=1.1.1 system=slotmap id_bits=32 parity=yes \
             without=forge,insert_with,extend,put,pair,replace,at_mut,each_mut,is_empty,keys,drain,retain,\
             shrink_to_fit,repack,reload",
        ),
        Some("slab") => converse::<Trying>("name=slab version=0.4.12 system=slab without=extend,put,pair,lend,repack"),
        Some("slab-remove") => converse::<Panicking>(
            "name=slab-remove version=0.4.12 system=slab panics=remove.stale,remove.forged \
             without=extend,put,pair,lend,repack",
        ),
        Some("thunderdome") => thunderdome("thunderdome", "pair"),
        Some("thunderdome-get2-mut") => thunderdome("thunderdome-get2-mut", "forge"),
        Some("thunderdome-get2-mut-beyond") => thunderdome("thunderdome-get2-mut-beyond", "put"),
        Some("stable-vec") => converse::<Stable>(
            "name=stable-vec version=0.4.3 system=slotmap id_bits=0 clear=forgets panics=remove.stale,remove.forged \
             without=insert_with,put,pair,lend,drain,repack",
        ),
        Some("stable-vec-insert") => converse::<Stable>(
            "name=stable-vec-insert version=0.4.3 system=slab panics=put,remove.stale,remove.forged \
             without=insert_with,pair,lend,drain,repack",
        ),
        Some("hecs") => converse::<Entities>(
            "name=hecs version=0.11.2 system=slotmap id_bits=31 ids=only \
             without=forge,clear,shrink_to_fit,reload",
        ),
        Some(name) if name.starts_with("generational-arena") => match arena_lacks(name) {
            Some(without) => converse::<Generational>(&format!(
                "name={name} version=0.2.9 system=arena id_bits=64 panics=pair.same \
                 without=extend,put,lend,shrink_to_fit,repack,{without}"
            )),
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

fn slot_map<C: Container>(name: &str) -> io::Result<()> {
    converse::<C>(&format!(
        "name={name} version=1.1.1 system=slotmap id_bits=32 parity=yes \
         without=extend,put,pair,lend,shrink_to_fit"
    ))
}

/// One container in three ports: `get2_mut`, forged keys, and both, by which a finding comes to light.
fn thunderdome(name: &str, without: &str) -> io::Result<()> {
    converse::<Thunderdome>(&format!(
        "name={name} version=0.6.1 system=slotmap id_bits=31 panics=pair.same \
         without=insert_with,extend,lend,reserve,shrink_to_fit,{without}"
    ))
}

fn converse<C: Container>(fields: &str) -> io::Result<()> {
    let handshake = format!("port protocol=3 level=contract {fields}");
    protocol::converse::<C>(&handshake, io::stdin().lock(), io::stdout().lock())
}

/// One container in five ports: each of four operations, by which a finding comes to light, has a port of its own.
fn arena_lacks(name: &str) -> Option<&'static str> {
    match name {
        "generational-arena" => Some("insert_with,reserve,reload,pair"),
        "generational-arena-insert-with" => Some("reserve,reload,pair"),
        "generational-arena-reserve" => Some("insert_with,reload,pair"),
        "generational-arena-reload" => Some("insert_with,reserve,pair"),
        "generational-arena-get2-mut" => Some("insert_with,reserve,reload"),
        _ => None,
    }
}

fn usage() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, USAGE)
}
