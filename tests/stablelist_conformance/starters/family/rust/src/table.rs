//! What the starter knows of the operations of @system@. @legend@

pub const ROWS: &str = "
@row@
";
