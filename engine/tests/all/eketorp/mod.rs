//! *Eketorp* and its plain twin: the twin against records, counts and worked examples, the engine against
//! the twin.

mod against_engine;
mod both;
mod drawn;
mod examples;
mod extremes;
mod frequencies;
mod games;
mod identities;
mod known;
mod records;
mod rules;
mod table;
mod told;
mod twin;
mod views;
