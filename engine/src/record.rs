//! One game as data: write, read, replay, verify.
