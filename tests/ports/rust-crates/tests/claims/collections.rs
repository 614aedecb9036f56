//! What the collections of table 3.2 do with their memory, with vacancies and with two elements at once, and how their
//! elements can be reached and sorted.

use std::cell::RefCell;
use std::rc::Rc;

use generational_arena::Arena;
use petgraph::stable_graph::StableGraph;
use slab::Slab;
use slotmap::{DenseSlotMap, HopSlotMap, SlotMap};
use stable_vec::StableVec;

/// Returns the capacities that a collection has in turn while 100 elements are inserted.
fn capacities(mut inserted: impl FnMut() -> usize) -> Vec<usize> {
    let mut seen: Vec<usize> = (0..100).map(|_| inserted()).collect();
    seen.dedup();
    seen
}

macro_rules! growth {
    ($collection:expr, $insert:ident) => {{
        let mut collection = $collection;
        capacities(|| {
            collection.$insert(0_u64);
            collection.capacity()
        })
    }};
}

#[test]
fn full_collections_double_their_memory() {
    let doubled = [4, 8, 16, 32, 64, 128];
    assert_eq!(growth!(Vec::new(), push), doubled);
    assert_eq!(growth!(Slab::new(), insert), doubled);
    assert_eq!(growth!(Arena::new(), insert), doubled);
    assert_eq!(growth!(DenseSlotMap::new(), insert), doubled);
    let without_the_first = doubled.map(|slots| slots - 1); // slot 0 holds no element
    assert_eq!(growth!(SlotMap::new(), insert), without_the_first);
    assert_eq!(growth!(HopSlotMap::new(), insert), without_the_first);
    let mut graph = StableGraph::<u64, ()>::new();
    let nodes = capacities(|| {
        graph.add_node(0);
        graph.capacity().0
    });
    assert_eq!(nodes, doubled);
    assert_eq!(growth!(StableVec::<u64>::new(), push), [1, 2, 4, 8, 16, 32, 64, 128]);
}

#[test]
fn stable_vec_reserves_for_all_elements_of_an_extension() {
    let mut list = StableVec::<u8>::new();
    list.extend(0..5);
    assert_eq!(list.capacity(), 5);
    list.push(5);
    assert_eq!(list.capacity(), 10);
    let mut list = StableVec::<u8>::with_capacity(2);
    list.extend(0..7);
    assert_eq!(list.capacity(), 7);
}

#[test]
fn stable_vec_finds_what_was_inserted_into_a_vacancy() {
    let mut list = StableVec::<u8>::new();
    let place = list.push(0);
    list.remove(place);
    assert_eq!(list.get(place), None);
    list.insert(place, 1);
    assert_eq!(list.get(place), Some(&1));
}

#[test]
fn stable_vec_moves_elements_that_are_swapped_or_compacted() {
    let filled = || {
        let mut list = StableVec::from(&[0, 1, 2]);
        list.remove(0);
        list
    };
    let found = |list: &StableVec<i32>| [0, 1, 2].map(|place| list.get(place).copied());
    let mut list = filled();
    assert_eq!(found(&list), [None, Some(1), Some(2)]);
    list.make_compact();
    assert_eq!(found(&list), [Some(1), Some(2), None]);
    let mut list = filled();
    list.reordering_make_compact();
    assert_eq!(found(&list), [Some(2), Some(1), None]);
    let mut list = filled();
    list.swap(0, 1);
    assert_eq!(found(&list), [Some(1), None, Some(2)]);
}

/// Lets each element meet each other one: both are borrowed mutably, and both count it.
fn crossed<'a>(elements: impl Iterator<Item = &'a mut u64>) {
    let mut elements: Vec<&mut u64> = elements.collect();
    for place in 0..elements.len() {
        let (head, rest) = elements.split_at_mut(place);
        let (pivot, tail) = rest.split_first_mut().unwrap();
        for other in head.iter_mut().chain(tail) {
            meet(pivot, other);
        }
    }
}

/// Changes two elements.
fn meet(pivot: &mut u64, other: &mut u64) {
    *pivot += 1;
    *other += 10;
}

#[test]
fn stable_vec_is_crossed_by_collecting_its_mutable_references() {
    let mut list = StableVec::from(&[0, 7, 0, 0]);
    list.remove(1);
    crossed(list.values_mut());
    assert_eq!(list.values().collect::<Vec<_>>(), [&22; 3]);
    let mut pairs: Vec<(usize, &mut u64)> = list.iter_mut().collect();
    let (one, others) = pairs.split_first_mut().unwrap();
    meet(one.1, others[1].1);
    assert_eq!(list.values().collect::<Vec<_>>(), [&23, &22, &32]);
}

#[test]
fn two_elements_of_each_other_collection_are_changed_at_once() {
    let mut vec = vec![0, 0];
    let (head, tail) = vec.split_at_mut(1);
    meet(&mut head[0], &mut tail[0]);
    assert_eq!(vec, [1, 10]);

    let cells = [0, 0].map(|element| Rc::new(RefCell::new(element)));
    meet(&mut cells[0].borrow_mut(), &mut cells[1].borrow_mut());
    assert_eq!(cells.map(|cell| *cell.borrow()), [1, 10]);

    let mut slab = Slab::new();
    let (one, other) = (slab.insert(0), slab.insert(0));
    let (pivot, second) = slab.get2_mut(one, other).unwrap();
    meet(pivot, second);
    assert_eq!((slab[one], slab[other]), (1, 10));

    let mut graph = StableGraph::<u64, ()>::new();
    let (one, other) = (graph.add_node(0), graph.add_node(0));
    let (pivot, second) = graph.index_twice_mut(one, other);
    meet(pivot, second);
    assert_eq!((graph[one], graph[other]), (1, 10));

    let mut arena = Arena::new();
    let (one, other) = (arena.insert(0), arena.insert(0));
    let (Some(pivot), Some(second)) = arena.get2_mut(one, other) else { unreachable!() };
    meet(pivot, second);
    assert_eq!((arena[one], arena[other]), (1, 10));

    macro_rules! of_slots {
        ($map:expr) => {
            let mut map = $map;
            let (one, other) = (map.insert(0), map.insert(0));
            let [pivot, second] = map.get_disjoint_mut([one, other]).unwrap();
            meet(pivot, second);
            assert_eq!((map[one], map[other]), (1, 10));
        };
    }
    of_slots!(SlotMap::new());
    of_slots!(HopSlotMap::new());
    of_slots!(DenseSlotMap::new());
}

#[test]
fn slot_maps_hand_their_elements_out_without_keys() {
    macro_rules! without_keys {
        ($map:expr) => {
            let mut map = $map;
            (0..4_u64).for_each(|element| _ = map.insert(element));
            map.values_mut().for_each(|element| *element += 1);
            map.retain(|_, element| *element % 2 == 0);
            assert_eq!(map.values().sum::<u64>(), 2 + 4);
            assert_eq!(map.drain().map(|(_, element)| element).sum::<u64>(), 2 + 4);
            assert!(map.is_empty());
        };
    }
    without_keys!(SlotMap::new());
    without_keys!(HopSlotMap::new());
    without_keys!(DenseSlotMap::new());
}

#[test]
fn slab_moves_elements_when_it_is_compacted() {
    let mut slab = Slab::new();
    let (one, other) = (slab.insert(0), slab.insert(1));
    slab.remove(one);
    let mut moves = Vec::new();
    slab.compact(|_, from, to| {
        moves.push((from, to));
        true
    });
    assert_eq!((slab.get(one), slab.get(other), moves), (Some(&1), None, vec![(other, one)]));
}

#[test]
fn pools_have_no_method_that_sorts() {
    /// Methods for whatever has none of these names: a method of the type itself would be called instead.
    trait Unsorted {
        fn sort(&mut self) -> bool {
            false
        }

        fn sort_by_key(&mut self) -> bool {
            false
        }

        fn sort_unstable(&mut self) -> bool {
            false
        }
    }

    impl<T> Unsorted for T {}

    macro_rules! sorts {
        ($pool:expr) => {{
            let mut pool = $pool;
            pool.sort() || pool.sort_by_key() || pool.sort_unstable()
        }};
    }
    assert!(!sorts!(StableVec::<u64>::new()));
    assert!(!sorts!(Slab::<u64>::new()));
    assert!(!sorts!(StableGraph::<u64, ()>::new()));
    assert!(!sorts!(SlotMap::<_, u64>::new()));
    assert!(!sorts!(HopSlotMap::<_, u64>::new()));
    assert!(!sorts!(DenseSlotMap::<_, u64>::new()));
    assert!(!sorts!(Arena::<u64>::new()));
}

#[test]
fn shared_cells_are_sorted_by_what_is_in_them() {
    let mut cells = vec![Rc::new(RefCell::new(2)), Rc::new(RefCell::new(1))];
    let first = Rc::clone(&cells[0]);
    cells.sort_by_key(|cell| *cell.borrow());
    assert_eq!(cells.iter().map(|cell| *cell.borrow()).collect::<Vec<_>>(), [1, 2]);
    assert!(Rc::ptr_eq(&first, &cells[1]));

    let mut vec = vec![2, 1];
    vec.sort();
    assert_eq!(vec, [1, 2]);
}

#[test]
fn sorting_by_remainders_keeps_ties_and_weak_references() {
    let mut vec: Vec<u64> = (0..5).collect();
    vec.sort_by_key(|element| element % 2);
    assert_eq!(vec, [0, 2, 4, 1, 3]);

    let mut cells: Vec<_> = (0..5_u64).map(|element| Rc::new(RefCell::new(element))).collect();
    let keys: Vec<_> = cells.iter().map(Rc::downgrade).collect();
    cells.sort_by_key(|cell| *cell.borrow() % 2);
    assert_eq!(cells.iter().map(|cell| *cell.borrow()).collect::<Vec<_>>(), [0, 2, 4, 1, 3]);
    let found: Vec<_> = keys.iter().map(|key| *key.upgrade().unwrap().borrow()).collect();
    assert_eq!(found, [0, 1, 2, 3, 4]);
}
