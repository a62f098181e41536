//! *Vikings on Board* and its plain twin: the twin against records, counts and worked examples, the
//! fast engine against the twin.

mod games;
mod records;
mod rules;
mod twin;
mod varied;
mod views;
