use std::sync::OnceLock;

use crate::{error::Error, export::figure::counted};
use drakkar_agents::features::Input;
use drakkar_engine::{error::KeyError, input::or_known};
use drakkar_labs::Labs;
use drakkar_play::lab::Lab;

static INSTALLED: OnceLock<Labs> = OnceLock::new();

/// Names the games, before any is used.
pub(crate) fn install(labs: Labs) {
    assert!(INSTALLED.set(labs).is_ok(), "games can be registered once, before any is used");
}

pub(crate) fn labs() -> &'static Labs {
    INSTALLED.get_or_init(Labs::standard)
}

pub(crate) fn default_id() -> &'static str {
    labs().iter().next().map_or("", |lab| lab.info().id)
}

pub(crate) fn lab(id: &str) -> Result<&'static Lab, Error> {
    find(id).map_err(|reason| Error::flag("--game", reason))
}

pub(crate) fn find(id: &str) -> Result<&'static Lab, String> {
    labs().find(id).ok_or_else(|| {
        let known: Vec<&str> = labs().iter().map(|lab| lab.info().id).collect();
        format!("there is no game `{id}`{}", or_known(id, &known))
    })
}

/// So many blocks and fresh ones, in the words of a game; where nothing is dealt, there are no deals.
pub(crate) fn on_blocks(id: &str, blocks: u64) -> String {
    match has_deals(id) {
        true => format!("on {}", counted(blocks, "deal", "deals")),
        false => format!("in {}", counted(blocks, "block", "blocks")),
    }
}

pub(crate) fn fresh(id: &str) -> &'static str {
    if has_deals(id) { "fresh deals" } else { "new games" }
}

pub(crate) fn on_fresh(id: &str) -> String {
    format!("{} {}", if has_deals(id) { "on" } else { "in" }, fresh(id))
}

pub(crate) fn has_deals(id: &str) -> bool {
    find(id).is_ok_and(|lab| lab.info().has_deals)
}

pub(crate) fn lab_of_record(id: &str) -> Result<&'static Lab, String> {
    find(id).map_err(|reason| KeyError::new("game", reason).to_string())
}

pub(crate) fn inputs(game: &str, inputs: Vec<Input>) -> Result<Vec<Input>, String> {
    let missing = "has no inputs for nets: its `Heuristic` names no `Features`, the trait in \
                   `drakkar::agents::features` that lists them";
    if inputs.is_empty() { Err(format!("{game} {missing}")) } else { Ok(inputs) }
}
