//! Ports for published allocators. The argument selects one.

mod arena;
mod buddies;
mod lists;
mod memory;
#[path = "../../../stablelist_conformance/starters/family/rust/src/starter.rs"]
mod starter;
#[path = "../../tables/allocator/table.rs"]
mod table;

use std::env::args;
use std::process::exit;

use memory::{counting, functions, open, resizing, Allocator, Function};

const NAMES: [&str; 7] = ["bumpalo", "buddy", "frames", "frames-0.6.0", "linked-list", "rlsf", "rlsf-0.1.0"];

/// Serves until standard input ends: what every allocator has, and more.
fn serve<A: Allocator>(fields: &'static str, more: &[Function<A>]) {
    starter::serve(fields, table::ROWS, open, &[&functions(), more].concat());
}

fn main() {
    match args().nth(1).unwrap_or_default().as_str() {
        "bumpalo" => serve::<bumpalo::Bump>(
            "protocol=6 name=bumpalo version=3.20.4 system=allocator region=0",
            &[resizing(), counting()],
        ),
        "buddy" => serve::<buddy_system_allocator::Heap<33>>(
            "protocol=6 name=buddy_system_allocator version=0.13.0 system=allocator region=16,64,200,1000",
            &[counting()],
        ),
        "frames" => serve::<buddies::Newest>(
            "protocol=6 name=buddy_system_allocator-frames version=0.13.0 system=allocator region=16,64,200,1000",
            &[],
        ),
        "frames-0.6.0" => serve::<buddies::Old>(
            "protocol=6 name=buddy_system_allocator-frames version=0.6.0 system=allocator region=16,64,200,1000",
            &[],
        ),
        "linked-list" => serve::<linked_list_allocator::Heap>(
            "protocol=6 name=linked_list_allocator version=0.10.6 system=allocator region=64,200,1000",
            &[counting()],
        ),
        "rlsf" => {
            serve::<lists::Segregated>("protocol=6 name=rlsf version=0.2.3 system=allocator region=1000", &[resizing()])
        }
        "rlsf-0.1.0" => serve::<lists::SegregatedOld>(
            "protocol=6 name=rlsf version=0.1.0 system=allocator region=1000",
            &[resizing()],
        ),
        _ => {
            eprintln!("usage: rust-allocators {}", NAMES.join("|"));
            exit(2);
        }
    }
}
