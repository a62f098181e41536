//! Playing games: who sits where, one game, many games on several threads.

pub mod arm;
pub mod batch;
pub mod branch;
pub(crate) mod count;
pub mod cut;
mod design;
pub mod door;
pub mod game;
mod guard;
mod home;
pub mod lab;
pub mod line_up;
mod observer;
pub mod pilot;
pub mod progress;
pub mod schedule;
pub mod slice;
pub mod stop;
pub mod task;
pub mod timing;
