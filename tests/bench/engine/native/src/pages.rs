//! Memory whose beginning never moves: it is reserved once, and committed by pages (5.3.1, 5.4.1).

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr;

const PAGE: usize = 4096;
const RESERVED: usize = 1024 * PAGE;
const NONE: i32 = 0;
const READ_AND_WRITE: i32 = 3;
const PRIVATE_ANONYMOUS: i32 = 0x22;

extern "C" {
    fn mmap(address: *mut c_void, length: usize, protection: i32, flags: i32, file: i32, offset: i64) -> *mut c_void;
    fn mprotect(address: *mut c_void, length: usize, protection: i32) -> i32;
    fn munmap(address: *mut c_void, length: usize) -> i32;
}

/// Committed memory for cells of one type, whose bytes are 0 at first.
pub struct Pages<T> {
    memory: *mut c_void,
    committed: usize,
    of: PhantomData<T>,
}

impl<T: Copy> Pages<T> {
    pub fn with_room(count: usize) -> Self {
        // SAFETY: the kernel chooses the address.
        let memory = unsafe { mmap(ptr::null_mut(), RESERVED, NONE, PRIVATE_ANONYMOUS, -1, 0) };
        assert_ne!(memory as isize, -1, "no memory can be reserved");
        let mut pages = Self { memory, committed: 0, of: PhantomData };
        pages.need(count);
        pages
    }

    pub fn committed(&self) -> usize {
        self.committed
    }

    /// Makes sure that there is memory for some cells.
    pub fn need(&mut self, count: usize) {
        let bytes = count * size_of::<T>();
        if bytes > self.committed {
            self.grow(bytes);
        }
    }

    #[cold]
    fn grow(&mut self, bytes: usize) {
        let more = bytes.next_multiple_of(PAGE).max(2 * self.committed).min(RESERVED);
        // SAFETY: the memory is within the reservation.
        assert!(bytes <= more && unsafe { mprotect(self.memory, more, READ_AND_WRITE) } == 0, "no memory is left");
        self.committed = more;
    }

    /// The first cells.
    pub fn first(&self, count: usize) -> &[T] {
        assert!(count * size_of::<T>() <= self.committed);
        // SAFETY: these cells are committed, and numbers, for which 0 is a value.
        unsafe { std::slice::from_raw_parts(self.memory.cast(), count) }
    }

    /// The first cells, to be changed.
    pub fn first_mut(&mut self, count: usize) -> &mut [T] {
        assert!(count * size_of::<T>() <= self.committed);
        // SAFETY: as above, and nobody else has them.
        unsafe { std::slice::from_raw_parts_mut(self.memory.cast(), count) }
    }
}

impl<T> Drop for Pages<T> {
    fn drop(&mut self) {
        // SAFETY: the reservation ends with its owner.
        unsafe { munmap(self.memory, RESERVED) };
    }
}
