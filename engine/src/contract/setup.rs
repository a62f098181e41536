//! Rule sets and deals as data.

use serde_json::Value;

use super::Breach;
use super::differ::differences;
use super::walk::RandomGame;
use crate::data::ToData;
use crate::error::KeyError;
use crate::recorded::Recorded;
use crate::rules::{self, Kind};

/// Presets, rule set, names.
pub(super) fn check_rules<G: Recorded>(game: &G) -> Result<(), Breach> {
    let promise = |kept: bool, promise: &'static str, found: String| {
        if kept {
            return Ok(());
        }
        Err(Breach::alone(promise, found))
    };
    let (fewest, most) = G::PLAYERS;
    promise(
        (fewest..=most).contains(&game.players()),
        "the number of seats is one that the game names (see `Recorded::PLAYERS`)",
        game.players().to_string(),
    )?;
    promise(
        !G::presets().is_empty(),
        "there is a default preset (see `Recorded::rules`)",
        "none".into(),
    )?;
    for (index, preset) in G::presets().iter().enumerate() {
        let known = G::presets()[..index].iter().any(|earlier| earlier.name == preset.name);
        promise(
            !known && preset.name != rules::CUSTOM,
            "every preset has a name of its own (see `Recorded::rules`)",
            preset.name.into(),
        )?;
        let read = G::read_toml(preset.toml);
        let name = read.map(|rule_set| G::rules().name_of(&rule_set.to_data()));
        let error = name.as_ref().err().map(|error| format!("{}: {error}", preset.name));
        promise(
            error.is_none(),
            "every preset can be read (see `Recorded::rules`)",
            error.unwrap_or_default(),
        )?;
        promise(
            name != Ok(rules::CUSTOM),
            "a preset that is read and written is the same values (see `Recorded::rules`)",
            preset.name.into(),
        )?;
    }
    for leaf in G::rules().leaves().unwrap_or_default() {
        promise(
            leaf.kind != Kind::Whole(i64::MIN, i64::MAX),
            "every number of the rules has a range in the table of keys (see `Recorded::rules`)",
            leaf.key.clone(),
        )?;
    }
    let back = through_json(&game.rule_set().to_data(), G::read_rules);
    promise(
        back.as_ref() == Ok(game.rule_set()),
        "a rule set is a JSON object that reads back equal (see `data!` of `Recorded::RuleSet`)",
        back.map_or_else(
            |error| error,
            |back| differences(&game.rule_set().to_data(), &back.to_data()),
        ),
    )?;
    for (index, fact) in G::FACTS.iter().enumerate() {
        let known = G::FACTS[..index].iter().any(|earlier| earlier.name == fact.name);
        promise(
            !known,
            "every fact has a name of its own (see `Recorded::FACTS`)",
            fact.name.into(),
        )?;
    }
    Ok(())
}

pub(super) fn check_deal<G: Recorded>(walk: &RandomGame<'_, G>) -> Result<(), Breach> {
    let (game, deal) = (walk.game, &walk.deal);
    walk.promise(
        game.deal(walk.seed) == *deal,
        "the same seed gives the same deal (see `Game::deal`)",
        || differences(deal, &game.deal(walk.seed)),
    )?;
    walk.promise(
        game.state(deal) == walk.state,
        "the same deal gives the same state (see `Game::state`)",
        || differences(&walk.state, &game.state(deal)),
    )?;
    let checked = game.check_deal(deal);
    walk.promise(
        checked.is_ok(),
        "a deal is one that the rule set can give (see `Recorded::check_deal`)",
        || checked.as_ref().err().map_or(String::new(), ToString::to_string),
    )?;
    let back = through_json(&deal.to_data(), |value| game.read_deal(value));
    walk.promise(
        back.as_ref() == Ok(deal),
        "a deal is a JSON object that reads back equal (see `data!` of `Game::Deal`)",
        || back.as_ref().map_or_else(String::clone, |back| differences(deal, back)),
    )
}

/// `value` written as text and read again.
fn through_json<T>(
    value: &Value,
    read: impl FnOnce(&Value) -> Result<T, KeyError>,
) -> Result<T, String> {
    if !value.is_object() {
        return Err(format!("{value} is no object"));
    }
    let text = value.to_string();
    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    read(&value).map_err(|error| format!("{text}: {error}"))
}
