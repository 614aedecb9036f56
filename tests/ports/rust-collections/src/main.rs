//! Ports for collections of Rust's standard library, and for published ones. The argument selects one.

#![forbid(unsafe_code)]

mod forests;
mod heaps;
mod maps;
mod rings;
mod sets;
#[path = "../../../stablelist_conformance/starters/family/rust/src/starter.rs"]
mod starter;

use std::env::args;
use std::process::exit;

use starter::Function;

/// A port by its name: it serves until standard input ends.
type Ports = &'static [(&'static str, fn())];

const FAMILIES: [Ports; 5] = [rings::PORTS, maps::PORTS, sets::PORTS, heaps::PORTS, forests::PORTS];

/// The operations that a container has, in several parts.
type Functions<C> = &'static [(&'static str, Function<C, ()>)];

fn main() {
    let asked = args().nth(1).unwrap_or_default();
    let ports: Vec<_> = FAMILIES.concat();
    let Some((_, serve)) = ports.iter().find(|(name, _)| *name == asked) else {
        let names: Vec<_> = ports.iter().map(|(name, _)| *name).collect();
        eprintln!("usage: rust-collections {}", names.join("|"));
        exit(2);
    };
    serve();
}
