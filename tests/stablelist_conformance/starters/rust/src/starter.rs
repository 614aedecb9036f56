//! The port protocol of the stablelist conformance kit, version 6, for a container written in Rust. MIT licence.
//!
//! Copy this file into your port; it needs nothing but the standard library. A [`Port`] maps operations to
//! methods of the container. Operations without a method are left out: the handshake says so, and the judge never
//! sends them.
//!
//! ```text
//! Port::new("name=my-map version=1.0.0 system=slotmap id_bits=32", |_| Some(SlotMap::new()))
//!     .add(|map, element| Ok(map.insert(element)))
//!     .remove(|map, key| map.remove(key))
//!     .serve()
//! ```
//!
//! Operations that repeat others need no method: `cycle`, `fill` and `thin` are `add` and `remove` in a loop.
//!
//! A program may have two containers; a word such as `2.add` is on the second. A function that concerns both is given the
//! other one, too; `copy` returns the clone, in which the same keys are live.
//!
//! Elements are `u64`; keys are any `Copy` type. A panic is answered by `!other`, and the program continues.

#![allow(dead_code, clippy::should_implement_trait, clippy::wrong_self_convention)] // ports may use only a part; `add` is the protocol's word

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, Write};
use std::panic::{self, AssertUnwindSafe};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

const PROTOCOL: u32 = 6;

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

/// The reason why an operation was refused. It has changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no room.
    Full,
    /// The container is lent.
    Borrowed,
    /// Anything else.
    Other,
}

/// An element, and what a view of all others shows.
pub struct Lent {
    pub pivot: u64,
    pub length: usize,
    pub others: Vec<u64>,
}

/// The outcome of an operation that was tried while the container was lent.
pub enum Tried {
    /// There was no element to lend.
    Nothing,
    /// The operation was refused, or it was carried out.
    Attempted(Result<(), Refusal>),
}

/// An operation that is tried while the container is lent: its name, its key, and its numbers.
pub struct Attempt<'a, K> {
    pub name: &'a str,
    pub key: Option<K>,
    pub numbers: Vec<u64>,
}

/// The parameters of a program, by name.
pub struct Parameters<'a>(Vec<(&'a str, &'a str)>);

impl Parameters<'_> {
    /// A number, or a default if the program does not name it.
    pub fn number<N: FromStr>(&self, name: &str, default: N) -> N {
        self.text(name, "").parse().unwrap_or(default)
    }

    /// A word, or a default.
    pub fn text<'b>(&'b self, name: &str, default: &'b str) -> &'b str {
        self.0.iter().find(|pair| pair.0 == name).map_or(default, |pair| pair.1)
    }
}

type Open<C> = Box<dyn Fn(&Parameters) -> Option<C>>;

/// Declares a table of functions: a type with one method for each, which sets the function.
macro_rules! table {
    (
        $(#[$about:meta])*
        $table:ident<$($parameter:ident),*>, of $container:ident:
        $($(#[$doc:meta])* $name:ident($($argument:ty),*) $(-> $answer:ty)?;)*
    ) => {
        $(#[$about])*
        pub struct $table<$($parameter),*> {
            fields: String,
            open: Open<$container>,
            $($name: Option<Box<dyn Fn($($argument),*) $(-> $answer)?>>,)*
        }

        impl<$($parameter: 'static),*> $table<$($parameter),*> {
            /// A port without operations, from the fields of its handshake, separated by spaces, and a function that
            /// makes a fresh container, or refuses the parameters.
            pub fn new(fields: &str, open: impl Fn(&Parameters) -> Option<$container> + 'static) -> Self {
                Self { fields: fields.to_owned(), open: Box::new(open), $($name: None,)* }
            }

            $(
                $(#[$doc])*
                pub fn $name(mut self, function: impl Fn($($argument),*) $(-> $answer)? + 'static) -> Self {
                    self.$name = Some(Box::new(function));
                    self
                }
            )*

            /// The functions that are missing.
            fn lacking(&self) -> Vec<&'static str> {
                let known = [$((stringify!($name), self.$name.is_some()),)*];
                known.into_iter().filter(|known| !known.1).map(|known| known.0).collect()
            }
        }
    };
}

table! {
    /// A pool: a container `C` that hands out keys `K`. `add` and `remove` are required.
    Port<C, K>, of C:
    add(&mut C, u64) -> Result<K, Refusal>;
    /// Adds the element that the function returns for its key.
    insert_with(&mut C, &mut dyn FnMut(K) -> u64) -> Result<(), Refusal>;
    /// Adds all elements, or none.
    extend(&mut C, Vec<u64>) -> Result<Vec<K>, Refusal>;
    /// Adds at an index, and returns the element that was there.
    put(&mut C, usize, u64) -> Result<(K, Option<u64>), Refusal>;
    /// Adds at the slot of a key, and returns the element that was there.
    insert_at(&mut C, K, u64) -> Result<(K, Option<u64>), Refusal>;
    /// With `ids=only`, any element means yes.
    remove(&mut C, K) -> Option<u64>;
    remove_many(&mut C, K, K) -> (Option<u64>, Option<u64>);
    at(&C, K) -> Option<u64>;
    pair(&mut C, K, K) -> (Option<u64>, Option<u64>);
    /// The key that is live at the index of a key, and its element.
    key_at(&C, K) -> Option<(K, u64)>;
    contains(&C, K) -> bool;
    /// Whether the key was found.
    replace(&mut C, K, u64) -> bool;
    at_mut(&mut C, K) -> Option<&mut u64>;
    /// Calls the function with every element.
    each_mut(&mut C, &mut dyn FnMut(&mut u64));
    len(&C) -> usize;
    is_empty(&C) -> bool;
    clear(&mut C);
    /// Calls the function with every key and its element.
    each(&C, &mut dyn FnMut(K, u64));
    keys(&C) -> Vec<K>;
    apply(&mut C, K) -> Option<Lent>;
    inspect(&mut C, K) -> Option<Lent>;
    /// Both elements as they were.
    exchange(&mut C, K, K) -> Option<(u64, Option<u64>)>;
    /// Pivot, length and sum of each view.
    traverse(&mut C) -> Vec<(u64, usize, u64)>;
    /// Lends the first element, and tries an operation meanwhile: for containers that lock themselves.
    lend(&mut C, &Attempt<K>) -> Tried;
    drain(&mut C) -> Vec<u64>;
    /// Removes the elements for which the function is false, and returns them.
    retain(&mut C, &dyn Fn(u64) -> bool) -> Vec<u64>;
    /// Removes the same during an iteration, and returns all elements, as they were visited.
    each_removing(&mut C, &dyn Fn(u64) -> bool) -> Vec<u64>;
    /// Leaves an iteration after so many elements, and returns all, as they are visited by another one.
    each_first(&C, usize) -> Vec<u64>;
    /// Sorts by ascending rank; elements of the same rank keep their order.
    sort(&mut C, &dyn Fn(u64) -> u64);
    reserve(&mut C, usize) -> Result<(), Refusal>;
    shrink_to_fit(&mut C);
    /// The key, packed and unpacked.
    repack(&C, K) -> Option<K>;
    /// A copy in which the same keys are live.
    reload(&C) -> C;
    /// A clone in which the same keys are live.
    copy(&C) -> C;
    /// Exchanges everything between both.
    swap_containers(&mut C, &mut C);
    /// Whether both have the same elements under the same keys.
    equal(&C, &C) -> bool;
    /// The text that the page of the system describes.
    layout(&C) -> String;
    /// The text that the page of the system describes.
    cost(&C) -> String;
    /// The key with this index and id, if there can be such a key.
    forge(u64, u64) -> Option<K>;
    /// Index and id; required above level `contract`, and by `forge`.
    parts(K) -> (u64, u64);
}

type Answer = Result<String, Refusal>;

/// The common interface of all tables: the offered operations, and answers.
trait Answers {
    type Container;

    fn fields(&self) -> &str;
    fn left_out(&self) -> Vec<&'static str>;
    fn open(&self, parameters: &Parameters) -> Option<Self::Container>;
    /// The answers to the words of a program.
    fn answers<'a>(
        &self,
        container: Self::Container,
        parameters: &Parameters,
        shows_keys: bool,
        words: impl Iterator<Item = &'a str>,
    ) -> Vec<String>;

    /// The handshake.
    fn handshake(&self) -> String {
        let mut without: Vec<&str> = self.left_out();
        let mut fields = vec![format!("port protocol={PROTOCOL}")];
        if !self.fields().contains("level=") {
            fields.push("level=contract".to_owned());
        }
        for field in self.fields().split(' ') {
            match field.strip_prefix("without=") {
                Some(abilities) => without.extend(abilities.split(',')),
                None => fields.push(field.to_owned()),
            }
        }
        if !without.is_empty() {
            fields.push(format!("without={}", without.join(",")));
        }
        fields.join(" ")
    }

    /// The answer to one line.
    fn answer(&self, line: &str) -> String {
        if line.starts_with("hello ") {
            return self.handshake();
        }
        let Some((configuration, words)) = line.split_once(" : ") else {
            return "!other".to_owned();
        };
        let mut configuration = configuration.split(' ');
        let shows_keys = configuration.next() != Some("contract");
        let parameters = Parameters(configuration.filter_map(|word| word.split_once('=')).collect());
        let opened = panic::catch_unwind(AssertUnwindSafe(|| self.open(&parameters)));
        match opened.ok().flatten() {
            Some(container) => self.answers(container, &parameters, shows_keys, words.split(' ')).join(" "),
            None => words.split(' ').map(|_| "!other").collect::<Vec<_>>().join(" "),
        }
    }

    /// Answers every line, until there are no more or the answers are not read any more.
    fn converse(&self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 && line.pop() == Some(b'\n') {
            let text = String::from_utf8_lossy(&line);
            let text = text.strip_suffix('\r').unwrap_or(&text);
            if !text.is_empty() {
                output.write_all((self.answer(text) + "\n").as_bytes())?;
                output.flush()?;
            }
            line.clear();
        }
        Ok(())
    }

    /// Answers standard input.
    fn serve_standard_streams(&self) -> io::Result<()> {
        panic::set_hook(Box::new(|panicked| tell(&panicked.to_string())));
        match self.converse(io::stdin().lock(), io::stdout().lock()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            ended => ended,
        }
    }
}

impl<C: 'static, K: Copy + 'static> Port<C, K> {
    /// Answers standard input, until it ends.
    pub fn serve(&self) -> io::Result<()> {
        self.serve_standard_streams()
    }

    /// The answer to one line.
    pub fn answer(&self, line: &str) -> String {
        Answers::answer(self, line)
    }
}

impl<C: 'static, K: Copy + 'static> Answers for Port<C, K> {
    type Container = C;

    fn fields(&self) -> &str {
        &self.fields
    }

    fn left_out(&self) -> Vec<&'static str> {
        let mut lacking = self.lacking();
        if lacking.contains(&"at") {
            lacking.extend(["keys", "repack"].iter().filter(|name| !lacking.contains(name)).collect::<Vec<_>>());
        }
        lacking.into_iter().filter(|&name| name != "parts").collect()
    }

    fn open(&self, parameters: &Parameters) -> Option<C> {
        (self.open)(parameters)
    }

    fn answers<'a>(
        &self,
        container: C,
        parameters: &Parameters,
        shows_keys: bool,
        words: impl Iterator<Item = &'a str>,
    ) -> Vec<String> {
        let mut program = Program { port: self, parameters, container, shows_keys, keys: Vec::new(), other: None };
        words.map(|word| attempt(shows_keys, || program.operate_on(&without_way(word)))).collect()
    }
}

/// A program in progress: a fresh container, and the keys that its insertions returned; none for each that failed. The
/// same is known of the other one, which is opened when it is needed. Insertions are numbered together.
struct Program<'a, C, K> {
    port: &'a Port<C, K>,
    parameters: &'a Parameters<'a>,
    container: C,
    shows_keys: bool,
    keys: Vec<Option<K>>,
    other: Option<(C, Vec<Option<K>>)>,
}

impl<C: 'static, K: Copy + 'static> Program<'_, C, K> {
    /// Answers one operation, which may be on the second container.
    fn operate_on(&mut self, word: &str) -> Answer {
        let Some(alone) = word.strip_prefix("2.") else { return self.operate(word) };
        self.turn()?;
        let answered = panic::catch_unwind(AssertUnwindSafe(|| self.operate(alone)));
        self.turn()?;
        answered.unwrap_or(Err(Refusal::Other))
    }

    /// Opens the other container, and numbers its keys up to now; it had none of the latest.
    fn open_other(&mut self) -> Result<(), Refusal> {
        if self.other.is_none() {
            self.other = Some(((self.port.open)(self.parameters).ok_or(Refusal::Other)?, Vec::new()));
        }
        let count = self.keys.len();
        if let Some((_, keys)) = &mut self.other {
            keys.resize(count, None);
        }
        Ok(())
    }

    /// Goes on with the other container.
    fn turn(&mut self) -> Result<(), Refusal> {
        self.open_other()?;
        if let Some((container, keys)) = &mut self.other {
            std::mem::swap(&mut self.container, container);
            std::mem::swap(&mut self.keys, keys);
        }
        Ok(())
    }

    /// An operation that concerns the other container.
    fn with_other<R>(&mut self, ask: impl FnOnce(&mut C, &mut C) -> R) -> Result<R, Refusal> {
        self.open_other()?;
        let (other, _) = self.other.as_mut().ok_or(Refusal::Other)?;
        Ok(ask(&mut self.container, other))
    }

    /// Answers one operation.
    fn operate(&mut self, word: &str) -> Answer {
        let operands: Vec<&str> = word.split(':').collect();
        let (port, container) = (self.port, &mut self.container);
        match operands[..] {
            ["add"] => self.add(),
            ["insert_with"] => self.insert_with(),
            ["extend", count] => self.extend(number(count)),
            ["put", index] => self.put(number(index)),
            ["insert_at", key] => self.insert_at(key),
            ["remove", key] => self.remove(key),
            ["remove_many", one, other] => self.remove_many(one, other),
            ["at", key] => Ok(found(self.at(self.key(key)))),
            ["pair", one, other] => self.pair(one, other),
            ["key_at", key] => {
                // Only the index counts, so any id will do.
                let key = key.split_once('.').map_or(key.to_owned(), |(index, _)| format!("{index}.0"));
                let live = self.key(&key).and_then(|key| known(&port.key_at, "key_at")(&self.container, key));
                Ok(live.map_or("none".to_owned(), |live| self.item(live)))
            }
            ["contains", key] => {
                Ok(yes(self.key(key).is_some_and(|key| known(&port.contains, "contains")(&self.container, key))))
            }
            ["replace", key, element] => {
                let key = self.key(key);
                let replace = known(&port.replace, "replace");
                Ok(yes(key.is_some_and(|key| replace(&mut self.container, key, number(element)))))
            }
            ["at_mut", key, difference] => self.at_mut(key, number(difference)),
            ["each_mut", difference] => {
                let difference: u64 = number(difference);
                known(&port.each_mut, "each_mut")(container, &mut |element| *element += difference);
                done()
            }
            ["len"] => Ok(known(&port.len, "len")(container).to_string()),
            ["is_empty"] => Ok(yes(known(&port.is_empty, "is_empty")(container))),
            ["clear"] => {
                known(&port.clear, "clear")(container);
                done()
            }
            ["each"] => self.each(),
            ["keys"] => {
                let keys = known(&port.keys, "keys")(container);
                Ok(list(keys.into_iter().map(|key| found(self.at(Some(key))))))
            }
            ["apply", key] => self.lent(key, known(&port.apply, "apply")),
            ["inspect", key] => self.lent(key, known(&port.inspect, "inspect")),
            ["exchange", key, other] => self.exchange(key, other),
            ["traverse"] => {
                let pivots = known(&port.traverse, "traverse")(container);
                Ok(list(pivots.into_iter().map(|(pivot, length, sum)| format!("{pivot}/{length}/{sum}"))))
            }
            ["lend", name, ..] => self.lend(name, &operands[2..]),
            ["drain"] => Ok(list(known(&port.drain, "drain")(container))),
            [name @ ("retain" | "each_removing"), modulus, rest] => {
                let (modulus, rest): (u64, u64) = (number(modulus), number(rest));
                let function = if name == "retain" { &port.retain } else { &port.each_removing };
                Ok(list(known(function, name)(container, &|element| element % modulus == rest)))
            }
            ["each_first", most] => Ok(list(known(&port.each_first, "each_first")(container, number(most)))),
            ["sort", modulus] => {
                let modulus: u64 = number(modulus);
                known(&port.sort, "sort")(container, &|element| element % modulus);
                done()
            }
            ["reserve", additional] => {
                known(&port.reserve, "reserve")(container, number(additional))?;
                done()
            }
            ["shrink_to_fit"] => {
                known(&port.shrink_to_fit, "shrink_to_fit")(container);
                done()
            }
            ["repack", key] => {
                let key = self.key(key).and_then(|key| known(&port.repack, "repack")(&self.container, key));
                Ok(found(self.at(key)))
            }
            ["reload"] => {
                self.container = known(&port.reload, "reload")(container);
                done()
            }
            ["copy"] => {
                self.other = Some((known(&port.copy, "copy")(container), self.keys.clone()));
                done()
            }
            ["swap_containers"] => {
                self.with_other(known(&port.swap_containers, "swap_containers"))?;
                if let Some((_, keys)) = &mut self.other {
                    std::mem::swap(&mut self.keys, keys);
                }
                done()
            }
            ["equal"] => {
                let equal = known(&port.equal, "equal");
                Ok(yes(self.with_other(|mine, other| equal(mine, other))?))
            }
            ["layout"] => Ok(known(&port.layout, "layout")(container)),
            ["cost"] => Ok(known(&port.cost, "cost")(container)),
            ["cycle", turns] => self.cycle(number(turns)),
            ["fill", count] => self.fill(number(count)),
            ["thin", count, seed] => self.thin(number(count), number(seed)),
            _ => unknown(word),
        }
    }

    fn add(&mut self) -> Answer {
        let number = self.numbered(1);
        let key = known(&self.port.add, "add")(&mut self.container, number as u64)?;
        self.inserted(number, key)
    }

    /// The key of this insertion is the argument of the factory.
    fn insert_with(&mut self) -> Answer {
        let number = self.numbered(1);
        let mut given = None;
        known(&self.port.insert_with, "insert_with")(&mut self.container, &mut |key| {
            given = Some(key);
            number as u64
        })?;
        self.inserted(number, given.expect("insert_with calls the function"))
    }

    fn extend(&mut self, count: usize) -> Answer {
        let first = self.numbered(count);
        let elements = (first..first + count).map(|number| number as u64).collect();
        let keys = known(&self.port.extend, "extend")(&mut self.container, elements)?;
        let answers: Result<Vec<_>, _> = (first..).zip(keys).map(|(number, key)| self.inserted(number, key)).collect();
        Ok(list(answers?))
    }

    fn put(&mut self, index: usize) -> Answer {
        let number = self.numbered(1);
        let (key, displaced) = known(&self.port.put, "put")(&mut self.container, index, number as u64)?;
        self.inserted(number, key)?;
        Ok(found(displaced))
    }

    fn insert_at(&mut self, key: &str) -> Answer {
        let number = self.numbered(1);
        let Some(key) = self.key(key) else { return Ok(found(None)) };
        let (key, displaced) = known(&self.port.insert_at, "insert_at")(&mut self.container, key, number as u64)?;
        self.inserted(number, key)?;
        Ok(found(displaced))
    }

    fn says(&self, field: &str) -> bool {
        self.port.fields.split(' ').any(|each| each == field)
    }

    /// Ends early if a removal does not return the element, so that they do not become many.
    fn cycle(&mut self, turns: u64) -> Answer {
        let number = self.numbered(1);
        let (add, remove) = (known(&self.port.add, "add"), known(&self.port.remove, "remove"));
        let (silent, only) = (self.says("remove=silent"), self.says("ids=only"));
        let mut last = None;
        for _ in 0..turns {
            let key = add(&mut self.container, number as u64)?;
            let removed = remove(&mut self.container, key);
            if removed != Some(number as u64) && !silent && !(only && removed.is_some()) {
                return Ok(found(removed));
            }
            last = Some(key);
        }
        self.inserted(number, last.ok_or(Refusal::Other)?)
    }

    /// Ends at the first element that there is no room for.
    fn fill(&mut self, count: usize) -> Answer {
        let end = self.keys.len() + count;
        let mut answers = Abridged::default();
        while self.keys.len() < end {
            match self.add() {
                Ok(answer) => answers.push(answer),
                Err(Refusal::Full) if answers.count > 0 => self.keys.resize(end, None),
                refused => {
                    self.keys.resize(end, None);
                    return refused;
                }
            }
        }
        Ok(answers.shown())
    }

    fn thin(&mut self, count: usize, mut seed: u32) -> Answer {
        let mut order: Vec<usize> = (0..self.keys.len()).collect();
        let mut answers = Abridged::default();
        for at in 0..count.min(order.len()) {
            seed ^= seed << 13;
            seed ^= seed >> 17;
            seed ^= seed << 5;
            let other = at + seed as usize % (order.len() - at);
            order.swap(at, other);
            let answer = self.remove(&order[at].to_string())?;
            if answer != "none" {
                answers.push(answer);
            }
        }
        Ok(answers.shown())
    }

    fn remove(&mut self, key: &str) -> Answer {
        let removed = self.key(key).and_then(|key| known(&self.port.remove, "remove")(&mut self.container, key));
        if self.says("ids=only") {
            return Ok(yes(removed.is_some()));
        }
        if self.says("remove=silent") {
            return done();
        }
        Ok(found(removed))
    }

    /// A missing key cannot be passed on, so the other one is removed alone.
    fn remove_many(&mut self, one: &str, other: &str) -> Answer {
        match (self.key(one), self.key(other)) {
            (Some(one), Some(other)) => {
                Ok(both(known(&self.port.remove_many, "remove_many")(&mut self.container, one, other)))
            }
            keys => {
                let mut alone =
                    |key: Option<K>| key.and_then(|key| known(&self.port.remove, "remove")(&mut self.container, key));
                Ok(both((alone(keys.0), alone(keys.1))))
            }
        }
    }

    /// The same with two that are looked up.
    fn pair(&mut self, one: &str, other: &str) -> Answer {
        match (self.key(one), self.key(other)) {
            (Some(one), Some(other)) => Ok(both(known(&self.port.pair, "pair")(&mut self.container, one, other))),
            keys => Ok(both((self.at(keys.0), self.at(keys.1)))),
        }
    }

    /// The same with two whose elements are exchanged.
    fn exchange(&mut self, key: &str, other: &str) -> Answer {
        let exchanged = match (self.key(key), self.key(other)) {
            (Some(key), Some(other)) => known(&self.port.exchange, "exchange")(&mut self.container, key, other),
            (Some(key), None) => {
                known(&self.port.apply, "apply")(&mut self.container, key).map(|lent| (lent.pivot, None))
            }
            (None, _) => None,
        };
        Ok(exchanged.map_or("none".to_owned(), |(pivot, other)| both((Some(pivot), other))))
    }

    fn at(&self, key: Option<K>) -> Option<u64> {
        known(&self.port.at, "at")(&self.container, key?)
    }

    fn at_mut(&mut self, key: &str, difference: u64) -> Answer {
        let key = self.key(key);
        let element = key.and_then(|key| known(&self.port.at_mut, "at_mut")(&mut self.container, key));
        Ok(found(element.map(|element| {
            *element += difference;
            *element
        })))
    }

    fn each(&self) -> Answer {
        let mut items = Vec::new();
        let visited = panic::catch_unwind(AssertUnwindSafe(|| {
            known(&self.port.each, "each")(&self.container, &mut |key, element| {
                items.push(self.item((key, element)));
                if items.len() > self.keys.len() {
                    panic::resume_unwind(Box::new(Enough)); // a wrong iteration may never end
                }
            });
        }));
        match visited {
            Err(reason) if !reason.is::<Enough>() => panic::resume_unwind(reason),
            _ => Ok(list(items)),
        }
    }

    fn lent(&mut self, key: &str, lend: &dyn Fn(&mut C, K) -> Option<Lent>) -> Answer {
        let lent = self.key(key).and_then(|key| lend(&mut self.container, key));
        Ok(lent
            .map_or("none".to_owned(), |Lent { pivot, length, others }| format!("{pivot}/{length}/{}", list(others))))
    }

    fn lend(&mut self, name: &str, operands: &[&str]) -> Answer {
        let keyed = ["remove", "remove_many"].contains(&name);
        let key = operands.first().filter(|_| keyed).and_then(|operand| self.key(operand));
        let numbers = operands.iter().filter(|_| !keyed).map(|operand| number(operand)).collect();
        match known(&self.port.lend, "lend")(&mut self.container, &Attempt { name, key, numbers }) {
            Tried::Nothing => Ok("none".to_owned()),
            Tried::Attempted(attempted) => attempted.and_then(|()| done()),
        }
    }

    /// Returns the key with this number, a forged key for `#index.id`, or a key near another for `number~index.id`.
    fn key(&self, word: &str) -> Option<K> {
        let (number, distance) = word.split_once('~').unwrap_or((word, ""));
        if let Some(forged) = word.strip_prefix('#') {
            return self.forged((0, 0), forged);
        }
        let key = (*self.keys.get(number.parse::<usize>().ok()?)?)?;
        if distance.is_empty() {
            return Some(key);
        }
        self.forged(known(&self.port.parts, "parts")(key), distance)
    }

    /// The key at a distance from these parts; none if no key can be that far.
    fn forged(&self, near: (u64, u64), distance: &str) -> Option<K> {
        let (index, id) = distance.split_once('.')?;
        let index = i128::from(near.0) + index.parse::<i128>().ok()?;
        let id = i128::from(near.1) + id.parse::<i128>().ok()?;
        known(&self.port.forge, "forge")(index.try_into().ok()?, id.try_into().ok()?)
    }

    /// Numbers the next insertions, which keep their numbers if they fail.
    fn numbered(&mut self, count: usize) -> usize {
        let first = self.keys.len();
        self.keys.resize(first + count, None);
        first
    }

    /// Records the key of an insertion, and returns the answer.
    fn inserted(&mut self, number: usize, key: K) -> Answer {
        self.keys[number] = Some(key);
        if self.shows_keys {
            return Ok(self.shown(key));
        }
        done()
    }

    fn shown(&self, key: K) -> String {
        let (index, id) = known(&self.port.parts, "parts")(key);
        format!("{index}.{id}")
    }

    fn item(&self, (key, element): (K, u64)) -> String {
        if self.shows_keys {
            return format!("{}={element}", self.shown(key));
        }
        element.to_string()
    }
}

/// The length of a list, both ends, and a checksum.
#[derive(Default)]
struct Abridged {
    count: usize,
    first: String,
    last: String,
    checksum: u32,
}

impl Abridged {
    fn push(&mut self, answer: String) {
        let comma = if self.count > 0 { "," } else { "" };
        let mut checksum = !self.checksum;
        for byte in comma.bytes().chain(answer.bytes()) {
            checksum ^= u32::from(byte);
            for _ in 0..8 {
                checksum = (checksum >> 1) ^ (0xedb8_8320 & (checksum & 1).wrapping_neg());
            }
        }
        self.checksum = !checksum;
        if self.count == 0 {
            self.first.clone_from(&answer);
        }
        self.count += 1;
        self.last = answer;
    }

    fn shown(&self) -> String {
        if self.count == 0 {
            return "0".to_owned();
        }
        format!("{}/{}/{}/{}", self.count, self.first, self.last, self.checksum)
    }
}

/// Ends an iteration that has one item more than there were insertions.
struct Enough;

/// The answer to one operation, even if it fails.
fn attempt(shows_keys: bool, operate: impl FnOnce() -> Answer) -> String {
    let answered = panic::catch_unwind(AssertUnwindSafe(operate)).unwrap_or(Err(Refusal::Other));
    let word = answered.unwrap_or_else(|refusal| match refusal {
        Refusal::Full => "!full".to_owned(),
        Refusal::Borrowed => "!borrow".to_owned(),
        Refusal::Other => "!other".to_owned(),
    });
    if shows_keys {
        return word;
    }
    ascending(word)
}

/// A word with its list in ascending order, because a container may iterate in any order.
fn ascending(word: String) -> String {
    let Some((before, items)) = word.split_once('[') else {
        return word;
    };
    let mut items: Vec<&str> = items.trim_end_matches(']').split(',').collect();
    items.sort_by_key(|item| item.split('/').next().and_then(|number| number.parse::<u64>().ok()));
    format!("{before}[{}]", items.join(","))
}

/// Returns a function of the table; the judge only sends operations whose functions are there.
fn known<'a, F: ?Sized>(function: &'a Option<Box<F>>, name: &str) -> &'a F {
    function.as_deref().unwrap_or_else(|| panic!("the port has no {name}"))
}

fn unknown(word: &str) -> Answer {
    panic!("there is no operation {word}")
}

/// Writes each new error to standard error, once.
fn tell(what: &str) {
    const MOST_TOLD: usize = 20;
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if let Ok(mut told) = TOLD.lock() {
        if told.len() < MOST_TOLD && told.insert(what.to_owned()) {
            eprintln!("answered !other: {what}");
        }
    }
}

fn number<N: FromStr>(operand: &str) -> N {
    operand.parse().unwrap_or_else(|_| panic!("not a number: {operand}"))
}

fn found(element: Option<u64>) -> String {
    element.map_or("none".to_owned(), |element| element.to_string())
}

fn both((one, other): (Option<u64>, Option<u64>)) -> String {
    format!("{}/{}", found(one), found(other))
}

fn yes(truth: bool) -> String {
    if truth { "yes" } else { "no" }.to_owned()
}

fn done() -> Answer {
    Ok("ok".to_owned())
}

fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}
