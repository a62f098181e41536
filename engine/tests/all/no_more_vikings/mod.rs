//! *No More Vikings!* and its plain twin: the twin against records, counts and worked examples, the engine
//! against the twin.

mod against_engine;
mod both;
mod data;
mod drawn;
mod examples;
mod extremes;
mod frequencies;
mod games;
mod hidden;
mod identities;
mod known;
mod records;
mod refused;
mod rounds;
mod rules;
mod table;
mod told;
mod twin;
mod views;
mod windows;
