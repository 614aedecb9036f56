//! The conversation, programs and answers (`docs/port-protocol.md`), at the level `contract`.

use std::fmt::Display;
use std::io::{self, BufRead, Error, ErrorKind, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::adapters::Adapter;

/// Answers every line that is not empty by one line, until there are no more (section 1).
pub fn converse<A: Adapter>(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let (mut line, mut answer) = (String::new(), Vec::new());
    while input.read_line(&mut line)? > 0 {
        let words = line.trim_ascii();
        if words.starts_with("hello ") {
            writeln!(answer, "port protocol=1 level=contract without=forge,negative {}", A::IDENTITY)?;
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

    /// Answers one operation.
    fn operate(&mut self, word: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let (name, operand) = word.split_once(':').unwrap_or((word, ""));
        match name {
            "add" => self.add(answer),
            "remove" => {
                let removed = self.key(operand).and_then(|key| self.container.remove(key));
                optional(answer, removed)
            }
            "at" => optional(answer, self.key(operand).and_then(|key| self.container.get(key))),
            "contains" => yes_or_no(answer, self.key(operand).is_some_and(|key| self.container.contains(key))),
            "len" => write!(answer, "{}", self.container.len()),
            "is_empty" => yes_or_no(answer, self.container.is_empty()),
            "clear" => {
                self.container.clear();
                answer.write_all(b"ok")
            }
            "each" => list(answer, self.container.elements().map(Some)),
            "keys" => list(answer, self.container.keys().map(|key| self.container.get(key))),
            "drain" => list(answer, self.container.drain().map(Some)),
            "retain" => self.retain(operand, answer),
            _ => answer.write_all(b"!other"),
        }
    }

    /// The key that the numbered `add` returned, if it returned one.
    fn key(&self, number: &str) -> Option<A::Key> {
        *self.keys.get(number.parse::<usize>().ok()?)?
    }

    fn add(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let number = self.keys.len();
        self.keys.push(None); // which stays if the container panics
        self.keys[number] = Some(self.container.insert(number as u64));
        answer.write_all(b"ok")
    }

    /// Answers the elements that the container offered to the predicate and was told to remove.
    fn retain(&mut self, operands: &str, answer: &mut Vec<u8>) -> io::Result<()> {
        let numbers = operands.split_once(':').map(|(modulus, rest)| (modulus.parse::<u64>(), rest.parse::<u64>()));
        let Some((Ok(modulus), Ok(rest))) = numbers else {
            return answer.write_all(b"!other");
        };
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
