//! Programs and answers (sections 3 and 4 of `docs/port-protocol.md`).

use std::fmt::Display;
use std::io::{self, Error, ErrorKind, Write};
use std::mem;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::str::FromStr;

use rust_stablelist::{PartitionLayout, StableKey, StableList, StableListBuild, StableView, StableViewMut, Truncate};

/// Carries a program out on a fresh list, and writes one word for each of its operations.
pub fn run(program: &str, answer: &mut Vec<u8>) -> io::Result<()> {
    let mut words = program.split(' ');
    let configuration = words.next().and_then(configured);
    let (shows_keys, build) =
        configuration.ok_or_else(|| Error::new(ErrorKind::InvalidData, format!("not a program: {program}")))?;
    let mut run = Run { list: StableList::with(build), shows_keys, keys: Vec::new() };
    for (i, word) in words.enumerate() {
        if i > 0 {
            answer.push(b' ');
        }
        run.guarded(word, answer)?;
    }
    Ok(())
}

/// Whether keys are shown, and the parameters, from `level,minimum,capacity,mode,id_bits,index_bits`.
fn configured(word: &str) -> Option<(bool, StableListBuild)> {
    let mut parts = word.split(',');
    let shows_keys = parts.next()? != "contract";
    let build = StableListBuild {
        minimum: parsed(parts.next())?,
        capacity: parsed(parts.next())?,
        truncate: mode(parts.next()?)?,
        id_bits: parsed(parts.next())?,
        index_bits: parsed(parts.next())?,
    };
    Some((shows_keys, build))
}

fn mode(word: &str) -> Option<Truncate> {
    match word {
        "never" => Some(Truncate::Never),
        "iteration" => Some(Truncate::Iteration),
        "memory" => Some(Truncate::Memory),
        _ => None,
    }
}

fn parsed<N: FromStr>(word: Option<&str>) -> Option<N> {
    word?.parse().ok()
}

/// A list in the middle of a program, and the table of keys by number, which has a hole for each `add` that failed.
struct Run {
    list: StableList<u64>,
    shows_keys: bool,
    keys: Vec<Option<StableKey>>,
}

impl Run {
    /// Answers one operation, with `!other` if it panics (duty 8).
    fn guarded(&mut self, word: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let before = answer.len();
        catch_unwind(AssertUnwindSafe(|| self.operate(word, answer))).unwrap_or_else(|_| {
            answer.truncate(before);
            answer.write_all(b"!other")
        })
    }

    /// Answers one operation. What no judge sends, such as an operand that is no number, is answered by the panic.
    fn operate(&mut self, word: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (name, operand) = word.split_once(':').unwrap_or((word, ""));
        match name {
            "add" => self.add(answer),
            "insert_with" => self.insert_with(answer),
            "extend" => self.extend(integer(operand), answer),
            "remove" => {
                let removed = self.key(operand).and_then(|key| self.list.remove(key));
                optional(answer, removed)
            }
            "at" => optional(answer, self.key(operand).and_then(|key| self.list.at(key))),
            "at_mut" => self.at_mut(operand, answer),
            "replace" => self.replace(operand, answer),
            "repack" => optional(answer, self.key(operand).and_then(|key| self.repacked(key))),
            "contains" => {
                let found = self.key(operand).is_some_and(|key| self.list.contains(key));
                yes_or_no(answer, found)
            }
            "len" => write!(answer, "{}", self.list.len()),
            "is_empty" => yes_or_no(answer, self.list.is_empty()),
            "each" => self.each(answer),
            "keys" => list(answer, self.list.keys().map(|key| self.list.at(key)), optional),
            "each_mut" => {
                let difference: u64 = integer(operand);
                self.list.each_mut(|_, element| *element += difference);
                ok(answer)
            }
            "apply" => self.apply(operand, answer),
            "inspect" => self.inspect(operand, answer),
            "exchange" => self.exchange(operand, answer),
            "traverse" => self.traverse(answer),
            _ => self.operate_on_all(name, operand, answer),
        }
    }

    /// Answers one operation that empties, resizes, copies or shows the whole list.
    fn operate_on_all(&mut self, name: &str, operand: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        match name {
            "clear" => {
                self.list.clear();
                ok(answer)
            }
            "drain" => list(answer, self.list.drain(), |answer, (_, element)| number(answer, element)),
            "retain" => self.retain(operand, answer),
            "reserve" => match self.list.reserve(integer(operand)) {
                Ok(()) => ok(answer),
                Err(_) => answer.write_all(b"!full"),
            },
            "shrink_to_fit" => {
                self.list.shrink_to_fit();
                ok(answer)
            }
            "reload" => {
                self.list = self.list.clone();
                ok(answer)
            }
            "layout" => self.layout(answer),
            "cost" => self.cost(answer),
            _ => answer.write_all(b"!other"),
        }
    }

    /// The key that an operand names: the number of an insertion, or `#index.id`. One that no key can hold is not found.
    fn key(&self, operand: &str) -> Option<StableKey> {
        match operand.strip_prefix('#') {
            Some(forged) => {
                let (index, id) = forged.split_once('.')?;
                Some(StableKey { index: index.parse().ok()?, id: id.parse().ok()? })
            }
            None => *self.keys.get(operand.parse::<usize>().ok()?)?,
        }
    }

    fn add(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let key = self.list.add(self.keys.len() as u64).ok();
        self.keys.push(key);
        self.insertion(key, answer)
    }

    /// The key in the table is the one that the factory was given.
    fn insert_with(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let element = self.keys.len() as u64;
        let mut given = None;
        let factory = |key| {
            given = Some(key);
            element
        };
        let inserted = self.list.insert_with(factory).is_ok();
        self.keys.push(given.filter(|_| inserted));
        self.insertion(self.keys[element as usize], answer)
    }

    fn extend(&mut self, count: usize, answer: &mut Vec<u8>) -> io::Result<()> {
        let first = self.keys.len();
        match self.list.extend((first..first + count).map(|element| element as u64)) {
            Ok(keys) => {
                self.keys.extend(keys.into_iter().map(Some));
                list(answer, &self.keys[first..], |answer, &key| self.insertion(key, answer))
            }
            Err(_) => {
                self.keys.resize(first + count, None);
                answer.write_all(b"!full")
            }
        }
    }

    /// Answers an insertion.
    fn insertion(&self, key: Option<StableKey>, answer: &mut Vec<u8>) -> io::Result<()> {
        match key {
            Some(StableKey { index, id }) if self.shows_keys => write!(answer, "{index}.{id}"),
            Some(_) => ok(answer),
            None => answer.write_all(b"!full"),
        }
    }

    fn at_mut(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (key, difference) = two(operands);
        let element = self.key(key).and_then(|key| self.list.at_mut(key)).map(|element| {
            *element += integer::<u64>(difference);
            *element
        });
        optional(answer, element)
    }

    fn replace(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (key, element) = two(operands);
        let replaced = self.key(key).is_some_and(|key| self.list.replace(key, integer(element)).is_ok());
        yes_or_no(answer, replaced)
    }

    /// The element of a key that was one integer in between.
    fn repacked(&self, key: StableKey) -> Option<&u64> {
        self.list.at(self.list.unpack(self.list.pack(key)?)?)
    }

    fn retain(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (modulus, residue) = two(operands);
        let (modulus, residue): (u64, u64) = (integer(modulus), integer(residue));
        let removed = self.list.retain(|_, element| element % modulus == residue);
        list(answer, removed, |answer, (_, element)| number(answer, element))
    }

    fn each(&self, answer: &mut Vec<u8>) -> io::Result<()> {
        let mut shown = Vec::with_capacity(self.list.len());
        self.list.each(|key, &element| shown.push((key, element)));
        list(answer, shown, |answer, (StableKey { index, id }, element)| {
            if self.shows_keys {
                write!(answer, "{index}.{id}=")?;
            }
            write!(answer, "{element}")
        })
    }

    fn apply(&mut self, operand: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let shown = self.key(operand).and_then(|key| self.list.apply(key, |&mut pivot, view| Pivot::new(pivot, view)));
        Pivot::answer(shown, answer)
    }

    fn inspect(&self, operand: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let shown = self.key(operand).and_then(|key| self.list.inspect(key, |&pivot, view| Pivot::new(pivot, view)));
        Pivot::answer(shown, answer)
    }

    fn exchange(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (pivot, sought) = two(operands);
        let sought = self.key(sought);
        let shown = self.key(pivot).and_then(|key| {
            self.list.apply(key, |pivot, view| {
                let before = *pivot;
                let other = sought.and_then(|key| view.at_mut(key)).map(|other| {
                    mem::swap(pivot, other);
                    *pivot
                });
                (before, other)
            })
        });
        match shown {
            None => answer.write_all(b"none"),
            Some((pivot, other)) => {
                write!(answer, "{pivot}/")?;
                optional(answer, other)
            }
        }
    }

    fn traverse(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let mut shown = Vec::with_capacity(self.list.len());
        self.list.traverse(|_, &mut pivot, view| {
            let mut sum = 0;
            view.each(|_, other| sum += other);
            shown.push((pivot, view.len(), sum));
        });
        list(answer, shown, |answer, (pivot, length, sum)| write!(answer, "{pivot}/{length}/{sum}"))
    }

    fn layout(&self, answer: &mut Vec<u8>) -> io::Result<()> {
        let layout = self.list.layout();
        write!(answer, "{}|", layout.space)?;
        for PartitionLayout { start, size, live, opened, free } in &layout.partitions {
            write!(answer, "{start}:{size}:{live}:{opened}:")?;
            separated(answer, free, number)?;
            answer.push(b'|');
        }
        write!(answer, "{}", layout.next_id)
    }

    fn cost(&self, answer: &mut Vec<u8>) -> io::Result<()> {
        let cost = self.list.cost();
        write!(answer, "{}/{}/{}/{}", cost.visits, cost.moved, cost.dropped, cost.cells)
    }
}

/// What a callback of cross-iteration was shown.
struct Pivot {
    element: u64,
    length: usize,
    others: Vec<u64>,
}

impl Pivot {
    fn new(element: u64, view: &impl StableView<u64>) -> Self {
        let mut others = Vec::with_capacity(view.len());
        view.each(|_, &other| others.push(other));
        Self { element, length: view.len(), others }
    }

    /// Writes `pivot/length/list`.
    fn answer(shown: Option<Self>, answer: &mut Vec<u8>) -> io::Result<()> {
        let Some(Self { element, length, others }) = shown else {
            return answer.write_all(b"none");
        };
        write!(answer, "{element}/{length}/")?;
        list(answer, others, number)
    }
}

/// The two operands of an operation.
fn two(operands: &str) -> (&str, &str) {
    operands.split_once(':').unwrap_or((operands, ""))
}

fn integer<N: FromStr>(operand: &str) -> N {
    operand.parse().unwrap_or_else(|_| panic!("not a number: {operand}"))
}

fn ok(answer: &mut Vec<u8>) -> io::Result<()> {
    answer.write_all(b"ok")
}

fn number(answer: &mut Vec<u8>, number: impl Display) -> io::Result<()> {
    write!(answer, "{number}")
}

fn optional(answer: &mut Vec<u8>, element: Option<impl Display>) -> io::Result<()> {
    match element {
        Some(element) => write!(answer, "{element}"),
        None => answer.write_all(b"none"),
    }
}

fn yes_or_no(answer: &mut Vec<u8>, yes: bool) -> io::Result<()> {
    answer.write_all(if yes { b"yes" } else { b"no" })
}

/// Writes `[a,b,c]`.
fn list<I>(
    answer: &mut Vec<u8>,
    items: impl IntoIterator<Item = I>,
    item_word: impl Fn(&mut Vec<u8>, I) -> io::Result<()>,
) -> io::Result<()> {
    answer.push(b'[');
    separated(answer, items, item_word)?;
    answer.push(b']');
    Ok(())
}

/// Writes `a,b,c`.
fn separated<I>(
    answer: &mut Vec<u8>,
    items: impl IntoIterator<Item = I>,
    item_word: impl Fn(&mut Vec<u8>, I) -> io::Result<()>,
) -> io::Result<()> {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            answer.push(b',');
        }
        item_word(answer, item)?;
    }
    Ok(())
}
