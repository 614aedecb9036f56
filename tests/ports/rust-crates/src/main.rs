//! Ports for published containers. The argument selects one.
//!
//! `adapters` maps the operations to methods of each container.

#![forbid(unsafe_code)]
#![allow(clippy::unit_arg)] // methods that return nothing cannot fail

mod adapters;
#[path = "../../../stablelist_conformance/starters/family/rust/src/starter.rs"]
mod family;
mod graph;
#[path = "../../../stablelist_conformance/starters/rust/src/starter.rs"]
mod starter;
mod vectors;

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
