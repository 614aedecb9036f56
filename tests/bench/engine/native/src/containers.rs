//! The containers of the thesis (5.4, 5.5).

use crate::pages::Pages;
use crate::Object;

/// A vector on virtual memory.
pub struct Vector {
    pub cells: Pages<Object>,
    count: usize,
}

impl Vector {
    pub fn with_room(count: usize) -> Self {
        Self { cells: Pages::with_room(count), count: 0 }
    }

    pub fn push(&mut self, object: Object) {
        self.cells.need(self.count + 1);
        self.count += 1;
        self.cells.first_mut(self.count)[self.count - 1] = object;
    }

    pub fn pop(&mut self) -> Option<Object> {
        let last = *self.all().last()?;
        self.count -= 1;
        Some(last)
    }

    pub fn remove(&mut self, place: usize) -> Object {
        let cells = self.cells.first_mut(self.count);
        let removed = cells[place];
        cells.copy_within(place + 1.., place);
        self.count -= 1;
        removed
    }

    pub fn swap_remove(&mut self, place: usize) -> Object {
        let cells = self.cells.first_mut(self.count);
        let removed = cells[place];
        cells[place] = cells[self.count - 1];
        self.count -= 1;
        removed
    }

    pub fn all(&self) -> &[Object] {
        self.cells.first(self.count)
    }
}

/// A ring that overwrites the oldest when it is full.
pub struct Ring {
    objects: Box<[Object]>,
    first: usize,
    count: usize,
}

impl Ring {
    pub fn new(capacity: usize) -> Self {
        Self { objects: vec![Object::default(); capacity].into(), first: 0, count: 0 }
    }

    fn wrapped(&self, place: usize) -> usize {
        if place < self.objects.len() {
            place
        } else {
            place - self.objects.len()
        }
    }

    pub fn push(&mut self, object: Object) {
        let place = self.wrapped(self.first + self.count);
        self.objects[place] = object;
        if self.count < self.objects.len() {
            self.count += 1;
        } else {
            self.first = self.wrapped(self.first + 1);
        }
    }

    pub fn pop(&mut self) -> Option<Object> {
        if self.count == 0 {
            return None;
        }
        let object = self.objects[self.first];
        self.first = self.wrapped(self.first + 1);
        self.count -= 1;
        Some(object)
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.objects)
    }
}

const NO_INDEX: u32 = u32::MAX;

/// A handle; an entry of the sparse array, which has a place or the next free entry; an entity, which has an index and an
/// id; or the place and the id of an entity.
#[derive(Clone, Copy, Default)]
pub struct Handle {
    entry: u32,
    generation: u32,
}

/// A handle map: entries, objects one behind the other, and the entry of each.
pub struct HandleMap {
    entries: Pages<Handle>,
    objects: Pages<Object>,
    reverse: Pages<u32>,
    count: usize,
    opened: usize,
    free: u32,
}

impl HandleMap {
    pub fn new() -> Self {
        let (entries, objects, reverse) = (Pages::with_room(0), Pages::with_room(0), Pages::with_room(0));
        Self { entries, objects, reverse, count: 0, opened: 0, free: NO_INDEX }
    }

    pub fn insert(&mut self, object: Object) -> Handle {
        let place = self.count;
        self.count += 1;
        let mut at = self.free;
        if at == NO_INDEX {
            at = self.opened as u32;
            self.opened += 1;
            self.entries.need(self.opened);
        } else {
            self.free = self.entries.first(self.opened)[at as usize].entry;
        }
        self.objects.need(self.count);
        self.reverse.need(self.count);
        let entry = &mut self.entries.first_mut(self.opened)[at as usize];
        entry.entry = place as u32;
        let generation = entry.generation;
        self.objects.first_mut(self.count)[place] = object;
        self.reverse.first_mut(self.count)[place] = at;
        Handle { entry: at, generation }
    }

    pub fn remove(&mut self, handle: Handle) -> Option<Object> {
        let entries = self.entries.first_mut(self.opened);
        let entry = *entries.get(handle.entry as usize).filter(|entry| entry.generation == handle.generation)?;
        let (objects, reverse) = (self.objects.first_mut(self.count), self.reverse.first_mut(self.count));
        let (place, last) = (entry.entry as usize, self.count - 1);
        let removed = objects[place];
        objects[place] = objects[last];
        entries[reverse[last] as usize].entry = entry.entry;
        reverse[place] = reverse[last];
        entries[handle.entry as usize] = Handle { entry: self.free, generation: entry.generation + 1 };
        self.free = handle.entry;
        self.count = last;
        Some(removed)
    }

    pub fn all(&self) -> &[Object] {
        self.objects.first(self.count)
    }

    pub fn bytes(&self) -> usize {
        self.entries.committed() + self.objects.committed() + self.reverse.committed()
    }
}

/// The components of one type, their entities, and for each index the id of its entity (0 if it has none) and the place.
struct Storage {
    objects: Pages<Object>,
    entities: Pages<Handle>,
    places: Pages<Handle>,
    count: usize,
    places_count: usize,
}

impl Storage {
    fn new() -> Self {
        let (objects, entities, places) = (Pages::with_room(0), Pages::with_room(0), Pages::with_room(0));
        Self { objects, entities, places, count: 0, places_count: 0 }
    }

    fn place_of(&self, entity: Handle) -> Option<usize> {
        let found = self.places.first(self.places_count).get(entity.entry as usize)?;
        (found.generation == entity.generation).then_some(found.entry as usize)
    }

    fn insert(&mut self, entity: Handle, object: Object) {
        let place = self.place_of(entity).unwrap_or_else(|| self.open(entity));
        self.objects.first_mut(self.count)[place] = object;
    }

    fn open(&mut self, entity: Handle) -> usize {
        let (place, index) = (self.count, entity.entry as usize);
        self.count += 1;
        self.objects.need(self.count);
        self.entities.need(self.count);
        if index >= self.places_count {
            self.places_count = index + 1;
            self.places.need(self.places_count);
        }
        self.entities.first_mut(self.count)[place] = entity;
        self.places.first_mut(self.places_count)[index] = Handle { entry: place as u32, ..entity };
        place
    }

    fn take(&mut self, entity: Handle) -> Option<Object> {
        let place = self.place_of(entity)?;
        let (objects, entities) = (self.objects.first_mut(self.count), self.entities.first_mut(self.count));
        let places = self.places.first_mut(self.places_count);
        let last = self.count - 1;
        let (taken, moved) = (objects[place], entities[last]);
        objects[place] = objects[last];
        entities[place] = moved;
        places[moved.entry as usize].entry = place as u32;
        places[entity.entry as usize].generation = 0;
        self.count = last;
        Some(taken)
    }
}

/// Entities, and three types of components.
pub struct World {
    ids: Pages<u32>,
    free: Vec<u32>,
    next_id: u32,
    opened: usize,
    storages: [Storage; 3],
}

impl World {
    pub fn new() -> Self {
        let storages = std::array::from_fn(|_| Storage::new());
        Self { ids: Pages::with_room(0), free: Vec::new(), next_id: 1, opened: 0, storages }
    }

    pub fn make(&mut self) -> Handle {
        let entry = self.free.pop().unwrap_or_else(|| {
            self.opened += 1;
            self.ids.need(self.opened);
            self.opened as u32 - 1
        });
        let generation = self.next_id;
        self.next_id += 1;
        self.ids.first_mut(self.opened)[entry as usize] = generation;
        Handle { entry, generation }
    }

    pub fn insert(&mut self, entity: Handle, kind: usize, object: Object) -> bool {
        let alive = self.ids.first(self.opened).get(entity.entry as usize) == Some(&entity.generation);
        if alive {
            self.storages[kind].insert(entity, object);
        }
        alive
    }

    pub fn take(&mut self, entity: Handle, kind: usize) -> Option<Object> {
        self.storages[kind].take(entity)
    }

    pub fn all(&self, kind: usize) -> &[Object] {
        self.storages[kind].objects.first(self.storages[kind].count)
    }

    pub fn opened(&self) -> usize {
        self.opened
    }

    pub fn bytes(&self) -> usize {
        let of = |each: &Storage| each.objects.committed() + each.entities.committed() + each.places.committed();
        self.storages.iter().map(of).sum()
    }
}
