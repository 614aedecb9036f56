//! Passes as long as this release has the defect.

use priority_queue::PriorityQueue;

#[test]
#[should_panic]
fn f41_removing_one_of_two_items_panics() {
    let mut queue = PriorityQueue::new();
    queue.push("a", 0);
    queue.push("b", 0);
    queue.remove(&"a");
}
