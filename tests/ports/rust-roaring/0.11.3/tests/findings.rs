//! Passes as long as this release has the defect.

use roaring::RoaringBitmap;

#[test]
fn f43_nth_of_an_iterator_that_has_begun_is_a_member_before_it() {
    let mut set = RoaringBitmap::new();
    set.insert_range(0..3);
    set.insert_range(20..23);
    set.optimize();
    let mut members = set.iter();
    assert_eq!(members.nth(0), Some(0));
    assert_eq!(members.nth(3), Some(20)); // and not 21
}
