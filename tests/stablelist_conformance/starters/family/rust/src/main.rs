//! The port @name@: maps each operation of the port protocol to a function of your container.
//!
//! Fill in the blanks. Remove the // from the operations that your container has; the port says that it lacks the others.

mod starter;
mod table;

#[allow(unused_imports)] // until the blanks are filled in
use starter::{serve, Answer, Choices, Function};

// @@ issued
// BLANK: your container, and what it hands out as a key.
// @@ keyless
// BLANK: your container.
// @@
type Container = ();
// @@ issued
type Key = usize;
// @@

/// A fresh container@choices@.
fn open(_choices: &Choices) -> Container {} // BLANK

/// A comment ends with the operands of its operation.
// @@ issued
/// An insertion answers `Answer::Key(key)`.
const FUNCTIONS: &[(&str, Function<Container, Key>)] = &[
    // @@ keyless
const FUNCTIONS: &[(&str, Function<Container>)] = &[
    // @@
    // ("@operation@", |container, o| Answer::...), // @sentence@@given@
];

fn main() {
    // @@ options
    // If your container has only some of the choices, declare these in the fields, such as
    // @option@.
    // @@
    serve("@fields@", table::ROWS, open, FUNCTIONS);
}
