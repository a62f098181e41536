//! The `drakkar` command.
fn main() {}
