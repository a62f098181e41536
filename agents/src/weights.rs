//! Weight files: named numbers in TOML, read strictly.

use drakkar_engine::error::KeyError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

/// Reads weights; those that `toml` does not name keep their default.
///
/// # Errors
/// Names the line of a text that is not TOML, and the key that the default does not have, or whose
/// value is not of the default's kind or not finite.
pub fn read<W: Default + Serialize + DeserializeOwned>(toml: &str) -> Result<W, KeyError> {
    let given: Table =
        toml.parse().map_err(|error: toml::de::Error| in_line(toml, error.span(), &error))?;
    let known: Table = write(&W::default()).parse().map_err(whole)?;
    check_table(&given, &known, "")?;
    // Missing weights are filled in here, so that a struct without serde's defaults works too.
    Value::Table(merge(known, given)).try_into().map_err(whole)
}

/// All weights as TOML, as [`read`] takes them; numbers in their shortest exact form.
///
/// # Panics
/// If `weights` is not a struct of numbers, lists and structs.
pub fn write<W: Serialize>(weights: &W) -> String {
    toml::to_string(weights).expect("weights are numbers with names")
}

fn whole(error: toml::de::Error) -> KeyError {
    KeyError::new("", error.message())
}

fn in_line(text: &str, span: Option<std::ops::Range<usize>>, error: &toml::de::Error) -> KeyError {
    let before = span.and_then(|span| text.as_bytes().get(..span.start)).unwrap_or_default();
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    KeyError::new("", format!("line {line}: {}", error.message()))
}

fn check_table(given: &Table, known: &Table, path: &str) -> Result<(), KeyError> {
    given.iter().try_for_each(|(key, value)| {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match known.get(key) {
            Some(known) => check(value, known, &path),
            None => {
                let keys: Vec<&str> = known.keys().map(String::as_str).collect();
                let reason = match keys.as_slice() {
                    [] => "there are no weights".to_owned(),
                    keys => format!("there is no such weight; there are: {}", keys.join(", ")),
                };
                Err(KeyError::new(path, reason))
            }
        }
    })
}

/// Whether `value` may stand where the default is `known`.
fn check(value: &Value, known: &Value, path: &str) -> Result<(), KeyError> {
    let wrong =
        |expected: &str| Err(KeyError::new(path, format!("expected {expected}, found `{value}`")));
    match (known, value) {
        (Value::Float(_), Value::Float(number)) if number.is_finite() => Ok(()),
        (Value::Float(_), Value::Integer(_)) => Ok(()),
        (Value::Float(_), _) => wrong("a finite number"),
        (Value::Table(known), Value::Table(value)) => check_table(value, known, path),
        (Value::Array(known), Value::Array(values)) if known.len() == values.len() => {
            values.iter().zip(known).enumerate().try_for_each(|(index, (value, known))| {
                check(value, known, &format!("{path}[{index}]"))
            })
        }
        (Value::Array(known), _) => wrong(&format!("a list of {} values", known.len())),
        _ if known.same_type(value) => Ok(()),
        _ => wrong(&format!("a value of type {}", known.type_str())),
    }
}

/// `known` with the values of `given` in place of its own.
fn merge(mut known: Table, given: Table) -> Table {
    for (key, value) in given {
        let value = match (known.remove(&key), value) {
            (Some(Value::Table(known)), Value::Table(given)) => Value::Table(merge(known, given)),
            (_, value) => value,
        };
        known.insert(key, value);
    }
    known
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Weights {
        gold: f64,
        rows: [f64; 3],
        ship: Ship,
    }

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Ship {
        red: f64,
        blue: f64,
    }

    impl Default for Weights {
        fn default() -> Weights {
            Weights { gold: 0.1, rows: [1.0, 2.0, 3.0], ship: Ship { red: -1.0, blue: 1e-9 } }
        }
    }

    #[test]
    fn weights_round_trip_and_keep_defaults() {
        let mut weights = Weights::default();
        assert_eq!(read::<Weights>("").unwrap(), weights);
        assert_eq!(read::<Weights>(&write(&weights)).unwrap(), weights);
        weights.gold = 2.0;
        weights.ship.red = 0.25;
        assert_eq!(read::<Weights>("gold = 2\n[ship]\nred = 0.25\n").unwrap(), weights);
    }

    #[test]
    fn errors_name_the_key() {
        for (text, message) in [
            ("gold = 1\n=", "line 2: "),
            ("gild = 1", "key `gild`: there is no such weight; there are: gold, rows, ship"),
            ("gold = \"x\"", "key `gold`: expected a finite number, found `\"x\"`"),
            ("gold = nan", "key `gold`: expected a finite number, found `nan`"),
            ("gold = inf", "key `gold`: expected a finite number, found `inf`"),
            ("ship.green = 1", "key `ship.green`: there is no such weight; there are: blue, red"),
            ("ship = 1", "key `ship`: expected a value of type table, found `1`"),
            ("rows = [1, 2]", "key `rows`: expected a list of 3 values, found `[1, 2]`"),
            ("rows = [1, 2, true]", "key `rows[2]`: expected a finite number, found `true`"),
        ] {
            let error = read::<Weights>(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
