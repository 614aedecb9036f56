//! What an insertion that found no room returns.

use std::error::Error;
use std::fmt;

/// There is no room for as many elements (R9). It hands back what was to be inserted.
pub struct Full<T>(pub T);

impl<T> fmt::Debug for Full<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Full(..)")
    }
}

impl<T> fmt::Display for Full<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the list is full: remove elements, or make a list with a larger maximum or more index bits")
    }
}

impl<T> Error for Full<T> {}
