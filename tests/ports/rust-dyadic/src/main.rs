//! The port: which method of a dyadic list each operation of the port protocol is.

#![forbid(unsafe_code)]

mod port;
#[path = "../../../stablelist_conformance/starters/rust/src/starter.rs"]
mod starter;

use std::io;

fn main() -> io::Result<()> {
    port::port().serve()
}
