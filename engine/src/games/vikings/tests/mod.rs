//! The rules one by one. A test carries the id of its rule in its name; positions are written as
//! tableaus in the notation, and expected figures are worked out beside them.

mod boatswains;
mod buying;
mod determinization;
mod examples;
mod final_scoring;
mod invariants;
mod naive;
mod notation;
mod offer;
mod pinned;
mod placing;
mod processor;
mod scoring;
mod setup;
mod table;
mod values;
mod wide;
