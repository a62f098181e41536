//! The engine as its users have it. One program, so that what the tests share is compiled once.

mod contract;
mod documents;
mod perft;
mod records;
mod views;
mod vikings;
mod vikings_on_board;
