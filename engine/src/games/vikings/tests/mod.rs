//! The rules one by one. A test carries the id of its rule in its name; positions are written as
//! tableaus in the notation, and expected figures are worked out beside them.

mod additions;
mod advanced_hidden;
mod advanced_notation;
mod auction;
mod boatswains;
mod bonus_kinds;
mod bonus_tiles;
mod building_tiles;
mod buying;
mod determinization;
mod examples;
mod final_scoring;
mod grants;
mod invariants;
mod naive;
mod notation;
mod offer;
mod pinned;
mod placements;
mod placing;
mod processor;
mod readings;
mod scene;
mod scoring;
mod setup;
mod switches;
mod table;
mod tableau_text;
mod told;
mod values;
mod weak_boatswains;
mod wide;
