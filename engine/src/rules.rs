//! Rule-set files: presets, edited files, single values.
//!
//! A rule set is a TOML text with comments. Changes to single values are made in the text, so that
//! the comments stay, and the result is read and checked once.

use toml_edit::{DocumentMut, Item, Value};

use crate::error::KeyError;
use crate::recorded::{Preset, Recorded};

/// Name of a rule set that equals no preset, in records.
pub const CUSTOM: &str = "custom";

/// The preset called `name`.
///
/// # Errors
/// An error that lists the names there are.
pub fn preset<G: Recorded>(name: &str) -> Result<&'static Preset, KeyError> {
    G::presets().iter().find(|preset| preset.name == name).ok_or_else(|| {
        let names: Vec<&str> = G::presets().iter().map(|preset| preset.name).collect();
        let reason = format!("{} has no preset `{name}`; there are: {}", G::ID, names.join(", "));
        KeyError::new("", reason)
    })
}

/// Reads a rule-set text. Values are checked by [`Recorded::new`], not here.
///
/// # Errors
/// Text that is not TOML, and keys that are missing, unknown or of the wrong type.
pub fn read<G: Recorded>(toml: &str) -> Result<G::RuleSet, KeyError> {
    toml::from_str(toml).map_err(|error| {
        let line =
            error.span().map(|span| 1 + toml[..span.start.min(toml.len())].matches('\n').count());
        let reason = error.message().to_owned();
        match line {
            Some(line) => KeyError::new("", format!("line {line}: {reason}")),
            None => KeyError::new("", reason),
        }
    })
}

/// The name of the preset that equals `rule_set`, or [`CUSTOM`].
pub fn name_of<G: Recorded>(rule_set: &G::RuleSet) -> &'static str {
    G::presets()
        .iter()
        .find(|preset| read::<G>(preset.toml).is_ok_and(|known| known == *rule_set))
        .map_or(CUSTOM, |preset| preset.name)
}

/// Changes single values of a rule-set text, each given as `key=value` with a dotted key.
///
/// # Errors
/// A change without `=`, a key that the text does not have, a value that is not TOML or of another
/// type than the one it replaces.
pub fn set(toml: &str, changes: &[String]) -> Result<String, KeyError> {
    let mut document: DocumentMut =
        toml.parse().map_err(|error: toml_edit::TomlError| KeyError::new("", error.message()))?;
    for change in changes {
        set_one(&mut document, change)?;
    }
    Ok(document.to_string())
}

fn set_one(document: &mut DocumentMut, change: &str) -> Result<(), KeyError> {
    let (key, text) = change
        .split_once('=')
        .ok_or_else(|| KeyError::new(change, "a change is written key=value"))?;
    let (key, text) = (key.trim(), text.trim());
    let mut item: &mut Item = document.as_item_mut();
    for part in key.split('.') {
        item = item
            .as_table_like_mut()
            .and_then(|table| table.get_mut(part))
            .ok_or_else(|| KeyError::new(key, "the rule set has no such key"))?;
    }
    // A bare word is taken as a string: `opening_zero=out`.
    let mut value: Value = text.parse().unwrap_or_else(|_| Value::from(text));
    let Some(old) = item.as_value() else {
        return Err(KeyError::new(key, "is a table; name one of its values"));
    };
    if old.type_name() != value.type_name() {
        let reason = format!("expected {}, found {} `{text}`", old.type_name(), value.type_name());
        return Err(KeyError::new(key, reason));
    }
    *value.decor_mut() = old.decor().clone();
    *item = Item::Value(value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[scoring]   # F7\npenalty = 1  # each\nmode = \"a\"\ngold = { 2 = 30 }\n";

    fn changed(change: &str) -> Result<String, String> {
        set(TEXT, &[change.to_owned()]).map_err(|error| error.to_string())
    }

    #[test]
    fn a_change_keeps_the_comments() {
        assert_eq!(changed("scoring.penalty=5").unwrap(), TEXT.replace("= 1", "= 5"));
        assert_eq!(changed("scoring.mode = b").unwrap(), TEXT.replace("\"a\"", "\"b\""));
        assert_eq!(changed("scoring.gold.2=9").unwrap(), TEXT.replace("30", "9"));
    }

    #[test]
    fn a_bad_change_names_its_key() {
        for (change, message) in [
            ("scoring.penalty", "key `scoring.penalty`: a change is written key=value"),
            ("scoring.none=1", "key `scoring.none`: the rule set has no such key"),
            ("scoring.penalty.x=1", "key `scoring.penalty.x`: the rule set has no such key"),
            ("scoring=1", "key `scoring`: is a table; name one of its values"),
            ("scoring.penalty=x", "key `scoring.penalty`: expected integer, found string `x`"),
            ("scoring.penalty=", "key `scoring.penalty`: expected integer, found string ``"),
        ] {
            assert_eq!(changed(change).unwrap_err(), message);
        }
    }
}
