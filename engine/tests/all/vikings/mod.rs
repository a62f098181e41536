//! *Vikings* and its plain twin: the twin against records and worked examples, the fast engine against
//! the twin.

mod bonus;
mod games;
mod records;
mod twin;
