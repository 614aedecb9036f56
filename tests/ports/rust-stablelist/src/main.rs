//! The port: maps each operation of the port protocol to a method of StableList.

#![forbid(unsafe_code)]

mod narrow_id;
mod port;
#[path = "../../../stablelist_conformance/starters/rust/src/starter.rs"]
mod starter;

use std::io;

fn main() -> io::Result<()> {
    port::port().serve()
}
