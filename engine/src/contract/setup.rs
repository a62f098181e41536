//! Rule sets and deals as data.

use serde_json::Value;

use super::Breach;
use super::parts::{differences, unlike};
use super::walk::RandomGame;
use crate::data::ToData;
use crate::error::KeyError;
use crate::recorded::Recorded;
use crate::rules::{self, Kind};

pub(super) fn check_rules<G: Recorded>(game: &G) -> Result<(), Breach> {
    let promise = |kept: bool, promise: &'static str, found: String| match kept {
        true => Ok(()),
        false => Err(Breach::alone(promise, found)),
    };
    let (fewest, most) = G::PLAYERS;
    promise(
        (fewest..=most).contains(&game.players()),
        "the number of seats is one that the game names (see `Recorded::PLAYERS`)",
        game.players().to_string(),
    )?;
    let has_preset = !G::presets().is_empty();
    promise(has_preset, "there is a default preset (see `Recorded::rules`)", "none".into())?;
    for (index, preset) in G::presets().iter().enumerate() {
        let mut names = G::presets()[..index].iter().map(|preset| preset.name);
        promise(
            preset.name != rules::CUSTOM && names.all(|name| name != preset.name),
            "every preset has a name of its own (see `Recorded::rules`)",
            preset.name.into(),
        )?;
        let name = G::read_toml(preset.toml).map_err(|error| {
            let told = "every preset can be read (see `Recorded::rules`)";
            Breach::alone(told, format!("{}: {error}", preset.name))
        })?;
        promise(
            G::rules().name_of(&name.to_data()) != rules::CUSTOM,
            "a preset that is read and written is the same values (see `Recorded::rules`)",
            preset.name.into(),
        )?;
    }
    for leaf in G::rules().leaves().unwrap_or_default() {
        promise(
            leaf.declared.kind != Kind::Whole(i64::MIN, i64::MAX),
            "every number of the rules has a range in the table of keys (see `Recorded::rules`)",
            leaf.key.clone(),
        )?;
    }
    let data = game.rule_set().to_data();
    let back = through_json(&data, G::read_rules);
    promise(
        back.as_ref() == Ok(game.rule_set()),
        "a rule set is a JSON object that reads back equal (see `data!` of `Recorded::RuleSet`)",
        unlike(&data, &back.as_ref().map(ToData::to_data)).to_string(),
    )?;
    for (index, fact) in G::FACTS.iter().enumerate() {
        let is_new = G::FACTS[..index].iter().all(|earlier| earlier.name != fact.name);
        let own = "every fact has a name of its own (see `Recorded::FACTS`)";
        promise(is_new, own, fact.name.into())?;
    }
    Ok(())
}

pub(super) fn check_deal<G: Recorded>(walk: &RandomGame<'_, G>) -> Result<(), Breach> {
    let (game, deal) = (walk.game, &walk.deal);
    let again = game.deal(walk.seed);
    let promise = "the same seed gives the same deal (see `Game::deal`)";
    walk.promise(again == *deal, promise, differences(deal, &again))?;
    let state = game.state(deal);
    let promise = "the same deal gives the same state (see `Game::state`)";
    walk.promise(state == walk.state, promise, differences(&walk.state, &state))?;
    if let Err(error) = game.check_deal(deal) {
        let promise = "a deal is one that the rule set can give (see `Recorded::check_deal`)";
        return Err(walk.breach(promise, error));
    }
    let back = through_json(&deal.to_data(), |value| game.read_deal(value));
    let promise = "a deal is a JSON object that reads back equal (see `data!` of `Game::Deal`)";
    walk.promise(back.as_ref() == Ok(deal), promise, unlike(deal, &back))
}

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
