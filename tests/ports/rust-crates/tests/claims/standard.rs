//! What the standard library's collections do with their memory, by counting the allocations of a thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, which counts.
struct Counting;

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        System.dealloc(memory, layout);
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns how many allocations an operation makes.
fn allocations(operation: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    operation();
    ALLOCATIONS.get() - before
}

#[test]
fn shared_cells_are_allocated_one_by_one() {
    let (mut vec, mut cells) = (Vec::with_capacity(100), Vec::with_capacity(100));
    assert_eq!(allocations(|| (0..100).for_each(|element| vec.push(element))), 0);
    assert_eq!(allocations(|| (0..100).for_each(|element| cells.push(Rc::new(RefCell::new(element))))), 100);
}

#[test]
fn hash_set_has_no_order_and_no_linked_lists() {
    let filled = || {
        let mut set = HashSet::with_capacity(1_000);
        assert_eq!(allocations(|| (0..1_000).for_each(|number| _ = set.insert(number))), 0);
        set
    };
    let (one, other) = (filled(), filled());
    assert_eq!(one, other);
    assert!(!one.iter().eq(other.iter()));
}

/// An element that counts how often one of them is dropped.
struct Dropped<'a>(&'a Cell<usize>);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[test]
fn clearing_a_vector_drops_its_elements_one_by_one() {
    for size in [10, 1_000] {
        let count = Cell::new(0);
        let mut vec: Vec<Dropped> = (0..size).map(|_| Dropped(&count)).collect();
        let capacity = vec.capacity();
        vec.clear();
        assert_eq!((count.get(), vec.len(), vec.capacity()), (size, 0, capacity));
    }
}
