//! The port: StableList behind the line protocol of `docs/port-protocol.md`.

#![forbid(unsafe_code)]

mod protocol;

use std::io::{self, BufRead, Write};
use std::panic;

/// What the port says of itself (section 2).
const HANDSHAKE: &str = concat!(
    "port protocol=2 name=rust-stablelist version=",
    env!("CARGO_PKG_VERSION"),
    " profile=stablelist level=cost id_bits=0-64 index_bits=0,3-64 without=lend\n"
);

fn main() -> io::Result<()> {
    panic::set_hook(Box::new(|_| {})); // duty 8: a failure is answered, and answered only
    converse(io::stdin().lock(), io::stdout().lock())
}

/// Answers every line that is not empty by one line, until there are no more (section 1).
fn converse(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let (mut line, mut answer) = (String::new(), Vec::new());
    while input.read_line(&mut line)? > 0 {
        let words = line.trim_ascii();
        if words.starts_with("hello ") {
            answer.extend_from_slice(HANDSHAKE.as_bytes());
        } else if !words.is_empty() {
            protocol::run(words, &mut answer)?;
            answer.push(b'\n');
        }
        output.write_all(&answer)?;
        output.flush()?;
        line.clear();
        answer.clear();
    }
    Ok(())
}
