//! The rules one by one. A test carries the id of its rule in its name; positions are written in the
//! notation, and expected figures are worked out beside them.

mod agreement;
mod components;
mod deal;
mod duels;
mod ending;
mod examples;
mod facts;
mod fights;
mod frequency;
mod hidden;
mod homecoming;
mod hospital;
mod knowledge;
mod notation;
mod order;
mod processor;
mod round;
mod scene;
mod sieges;
mod table;
mod validity;
