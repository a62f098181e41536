//! The engine as its users see it. One program, so that shared code is compiled once.

mod contract;
mod data;
mod documents;
mod eketorp;
mod no_more_vikings;
mod perft;
mod records;
mod twins;
mod views;
mod vikings;
mod vikings_on_board;
