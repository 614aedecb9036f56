//! The port protocol of the stablelist conformance kit, version 6, for a container of any family in Rust.
//!
//! Copy this file into your port; it needs nothing but the standard library. [`serve`] is given the table of the family,
//! one line for each operation, and the functions of those that the container has. The others are left out: the
//! handshake says so, and the judge never sends them.
//!
//! A function is given the container and an [`Operation`], which has the operands by their places, and returns an
//! [`Answer`]. A panic is answered by `!other`, and the program goes on.
//!
//! A program may have two containers; a word such as `2.push:3` is on the second. A function that concerns both is given
//! the other one, too; one that clones its container returns [`Operation::cloned`]. Each container has keys of its own,
//! which the clone has, too, and which are exchanged with everything else.
//!
//! SPDX-License-Identifier: MIT

#![allow(dead_code)] // not every port needs every kind of operand and answer

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::process::exit;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most items of a list.
const MOST_ITEMS: usize = 1 << 20;

const LEVELS: [&str; 3] = ["contract", "layout", "cost"];

static ASKED_WAY: AtomicUsize = AtomicUsize::new(1);

/// The way in which the operation in progress is to be done, if the handshake declares several: `ways=add:2`.
pub fn way() -> usize {
    ASKED_WAY.load(Ordering::Relaxed)
}

/// A word such as `add@2` without the way, which is kept.
fn without_way(word: &str) -> String {
    let (before, after) = word.split_once('@').unwrap_or((word, "1"));
    let end = after.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(after.len());
    ASKED_WAY.store(after[..end].parse().unwrap_or(1), Ordering::Relaxed);
    if before.len() == word.len() {
        word.to_owned()
    } else {
        format!("{before}{}", &after[end..])
    }
}

/// The choices of a program, as texts by name.
pub type Choices<'a> = HashMap<&'a str, &'a str>;

/// What carries an operation out on a container `C` that hands out keys `K`, or none.
pub type Function<C, K = ()> = fn(&mut C, &mut Operation<C, K>) -> Answer<K>;

/// The answer to an operation.
pub enum Answer<K = ()> {
    /// The key that an insertion returned.
    Key(K),
    /// The keys of several insertions.
    Keys(Vec<K>),
    /// An element or a number, or nothing.
    Value(Option<i64>),
    /// Two elements.
    Both(Option<i64>, Option<i64>),
    /// Elements, in the order of the container: see [`Operation::list`].
    List(Vec<i64>),
    /// Keys and elements, in the order of the container: see [`Operation::pairs`].
    Pairs(Vec<(i64, i64)>),
    Truth(bool),
    Done,
    /// Any other word.
    Text(String),
    /// A refusal of the family, by its name without the exclamation mark.
    Refused(&'static str),
}

/// The keys of a container by the numbers of their insertions; a clone has the same ones.
type Keys<K> = HashMap<usize, Rc<K>>;

/// One operation of a program. Operands are numbered from 0, in the order of the table.
pub struct Operation<'a, C, K> {
    /// The element of an insertion, or the first of several.
    pub element: i64,
    other: Option<&'a mut C>,
    clone: Option<C>,
    operands: Vec<&'a str>,
    keys: &'a Keys<K>,
    most: usize,
}

impl<C, K> Operation<'_, C, K> {
    /// The other container, if the function concerns both.
    pub fn other(&mut self) -> &mut C {
        self.other.as_deref_mut().expect("an operation that concerns both containers")
    }

    /// The answer of a function that clones its container; the clone takes the place of the other one.
    pub fn cloned(&mut self, clone: C) -> Answer<K> {
        self.clone = Some(clone);
        Answer::Done
    }

    /// The key of an operand.
    pub fn key(&self, place: usize) -> &K {
        let found = self.found(self.operands[place]);
        found.unwrap_or_else(|| panic!("the adapter asks for key({place}), which is no key in the table"))
    }

    /// The number of an operand.
    pub fn number(&self, place: usize) -> i64 {
        self.operands[place].parse().expect("a number")
    }

    /// The word of an operand.
    pub fn word(&self, place: usize) -> &str {
        self.operands[place]
    }

    /// The answer with several elements. It stops at more elements than the container can have, because an iteration that
    /// is wrong may never end.
    pub fn list(&self, elements: impl IntoIterator<Item = i64>) -> Answer<K> {
        Answer::List(elements.into_iter().take(self.most).collect())
    }

    /// The answer with several pairs; it stops as [`Operation::list`] does.
    pub fn pairs(&self, pairs: impl IntoIterator<Item = (i64, i64)>) -> Answer<K> {
        Answer::Pairs(pairs.into_iter().take(self.most).collect())
    }

    /// The key of an insertion, unless it failed, or the key is forged.
    fn found(&self, word: &str) -> Option<&K> {
        self.keys.get(&word.parse().ok()?).map(|key| &**key)
    }
}

/// What the table says of an operation, such as `add_edge* key key > key !missing`; a star marks what is needed.
struct Row {
    name: &'static str,
    operands: Vec<&'static str>,
    answer: &'static str,
    nothing: &'static str,
    needed: bool,
    both: bool,
}

impl Row {
    fn read(line: &'static str) -> Option<Row> {
        let (left, right) = line.split_once('>')?;
        let mut left = left.split_whitespace();
        let mut right = right.split_whitespace();
        let name = left.next()?;
        Some(Row {
            name: name.trim_end_matches('*'),
            operands: left.collect(),
            answer: right.next()?,
            nothing: right.next()?,
            both: right.next().is_some(),
            needed: name.ends_with('*'),
        })
    }

    fn insertions(&self, operands: &[&str]) -> usize {
        match self.operands.iter().position(|kind| *kind == "count") {
            _ if !self.answer.starts_with("key") => 0,
            Some(at) => operands[at].parse().expect("a number"),
            None => 1,
        }
    }
}

/// A program in progress: fresh containers, of which the second is made when it is needed, the keys of each, and the most items of a list: elements
/// that were added, or as many as an operand says, and one more.
struct Program<C, K> {
    containers: [Option<C>; 2],
    keys: [Keys<K>; 2],
    insertions: usize,
    shows: bool,
    most: usize,
}

struct Port<C, K> {
    fields: &'static str,
    rows: Vec<Row>,
    open: fn(&Choices) -> C,
    functions: HashMap<&'static str, Function<C, K>>,
}

/// Answers every line of standard input, until it ends. If the answers cannot be written, the program ends with status 1.
pub fn serve<C, K>(
    fields: &'static str,
    table: &'static str,
    open: fn(&Choices) -> C,
    functions: &[(&'static str, Function<C, K>)],
) {
    let rows = table.lines().filter_map(Row::read).collect();
    let port = Port { fields, rows, open, functions: functions.iter().copied().collect() };
    if let Some(reason) = port.blank() {
        eprintln!("{reason}");
        exit(1);
    }
    for line in io::stdin().lock().lines() {
        let line = line.unwrap_or_else(|_| exit(1));
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let answer = if line.starts_with("hello") { port.hello() } else { port.answers(line) };
        let mut out = io::stdout().lock();
        if writeln!(out, "{answer}").and_then(|()| out.flush()).is_err() {
            exit(1);
        }
    }
}

impl<C, K> Port<C, K> {
    /// The reason why nothing can be verified yet.
    fn blank(&self) -> Option<String> {
        let names: Vec<_> = self.rows.iter().map(|row| row.name).collect();
        if let Some(wrong) = self.functions.keys().find(|name| !names.contains(name)) {
            return Some(format!("there is no operation {wrong}; choose one of {}", names.join(", ")));
        }
        let lacking = |row: &&Row| row.needed && !self.functions.contains_key(row.name);
        let mut missing: Vec<_> = self.rows.iter().filter(lacking).map(|row| row.name).collect();
        if self.functions.is_empty() && missing.is_empty() {
            missing = self.rows.iter().filter(|row| row.answer != "shown").map(|row| row.name).collect();
        }
        (!missing.is_empty()).then(|| format!("nothing can be verified yet; fill in {}", missing.join(", ")))
    }

    fn hello(&self) -> String {
        let lacking = |row: &&Row| !self.functions.contains_key(row.name);
        let mut without: Vec<_> = self.rows.iter().filter(lacking).map(|row| row.name).collect();
        if self.rows.iter().any(|row| row.operands.contains(&"key")) {
            without.push("forge");
        }
        let shown = self.rows.iter().filter(|row| row.answer == "shown");
        let level = LEVELS[shown.take_while(|row| self.functions.contains_key(row.name)).count()];
        let hello = format!("port {} level={level}", self.fields);
        if without.is_empty() { hello } else { format!("{hello} without={}", without.join(",")) }
    }

    /// The answers to a program.
    fn answers(&self, line: &str) -> String {
        let (configuration, words) = line.split_once(" : ").unwrap_or((line, ""));
        let choices = configuration.split(' ').filter_map(|each| each.split_once('=')).collect();
        let mut words = words.split(' ');
        let opened = catch_unwind(AssertUnwindSafe(|| (self.open)(&choices)));
        let Ok(container) = opened else {
            // the container refuses this configuration, so that every operation fails
            return words.map(|_| "!other").collect::<Vec<_>>().join(" ");
        };
        let shows = !configuration.starts_with(LEVELS[0]);
        let keys = [HashMap::new(), HashMap::new()];
        let mut program = Program { containers: [Some(container), None], keys, insertions: 0, shows, most: 1 };
        let answers: Vec<_> = words.by_ref().map(|word| self.answer(&choices, &mut program, word)).collect();
        answers.join(" ")
    }

    /// The answer to one operation, even if it panics.
    fn answer(&self, choices: &Choices, program: &mut Program<C, K>, word: &str) -> String {
        let Program { containers, keys, insertions, shows, most } = program;
        let word = without_way(word);
        let alone = word.strip_prefix("2.");
        let second = alone.is_some();
        let mut operands: Vec<_> = alone.unwrap_or(&word).split(':').collect();
        let name = operands.remove(0);
        let Some(row) = self.rows.iter().find(|row| row.name == name) else {
            return "!other".into();
        };
        let (on, first) = (usize::from(second), *insertions);
        *insertions += row.insertions(&operands);
        let added: usize = operands.iter().map(|word| word.parse().unwrap_or(0).min(MOST_ITEMS)).sum();
        *most = MOST_ITEMS.min(if row.both { 2 } else { 1 } * *most + added + 1);
        let (first_one, second_one) = containers.split_at_mut(1);
        let (container, other) = match second {
            true => (&mut second_one[0], &mut first_one[0]),
            false => (&mut first_one[0], &mut second_one[0]),
        };
        if row.both || second {
            let missing = if second { &mut *container } else { &mut *other };
            missing.get_or_insert_with(|| (self.open)(choices)); // the second is made when it is needed
        }
        let container = container.as_mut().expect("an open one");
        let mut operation =
            Operation { element: first as i64, other: other.as_mut(), clone: None, operands, keys: &keys[on], most: *most };
        let kinds = row.operands.iter().zip(&operation.operands);
        if kinds.into_iter().any(|(kind, word)| *kind == "key" && operation.found(word).is_none()) {
            return row.nothing.into();
        }
        let function = self.functions[name];
        let answer = catch_unwind(AssertUnwindSafe(|| function(container, &mut operation)));
        if let Some(clone) = operation.clone.take() {
            *other = Some(clone);
            keys[1 - on] = keys[on].clone();
        }
        match answer {
            Err(_) => "!other".into(),
            Ok(Answer::Key(key)) => {
                keys[on].insert(first, Rc::new(key));
                "ok".into()
            }
            Ok(Answer::Keys(issued)) => {
                let said = format!("[{}]", vec!["ok"; issued.len()].join(","));
                keys[on].extend((first..).zip(issued.into_iter().map(Rc::new)));
                said
            }
            Ok(Answer::Done) if row.answer == "exchange" => {
                keys.reverse();
                "ok".into()
            }
            Ok(answer) => word_of(answer, *shows || row.answer == "sequence"),
        }
    }
}

/// An answer without keys as a word; a list whose order is open is sorted, because a container may iterate in any order.
fn word_of<K>(answer: Answer<K>, in_order: bool) -> String {
    let text = |value: Option<i64>| value.map_or("none".to_string(), |number| number.to_string());
    match answer {
        Answer::Value(value) => text(value),
        Answer::Both(one, other) => format!("{}/{}", text(one), text(other)),
        Answer::List(mut elements) => {
            if !in_order {
                elements.sort_unstable();
            }
            list_word(elements.iter().map(i64::to_string))
        }
        Answer::Pairs(mut pairs) => {
            if !in_order {
                pairs.sort_unstable();
            }
            list_word(pairs.iter().map(|(key, element)| format!("{key}/{element}")))
        }
        Answer::Truth(is) => if is { "yes" } else { "no" }.into(),
        Answer::Text(word) => word,
        Answer::Refused(name) => format!("!{name}"),
        Answer::Done | Answer::Key(_) | Answer::Keys(_) => "ok".into(),
    }
}

fn list_word(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}
