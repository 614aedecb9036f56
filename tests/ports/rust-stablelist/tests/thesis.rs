//! The examples of the thesis, as the rulings decide them, and further guarantees.

use std::panic::{catch_unwind, AssertUnwindSafe};

use rust_stablelist::{
    PartitionLayout, StableId, StableIndex, StableList, StableListBuild, StableView, StableViewMut, Truncate,
};

/// Makes a list of `count` elements, each equal to its position, and returns it with the keys.
fn filled(build: StableListBuild, count: usize) -> (StableList<usize>, Vec<StableIndex<usize>>) {
    let mut list = StableList::with(build);
    let keys = (0..count).map(|element| list.add(element).unwrap()).collect();
    (list, keys)
}

/// Fills `0..opened`, removes all but the elements at 0, at 1 and the last, and then removes the last.
fn cascaded(minimum: usize, opened: usize) -> StableList<usize> {
    let build = StableListBuild { minimum, capacity: opened, ..Default::default() };
    let (mut list, keys) = filled(build, opened);
    for &key in &keys[2..] {
        list.remove(key);
    }
    list
}

fn capacity(capacity: usize) -> StableListBuild {
    StableListBuild { capacity, ..Default::default() }
}

fn partition(start: usize, size: usize, live: usize, opened: usize, free: &[usize]) -> PartitionLayout {
    PartitionLayout { start, size, live, opened, free: free.to_vec() }
}

fn elements(view: &impl StableView<usize>) -> Vec<usize> {
    let mut elements = Vec::new();
    view.each(|_, &element| elements.push(element));
    elements
}

#[test]
fn a_preallocated_list_keeps_its_space() {
    let (mut list, keys) = filled(capacity(1000), 200);
    for &key in &keys[..50] {
        list.remove(key);
    }
    let layout = list.layout();
    let opened: usize = layout.partitions.iter().map(|partition| partition.opened).sum();
    assert_eq!((layout.space, list.len(), opened), (1000, 150, 200));
}

#[test]
fn figure_5_1_vacancies_are_reused_from_the_front() {
    let (mut list, keys) = filled(capacity(16), 16);
    for position in [1, 3, 5, 4, 12, 9, 10] {
        list.remove(keys[position]);
    }
    assert_eq!(
        list.layout().partitions,
        [partition(0, 4, 2, 4, &[3, 1]), partition(4, 4, 2, 4, &[4, 5]), partition(8, 8, 5, 8, &[10, 9, 12]),]
    );
    let reused: Vec<_> = (0..8).map(|_| list.add(0).unwrap().index()).collect();
    assert_eq!(reused, [3, 1, 4, 5, 10, 9, 12, 16]);
}

#[test]
fn figure_5_2_growth_leaves_q1_and_q2_full() {
    let (list, _) = filled(capacity(16), 17);
    assert_eq!(
        list.layout().partitions,
        [partition(0, 8, 8, 8, &[]), partition(8, 8, 8, 8, &[]), partition(16, 16, 1, 1, &[])]
    );
}

#[test]
fn figure_5_3_truncation_reverses_the_part_of_q2() {
    let (mut list, keys) = filled(capacity(16), 9);
    for position in [0, 2, 1, 3, 5, 6, 8] {
        list.remove(keys[position]);
    }
    assert_eq!(
        list.layout().partitions,
        [partition(0, 2, 0, 2, &[1, 0]), partition(2, 2, 0, 2, &[2, 3]), partition(4, 4, 2, 4, &[6, 5])]
    );
    assert_eq!((list.cost().visits, list.cost().dropped), (4, 1));
}

#[test]
fn the_cascade_of_5_2_ends_at_the_minimum() {
    let seen = |minimum| {
        let list = cascaded(minimum, 16_384);
        (list.layout().space, list.cost().visits)
    };
    assert_eq!(seen(4), (4, 8166)); // the thesis: 8
    assert_eq!(seen(8), (8, 8166));
    assert_eq!(seen(2046), (2048, 7162));
    assert_eq!(seen(4096), (4096, 6140)); // the thesis: 4094
    assert_eq!(seen(8192), (8192, 4094));
}

#[test]
fn space_stays_a_multiple_of_four() {
    let (mut list, keys) = filled(capacity(1000), 501);
    list.remove(keys[500]);
    assert_eq!(list.layout().space, 500); // half of it cannot be divided into quarters
}

#[test]
fn only_memory_mode_gives_memory_back() {
    let moved = |truncate| {
        let (mut list, keys) = filled(StableListBuild { truncate, ..Default::default() }, 5);
        list.remove(keys[4]);
        list.add(0).unwrap();
        list.cost().moved
    };
    assert_eq!([Truncate::Never, Truncate::Iteration, Truncate::Memory].map(moved), [4, 4, 12]);
}

#[test]
fn a_retired_key_never_resolves() {
    let (mut list, keys) = filled(capacity(4), 1);
    assert_eq!(list.remove(keys[0]), Some(0));
    let next = list.add(1).unwrap();
    assert_eq!((next.index(), list.at(keys[0])), (0, None));
    assert_eq!((list.remove(keys[0]), list.len()), (None, 1));
    list.clear();
    assert_eq!(list.add(2).unwrap(), StableIndex::new(0, 2));
    assert!(!list.contains(next));
}

#[test]
fn a_failed_add_changes_nothing_and_returns_the_element() {
    let (mut list, _) = filled(StableListBuild { index_bits: 3, ..Default::default() }, 8);
    let before = list.layout();
    let error = list.add(8).unwrap_err();
    assert_eq!(error.refused, 8);
    assert!(error.to_string().starts_with("no index is left"));
    assert_eq!(list.layout(), before);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bit(bool);

impl StableId for Bit {
    fn init() -> Self {
        Bit(false)
    }

    fn up(&mut self) {
        self.0 = !self.0;
    }
}

impl std::fmt::Display for Bit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        u8::from(self.0).fmt(f)
    }
}

#[test]
fn ids_start_over_after_their_last() {
    let mut list = StableList::<usize, Bit>::default();
    let keys = list.extend([0, 1]).unwrap();
    list.remove(keys[0]);
    list.add(2).unwrap();
    assert_eq!(list.at(keys[0]), Some(&2)); // two insertions later, as R8 says
    assert_eq!(keys[1].to_string(), "1.1");
}

#[test]
fn a_key_is_copied_whatever_the_elements_are() {
    let mut list = StableList::<String>::new();
    let key = list.add("element".to_string()).unwrap();
    let copied = key;
    assert_eq!((list.remove(copied), list.at(key)), (Some("element".to_string()), None));
}

#[test]
fn apply_lends_the_pivot_and_all_others() {
    let (mut list, keys) = filled(capacity(4), 4);
    list.remove(keys[1]);
    let shown = list.apply(keys[2], |pivot, others| {
        assert_eq!(others.at(keys[2]), None);
        assert_eq!((others.at(keys[0]), others.at(keys[3])), (Some(&0), Some(&3)));
        others.each_mut(|_, other| *other += *pivot);
        *others.at_mut(keys[0]).unwrap() += 10;
        (others.len(), elements(others))
    });
    assert_eq!(shown, Some((2, vec![12, 5])));
    assert_eq!(list.apply(keys[1], |_, _| ()), None);
    assert_eq!(elements(&list), [12, 2, 5]);
}

#[test]
fn traverse_shows_every_pair_twice() {
    let (mut list, keys) = filled(capacity(4), 4);
    list.remove(keys[0]);
    let mut pairs = Vec::new();
    list.traverse(|key, &mut pivot, others| {
        assert_eq!(key, keys[pivot]);
        others.each(|_, &other| pairs.push((pivot, other)));
    });
    assert_eq!(pairs, [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]);
}

#[test]
fn iteration_costs_the_opened_cells() {
    let (mut list, keys) = filled(capacity(8), 3);
    list.remove(keys[1]);
    assert_eq!(list.keys().collect::<Vec<_>>(), [keys[0], keys[2]]);
    assert_eq!(list.iter().rev().map(|(_, &element)| element).collect::<Vec<_>>(), [2, 0]);
    list.each_mut(|_, element| *element += 1);
    assert_eq!(elements(&list), [1, 3]);
    assert_eq!(list.cost().cells, 4 * 3);
}

#[test]
fn a_panicking_destructor_leaves_the_list_usable() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("as planned");
        }
    }
    let mut list = StableList::new();
    let key = list.add(Some(Bomb)).unwrap();
    catch_unwind(AssertUnwindSafe(|| list.clear())).unwrap_err();
    assert!(list.is_empty() && !list.contains(key));
    assert_eq!(list.add(None).unwrap(), StableIndex::new(0, 1));
}

#[test]
fn a_factory_is_given_the_key_of_its_element() {
    let (mut list, keys) = filled(capacity(4), 2);
    list.remove(keys[0]);
    let mut given = None;
    let key = list.insert_with(|key| {
        given = Some(key);
        7
    });
    assert_eq!((key.unwrap(), list.at(given.unwrap())), (StableIndex::new(0, 2), Some(&7)));
}

#[test]
fn a_factory_that_panics_leaves_the_list_as_it_was() {
    let (mut list, _) = filled(capacity(4), 4);
    let (layout, cost) = (list.layout(), list.cost());
    catch_unwind(AssertUnwindSafe(|| list.insert_with(|_| panic!("as planned")))).unwrap_err();
    assert_eq!((list.layout(), list.cost()), (layout, cost));
}

#[test]
fn extend_is_all_or_nothing() {
    let (mut list, _) = filled(StableListBuild { index_bits: 3, ..Default::default() }, 5);
    let before = list.layout();
    assert_eq!(list.extend([5, 6, 7, 8]).unwrap_err().refused, [5, 6, 7, 8]);
    assert_eq!(list.layout(), before);
    let keys = list.extend([5, 6, 7]).unwrap();
    assert_eq!(keys.iter().map(|key| key.index()).collect::<Vec<_>>(), [5, 6, 7]);
    assert_eq!(list.extend([]).unwrap(), []);
}

#[test]
fn what_was_reserved_is_not_moved() {
    let (mut list, _) = filled(capacity(4), 3);
    list.reserve(6).unwrap();
    assert_eq!((list.layout().space, list.cost().moved), (4, 3));
    list.extend(3..9).unwrap();
    assert_eq!((list.layout().space, list.cost().moved), (16, 3));
    let mut narrow = StableList::<u8>::with(StableListBuild { index_bits: 3, ..Default::default() });
    assert!(narrow.reserve(8).is_ok() && narrow.reserve(9).is_err());
}

#[test]
fn shrink_to_fit_halves_what_truncation_leaves() {
    let (mut list, keys) = filled(capacity(16), 3);
    list.remove(keys[0]);
    list.shrink_to_fit();
    assert_eq!(
        list.layout().partitions,
        [partition(0, 1, 0, 1, &[0]), partition(1, 1, 1, 1, &[]), partition(2, 2, 1, 1, &[])]
    );
    assert_eq!((list.cost().visits, list.cost().moved), (0, 3));
}

#[test]
fn drain_and_retain_hand_out_what_they_remove() {
    let (mut list, keys) = filled(capacity(4), 5);
    assert_eq!(list.retain(|_, element| element % 2 == 0), [(keys[1], 1), (keys[3], 3)]);
    assert_eq!(list.layout().partitions[0], partition(0, 2, 1, 2, &[1]));
    assert_eq!(list.drain(), [(keys[0], 0), (keys[2], 2), (keys[4], 4)]);
    assert_eq!((list.len(), list.cost().cells), (0, 5 + 5));
    assert_eq!(list.add(5).unwrap(), StableIndex::new(0, 5));
}

#[test]
fn a_packed_key_is_its_id_above_its_index() {
    let (list, keys) = filled(StableListBuild { index_bits: 3, ..Default::default() }, 4);
    let packed: Vec<_> = keys.iter().map(|&key| list.pack(key).unwrap()).collect();
    assert_eq!(packed, [0, 0b01_001, 0b10_010, 0b11_011]);
    assert!(packed.iter().zip(&keys).all(|(&packed, &key)| list.unpack(packed) == Some(key)));
    assert_eq!(list.pack(StableIndex::new(8, 0)), None);
    assert_eq!((list.unpack(1 << 35), list.unpack(u128::MAX)), (None, None));
    let unbounded = StableList::<usize>::with(StableListBuild { index_bits: 0, ..Default::default() });
    assert_eq!((unbounded.pack(keys[0]), unbounded.unpack(0)), (None, None));
}

#[test]
fn a_clone_goes_on_as_the_original() {
    let (mut list, keys) = filled(capacity(4), 4);
    list.remove(keys[1]);
    list.reserve(4).unwrap();
    let mut clone = list.clone();
    assert_eq!((clone.layout(), clone.cost()), (list.layout(), list.cost()));
    assert_eq!((clone.add(4).unwrap(), clone.add(5).unwrap()), (list.add(4).unwrap(), list.add(5).unwrap()));
    assert_eq!(clone.cost(), list.cost());
}

#[test]
fn inspection_shows_all_others() {
    let (list, keys) = filled(capacity(4), 3);
    let shown = list.inspect(keys[1], |&pivot, others| (pivot, others.at(keys[1]).copied(), elements(others)));
    assert_eq!(shown, Some((1, None, vec![0, 2])));
    assert_eq!(list.inspect(StableIndex::new(0, 9), |_, _| ()), None);
}

#[test]
fn replace_hands_the_old_element_out_or_the_new_one_back() {
    let (mut list, keys) = filled(capacity(4), 1);
    assert_eq!(list.replace(keys[0], 7), Ok(0));
    list.remove(keys[0]);
    assert_eq!(list.replace(keys[0], 8), Err(8));
}
