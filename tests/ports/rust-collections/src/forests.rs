//! Forests: `Arena` of indextree, whose nodes have ids of their own; the ids are kept beside it under their names.

use std::collections::HashMap;

use indextree::{Arena, NodeError, NodeId};

use crate::starter::{serve, Answer, Operation};
use crate::{Functions, Ports};

const TABLE: &str = "
node* number > truth -
remove number > truth -
remove_subtree number > truth -
clear > done -
append* number number > done -
prepend number number > done -
before number number > done -
after number number > done -
descendants number > sequence -
contains number > truth -
parent number > value -
children number > sequence -
roots > value -
len > number -
";

pub const PORTS: Ports = &[("indextree", indextree)];

#[derive(Default)]
struct Forest {
    arena: Arena<i64>,
    ids: HashMap<i64, NodeId>,
}

impl Forest {
    fn name(&self, id: NodeId) -> i64 {
        *self.arena[id].get()
    }

    /// The names of some nodes that belong to a node.
    fn names<I: Iterator<Item = NodeId>>(&self, name: i64, some: impl Fn(NodeId) -> I) -> Answer<()> {
        self.ids.get(&name).map_or(Answer::Value(None), |&id| Answer::List(some(id).map(|id| self.name(id)).collect()))
    }

    /// Makes a node the neighbour or the child of another; an error of the crate is a cycle, because both are there.
    fn moved(&mut self, o: &Operation<Forest, ()>, beside: bool, to: Move) -> Answer<()> {
        let (Some(&node), Some(&other)) = (self.ids.get(&o.number(0)), self.ids.get(&o.number(1))) else {
            return Answer::Refused("missing");
        };
        if beside && node != other && other.parent(&self.arena).is_none() {
            return Answer::Refused("root"); // it would become a sibling of a root
        }
        to(other, node, &mut self.arena).map_or(Answer::Refused("cycle"), |()| Answer::Done)
    }
}

/// A method of a node: it is given another node.
type Move = fn(NodeId, NodeId, &mut Arena<i64>) -> Result<(), NodeError>;

const FOREST: Functions<Forest> = &[
    ("node", |forest, o| {
        let name = o.number(0);
        let is_new = !forest.ids.contains_key(&name);
        if is_new {
            forest.ids.insert(name, forest.arena.new_node(name));
        }
        Answer::Truth(is_new)
    }),
    ("remove", |forest, o| {
        let found = forest.ids.remove(&o.number(0));
        Answer::Truth(found.is_some_and(|id| id.checked_remove(&mut forest.arena).is_ok()))
    }),
    ("remove_subtree", |forest, o| {
        let Some(&id) = forest.ids.get(&o.number(0)) else {
            return Answer::Truth(false);
        };
        for below in id.descendants(&forest.arena) {
            forest.ids.remove(forest.arena[below].get());
        }
        Answer::Truth(id.checked_remove_subtree(&mut forest.arena).is_ok())
    }),
    ("clear", |forest, _| {
        forest.arena.clear();
        forest.ids.clear();
        Answer::Done
    }),
    ("append", |forest, o| forest.moved(o, false, NodeId::checked_append)),
    ("prepend", |forest, o| forest.moved(o, false, NodeId::checked_prepend)),
    ("before", |forest, o| forest.moved(o, true, NodeId::checked_insert_before)),
    ("after", |forest, o| forest.moved(o, true, NodeId::checked_insert_after)),
    ("descendants", |forest, o| forest.names(o.number(0), |id| id.descendants(&forest.arena).skip(1))),
    ("contains", |forest, o| Answer::Truth(forest.ids.contains_key(&o.number(0)))),
    ("parent", |forest, o| {
        let above = forest.ids.get(&o.number(0)).and_then(|id| id.parent(&forest.arena));
        Answer::Value(above.map(|id| forest.name(id)))
    }),
    ("children", |forest, o| forest.names(o.number(0), |id| id.children(&forest.arena))),
    ("roots", |forest, o| o.list(forest.arena.roots().map(|id| forest.name(id)))),
    ("len", |forest, _| Answer::Value(Some(forest.arena.live_count() as i64))),
];

fn indextree() {
    serve("protocol=6 name=indextree version=4.9.2 system=forest", TABLE, |_| Forest::default(), FOREST);
}
