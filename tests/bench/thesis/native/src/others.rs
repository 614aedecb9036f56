//! Vectors of the standard library, whose keys are indices, and a graph, which iterates over keys or elements.

use std::cell::RefCell;
use std::rc::Rc;

use petgraph::stable_graph::{NodeIndex, StableGraph};

use crate::pool::{pairs_of, pairs_of_keys, positions_to_swap, Crossed, Pool};
use crate::random::Random;

impl<T> Pool<T> for Vec<T> {
    const NAME: &'static str = "Vec";
    type Key = usize;

    fn with_room(count: usize) -> Self {
        Vec::with_capacity(count)
    }

    fn insert(&mut self, element: T) -> usize {
        self.push(element);
        self.len() - 1
    }

    fn remove(&mut self, key: usize) -> T {
        self.swap_remove(key)
    }

    fn look_up<R>(&self, key: usize, f: impl FnOnce(&T) -> R) -> R {
        f(&self[key])
    }

    fn each(&self, f: impl FnMut(&T)) {
        self.iter().for_each(f);
    }

    fn expire(&mut self, _: &mut Vec<usize>, mut f: impl FnMut(&mut T) -> bool) {
        self.retain_mut(|element| !f(element));
    }

    fn pairs_of_references(&mut self, f: impl FnMut(&mut T, &mut T)) {
        pairs_of(&mut self.iter_mut().collect::<Vec<_>>(), f);
    }

    fn in_random_order(keys: Vec<usize>, random: &mut Random) -> Vec<usize> {
        positions_to_swap(keys.len(), random)
    }
}

impl<T> Crossed<T> for Vec<T> {
    fn pairs(&mut self, mut f: impl FnMut(&mut T, &mut T)) {
        for place in 0..self.len() {
            let (before, rest) = self.split_at_mut(place);
            let (pivot, after) = rest.split_first_mut().expect("the place is within the vector");
            before.iter_mut().chain(after).for_each(|other| f(pivot, other));
        }
    }
}

/// A vector of shared cells.
pub struct RefCells<T>(Vec<Rc<RefCell<T>>>);

impl<T> Pool<T> for RefCells<T> {
    const NAME: &'static str = "RefCells";
    type Key = usize;

    fn with_room(count: usize) -> Self {
        Self(Vec::with_capacity(count))
    }

    fn insert(&mut self, element: T) -> usize {
        Pool::insert(&mut self.0, Rc::new(RefCell::new(element)))
    }

    fn remove(&mut self, key: usize) -> T {
        Rc::into_inner(self.0.swap_remove(key)).expect("nobody else has the cell").into_inner()
    }

    fn look_up<R>(&self, key: usize, f: impl FnOnce(&T) -> R) -> R {
        f(&self.0[key].borrow())
    }

    fn each(&self, mut f: impl FnMut(&T)) {
        self.0.iter().for_each(|cell| f(&cell.borrow()));
    }

    fn expire(&mut self, _: &mut Vec<usize>, mut f: impl FnMut(&mut T) -> bool) {
        self.0.retain(|cell| !f(&mut cell.borrow_mut()));
    }

    fn pairs_of_references(&mut self, f: impl FnMut(&mut T, &mut T)) {
        pairs_of(&mut self.0.iter().map(|cell| cell.borrow_mut()).collect::<Vec<_>>(), f);
    }

    fn in_random_order(keys: Vec<usize>, random: &mut Random) -> Vec<usize> {
        positions_to_swap(keys.len(), random)
    }
}

impl<T> Crossed<T> for RefCells<T> {
    fn pairs(&mut self, mut f: impl FnMut(&mut T, &mut T)) {
        for (place, pivot) in self.0.iter().enumerate() {
            for other in self.0[..place].iter().chain(&self.0[place + 1..]) {
                f(&mut pivot.borrow_mut(), &mut other.borrow_mut());
            }
        }
    }
}

/// A graph without edges.
pub type Graph<T> = StableGraph<T, ()>;

impl<T> Pool<T> for Graph<T> {
    const NAME: &'static str = "StableGraph";
    type Key = NodeIndex;

    fn with_room(count: usize) -> Self {
        Self::with_capacity(count, 0)
    }

    fn insert(&mut self, element: T) -> NodeIndex {
        self.add_node(element)
    }

    fn remove(&mut self, key: NodeIndex) -> T {
        self.remove_node(key).expect("the key is live")
    }

    fn look_up<R>(&self, key: NodeIndex, f: impl FnOnce(&T) -> R) -> R {
        f(self.node_weight(key).expect("the key is live"))
    }

    fn each(&self, f: impl FnMut(&T)) {
        self.node_weights().for_each(f);
    }

    fn expire(&mut self, _: &mut Vec<NodeIndex>, mut f: impl FnMut(&mut T) -> bool) {
        self.retain_nodes(|mut graph, key| !f(&mut graph[key]));
    }

    fn pairs_of_references(&mut self, f: impl FnMut(&mut T, &mut T)) {
        pairs_of(&mut self.node_weights_mut().collect::<Vec<_>>(), f);
    }
}

impl<T> Crossed<T> for Graph<T> {
    fn pairs(&mut self, mut f: impl FnMut(&mut T, &mut T)) {
        let keys: Vec<_> = self.node_indices().collect();
        pairs_of_keys(&keys, |one, other| {
            let (one, other) = self.index_twice_mut(one, other);
            f(one, other);
        });
    }
}
