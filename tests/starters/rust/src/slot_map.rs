//! A slot map: elements in slots, each with a generation that distinguishes successive elements.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub index: usize,
    pub generation: u64,
}

#[derive(Clone, Default)]
pub struct SlotMap {
    capacity: usize,
    slots: Vec<(u64, Option<u64>)>,
    free: Vec<usize>,
}

impl SlotMap {
    /// At most `capacity` elements, if that is not 0.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { capacity, ..Self::default() }
    }

    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns `None` if there is no room.
    pub fn insert(&mut self, element: u64) -> Option<Key> {
        if self.capacity > 0 && self.len() == self.capacity {
            return None;
        }
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push((0, None));
            self.slots.len() - 1
        });
        self.slots[index].1 = Some(element);
        Some(Key { index, generation: self.slots[index].0 })
    }

    pub fn get(&self, key: Key) -> Option<&u64> {
        self.slots.get(key.index).filter(|slot| slot.0 == key.generation)?.1.as_ref()
    }

    pub fn get_mut(&mut self, key: Key) -> Option<&mut u64> {
        self.slots.get_mut(key.index).filter(|slot| slot.0 == key.generation)?.1.as_mut()
    }

    pub fn remove(&mut self, key: Key) -> Option<u64> {
        let element = *self.get(key)?;
        self.slots[key.index] = (key.generation + 1, None);
        self.free.push(key.index);
        Some(element)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Key, &u64)> {
        self.slots.iter().enumerate().filter_map(|(index, (generation, element))| {
            element.as_ref().map(|element| (Key { index, generation: *generation }, element))
        })
    }
}
