//! The rules one by one. A test carries the id of its rule in its name; positions are written in the
//! notation, and expected figures are worked out beside them.

mod agreement;
mod barrels;
mod bodies;
mod components;
mod crew;
mod deal;
mod departure;
mod effects;
mod examples;
mod facts;
mod frequency;
mod hidden;
mod invariants;
mod knowledge;
mod naive;
mod notation;
mod picks;
mod pinned;
mod playout;
mod position;
mod processor;
mod round;
mod scene;
mod scoring;
mod table;
mod unlikely;
mod validity;
mod values;
mod warehouses;
