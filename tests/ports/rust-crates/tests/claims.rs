//! The claims of `docs/claims.md` about published crates and the standard library, one test each. They are tested on the
//! newest releases, and by `february-2025/Cargo.toml` on those that were current when the thesis was handed in.

#![allow(deprecated)] // HopSlotMap, which is not maintained any more

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::{Rc, Weak};

use generational_arena::Arena;
use petgraph::stable_graph::{NodeIndex, StableGraph};
use slab::Slab;
use slotmap::{DefaultKey, DenseSlotMap, HopSlotMap, Key, SlotMap};
use stable_vec::StableVec;

#[path = "claims/collections.rs"]
mod collections;
#[path = "claims/standard.rs"]
mod standard;

/// Index and version of a key.
fn parts(key: DefaultKey) -> (u64, u64) {
    let packed = key.data().as_ffi();
    (packed & u64::from(u32::MAX), packed >> 32)
}

/// Returns the first two vacancies that are reused, after five of six were vacated from the last to the first.
fn reuse<K: Copy>(insert: &mut dyn FnMut() -> K, remove: &mut dyn FnMut(K), index: impl Fn(K) -> u64) -> Vec<u64> {
    let keys: Vec<K> = (0..6).map(|_| insert()).collect();
    keys.into_iter().take(5).rev().for_each(&mut *remove);
    let first = insert();
    let second = insert();
    vec![index(first), index(second)]
}

macro_rules! reuse_of_slots {
    ($map:expr) => {{
        let map = std::cell::RefCell::new($map);
        reuse(&mut || map.borrow_mut().insert(()), &mut |key| _ = map.borrow_mut().remove(key), |key: DefaultKey| {
            parts(key).0
        })
    }};
}

#[test]
fn slotmap_versions_begin_with_1_and_rise_by_2() {
    let mut map = SlotMap::new();
    let first = map.insert(());
    map.remove(first);
    let second = map.insert(());
    assert_eq!((parts(first), parts(second)), ((1, 1), (1, 3)));
}

#[test]
fn slotmap_keys_fit_into_64_bits_and_one_is_null() {
    let key = SlotMap::new().insert(());
    let packed = key.data().as_ffi();
    assert_eq!(DefaultKey::from(slotmap::KeyData::from_ffi(packed)), key);
    assert!(DefaultKey::null().is_null() && !key.is_null());
}

#[test]
fn arena_generation_rises_with_removals_only() {
    let mut arena = Arena::new();
    let (first, second) = (arena.insert(()), arena.insert(()));
    arena.remove(first);
    let third = arena.insert(());
    let raw = [first, second, third].map(|index| index.into_raw_parts());
    assert_eq!(raw, [(0, 0), (1, 0), (0, 1)]);
}

#[test]
fn arena_with_capacity_has_entries_to_visit_before_the_first_element() {
    let empty = Arena::<u8>::with_capacity(9);
    assert_eq!(format!("{:?}", empty.iter()).matches("Free").count(), 9);
}

#[test]
fn stable_graph_with_capacity_has_nothing_to_visit() {
    let mut graph = StableGraph::<(), ()>::with_capacity(9, 0);
    assert_eq!(graph.node_indices().size_hint(), (0, Some(0)));
    let nodes: Vec<NodeIndex> = (0..9).map(|_| graph.add_node(())).collect();
    nodes.into_iter().for_each(|node| _ = graph.remove_node(node));
    assert_eq!(graph.node_indices().size_hint(), (0, Some(9)));
}

#[test]
fn vacancies_are_used_last_in_first_out_but_for_the_hop_slot_map() {
    assert_eq!(reuse_of_slots!(SlotMap::new()), [1, 2]);
    assert_eq!(reuse_of_slots!(DenseSlotMap::new()), [1, 2]);
    assert_ne!(reuse_of_slots!(HopSlotMap::new()), [1, 2]);
    let slab = std::cell::RefCell::new(Slab::new());
    let of_slab =
        reuse(&mut || slab.borrow_mut().insert(()), &mut |key| _ = slab.borrow_mut().remove(key), |key| key as u64);
    let graph = std::cell::RefCell::new(StableGraph::<(), ()>::new());
    let of_graph = reuse(
        &mut || graph.borrow_mut().add_node(()),
        &mut |node| _ = graph.borrow_mut().remove_node(node),
        |node: NodeIndex| node.index() as u64,
    );
    let arena = std::cell::RefCell::new(Arena::new());
    let of_arena = reuse(
        &mut || arena.borrow_mut().insert(()),
        &mut |index| _ = arena.borrow_mut().remove(index),
        |index: generational_arena::Index| index.into_raw_parts().0 as u64,
    );
    assert_eq!((of_slab, of_graph, of_arena), (vec![0, 1], vec![0, 1], vec![0, 1]));
}

#[test]
fn stable_vec_uses_no_place_again() {
    let mut list: StableVec<u8> = StableVec::new();
    let places: Vec<usize> = (0..5)
        .map(|element| {
            let place = list.push(element);
            list.remove(place);
            place
        })
        .collect();
    assert_eq!((places, list.num_elements()), (vec![0, 1, 2, 3, 4], 0));
}

/// Returns whether an operation panics.
fn panics<T>(operation: impl FnOnce() -> T) -> bool {
    catch_unwind(AssertUnwindSafe(operation)).is_err()
}

macro_rules! index_of_what_was_removed {
    ($map:expr, $insert:ident, $remove:ident) => {{
        let mut map = $map;
        let key = map.$insert(0_u8);
        map.$remove(key);
        panics(|| map[key])
    }};
}

#[test]
fn brackets_panic_where_nothing_is() {
    assert!(index_of_what_was_removed!(SlotMap::new(), insert, remove));
    assert!(index_of_what_was_removed!(HopSlotMap::new(), insert, remove));
    assert!(index_of_what_was_removed!(DenseSlotMap::new(), insert, remove));
    assert!(index_of_what_was_removed!(Slab::new(), insert, remove));
    assert!(index_of_what_was_removed!(Arena::new(), insert, remove));
    assert!(index_of_what_was_removed!(StableVec::<u8>::new(), push, remove));
    assert!(index_of_what_was_removed!(StableGraph::<u8, ()>::new(), add_node, remove_node));
    assert!(panics(|| Vec::<u8>::new()[0]));
    assert!(panics(|| std::collections::HashMap::<u8, u8>::new()[&0]));
    assert!(panics(|| std::collections::BTreeMap::<u8, u8>::new()[&0]));
    assert!(panics(|| std::collections::VecDeque::<u8>::new()[0]));
}

#[test]
fn shared_cell_is_found_after_its_removal_and_only_a_weak_one_tells() {
    let mut cells = vec![Rc::new(7)];
    let (shared, weak) = (Rc::clone(&cells[0]), Rc::downgrade(&cells[0]));
    cells.clear();
    assert_eq!((*shared, weak.upgrade().as_deref()), (7, Some(&7)));
    drop(shared);
    assert_eq!(weak.upgrade(), None);
}

/// A node of a ring.
struct Node(std::cell::RefCell<Weak<Node>>);

#[test]
fn reference_counts_free_a_cycle_of_weak_pointers() {
    let node = Rc::new(Node(Weak::new().into()));
    *node.0.borrow_mut() = Rc::downgrade(&node);
    let seen = node.0.borrow().clone();
    assert!(seen.upgrade().is_some_and(|itself| Rc::ptr_eq(&itself, &node)));
    drop(node);
    assert!(seen.upgrade().is_none());
}

#[test]
fn shared_cell_that_is_borrowed_twice_panics() {
    let cell = Rc::new(std::cell::RefCell::new(7));
    let borrowed = cell.borrow_mut();
    assert!(panics(|| *cell.borrow_mut()));
    drop(borrowed);
    assert!(!panics(|| *cell.borrow_mut()));
}

#[test]
fn graph_moves_its_last_node_into_the_gap() {
    let mut graph = petgraph::Graph::<u8, ()>::new();
    let nodes = [0, 1, 2].map(|element| graph.add_node(element));
    graph.remove_node(nodes[0]);
    assert_eq!((graph[nodes[0]], graph.node_weight(nodes[2])), (2, None));
}

#[test]
fn node_index_has_32_bits() {
    assert_eq!(size_of::<NodeIndex>(), 4);
}

#[test]
fn slot_map_lends_nothing_for_one_key_twice() {
    let mut map = SlotMap::new();
    let (one, other) = (map.insert(1), map.insert(2));
    assert_eq!(map.get_disjoint_mut([one, other]), Some([&mut 1, &mut 2]));
    assert_eq!(map.get_disjoint_mut([one, one]), None);
    map.remove(other);
    assert_eq!(map.get_disjoint_mut([one, other]), None);
}
