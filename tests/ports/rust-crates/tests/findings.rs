//! The findings of `docs/findings.md`, one test each. They pass as long as the pinned releases have these defects. If a
//! release mends one, its test fails, and the finding has to be revised.

use std::cell::Cell;
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

use generational_arena::Arena;
use indexlist::IndexList;
use petgraph::stable_graph::{NodeIndex, StableDiGraph, StableGraph};
use petgraph::Directed;
use slab::Slab;
use slotmap::SlotMap;
use typed_generational_arena::StandardArena;

const UNREACHABLE: &str = "internal error: entered unreachable code";

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
}

/// Returns the message with which `operation` panics, if it does; nothing is printed.
fn panic_of<T>(operation: impl FnOnce() -> T) -> Option<String> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let report = take_hook();
        set_hook(Box::new(move |panic| {
            if !CATCHING.get() {
                report(panic);
            }
        }));
    });
    CATCHING.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(operation));
    CATCHING.set(false);
    let panic = outcome.err()?;
    let message = panic.downcast_ref::<String>().cloned();
    message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
}

/// Returns the panic message of an index beyond the last cell.
fn out_of_bounds(cells: usize, index: usize) -> Option<String> {
    Some(format!("index out of bounds: the len is {cells} but the index is {index}"))
}

/// Its destructor panics.
#[derive(Debug)]
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("destructor");
    }
}

/// `Arena::insert_with`: "Insert the value returned by `create` into the arena, allocating more capacity if necessary."
#[test]
fn f1_insert_with_panics_after_drain() {
    let drained = |capacity, count: u64| {
        let mut arena = Arena::with_capacity(capacity);
        (0..count).for_each(|element| _ = arena.insert(element));
        assert_eq!(arena.drain().count() as u64, count);
        arena
    };
    for (capacity, count) in [(0, 0), (1, 1), (10, 0), (10, 3), (10, 11)] {
        let mut arena = drained(capacity, count);
        assert_eq!(panic_of(|| arena.insert_with(|_| 1)), out_of_bounds(0, 0));

        let mut inserted = drained(capacity, count);
        inserted.insert(1);
        assert_eq!(panic_of(|| inserted.insert_with(|_| 2)), None);

        let mut cleared = drained(capacity, count);
        cleared.clear();
        assert_eq!(panic_of(|| cleared.insert_with(|_| 1)), None);
    }
}

/// `Arena::reserve`: "Allocate space for `additional_capacity` more elements in the arena." "Panics if this causes the
/// capacity to overflow." `Arena::insert`: "allocating more capacity if necessary".
#[test]
fn f2_reserving_nothing_makes_the_next_insertion_panic() {
    for capacity in [1, 10] {
        let mut arena = Arena::with_capacity(capacity);
        arena.reserve(0);
        assert_eq!(panic_of(|| arena.insert(1)), out_of_bounds(capacity, capacity));
        assert_eq!(panic_of(|| arena.try_insert(1)), out_of_bounds(capacity, capacity));
        arena.clear();
        assert_eq!(panic_of(|| arena.insert(1)), None);
    }
}

/// `Arena::len`: "The length is the number of elements the arena holds."
#[test]
fn f3_a_panic_in_insert_with_leaves_a_length_that_is_one_too_large() {
    let insertions: [fn(&mut Arena<u64>); 2] = [
        |arena| {
            arena.insert_with(|_| panic!("create"));
        },
        |arena| {
            let _ = arena.try_insert_with(|_| panic!("create"));
        },
    ];
    for insertion in insertions {
        let mut arena = Arena::with_capacity(1);
        assert_eq!(panic_of(|| insertion(&mut arena)).as_deref(), Some("create"));
        assert_eq!((arena.len(), arena.is_empty()), (1, false));
        assert_eq!(arena.try_insert(1), Err(1)); // the cell is lost
        assert_eq!(panic_of(|| arena.iter().count()).is_some(), cfg!(debug_assertions));
        arena.clear();
        assert_eq!((arena.len(), arena.try_insert(1).is_ok()), (0, true));
    }
}

/// `SlotMap::reserve`: "Reserves capacity for at least `additional` more elements to be inserted in the `SlotMap`."
/// `SlotMap::capacity`: "Returns the number of elements the `SlotMap` can hold without reallocating."
#[test]
fn f4_reserve_forgets_detached_slots() {
    let mut map = SlotMap::with_capacity(4);
    for element in 0..4 {
        let key = map.insert(element);
        map.detach(key);
    }
    map.reserve(4);
    assert_eq!((map.len(), map.capacity()), (0, 4));
    for element in 0..4 {
        map.insert(element);
    }
    assert!(map.capacity() > 4); // reallocated
}

/// `Slab::len`: "Return the number of stored values." `Arena::len`: "The length is the number of elements the arena
/// holds." generational-arena: "allows deletion without suffering from the ABA problem".
#[test]
fn f5_a_destructor_that_panics_during_clear_leaves_the_length_and_the_free_list() {
    let mut slab = Slab::new();
    let key = slab.insert(Some(Bomb));
    assert_eq!(panic_of(|| slab.clear()).as_deref(), Some("destructor"));
    assert_eq!((slab.len(), slab.contains(key)), (1, false));
    for _ in 0..3 {
        assert_eq!(panic_of(|| slab.insert(None)).as_deref(), Some(UNREACHABLE));
    }
    slab.clear();
    assert_eq!((slab.len(), panic_of(|| slab.insert(None))), (0, None));

    let mut arena = Arena::with_capacity(2);
    let key = arena.insert(Some(Bomb));
    assert_eq!(panic_of(|| arena.clear()).as_deref(), Some("destructor"));
    assert_eq!((arena.len(), arena.contains(key)), (1, false));
    for _ in 0..3 {
        assert_eq!(panic_of(|| arena.insert(None)), out_of_bounds(0, 1));
    }
    arena.clear();
    assert_eq!((arena.len(), panic_of(|| arena.insert(None))), (0, None));

    // A full arena has no free list and takes the element, under the retired key: the generation is the old one too.
    let mut full = Arena::with_capacity(1);
    let retired = full.insert(Some(Bomb));
    assert_eq!(panic_of(|| full.clear()).as_deref(), Some("destructor"));
    assert_eq!((full.insert(None), full.len()), (retired, 2));

    // A slab takes it if its free list begins at cell 0.
    let mut slab = Slab::new();
    let first = slab.insert(None);
    slab.insert(Some(Bomb));
    slab.remove(first);
    assert_eq!(panic_of(|| slab.clear()).as_deref(), Some("destructor"));
    assert_eq!((slab.insert(None), slab.len()), (first, 2));
}

/// `Arena::clear`: "Clear all the items inside the arena, but keep its allocation." `Arena::insert`: "allocating more
/// capacity if necessary". `Arena`'s `Clone` says nothing.
#[test]
fn f6_clear_on_a_clone_of_a_drained_arena_makes_the_next_insertion_panic() {
    for count in [0, 3] {
        let mut arena = Arena::with_capacity(10);
        (0..count).for_each(|element| _ = arena.insert(element));
        assert_eq!(arena.drain().count(), count);
        let mut clone = arena.clone();
        clone.clear();
        assert_eq!(panic_of(|| clone.insert(1)), out_of_bounds(0, 0));
        assert_eq!(panic_of(|| clone.try_insert(1)), out_of_bounds(0, 0));
        clone.clear();
        assert_eq!(panic_of(|| clone.insert(1)), out_of_bounds(0, 0));
        clone.reserve(1);
        assert_eq!(panic_of(|| clone.insert(1)), None);

        arena.clear();
        assert_eq!(panic_of(|| arena.insert(1)), None); // which the original has
        let mut inserted = arena.clone();
        inserted.clear();
        assert_eq!(panic_of(|| inserted.insert(1)), None);
    }
}

/// `Arena::get2_mut`: "If the element at index `i1` or `i2` is not in the arena, then `None` is returned for this element."
#[test]
fn f7_get2_mut_misses_a_live_element_beside_a_key_from_later() {
    let mut arena = Arena::new();
    let first = arena.insert(0);
    let mut later = arena.clone();
    later.remove(first);
    let second = later.insert(1);
    assert_eq!(arena.get2_mut(second, first), (None, None));
    assert_eq!(arena.get2_mut(first, second), (None, None));
    assert!(arena.contains(first));
    assert_eq!(later.get2_mut(second, first), (Some(&mut 1), None)); // from before, it is right
}

/// `Arena::get2_mut`: "returning `None` if the corresponding `index` is not contained in this arena".
#[test]
fn f8_get2_mut_panics_on_a_key_whose_slot_does_not_exist() {
    use thunderdome::{Arena, Index};

    let mut arena = Arena::new();
    let key = arena.insert(0);
    assert_eq!(panic_of(|| arena.get2_mut(key, Index::DANGLING)), Some("mid > len".into()));
    assert_eq!(panic_of(|| arena.get2_mut(Index::DANGLING, key)), Some("mid > len".into()));

    let mut other = Arena::new();
    let keys = [(); 3].map(|()| other.insert(0));
    assert_eq!(arena.get2_mut(key, keys[1]), (Some(&mut 0), None));
    assert_eq!(panic_of(|| arena.get2_mut(key, keys[2])), Some("mid > len".into()));
}

/// `Slab::get2_mut`: "If any one of the given keys is not associated with a value, then `None` is returned."
#[test]
fn f9_get2_mut_panics_on_keys_that_clear_or_shrink_to_fit_left_behind() {
    let filled = || {
        let mut slab = Slab::new();
        let keys = (slab.insert(0), slab.insert(1), slab.insert(2));
        (slab, keys)
    };
    let (mut slab, keys) = filled();
    slab.clear();
    assert_eq!(panic_of(|| slab.get2_mut(keys.0, keys.1)), Some("mid > len".into()));

    let (mut slab, keys) = filled();
    slab.remove(keys.1);
    slab.remove(keys.2);
    assert_eq!(slab.get2_mut(keys.0, keys.2), None);
    slab.shrink_to_fit();
    assert_eq!(panic_of(|| slab.get2_mut(keys.0, keys.2)), Some("mid > len".into()));
}

/// `Slab::take`: "If the slab does not contain a value for that key, `None` is returned instead."
#[test]
fn f11_take_of_a_vacant_slot_makes_insert_return_one_key_twice() {
    let slab = sharded_slab::Slab::new();
    let key = slab.insert(0).unwrap();
    assert_eq!(slab.take(key + 1), None); // the next slot, which was never used
    let one = slab.insert(1).unwrap();
    if cfg!(debug_assertions) {
        assert_eq!(panic_of(|| slab.insert(2)), Some("inserted into full slot".into()));
    } else {
        assert_eq!(slab.insert(2), Some(one));
        assert_eq!(slab.get(one).as_deref(), Some(&2)); // 1 is lost
    }
}

/// `Slab::get`: "If the slab does not contain a value for the given key", it returns `None`; here for another slab's key.
#[test]
fn f11_get_panics_on_the_next_key_of_a_vacant_slot() {
    let (slab, other) = (sharded_slab::Slab::new(), sharded_slab::Slab::new());
    slab.take(slab.insert(0).unwrap());
    other.take(other.insert(0).unwrap());
    let key = other.insert(0).unwrap();
    assert!(panic_of(|| slab.get(key).is_none()).unwrap().contains("called `Option::unwrap()` on a `None` value"));
}

/// The same with keys of one slab alone, once the 13 bits of the generation have wrapped.
#[test]
fn f11_get_panics_on_a_key_from_8191_removals_ago() {
    let slab = sharded_slab::Slab::new();
    let first = slab.insert(0).unwrap();
    slab.take(first);
    assert!(slab.get(first).is_none());
    for _ in 1..8191 {
        slab.take(slab.insert(0).unwrap());
    }
    assert!(panic_of(|| slab.get(first).is_none()).is_some());
}

/// `StableGraph::edge_count`: "Return the number of edges in the graph."
#[test]
fn f25_a_refused_edge_is_there_and_is_not_counted() {
    let mut graph: StableDiGraph<u64, u64> = StableGraph::new();
    let node = graph.add_node(0);
    let edge = graph.add_edge(node, node, 1);
    graph.remove_edge(edge);
    assert!(graph.try_add_edge(node, NodeIndex::new(7), 2).is_err());
    assert_eq!(graph.edge_count(), 0);
    assert_eq!(graph.edge_indices().collect::<Vec<_>>(), [edge]);
    assert_eq!(graph.edge_weight(edge), Some(&2));
    assert_ne!(graph.add_edge(node, node, 3), edge); // the vacancy is lost
}

/// `StableGraph::node_count`: "Return the number of nodes (also called vertices) in the graph."
#[test]
fn f26_a_refused_node_is_counted() {
    let mut graph: StableGraph<u64, u64, Directed, u8> = StableGraph::with_capacity(0, 0);
    while graph.try_add_node(0).is_ok() {}
    assert_eq!((graph.node_indices().count(), graph.node_count()), (255, 256));
}

/// `push_front`: "Adds this item to the head of the list."
#[test]
fn f37_push_front_into_an_emptied_list_returns_a_key_of_nothing() {
    let mut list = IndexList::new();
    let first = list.push_front(1);
    list.remove(first);
    let second = list.push_front(2);
    assert_eq!((list.get(second), list.head()), (None, None));
}

/// `Index`: "You can also get one with `index_of`".
#[test]
fn f38_index_of_returns_a_key_that_is_not_found() {
    let mut list = IndexList::new();
    let (first, second) = (list.push_back(1), list.push_back(2));
    list.remove(first);
    assert_eq!(list.get(second), Some(&2));
    let found = list.index_of(&2).unwrap();
    assert_eq!(list.get(found), None);
}

/// The crate: "A safe arena allocator that allows deletion without suffering from the ABA problem".
#[test]
fn f59_after_clear_a_key_finds_a_later_element() {
    let mut arena = StandardArena::new();
    let key = arena.insert(1);
    arena.clear();
    assert_eq!(arena.get(key), None);
    assert_eq!(arena.insert(2), key);
    arena.remove(key);
    assert_ne!(arena.insert(3), key); // as after `clear` of generational-arena
}

/// `Arena::drain`: "Iterate over elements of the arena and remove them." `Arena::len`: "the number of elements the arena holds".
#[test]
fn f60_drain_leaves_the_length_and_the_free_list() {
    let mut arena = StandardArena::with_capacity(2);
    let key = arena.insert(1);
    assert_eq!(arena.drain().count(), 1);
    assert_eq!((arena.len(), arena.get(key)), (1, None));
    assert_eq!(panic_of(|| arena.insert(2)), out_of_bounds(0, 1));

    let mut full = StandardArena::with_capacity(1);
    assert_eq!(full.insert(1), key);
    assert_eq!(full.drain().count(), 1);
    assert_eq!(panic_of(|| full.insert(2)), out_of_bounds(0, 0));
    full.reserve(1);
    assert_eq!((full.insert(3), full.len()), (key, 2));
}
