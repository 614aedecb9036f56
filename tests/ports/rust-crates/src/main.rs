//! Ports for published containers, behind the port protocol. The argument chooses one.
//!
//! `adapters` says which method of each container every operation is.

#![forbid(unsafe_code)]
#![allow(clippy::unit_arg)] // what returns nothing cannot fail

mod adapters;
mod graph;
#[path = "../../../stablelist_conformance/starters/rust/src/starter.rs"]
mod starter;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let choice = env::args().nth(1).unwrap_or_default();
    let Some((_, serve)) = adapters::PORTS.iter().find(|(name, _)| *name == choice) else {
        let names: Vec<&str> = adapters::PORTS.iter().map(|(name, _)| *name).collect();
        eprintln!("usage: rust-crates {}", names.join("|"));
        return ExitCode::FAILURE;
    };
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
