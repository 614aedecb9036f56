//! Passes as long as this release has the defect.

use std::cmp::Reverse;

use priority_queue::PriorityQueue;

#[test]
fn f40_what_takes_the_place_of_a_removed_item_does_not_rise() {
    let mut queue = PriorityQueue::new();
    for (key, priority) in [7, 5, 1, 3, 5, 0, 0].into_iter().enumerate() {
        queue.push(key, Reverse(priority));
    }
    queue.remove(&0);
    let popped: Vec<i32> = std::iter::from_fn(|| queue.pop()).map(|(_, Reverse(priority))| priority).collect();
    assert_eq!(popped[..3], [0, 0, 3]); // and not 1
}
