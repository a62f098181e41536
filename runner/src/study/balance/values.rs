//! Other values of the rules under which the same decision points are played.

use drakkar_engine::rules;
use serde_json::Value;

use crate::error::Error;
use crate::study::balance::Question;
use crate::study::balance::vary::{Vary, grid, twice};
use drakkar_play::branching::{Fair, Kind, Target, Variant};
use drakkar_play::door::Table;
use drakkar_play::lab::Lab;

impl Question {
    /// The other rule sets: they must leave deals and first states as they are.
    pub(super) fn variants(
        &self,
        lab: &Lab,
        game: &dyn Table,
        text: &str,
        fair: &[Vary],
    ) -> Result<Vec<Variant>, Error> {
        if let Some(key) = twice(&self.vary) {
            let reason = format!("`{key}` is given twice: name all its values at once");
            return Err(Error::flag("--vary", reason));
        }
        let together = grid(&self.vary).into_iter().map(|values| ("--vary", values));
        let alone = fair.iter().flat_map(|vary| grid(std::slice::from_ref(vary)));
        let alone = alone.map(|values| ("--fair", values));
        let mut variants: Vec<Variant> = Vec::new();
        for (flag, values) in together.chain(alone) {
            if variants.iter().any(|variant| variant.values == values) {
                continue;
            }
            let text = rules::set(text, &values).map_err(|error| Error::flag(flag, error))?;
            let blame = |error: &dyn ToString| Error::flag(flag, error.to_string());
            let rule_set = lab.read_rules(&text).map_err(|error| blame(&error))?;
            if rule_set == *game.rules(0) {
                continue;
            }
            let both = [game.rules(0).clone(), rule_set.clone()];
            let both = lab.open(&both, game.players()).map_err(|error| blame(&error))?;
            if !both.deals_alike().map_err(|error| blame(&error))? || !both.starts_alike() {
                let reason = format!(
                    "{} changes deals or the first state; only values that matter later can vary",
                    values.join(", ")
                );
                return Err(Error::flag(flag, reason));
            }
            variants.push(Variant { values, rule_set });
        }
        let tries = |key: &str| {
            let changes = variants.iter().flat_map(|variant| &variant.values);
            changes.filter_map(|change| change.split_once('=')).any(|(other, _)| other == key)
        };
        for (flag, varied) in [("--vary", &self.vary[..]), ("--fair", fair)] {
            if let Some(vary) = varied.iter().find(|vary| !tries(&vary.key)) {
                let reason = format!("{} is left as it is by all values", vary.key);
                return Err(Error::flag(flag, reason));
            }
        }
        Ok(variants)
    }

    /// The flag that varies values, if any does.
    pub(super) fn varies(&self) -> Option<&'static str> {
        match (self.fair.is_empty(), self.vary.is_empty()) {
            (false, _) => Some("--fair"),
            (true, false) => Some("--vary"),
            (true, true) => None,
        }
    }

    /// The values among which fair ones are looked for: those that are given, or those of `--vary`, or all
    /// from 0 to twice the present one and 2 more. None where a key has no value.
    pub(super) fn fair_values(&self, rule_set: &Value) -> Result<Vec<Vary>, Error> {
        if let Some(key) = twice(&self.fair) {
            return Err(Error::flag("--fair", format!("`{key}` is given twice")));
        }
        let mut found: Vec<Vary> = Vec::new();
        for Vary { key, values } in &self.fair {
            let Some(now) = value_of(rule_set, key)? else { continue };
            let varied = self.vary.iter().find(|vary| vary.key == *key);
            let values = match (values.is_empty(), varied) {
                (false, _) => values.clone(),
                (true, Some(vary)) => vary.values.clone(),
                (true, None) => {
                    if now.fract() != 0.0 || !(0.0..=MOST_BY_ITSELF).contains(&now) {
                        let reason =
                            format!("`{key}` is {now}: say among which values, as {key}=A..B");
                        return Err(Error::flag("--fair", reason));
                    }
                    (0..=2 * now as i64 + 2).map(|value| value.to_string()).collect()
                }
            };
            found.push(Vary { key: key.clone(), values });
        }
        Ok(found)
    }

    /// The question which value is fair.
    pub(super) fn fair_of(
        &self,
        vary: &Vary,
        kinds: &[Kind],
        rule_set: &Value,
    ) -> Result<Fair, Error> {
        let named = |name: &str| kinds.iter().position(|kind| kind.name == name);
        let kind = vary.key.split('.').find_map(named).ok_or_else(|| {
            Error::flag("--fair", format!("`{}` is about none of the kinds", vary.key))
        })?;
        let target = match self.target.as_str() {
            "others" => Target::Others,
            text => match (named(text), text.parse::<f64>()) {
                (Some(other), _) if other == kind => {
                    return Err(Error::flag("--target", "is the kind itself"));
                }
                (Some(other), _) => Target::Kind(other),
                (None, Ok(points)) if points.is_finite() => Target::Score(points),
                _ => {
                    let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
                    let reason = format!("expected others, points, or one of {}", names.join(", "));
                    return Err(Error::flag("--target", reason));
                }
            },
        };
        let now = value_of(rule_set, &vary.key)?;
        Ok(Fair { key: vary.key.clone(), kind, now, target })
    }
}

/// Values from 0 on are not tried by themselves where the present one is larger.
const MOST_BY_ITSELF: f64 = 50.0;

/// The number that a key has in a rule set; none where its thing has none but others of its sort do, as a
/// `longboat` among tiles with values.
fn value_of(rule_set: &Value, key: &str) -> Result<Option<f64>, Error> {
    let found = |key: &str| rule_set.pointer(&format!("/{}", key.replace('.', "/")));
    let refuse = |reason| Error::flag("--fair", reason);
    if let Some(found) = found(key).filter(|found| !found.is_null()) {
        let number = found.as_f64().ok_or_else(|| refuse(format!("`{key}` is not a number")))?;
        return Ok(Some(number));
    }
    let (thing, value) = key.rsplit_once('.').unwrap_or_default();
    let (sort, _) = thing.rsplit_once('.').unwrap_or_default();
    let others = found(sort).and_then(Value::as_object);
    let has = |other: &Value| other.get(value).is_some_and(Value::is_number);
    match found(thing).is_some_and(Value::is_object)
        && others.is_some_and(|others| others.values().any(has))
    {
        true => Ok(None),
        false => Err(refuse(format!("there is no key `{key}`"))),
    }
}
