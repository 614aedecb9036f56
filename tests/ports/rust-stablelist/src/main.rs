//! The port: StableList behind the line protocol of `docs/port-protocol.md`.
//!
//! `protocol` carries programs out on any container, `port` says how this one is spoken to.

#![forbid(unsafe_code)]

mod port;
mod protocol;

use std::io;
use std::panic;

/// What the port says of itself (section 2).
const HANDSHAKE: &str = concat!(
    "port protocol=3 name=rust-stablelist version=",
    env!("CARGO_PKG_VERSION"),
    " system=stablelist level=cost id_bits=0-64 index_bits=0,3-64 without=lend"
);

fn main() -> io::Result<()> {
    panic::set_hook(Box::new(|_| {})); // duty 8: a failure is answered, and answered only
    protocol::converse::<port::Port>(HANDSHAKE, io::stdin().lock(), io::stdout().lock())
}
