//! The conversation, programs and answers (`docs/port-protocol.md`), for any container. Both Rust ports have this file:
//! `rust-crates` includes it by its path.

use std::fmt::Display;
use std::io::{self, BufRead, Error, ErrorKind, Write};
use std::iter::Empty;
use std::ops::Range;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::str::FromStr;

/// A container of integers as the protocol sees it (section 3).
pub trait Container: Sized {
    type Key: Copy;

    /// Whether it issues ids and holds no elements: then `remove` tells only whether it found the key.
    const ONLY_IDS: bool = false;

    /// A fresh one, from the parameters `minimum,capacity,mode,id_bits,index_bits`.
    fn configured<'a>(parameters: impl Iterator<Item = &'a str>) -> Option<Self>;
    /// `None` if every index is in use.
    fn insert(&mut self, element: u64) -> Option<Self::Key>;
    fn remove(&mut self, key: Self::Key) -> Option<u64>;
    fn contains(&self, key: Self::Key) -> bool;

    // What follows is only asked of containers that have it; the handshake leaves it out elsewhere.

    /// Whether an index was left.
    fn insert_with(&mut self, _factory: impl FnOnce(Self::Key) -> u64) -> bool {
        absent()
    }
    /// All or none.
    fn extend(&mut self, _elements: Range<u64>) -> Option<Vec<Self::Key>> {
        absent()
    }
    /// Inserts at an index of one's choice. Also returns what was there.
    fn put(&mut self, _index: u32, _element: u64) -> (Self::Key, Option<u64>) {
        absent()
    }
    fn get(&self, _key: Self::Key) -> Option<u64> {
        absent()
    }
    fn get_mut(&mut self, _key: Self::Key) -> Option<&mut u64> {
        absent()
    }
    /// Both elements, looked up by one call.
    fn pair(&mut self, _one: Self::Key, _other: Self::Key) -> (Option<u64>, Option<u64>) {
        absent()
    }
    fn replace(&mut self, key: Self::Key, element: u64) -> bool {
        self.get_mut(key).map(|place| *place = element).is_some()
    }
    fn len(&self) -> usize {
        absent()
    }
    fn is_empty(&self) -> bool {
        absent()
    }
    fn clear(&mut self) {
        absent()
    }
    fn each(&self, _f: impl FnMut(Self::Key, &u64)) {
        absent()
    }
    fn each_mut(&mut self, _f: impl FnMut(&mut u64)) {
        absent()
    }
    /// The keys, by an iterator of their own where the container has one.
    fn keys(&self) -> impl Iterator<Item = Self::Key> {
        absent::<Empty<_>>()
    }
    fn drain(&mut self) -> impl Iterator<Item = u64> {
        absent::<Empty<_>>()
    }
    /// What was offered to `keep` and removed.
    fn retain(&mut self, _keep: impl Fn(u64) -> bool) -> Vec<u64> {
        absent()
    }
    /// Whether there are indices for so many more.
    fn reserve(&mut self, _additional: usize) -> bool {
        absent()
    }
    fn shrink_to_fit(&mut self) {
        absent()
    }
    /// A copy in which the same keys are good.
    fn reloaded(&self) -> Self {
        absent()
    }
    /// The key after it was one integer in between.
    fn repacked(&self, _key: Self::Key) -> Option<Self::Key> {
        absent()
    }
    /// A key that was put together by hand, if a key can hold these numbers.
    fn forged(_index: &str, _id: &str) -> Option<Self::Key> {
        None
    }
    /// Index and id, by which keys near a key are made. Above the level `contract` they are shown.
    fn shown(_key: Self::Key) -> Option<(usize, u64)> {
        None
    }
    /// Answers an operation that is none of all those; `key` finds the key that an operand names.
    fn operate(
        &mut self,
        _name: &str,
        _operand: &str,
        _key: impl Fn(&str) -> Option<Self::Key>,
        answer: &mut Vec<u8>,
    ) -> io::Result<()> {
        answer.write_all(b"!other")
    }
}

/// What no judge asks for.
fn absent<T>() -> T {
    panic!("the container has no such operation")
}

/// Answers every line that is not empty by one line, until there are no more (section 1).
pub fn converse<C: Container>(handshake: &str, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let (mut line, mut answer) = (String::new(), Vec::new());
    while input.read_line(&mut line)? > 0 {
        let words = line.trim_ascii();
        if words.starts_with("hello ") {
            writeln!(answer, "{handshake}")?;
        } else if !words.is_empty() {
            run::<C>(words, &mut answer)?;
            answer.push(b'\n');
        }
        output.write_all(&answer)?;
        output.flush()?;
        line.clear();
        answer.clear();
    }
    Ok(())
}

/// Carries a program out on a fresh container, and writes one word for each of its operations (section 3).
fn run<C: Container>(program: &str, answer: &mut Vec<u8>) -> io::Result<()> {
    let mut words = program.split(' ');
    let run = words.next().and_then(|first| Run::<C>::configured(first, &mut words));
    let mut run = run.ok_or_else(|| Error::new(ErrorKind::InvalidData, format!("not a program: {program}")))?;
    for (i, word) in words.enumerate() {
        if i > 0 {
            answer.push(b' ');
        }
        run.guarded(word, answer)?;
    }
    Ok(())
}

/// A container in the middle of a program, and the table of keys by number, which has a hole for each `add` that failed.
struct Run<C: Container> {
    container: C,
    shows_keys: bool,
    keys: Vec<Option<C::Key>>,
}

impl<C: Container> Run<C> {
    /// The beginning of a program: `level name=value … :`, or `level,minimum,capacity,mode,id_bits,index_bits`.
    fn configured<'a>(first: &'a str, more: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        let (level, container) = match first.split_once(',') {
            Some((level, parts)) => (level, C::configured(parts.split(','))),
            None => (first, C::configured(by_position(more).into_iter())),
        };
        Some(Self { container: container?, shows_keys: level != "contract", keys: Vec::new() })
    }

    /// Answers one operation, with `!other` if it panics (duty 8).
    fn guarded(&mut self, word: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let before = answer.len();
        catch_unwind(AssertUnwindSafe(|| self.operate(word, answer))).unwrap_or_else(|_| {
            answer.truncate(before);
            answer.write_all(b"!other")
        })?;
        if !self.shows_keys {
            put_in_order(answer, before);
        }
        Ok(())
    }

    /// Answers one operation. What no judge sends, such as an operand that is no number, is answered by the panic.
    fn operate(&mut self, word: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (name, operand) = word.split_once(':').unwrap_or((word, ""));
        match name {
            "add" => self.add(answer),
            "insert_with" => self.insert_with(answer),
            "extend" => self.extend(integer(operand), answer),
            "put" => self.put(integer(operand), answer),
            "remove" => self.remove(operand, answer),
            "at" => optional(answer, self.key(operand).and_then(|key| self.container.get(key))),
            "pair" => self.pair(operand, answer),
            "at_mut" => self.at_mut(operand, answer),
            "replace" => {
                let (key, element) = two(operand);
                let replaced = self.key(key).is_some_and(|key| self.container.replace(key, integer(element)));
                yes_or_no(answer, replaced)
            }
            "repack" => {
                let key = self.key(operand).and_then(|key| self.container.repacked(key));
                optional(answer, key.and_then(|key| self.container.get(key)))
            }
            "contains" => yes_or_no(answer, self.key(operand).is_some_and(|key| self.container.contains(key))),
            "len" => number(answer, self.container.len()),
            "is_empty" => yes_or_no(answer, self.container.is_empty()),
            "each" => self.each(answer),
            "keys" => list(answer, self.container.keys().map(|key| self.container.get(key)), optional),
            "each_mut" => {
                let difference: u64 = integer(operand);
                self.container.each_mut(|element| *element += difference);
                ok(answer)
            }
            _ => self.operate_on_all(name, operand, answer),
        }
    }

    /// Answers one operation that empties, resizes or copies the whole container, or that few containers have.
    fn operate_on_all(&mut self, name: &str, operand: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        match name {
            "drain" => return list(answer, self.container.drain(), number),
            "retain" => {
                let (modulus, rest) = two(operand);
                let (modulus, rest): (u64, u64) = (integer(modulus), integer(rest));
                return list(answer, self.container.retain(|element| element % modulus == rest), number);
            }
            "reserve" if !self.container.reserve(integer(operand)) => return full(answer),
            "reserve" => {}
            "clear" => self.container.clear(),
            "shrink_to_fit" => self.container.shrink_to_fit(),
            "reload" => self.container = self.container.reloaded(),
            _ => return self.container.operate(name, operand, |word| named::<C>(&self.keys, word), answer),
        }
        ok(answer)
    }

    fn key(&self, operand: &str) -> Option<C::Key> {
        named::<C>(&self.keys, operand)
    }

    fn add(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let number = self.keys.len();
        self.keys.push(None); // which stays if the container panics
        self.keys[number] = self.container.insert(number as u64);
        self.insertion(self.keys[number], answer)
    }

    /// The key in the table is the one that the factory was given.
    fn insert_with(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let number = self.keys.len();
        self.keys.push(None);
        let mut given = None;
        let inserted = self.container.insert_with(|key| {
            given = Some(key);
            number as u64
        });
        self.keys[number] = given.filter(|_| inserted);
        self.insertion(self.keys[number], answer)
    }

    fn extend(&mut self, count: usize, answer: &mut Vec<u8>) -> io::Result<()> {
        let first = self.keys.len();
        let keys = self.container.extend(first as u64..(first + count) as u64);
        let Some(keys) = keys else {
            self.keys.resize(first + count, None);
            return full(answer);
        };
        self.keys.extend(keys.into_iter().map(Some));
        list(answer, &self.keys[first..], |answer, &key| self.insertion(key, answer))
    }

    fn put(&mut self, index: u32, answer: &mut Vec<u8>) -> io::Result<()> {
        let number = self.keys.len();
        self.keys.push(None);
        let (key, displaced) = self.container.put(index, number as u64);
        self.keys[number] = Some(key);
        optional(answer, displaced)
    }

    /// Answers an insertion.
    fn insertion(&self, key: Option<C::Key>, answer: &mut Vec<u8>) -> io::Result<()> {
        match key.map(|key| self.shown(key)) {
            Some(Some((index, id))) => write!(answer, "{index}.{id}"),
            Some(None) => ok(answer),
            None => full(answer),
        }
    }

    fn shown(&self, key: C::Key) -> Option<(usize, u64)> {
        C::shown(key).filter(|_| self.shows_keys)
    }

    fn remove(&mut self, operand: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let removed = self.key(operand).and_then(|key| self.container.remove(key));
        if C::ONLY_IDS {
            return yes_or_no(answer, removed.is_some());
        }
        optional(answer, removed)
    }

    /// A key that does not exist cannot be looked up, so the other one is looked up alone.
    fn pair(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (one, other) = two(operands);
        let (one, other) = match (self.key(one), self.key(other)) {
            (Some(one), Some(other)) => self.container.pair(one, other),
            (one, other) => {
                let element = |key| self.container.get(key);
                (one.and_then(element), other.and_then(element))
            }
        };
        optional(answer, one)?;
        answer.write_all(b"/")?;
        optional(answer, other)
    }

    fn at_mut(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (key, difference) = two(operands);
        let element = self.key(key).and_then(|key| self.container.get_mut(key)).map(|element| {
            *element += integer::<u64>(difference);
            *element
        });
        optional(answer, element)
    }

    fn each(&self, answer: &mut Vec<u8>) -> io::Result<()> {
        let mut elements = Vec::with_capacity(self.container.len());
        self.container.each(|key, &element| elements.push((key, element)));
        list(answer, elements, |answer, (key, element)| {
            if let Some((index, id)) = self.shown(key) {
                write!(answer, "{index}.{id}=")?;
            }
            number(answer, element)
        })
    }
}

/// The parameters up to the colon, in the order in which the first versions of the protocol gave them.
fn by_position<'a>(words: &mut impl Iterator<Item = &'a str>) -> [&'a str; 5] {
    let mut chosen = ["4", "0", "iteration", "32", "32"];
    for (name, value) in words.take_while(|&word| word != ":").filter_map(|word| word.split_once('=')) {
        if let Some(i) = ["minimum", "capacity", "truncate", "id_bits", "index_bits"].iter().position(|&n| n == name) {
            chosen[i] = value;
        }
    }
    chosen
}

/// Puts the list of a word in ascending order, because a container may iterate in any.
fn put_in_order(answer: &mut Vec<u8>, word: usize) {
    let Some(start) = answer[word..].iter().position(|&byte| byte == b'[').map(|place| word + place + 1) else {
        return;
    };
    let list = String::from_utf8_lossy(&answer[start..answer.len() - 1]).into_owned();
    let mut items: Vec<&str> = list.split(',').collect();
    items.sort_by_key(|item| item.split('/').next().and_then(|number| number.parse::<u64>().ok()));
    answer.truncate(start);
    answer.extend_from_slice(items.join(",").as_bytes());
    answer.push(b']');
}

/// The key that an operand names: the number of an insertion, `number~index.id` for one near it, or `#index.id` for any.
/// One that no key can hold is not found.
fn named<C: Container>(keys: &[Option<C::Key>], operand: &str) -> Option<C::Key> {
    let numbered = |number: &str| *keys.get(number.parse::<usize>().ok()?)?;
    if let Some((number, distance)) = operand.split_once('~') {
        let (index, id) = C::shown(numbered(number)?)?;
        let (further, later) = distance.split_once('.')?;
        let index = index as i128 + further.parse::<i128>().ok()?;
        let id = i128::from(id) + later.parse::<i128>().ok()?;
        return C::forged(&index.to_string(), &id.to_string());
    }
    match operand.strip_prefix('#') {
        Some(forged) => {
            let (index, id) = forged.split_once('.')?;
            C::forged(index, id)
        }
        None => numbered(operand),
    }
}

/// The two operands of an operation.
pub fn two(operands: &str) -> (&str, &str) {
    operands.split_once(':').unwrap_or((operands, ""))
}

fn integer<N: FromStr>(operand: &str) -> N {
    operand.parse().unwrap_or_else(|_| panic!("not a number: {operand}"))
}

fn ok(answer: &mut Vec<u8>) -> io::Result<()> {
    answer.write_all(b"ok")
}

/// Answers what finds no index left.
fn full(answer: &mut Vec<u8>) -> io::Result<()> {
    answer.write_all(b"!full")
}

pub fn number(answer: &mut Vec<u8>, number: impl Display) -> io::Result<()> {
    write!(answer, "{number}")
}

pub fn optional(answer: &mut Vec<u8>, element: Option<impl Display>) -> io::Result<()> {
    match element {
        Some(element) => number(answer, element),
        None => answer.write_all(b"none"),
    }
}

fn yes_or_no(answer: &mut Vec<u8>, yes: bool) -> io::Result<()> {
    answer.write_all(if yes { b"yes" } else { b"no" })
}

/// Writes `[a,b,c]`.
pub fn list<I>(
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
pub fn separated<I>(
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
