//! *Eketorp* and its plain twin: the twin against records, counts and worked examples.

mod examples;
mod games;
mod identities;
mod records;
mod rules;
mod table;
mod twin;
