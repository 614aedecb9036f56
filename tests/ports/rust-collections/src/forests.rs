//! Forests: `Arena` of indextree, and `Tree` of ego-tree. Nodes have ids of their own, which are kept under their names.

use std::collections::HashMap;

use ego_tree::Tree;
use indextree::{Arena, NodeError, NodeId};

use crate::starter::{serve, Answer, Choices, Operation};
use crate::{Functions, Ports};

#[path = "../../tables/forest/table.rs"]
mod table;

pub const PORTS: Ports = &[("indextree", indextree), ("ego-tree", ego_tree)];

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
    serve("protocol=6 name=indextree version=4.9.2 system=forest", table::ROWS, |_| Forest::default(), FOREST);
}

// --- ego-tree

/// A tree, of which the root is never used: the roots of the forest, and nodes that were removed, are orphans.
struct Orphans {
    tree: Tree<i64>,
    ids: HashMap<i64, ego_tree::NodeId>,
}

type NodeRef<'a> = ego_tree::NodeRef<'a, i64>;
type NodeMut<'a> = ego_tree::NodeMut<'a, i64>;

/// A method of a node that is given the id of another one.
type MoveById = fn(&mut NodeMut, ego_tree::NodeId);

impl Orphans {
    fn find(&self, name: i64) -> Option<NodeRef<'_>> {
        self.ids.get(&name).and_then(|&id| self.tree.get(id))
    }

    fn at(&mut self, id: ego_tree::NodeId) -> NodeMut<'_> {
        self.tree.get_mut(id).expect("a node that was created")
    }

    /// Makes a node the neighbour or the child of another; the crate does not look for cycles, and needs a parent.
    fn moved(&mut self, o: &Operation<Orphans, ()>, beside: bool, to: MoveById) -> Answer<()> {
        let (Some(node), Some(other)) = (self.find(o.number(0)), self.find(o.number(1))) else {
            return Answer::Refused("missing");
        };
        if node == other || other.ancestors().any(|above| above == node) {
            return Answer::Refused("cycle");
        }
        if beside && other.parent().is_none() {
            return Answer::Refused("root");
        }
        let (node, other) = (node.id(), other.id());
        to(&mut self.at(other), node);
        Answer::Done
    }

    /// Takes a node out of its place, for its children, or with everything below it.
    fn remove(&mut self, name: i64, replaced: bool) -> bool {
        let Some(node) = self.find(name) else {
            return false;
        };
        let (id, is_root) = (node.id(), node.parent().is_none());
        let children: Vec<_> = node.children().map(|child| child.id()).filter(|_| replaced).collect();
        let gone: Vec<_> = node.descendants().map(|below| *below.value()).filter(|_| !replaced).collect();
        for child in children {
            if is_root {
                self.at(child).detach();
            } else {
                self.at(id).insert_id_before(child);
            }
        }
        self.at(id).detach();
        for each in gone {
            self.ids.remove(&each);
        }
        self.ids.remove(&name);
        true
    }
}

fn values<'a>(nodes: impl Iterator<Item = NodeRef<'a>>) -> Answer<()> {
    Answer::List(nodes.map(|node| *node.value()).collect())
}

const ORPHANS: Functions<Orphans> = &[
    ("node", |forest, o| {
        let name = o.number(0);
        let is_new = !forest.ids.contains_key(&name);
        if is_new {
            forest.ids.insert(name, forest.tree.orphan(name).id());
        }
        Answer::Truth(is_new)
    }),
    ("remove", |forest, o| Answer::Truth(forest.remove(o.number(0), true))),
    ("remove_subtree", |forest, o| Answer::Truth(forest.remove(o.number(0), false))),
    ("append", |forest, o| forest.moved(o, false, |other, id| drop(other.append_id(id)))),
    ("prepend", |forest, o| forest.moved(o, false, |other, id| drop(other.prepend_id(id)))),
    ("before", |forest, o| forest.moved(o, true, |other, id| drop(other.insert_id_before(id)))),
    ("after", |forest, o| forest.moved(o, true, |other, id| drop(other.insert_id_after(id)))),
    ("descendants", |forest, o| {
        forest.find(o.number(0)).map_or(Answer::Value(None), |node| values(node.descendants().skip(1)))
    }),
    ("parent", |forest, o| {
        Answer::Value(forest.find(o.number(0)).and_then(|node| node.parent()).map(|node| *node.value()))
    }),
    ("children", |forest, o| {
        forest.find(o.number(0)).map_or(Answer::Value(None), |node| values(node.children()))
    }),
    ("roots", |forest, _| {
        let all = forest.ids.keys().filter_map(|&name| forest.find(name));
        values(all.filter(|node| node.parent().is_none()))
    }),
];

fn ego_tree() {
    let open = |_: &Choices| Orphans { tree: Tree::new(-1), ids: HashMap::new() };
    serve("protocol=6 name=ego-tree version=0.11.1 system=forest", table::ROWS, open, ORPHANS);
}
