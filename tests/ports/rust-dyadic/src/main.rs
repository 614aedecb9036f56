//! The port: maps each operation of the port protocol to a method of the dyadic list.

#![forbid(unsafe_code)]

mod port;
#[path = "../../../stablelist_conformance/starters/rust/src/starter.rs"]
mod starter;

use std::io;

fn main() -> io::Result<()> {
    port::port().serve()
}
