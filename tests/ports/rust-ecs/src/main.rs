//! Ports for published entity component systems. The argument selects one.

#![forbid(unsafe_code)]

#[path = "../../../stablelist_conformance/starters/family/rust/src/starter.rs"]
mod starter;
#[path = "../../tables/components/table.rs"]
mod table;

mod calx;
mod hecs;
mod specs;
mod world;
mod yard;

use world::port;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("calx-ecs") => port::<calx::Calx>(),
        Some("hecs") => port::<hecs::Hecs>(),
        Some("shipyard") => port::<yard::Shipyard>(),
        Some("specs-0.18.0") => port::<specs::eighteen::Specs>(),
        Some("specs-0.19.0") => port::<specs::nineteen::Specs>(),
        _ => {
            eprintln!("usage: rust-ecs calx-ecs|hecs|shipyard|specs-0.18.0|specs-0.19.0");
            std::process::exit(2);
        }
    }
}
