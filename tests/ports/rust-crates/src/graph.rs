//! petgraph's stable graph with its nodes and edges. It is not a pool, so this module reads the programs itself.

use std::io::{self, BufRead, Write};

use petgraph::stable_graph::{EdgeIndex, NodeIndex, StableDiGraph};
use petgraph::Direction::{self, Incoming, Outgoing};

type Graph = StableDiGraph<u64, u64>;

/// What an insertion returned, or a forged key of the same form: the id is 0 for a node, 1 for an edge.
#[derive(Clone, Copy)]
enum Key {
    Node(NodeIndex),
    Edge(EdgeIndex),
}

impl Key {
    fn new(index: i64, id: i64) -> Option<Key> {
        let index = u32::try_from(index).ok()? as usize;
        match id {
            0 => Some(Key::Node(NodeIndex::new(index))),
            1 => Some(Key::Edge(EdgeIndex::new(index))),
            _ => None,
        }
    }

    fn parts(self) -> (i64, i64) {
        match self {
            Key::Node(node) => (node.index() as i64, 0),
            Key::Edge(edge) => (edge.index() as i64, 1),
        }
    }
}

/// A graph, the keys that its insertions returned, and the largest numbers of nodes and edges allowed.
struct Program {
    graph: Graph,
    keys: Vec<Option<Key>>,
    /// The other graph and its keys, where those of insertions into this one are missing.
    other: (Graph, Vec<Option<Key>>),
    most: (usize, usize),
    shows_keys: bool,
    checks: bool,
}

pub const STABLE: &str = "protocol=5 system=stable-graph";
/// The same with a second graph, which is cloned into.
pub const CLONED: &str = "protocol=6 system=graph ways=copy:2 without=incident,degree,equal";

/// Answers the programs on standard input. With `checks`, an edge is added only if its nodes exist.
pub fn serve(name: &str, offered: &str, checks: bool) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.starts_with("hello ") {
            writeln!(output, "port {offered} name={name} version=0.8.3 level=contract")?;
        } else if let Some((configuration, words)) = line.split_once(" : ") {
            let mut program = Program::new(configuration, checks);
            let answers: Vec<String> = words.split(' ').map(|word| program.answer_on(word)).collect();
            writeln!(output, "{}", answers.join(" "))?;
        } else {
            writeln!(output, "!other")?;
        }
        output.flush()?;
    }
    Ok(())
}

impl Program {
    fn new(configuration: &str, checks: bool) -> Program {
        let number = |name: &str| -> usize {
            let found = configuration.split(' ').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
            found.and_then(|text| text.parse().ok()).unwrap_or(0)
        };
        let most = (number("nodes"), number("edges"));
        let shows_keys = !configuration.starts_with("contract");
        Program { graph: Graph::new(), keys: vec![], other: Default::default(), most, shows_keys, checks }
    }

    /// Exchanges both graphs and their keys; insertions are numbered together.
    fn turn(&mut self) {
        let (graph, keys) = &mut self.other;
        keys.resize(keys.len().max(self.keys.len()), None);
        std::mem::swap(&mut self.graph, graph);
        std::mem::swap(&mut self.keys, keys);
    }

    /// The answer to a word, which may be on the second graph.
    fn answer_on(&mut self, word: &str) -> String {
        let Some(alone) = word.strip_prefix("2.") else { return self.answer(word) };
        self.turn();
        let answer = self.answer(alone);
        self.turn();
        answer
    }

    fn key(&self, word: &str) -> Option<Key> {
        let (anchor, parts) = match word.split_once(['#', '~']) {
            None => return self.keys[word.parse::<usize>().ok()?],
            Some(("", parts)) => ((0, 0), parts),
            Some((number, parts)) => (self.keys[number.parse::<usize>().ok()?]?.parts(), parts),
        };
        let (index, id) = parts.split_once('.')?;
        Key::new(anchor.0 + index.parse::<i64>().ok()?, anchor.1 + id.parse::<i64>().ok()?)
    }

    fn node(&self, word: &str) -> Option<NodeIndex> {
        match self.key(word)? {
            Key::Node(node) => Some(node),
            Key::Edge(_) => None,
        }
    }

    fn edge(&self, word: &str) -> Option<EdgeIndex> {
        match self.key(word)? {
            Key::Edge(edge) => Some(edge),
            Key::Node(_) => None,
        }
    }

    fn answer(&mut self, word: &str) -> String {
        let operands: Vec<&str> = word.split(':').collect();
        match operands[..] {
            ["add_node"] => self.add_node(),
            ["add_edge", source, target] => self.add_edge(self.node(source), self.node(target)),
            ["node", key] => found(self.node(key).and_then(|node| self.graph.node_weight(node)).copied()),
            ["edge", key] => found(self.edge(key).and_then(|edge| self.graph.edge_weight(edge)).copied()),
            ["endpoints", key] => self.endpoints(key).unwrap_or("none".into()),
            ["find_edge", source, target] => self.find_edge(source, target).unwrap_or("none".into()),
            ["neighbours", key] => {
                let nodes: Vec<NodeIndex> =
                    self.node(key).map(|node| self.graph.neighbors(node).collect()).unwrap_or_default();
                listed(nodes.into_iter().map(|node| self.item(Key::Node(node), self.graph[node])))
            }
            ["outgoing", key] => listed(self.edges_of(key, Outgoing).into_iter().map(|edge| self.edge_item(edge))),
            ["incoming", key] => listed(self.edges_of(key, Incoming).into_iter().map(|edge| self.edge_item(edge))),
            ["node_count"] => self.graph.node_count().to_string(),
            ["edge_count"] => self.graph.edge_count().to_string(),
            ["nodes"] => self.bag(self.graph.node_indices().map(|node| self.item(Key::Node(node), self.graph[node]))),
            ["edges"] => self.bag(self.graph.edge_indices().map(|edge| self.edge_item(edge))),
            ["remove_node", key] => self.remove_node(key),
            ["remove_edge", key] => found(self.edge(key).and_then(|edge| self.graph.remove_edge(edge))),
            ["clear_edges"] => {
                let removed = self.bag(self.graph.edge_weights().map(u64::to_string));
                self.graph.clear_edges();
                removed
            }
            ["clear"] => {
                self.graph.clear();
                "ok".into()
            }
            ["copy"] => {
                self.other = (self.graph.clone(), self.keys.clone());
                "ok".into()
            }
            ["copy@2"] => {
                self.other.0.clone_from(&self.graph);
                self.other.1.clone_from(&self.keys);
                "ok".into()
            }
            ["swap_containers"] => {
                self.turn();
                "ok".into()
            }
            _ => "!other".into(),
        }
    }

    /// Returns the answer to an insertion, whose number is used up even if it fails.
    fn inserted(&mut self, key: Result<Key, &str>) -> String {
        self.keys.push(key.ok());
        match key {
            Ok(key) if self.shows_keys => shown(key),
            Ok(_) => "ok".into(),
            Err(refusal) => refusal.into(),
        }
    }

    fn add_node(&mut self) -> String {
        let number = self.keys.len() as u64;
        let full = self.most.0 > 0 && self.graph.node_count() >= self.most.0;
        let key = if full { Err("!full") } else { Ok(Key::Node(self.graph.add_node(number))) };
        self.inserted(key)
    }

    fn add_edge(&mut self, source: Option<NodeIndex>, target: Option<NodeIndex>) -> String {
        let number = self.keys.len() as u64;
        if self.most.1 > 0 && self.graph.edge_count() >= self.most.1 {
            return self.inserted(Err("!full"));
        }
        let ends = source.zip(target).filter(|&(source, target)| {
            !self.checks || self.graph.contains_node(source) && self.graph.contains_node(target)
        });
        let added = ends.and_then(|(source, target)| self.graph.try_add_edge(source, target, number).ok());
        self.inserted(added.map(Key::Edge).ok_or("!missing"))
    }

    fn endpoints(&self, word: &str) -> Option<String> {
        let (source, target) = self.graph.edge_endpoints(self.edge(word)?)?;
        Some(format!("{}/{}", found(self.graph.node_weight(source)), found(self.graph.node_weight(target))))
    }

    fn find_edge(&self, source: &str, target: &str) -> Option<String> {
        Some(self.edge_item(self.graph.find_edge(self.node(source)?, self.node(target)?)?))
    }

    fn edges_of(&self, word: &str, direction: Direction) -> Vec<EdgeIndex> {
        use petgraph::visit::EdgeRef;
        let edges = |node| self.graph.edges_directed(node, direction).map(|edge| edge.id()).collect();
        self.node(word).map(edges).unwrap_or_default()
    }

    /// The crate returns only the node, so its edges are listed before; a loop is listed among the outgoing edges.
    fn remove_node(&mut self, word: &str) -> String {
        let outgoing = self.edges_of(word, Outgoing);
        let incoming = self.edges_of(word, Incoming);
        let edges = outgoing.iter().chain(incoming.iter().filter(|edge| !outgoing.contains(edge)));
        let elements: Vec<u64> = edges.map(|&edge| self.graph[edge]).collect();
        let node = self.node(word).and_then(|node| self.graph.remove_node(node));
        self.bag(node.into_iter().chain(elements).map(|element| element.to_string()))
    }

    fn item(&self, key: Key, element: u64) -> String {
        if self.shows_keys {
            format!("{}={element}", shown(key))
        } else {
            element.to_string()
        }
    }

    fn edge_item(&self, edge: EdgeIndex) -> String {
        self.item(Key::Edge(edge), self.graph[edge])
    }

    /// A list whose order is not specified; at level contract it is ascending.
    fn bag(&self, items: impl Iterator<Item = String>) -> String {
        let mut items: Vec<String> = items.collect();
        if !self.shows_keys {
            items.sort_by_key(|item| item.parse::<u64>().unwrap_or(0));
        }
        listed(items.into_iter())
    }
}

fn found(element: Option<impl ToString>) -> String {
    element.map_or("none".into(), |element| element.to_string())
}

fn listed(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<String>>().join(","))
}

fn shown(key: Key) -> String {
    let (index, id) = key.parts();
    format!("{index}.{id}")
}
