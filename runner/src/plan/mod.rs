//! The plan of a run as data: it determines every row, and its digest names the run.

pub mod purpose;
pub mod run;
