//! *Eketorp* and its plain twin: the twin against records, counts and worked examples, the engine against
//! the twin.

mod against_engine;
mod both;
mod examples;
mod games;
mod identities;
mod records;
mod rules;
mod table;
mod twin;
