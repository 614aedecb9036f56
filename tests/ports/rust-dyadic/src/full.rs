//! The error of an insertion that finds no room.

use std::error::Error;
use std::fmt;

/// There is no room for so many elements (R9). The error returns the argument of the failed insertion.
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
