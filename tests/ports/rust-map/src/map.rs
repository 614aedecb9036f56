//! A map whose entries lie side by side, in an order, and are found through a hash table of their places.
//!
//! The table is open: a key that finds its slot taken goes to the next free one, and a removal moves later keys of the
//! same run back, so that no slot is ever marked as deleted.

/// The order of the entries.
#[derive(Clone, Copy, PartialEq)]
pub enum Order {
    Insertion,
    Use,
    Key,
}

/// A key and its element.
pub type Entry = (i64, i64);

/// There is no room for another key.
#[derive(Debug, PartialEq)]
pub struct Full;

/// No entry is in this slot.
const FREE: usize = usize::MAX;

pub struct Map {
    order: Order,
    capacity: Option<usize>,
    evicts: bool,
    entries: Vec<Entry>,
    table: Vec<usize>,
}

impl Map {
    /// An empty map. With a capacity, another key is refused when it is full, or the first entry is evicted.
    pub fn new(order: Order, capacity: Option<usize>, evicts: bool) -> Map {
        Map { order, capacity, evicts, entries: Vec::new(), table: vec![FREE; 4] }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The entries in their order.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = Entry> + '_ {
        self.entries.iter().copied()
    }

    /// The entry at a place.
    pub fn entry_at(&self, place: usize) -> Option<Entry> {
        self.entries.get(place).copied()
    }

    /// Looks a key up, and leaves the order as it is.
    pub fn peek(&self, key: i64) -> Option<i64> {
        self.place(key).map(|place| self.entries[place].1)
    }

    /// Looks a key up for a use, after which it is the last one in the order of use.
    pub fn get_mut(&mut self, key: i64) -> Option<&mut i64> {
        let slot = self.slot(key);
        let mut place = self.place(key)?;
        if self.order == Order::Use {
            let entry = self.entries.remove(place);
            self.entries.push(entry);
            self.shift(place + 1, -1);
            place = self.entries.len() - 1;
            self.table[slot] = place;
        }
        Some(&mut self.entries[place].1)
    }

    /// Puts an element under a key, and returns the one that was there.
    pub fn put(&mut self, key: i64, value: i64) -> Result<Option<i64>, Full> {
        if let Some(found) = self.get_mut(key) {
            return Ok(Some(std::mem::replace(found, value)));
        }
        self.insert(key, value)?;
        Ok(None)
    }

    /// Puts an element under a key, unless there is one, which is returned.
    pub fn put_if_absent(&mut self, key: i64, value: i64) -> Result<Option<i64>, Full> {
        if let Some(found) = self.get_mut(key) {
            return Ok(Some(*found));
        }
        self.insert(key, value)?;
        Ok(None)
    }

    /// Removes a key; the entries after it move up by one place.
    pub fn remove(&mut self, key: i64) -> Option<i64> {
        let place = self.place(key)?;
        self.forget(key);
        let (_, value) = self.entries.remove(place);
        self.shift(place + 1, -1);
        Some(value)
    }

    /// Removes a key; the last entry moves into its place.
    pub fn swap_remove(&mut self, key: i64) -> Option<i64> {
        let place = self.place(key)?;
        self.forget(key);
        let last = self.entries.len() - 1;
        if place < last {
            let slot = self.slot(self.entries[last].0);
            self.table[slot] = place;
        }
        Some(self.entries.swap_remove(place).1)
    }

    /// Removes the first entry.
    pub fn pop_first(&mut self) -> Option<Entry> {
        let first = self.entry_at(0)?;
        self.remove(first.0);
        Some(first)
    }

    /// Removes the last entry.
    pub fn pop_last(&mut self) -> Option<Entry> {
        let last = *self.entries.last()?;
        self.remove(last.0);
        Some(last)
    }

    /// Removes the entries that do not satisfy a condition, and returns them.
    pub fn retain(&mut self, keeps: impl Fn(Entry) -> bool) -> Vec<Entry> {
        let (kept, left) = self.entries.iter().partition(|&&entry| keeps(entry));
        self.entries = kept;
        self.rebuild(self.table.len());
        left
    }

    /// The entries from the first key on that is not smaller; only in the order of the keys.
    pub fn entries_from(&self, key: i64) -> impl Iterator<Item = Entry> + '_ {
        let first = self.entries.partition_point(|&(other, _)| other < key);
        self.entries[first..].iter().copied()
    }

    /// Visits all entries, and removes those on the way for which the visit returns false.
    pub fn visit(&mut self, mut stays: impl FnMut(Entry) -> bool) {
        let mut place = 0;
        while let Some(entry) = self.entry_at(place) {
            if stays(entry) {
                place += 1;
            } else {
                self.remove(entry.0);
            }
        }
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.table.fill(FREE);
    }

    /// An independent map with the same entries in the same order.
    pub fn copied(&self) -> Map {
        Map { entries: self.entries.clone(), table: self.table.clone(), ..*self }
    }

    /// Whether another map has the same elements under the same keys, whatever their orders.
    pub fn equals(&self, other: &Map) -> bool {
        self.len() == other.len() && self.entries().all(|(key, value)| other.peek(key) == Some(value))
    }

    /// Puts the entries of another map one after the other, all or none; the other one is empty then.
    pub fn append(&mut self, other: &mut Map) -> Result<(), Full> {
        let new = other.entries().filter(|&(key, _)| self.place(key).is_none()).count();
        if !self.evicts && self.capacity.is_some_and(|most| self.len() + new > most) {
            return Err(Full);
        }
        for (key, value) in other.entries() {
            self.put(key, value)?;
        }
        other.clear();
        Ok(())
    }

    /// Exchanges the entries with a map of the same options.
    pub fn swap(&mut self, other: &mut Map) {
        std::mem::swap(&mut self.entries, &mut other.entries);
        std::mem::swap(&mut self.table, &mut other.table);
    }

    /// Inserts a key that is not there.
    fn insert(&mut self, key: i64, value: i64) -> Result<(), Full> {
        if self.capacity == Some(self.entries.len()) {
            if !self.evicts {
                return Err(Full);
            }
            self.pop_first();
        }
        let place = match self.order {
            Order::Key => self.entries.partition_point(|&(other, _)| other < key),
            _ => self.entries.len(),
        };
        self.shift(place, 1);
        self.entries.insert(place, (key, value));
        let slot = self.slot(key);
        self.table[slot] = place;
        if 2 * self.entries.len() > self.table.len() {
            self.rebuild(2 * self.table.len());
        }
        Ok(())
    }

    /// The place of a key.
    fn place(&self, key: i64) -> Option<usize> {
        Some(self.table[self.slot(key)]).filter(|&place| place != FREE)
    }

    /// The slot in which a key would be if the table had no other keys.
    fn home(&self, key: i64) -> usize {
        (key as usize).wrapping_mul(0x9e37_79b9) & (self.table.len() - 1)
    }

    /// The slot of a key, or the free one in which it belongs.
    fn slot(&self, key: i64) -> usize {
        let mut slot = self.home(key);
        while self.table[slot] != FREE && self.entries[self.table[slot]].0 != key {
            slot = self.next(slot);
        }
        slot
    }

    /// The slot after a slot; the first one follows the last one.
    fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.table.len() - 1)
    }

    /// Takes a key out of the table. Later keys of its run move back, unless their home is behind the gap.
    fn forget(&mut self, key: i64) {
        let mut gap = self.slot(key);
        let mut slot = self.next(gap);
        while self.table[slot] != FREE {
            let home = self.home(self.entries[self.table[slot]].0);
            let (distance, back) = (self.distance(home, slot), self.distance(gap, slot));
            if distance >= back {
                self.table[gap] = self.table[slot];
                gap = slot;
            }
            slot = self.next(slot);
        }
        self.table[gap] = FREE;
    }

    /// How many slots lie from one to another.
    fn distance(&self, from: usize, to: usize) -> usize {
        to.wrapping_sub(from) & (self.table.len() - 1)
    }

    /// Writes into the table that all entries from a place on have moved, by one place up or down.
    fn shift(&mut self, first: usize, by: isize) {
        for place in self.table.iter_mut().filter(|place| **place != FREE && **place >= first) {
            *place = place.wrapping_add_signed(by);
        }
    }

    /// Fills a table of some size with the places of all entries.
    fn rebuild(&mut self, size: usize) {
        self.table = vec![FREE; size];
        for place in 0..self.entries.len() {
            let slot = self.slot(self.entries[place].0);
            self.table[slot] = place;
        }
    }
}
