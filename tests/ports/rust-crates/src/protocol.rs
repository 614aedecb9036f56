//! The conversation, programs and answers (`docs/port-protocol.md`), at the level `contract`.

use std::fmt::Display;
use std::io::{self, BufRead, Error, ErrorKind, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::adapters::Adapter;

/// What none of these ports offers: forged keys, and `extend`, which the containers lack or tell no keys of.
const NEVER: &str = "forge,negative,extend";

/// Answers every line that is not empty by one line, until there are no more (section 1).
pub fn converse<A: Adapter>(
    name: &str,
    without: &str,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let (mut line, mut answer) = (String::new(), Vec::new());
    while input.read_line(&mut line)? > 0 {
        let words = line.trim_ascii();
        if words.starts_with("hello ") {
            let identity = A::IDENTITY;
            writeln!(answer, "port protocol=2 level=contract name={name} {identity} without={NEVER},{without}")?;
        } else if !words.is_empty() {
            run::<A>(words, &mut answer)?;
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
fn run<A: Adapter>(program: &str, answer: &mut Vec<u8>) -> io::Result<()> {
    let mut words = program.split(' ');
    let capacity = words.next().and_then(capacity);
    let capacity = capacity.ok_or_else(|| Error::new(ErrorKind::InvalidData, format!("not a program: {program}")))?;
    let mut run = Run::<A> { container: A::with_capacity(capacity), keys: Vec::new() };
    for (i, word) in words.enumerate() {
        if i > 0 {
            answer.push(b' ');
        }
        run.guarded(word, answer)?;
    }
    Ok(())
}

/// The only part of `level,minimum,capacity,mode,id_bits,index_bits` that these containers know.
fn capacity(configuration: &str) -> Option<usize> {
    configuration.split(',').nth(2)?.parse().ok()
}

/// A container in the middle of a program, and the table of keys by number.
struct Run<A: Adapter> {
    container: A,
    keys: Vec<Option<A::Key>>,
}

impl<A: Adapter> Run<A> {
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
            "remove" => {
                let removed = self.key(operand).and_then(|key| self.container.remove(key));
                optional(answer, removed)
            }
            "at" => optional(answer, self.key(operand).and_then(|key| self.container.get(key))),
            "repack" => {
                let key = self.key(operand).map(A::repacked);
                optional(answer, key.and_then(|key| self.container.get(key)))
            }
            "contains" => yes_or_no(answer, self.key(operand).is_some_and(|key| self.container.contains(key))),
            "replace" => self.replace(operand, answer),
            "at_mut" => self.at_mut(operand, answer),
            "each_mut" => {
                let difference = integer(operand);
                self.container.elements_mut().for_each(|element| *element += difference);
                ok(answer)
            }
            "len" => write!(answer, "{}", self.container.len()),
            "is_empty" => yes_or_no(answer, self.container.is_empty()),
            "each" => list(answer, self.container.elements().map(Some)),
            "keys" => list(answer, self.container.keys().map(|key| self.container.get(key))),
            _ => self.operate_on_all(name, operand, answer),
        }
    }

    /// Answers one operation that empties, resizes or copies the whole container.
    fn operate_on_all(&mut self, name: &str, operand: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        match name {
            "drain" => return list(answer, self.container.drain().map(Some)),
            "retain" => return self.retain(operand, answer),
            "clear" => self.container.clear(),
            "reserve" => self.container.reserve(integer(operand) as usize),
            "shrink_to_fit" => self.container.shrink_to_fit(),
            "reload" => self.container = self.container.clone(),
            _ => return answer.write_all(b"!other"),
        }
        ok(answer)
    }

    /// The key that the numbered `add` returned, if it returned one.
    fn key(&self, number: &str) -> Option<A::Key> {
        *self.keys.get(number.parse::<usize>().ok()?)?
    }

    fn add(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let number = self.keys.len();
        self.keys.push(None); // which stays if the container panics
        self.keys[number] = Some(self.container.insert(number as u64));
        ok(answer)
    }

    /// The key in the table is the one that the factory was given.
    fn insert_with(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let number = self.keys.len();
        self.keys.push(None);
        let mut given = None;
        self.container.insert_with(|key| {
            given = Some(key);
            number as u64
        });
        self.keys[number] = given;
        ok(answer)
    }

    fn replace(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (key, element) = two(operands);
        let place = self.key(key).and_then(|key| self.container.get_mut(key));
        yes_or_no(answer, place.map(|place| *place = integer(element)).is_some())
    }

    fn at_mut(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (key, difference) = two(operands);
        let place = self.key(key).and_then(|key| self.container.get_mut(key));
        let element = place.map(|place| {
            *place += integer(difference);
            *place
        });
        optional(answer, element)
    }

    /// Answers the elements that the container offered to the predicate and was told to remove.
    fn retain(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (modulus, rest) = two(operands);
        let (modulus, rest) = (integer(modulus), integer(rest));
        let mut removed = Vec::new();
        self.container.retain(|element| {
            let keeps = element % modulus == rest;
            if !keeps {
                removed.push(Some(element));
            }
            keeps
        });
        list(answer, removed)
    }
}

/// The two operands of an operation.
fn two(operands: &str) -> (&str, &str) {
    operands.split_once(':').unwrap_or((operands, ""))
}

fn integer(operand: &str) -> u64 {
    operand.parse().unwrap_or_else(|_| panic!("not a number: {operand}"))
}

fn ok(answer: &mut Vec<u8>) -> io::Result<()> {
    answer.write_all(b"ok")
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

/// Writes `[a,b,none]`.
fn list(answer: &mut Vec<u8>, elements: impl IntoIterator<Item = Option<impl Display>>) -> io::Result<()> {
    answer.push(b'[');
    for (i, element) in elements.into_iter().enumerate() {
        if i > 0 {
            answer.push(b',');
        }
        optional(answer, element)?;
    }
    answer.push(b']');
    Ok(())
}
