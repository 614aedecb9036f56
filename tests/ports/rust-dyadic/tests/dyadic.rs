//! The program of `docs/systems/dyadic.md`, its pictures, and what a caller may rely on besides.

use std::panic::{catch_unwind, AssertUnwindSafe};

use rust_dyadic::{BlockLayout, DyadicList, Key, Options, Truncate};

/// A list with `count` elements, each equal to its position, and their keys.
fn filled(options: Options, count: usize) -> (DyadicList<usize>, Vec<Key>) {
    let mut list = DyadicList::with(options);
    let keys = list.extend(0..count).unwrap();
    (list, keys)
}

fn block(start: usize, size: usize, live: usize, opened: usize, free: &[usize]) -> BlockLayout {
    BlockLayout { start, size, live, opened, free: free.to_vec() }
}

#[test]
fn the_program_of_the_page() {
    let (mut list, keys) = filled(Options::default(), 9);
    list.remove(keys[5]);
    list.remove(keys[1]);
    let both = [block(0, 4, 3, 4, &[1]), block(4, 4, 3, 4, &[5])];
    assert_eq!(list.layout().blocks, [&both[..], &[block(8, 8, 1, 1, &[])]].concat());
    assert_eq!(list.remove(keys[8]), Some(8));
    assert_eq!((list.layout().space, list.layout().blocks), (8, both.to_vec()));
    assert_eq!([list.add(9).unwrap(), list.add(10).unwrap()], [Key { index: 1, id: 9 }, Key { index: 5, id: 10 }]);
    assert_eq!((list.cost().moved, list.cost().dropped), (12, 1));
}

#[test]
fn an_element_goes_to_the_latest_vacancy_of_the_lowest_block_with_room() {
    let (mut list, keys) = filled(Options::default(), 12);
    for position in [9, 5, 4, 2, 6, 1] {
        list.remove(keys[position]);
    }
    let taken: Vec<_> = (0..8).map(|_| list.add(0).unwrap().index).collect();
    assert_eq!(taken, [1, 2, 6, 4, 5, 9, 12, 13]);
}

#[test]
fn all_empty_blocks_at_the_top_are_dropped_at_once() {
    let (mut list, keys) = filled(Options::default(), 17);
    for &key in &keys[4..16] {
        list.remove(key);
    }
    assert_eq!((list.layout().space, list.cost().dropped), (32, 0));
    list.remove(keys[16]);
    assert_eq!(list.layout().blocks, [block(0, 4, 4, 4, &[])]);
    assert_eq!((list.cost().moved, list.cost().dropped), (28, 13));
    assert_eq!(list.add(17).unwrap(), Key { index: 4, id: 17 });
}

#[test]
fn only_a_removal_from_the_top_drops_blocks() {
    let (mut list, keys) = filled(Options { capacity: 9, ..Default::default() }, 5);
    list.remove(keys[4]);
    list.remove(keys[0]);
    assert_eq!(list.layout().space, 16);
    list.shrink_to_fit();
    assert_eq!(list.layout().blocks, [block(0, 4, 3, 4, &[0])]);
    assert_eq!((list.cost().moved, list.cost().dropped), (4, 1));
}

#[test]
fn the_base_stays() {
    let (mut list, keys) = filled(Options { minimum: 9, ..Default::default() }, 13);
    for key in keys {
        list.remove(key);
    }
    let free: Vec<_> = (0..12).rev().collect();
    assert_eq!(list.layout().blocks, [block(0, 12, 0, 12, &free)]);
}

#[test]
fn modes_differ_in_what_becomes_shorter() {
    let after = |truncate| {
        let (mut list, keys) = filled(Options { truncate, ..Default::default() }, 5);
        list.remove(keys[4]);
        let space = list.layout().space;
        list.add(0).unwrap();
        (space, list.cost().moved)
    };
    assert_eq!([Truncate::Never, Truncate::Iteration, Truncate::Memory].map(after), [(8, 4), (4, 4), (4, 12)]);
}

#[test]
fn nothing_moves_where_no_block_is_dropped() {
    let (mut list, keys) = filled(Options { truncate: Truncate::Memory, ..Default::default() }, 1);
    list.remove(keys[0]);
    assert_eq!((list.layout().space, list.cost().moved), (4, 0));
}

#[test]
fn clear_keeps_the_blocks_or_the_base() {
    let cleared = |truncate| {
        let (mut list, keys) = filled(Options { truncate, capacity: 8, ..Default::default() }, 5);
        list.remove(keys[1]);
        list.clear();
        assert_eq!((list.len(), list.cost().dropped), (0, 5));
        assert_eq!(list.add(5).unwrap(), Key { index: 0, id: 5 });
        list.layout().space
    };
    assert_eq!([Truncate::Never, Truncate::Iteration, Truncate::Memory].map(cleared), [8, 8, 4]);
}

#[test]
fn a_key_finds_nothing_once_its_element_is_removed() {
    let (mut list, keys) = filled(Options::default(), 1);
    assert_eq!(list.remove(keys[0]), Some(0));
    let next = list.add(1).unwrap();
    assert_eq!((next.index, list.at(keys[0]), list.key_at(0)), (0, None, Some((next, &1))));
    assert_eq!((list.remove(keys[0]), list.len()), (None, 1));
    assert_eq!(list.remove_many([next, next]), [Some(1), None]);
    assert_eq!((list.key_at(0), list.key_at(9)), (None, None));
}

#[test]
fn ids_start_over_after_their_last() {
    let (mut list, keys) = filled(Options { id_bits: 1, ..Default::default() }, 2);
    list.remove(keys[0]);
    list.add(2).unwrap();
    assert_eq!(list.at(keys[0]), Some(&2)); // two insertions later, as R8 says
}

#[test]
fn a_full_list_changes_nothing_and_hands_back_the_element() {
    let narrow = Options { index_bits: 3, ..Default::default() };
    for options in [narrow, Options { maximum: 8, ..Default::default() }] {
        let (mut list, _) = filled(options, 8);
        let before = (list.layout(), list.cost());
        assert_eq!(list.add(8).unwrap_err().0, 8);
        assert!(list.insert_with(|_| 8).is_err());
        assert_eq!(list.extend([8, 9]).unwrap_err().0, [8, 9]);
        assert!(list.reserve(1).is_err() && list.reserve(0).is_ok());
        assert!(list.reserve(1).unwrap_err().to_string().starts_with("the list is full"));
        assert_eq!((list.layout(), list.cost()), before);
    }
}

#[test]
#[should_panic(expected = "5 cells need more than 2 index bits")]
fn a_capacity_beyond_the_indices_is_refused() {
    DyadicList::<()>::with(Options { capacity: 5, index_bits: 2, ..Default::default() });
}

#[test]
fn a_block_may_reach_beyond_the_indices() {
    let (mut list, _) = filled(Options { minimum: 12, capacity: 25, index_bits: 5, ..Default::default() }, 32);
    assert_eq!((list.layout().space, list.add(32).is_err()), (48, true));
}

#[test]
fn a_factory_is_given_the_key_of_its_element() {
    let (mut list, _) = filled(Options::default(), 4);
    let mut given = None;
    let key = list.insert_with(|key| {
        given = Some(key);
        7
    });
    assert_eq!((key.unwrap(), list.at(given.unwrap())), (Key { index: 4, id: 4 }, Some(&7)));
    let before = (list.layout(), list.cost());
    catch_unwind(AssertUnwindSafe(|| list.insert_with(|_| panic!("as planned")))).unwrap_err();
    assert_eq!((list.layout(), list.cost()), before);
}

#[test]
fn what_was_reserved_is_not_moved() {
    let (mut list, _) = filled(Options::default(), 3);
    list.reserve(6).unwrap();
    assert_eq!((list.layout().space, list.cost().moved), (4, 3));
    list.extend(3..9).unwrap();
    assert_eq!((list.layout().space, list.cost().moved), (16, 3));
}

#[test]
fn drain_and_retain_hand_out_what_they_remove() {
    let (mut list, keys) = filled(Options::default(), 5);
    assert_eq!(list.retain(|_, element| element % 2 == 0), [(keys[1], 1), (keys[3], 3)]);
    assert_eq!(list.layout().blocks[0], block(0, 4, 2, 4, &[3, 1]));
    assert_eq!(list.drain(), [(keys[0], 0), (keys[2], 2), (keys[4], 4)]);
    assert_eq!((list.len(), list.cost().cells), (0, 5 + 5));
}

#[test]
fn cross_iteration_lends_the_pivot_and_all_others() {
    let (mut list, keys) = filled(Options::default(), 4);
    list.remove(keys[1]);
    let shown = list.apply(keys[2], |pivot, others| {
        assert_eq!(others.at_mut(keys[2]), None);
        others.iter_mut().for_each(|(_, other)| *other += *pivot);
        *others.at_mut(keys[0]).unwrap() += 10;
        others.as_others().len()
    });
    assert_eq!((shown, list.apply(keys[1], |_, _| ())), (Some(2), None));
    let seen = list.inspect(keys[2], |&pivot, others| {
        assert_eq!((others.at(keys[0]), others.at(keys[2]), others.is_empty()), (Some(&12), None, false));
        (pivot, others.iter().map(|(_, &other)| other).collect::<Vec<_>>())
    });
    assert_eq!(seen, Some((2, vec![12, 5])));
    let mut pairs = Vec::new();
    list.traverse(|_, &mut pivot, others| pairs.extend(others.as_others().iter().map(|(_, &other)| (pivot, other))));
    assert_eq!(pairs, [(12, 2), (12, 5), (2, 12), (2, 5), (5, 12), (5, 2)]);
}

#[test]
fn iteration_costs_the_opened_cells() {
    let (mut list, keys) = filled(Options { capacity: 8, ..Default::default() }, 3);
    list.remove(keys[1]);
    assert_eq!(list.keys().collect::<Vec<_>>(), [keys[0], keys[2]]);
    list.iter_mut().for_each(|(_, element)| *element += 1);
    assert_eq!(list.iter().rev().map(|(_, &element)| element).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(list.cost().cells, 3 * 3);
}

#[test]
fn a_packed_key_is_its_id_above_its_index() {
    let (list, keys) = filled(Options { id_bits: 2, index_bits: 3, ..Default::default() }, 4);
    let packed: Vec<_> = keys.iter().map(|&key| list.pack(key).unwrap()).collect();
    assert_eq!(packed, [0, 0b01_001, 0b10_010, 0b11_011]);
    assert!(packed.iter().zip(&keys).all(|(&packed, &key)| list.unpack(packed) == Some(key)));
    assert_eq!([list.pack(Key { index: 8, id: 0 }), list.pack(Key { index: 0, id: 4 })], [None; 2]);
    assert_eq!(list.unpack(u128::MAX), None);
    let unbounded = DyadicList::<()>::with(Options { index_bits: 0, ..Default::default() });
    assert_eq!((unbounded.pack(keys[0]), unbounded.unpack(0)), (None, None));
}

#[test]
fn a_clone_goes_on_as_the_original() {
    let (mut list, keys) = filled(Options::default(), 4);
    list.remove(keys[1]);
    list.reserve(4).unwrap();
    let mut clone = list.clone();
    assert_eq!((clone.layout(), clone.cost()), (list.layout(), list.cost()));
    assert_eq!(clone.extend(4..6).unwrap(), list.extend(4..6).unwrap());
    assert_eq!(clone.cost(), list.cost());
}

#[test]
fn replace_hands_out_the_old_element_or_hands_back_the_new_one() {
    let (mut list, keys) = filled(Options::default(), 1);
    assert_eq!(list.replace(keys[0], 7), Ok(0));
    list.remove(keys[0]);
    assert_eq!(list.replace(keys[0], 8), Err(8));
    assert!(list.is_empty() && !list.contains(keys[0]));
}

#[test]
fn a_destructor_that_panics_leaves_the_list_usable() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("as planned");
        }
    }
    let mut list = DyadicList::new();
    let key = list.add(Some(Bomb)).unwrap();
    catch_unwind(AssertUnwindSafe(|| list.clear())).unwrap_err();
    assert!(list.is_empty() && !list.contains(key));
    assert_eq!(list.add(None).unwrap(), Key { index: 0, id: 1 });
}
