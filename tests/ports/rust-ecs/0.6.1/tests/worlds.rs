//! The macro of calx-ecs makes a type, of which there may be several worlds; each module may have a type of its own.

mod numbers {
    use serde_derive::{Deserialize, Serialize};

    calx_ecs::Ecs! {
        number: u32,
    }
}

mod words {
    use serde_derive::{Deserialize, Serialize};

    calx_ecs::Ecs! {
        word: String,
        number: u32,
    }
}

#[test]
fn two_worlds_exist_at_once() {
    let (mut one, mut other, mut third) = (numbers::Ecs::new(), numbers::Ecs::new(), words::Ecs::new());
    let (first, second, last) = (one.make(), other.make(), third.make());
    one.number.insert(first, 1);
    other.number.insert(second, 2);
    third.word.insert(last, "three".to_owned());
    assert_eq!(one.number.get(first), Some(&1));
    assert_eq!(other.number.get(second), Some(&2));
    assert_eq!(third.word.get(last).map(String::as_str), Some("three"));
}
