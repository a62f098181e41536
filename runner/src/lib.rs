//! The `drakkar` command.
