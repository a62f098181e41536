//! What is compiled for each game: the way from the door to its rules and agents.
//!
//! Nothing else in the runner is generic over a game. Keep it small: every line here is compiled once
//! for each variant of each game.

mod single;
mod table;

use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_engine::{data::ToData, record::verify, recorded::Recorded, rules};

use crate::{home::single::Again, home::table::Open, lab::Variant};

/// The variant of a game that `G` is.
pub(crate) fn variant<G: Recorded + Playable>() -> Variant {
    Variant {
        covers: |rules| G::read_rules(rules).map_or(true, |rule_set| G::covers(&rule_set)),
        read_rules: |toml| Ok(rules::read::<G>(toml)?.to_data()),
        read_weights: |toml| Ok(G::Heuristic::from_toml(toml)?.to_toml()),
        open: |rules, players| Ok(Box::new(Open::<G>::new(rules, players)?)),
        replay: |record| Ok(Box::new(Again::<G>::new(record)?)),
        verify: |record| verify::<G>(record).map(drop),
    }
}
