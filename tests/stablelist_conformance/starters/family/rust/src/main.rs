//! The port @name@: maps each operation of the port protocol to a function of your container.
//!
//! Fill in the blanks. Remove the // from the operations that your container has; the port says that it lacks the others.

mod starter;
mod table;

#[allow(unused_imports)] // until the blanks are filled in
use starter::{serve, Answer, Choices, Function};

// BLANK: your container, and what it hands out as a key, if it does.
type Container = ();
type Key = usize;

/// A fresh container@choices@.
fn open(_choices: &Choices) -> Container {} // BLANK

/// Operands are o.key(0), o.number(1), o.word(2) and so on, by their places; an insertion has o.element,
/// and the other container is o.other().
const FUNCTIONS: &[(&str, Function<Container, Key>)] = &[
    // ("@operation@", |container, o| Answer::...), // @sentence@; given: @given@
];

fn main() {
    // @@ options
    // If your container has only some of the choices, declare these in the fields, such as
    // @option@.
    // @@
    serve("@fields@", table::ROWS, open, FUNCTIONS);
}
