//! The rules one by one. A test carries the id of its rule in its name; positions are written in the
//! notation, and expected figures are worked out beside them.

mod actions;
mod agreement;
mod cards;
mod components;
mod deal;
mod ending;
mod events;
mod examples;
mod extremes;
mod facts;
mod frequency;
mod hidden;
mod items;
mod landing;
mod notation;
mod order;
mod processor;
mod raids;
mod scene;
mod setup;
mod table;
mod validity;
mod views;
mod whims;
mod whole;
mod windows;
