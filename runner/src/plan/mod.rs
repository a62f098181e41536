//! What is to be played, as data: it decides every row, and its digest names the run.

pub mod purpose;
pub mod run;
