//! Passes as long as this release has the defect.

use bit_set::BitSet;

#[test]
#[should_panic(expected = "index out of bounds")]
fn f63_an_empty_set_that_was_shrunk_panics() {
    let mut set = BitSet::new();
    set.shrink_to_fit();
    set.contains(1);
}
