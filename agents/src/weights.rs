//! Weight files: named numbers in TOML, read strictly.

use drakkar_engine::data::{FromData, Value, from_toml};
use drakkar_engine::error::KeyError;
use drakkar_engine::input::or_known;

/// Largest weight: differences of products of a few weights and counts stay finite.
pub const LARGEST: f64 = 1e30;

/// The values of a weight file; missing ones are those of the default, `known`.
///
/// # Errors
/// Names the line of a text that is not TOML, and the key that the default does not have, or whose
/// value is not of the default's kind, not finite or beyond [`LARGEST`].
pub fn complete(known: &Value, toml: &str) -> Result<Value, KeyError> {
    let mut whole = known.clone();
    replace(&mut whole, from_toml(toml)?, "")?;
    Ok(whole)
}

/// Weights from a text that names every one.
///
/// # Panics
/// If it does not, or if a value is wrong.
pub fn whole<W: FromData>(toml: &str) -> W {
    let weights = from_toml(toml).and_then(|weights| W::from_data(&weights));
    weights.expect("the text names every weight")
}

/// Weights as TOML; numbers in their shortest exact form.
///
/// # Panics
/// If `weights` is not a table of finite numbers, lists and tables.
pub fn write(weights: &Value) -> String {
    toml::to_string(weights).expect("weights are numbers with names")
}

fn replace(known: &mut Value, value: Value, path: &str) -> Result<(), KeyError> {
    let wrong = |value: &Value, expected: &str| {
        Err(KeyError::refused(path, value, format!("must be {expected}")))
    };
    match (known, value) {
        (Value::Object(known), Value::Object(values)) => {
            for (key, value) in values {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match known.get_mut(&key) {
                    Some(known) => replace(known, value, &path)?,
                    None => return Err(KeyError::new(path, no_such_weight(&key, known.keys()))),
                }
            }
        }
        (Value::Object(_), value) => return wrong(&value, "a table of weights"),
        (Value::Array(known), Value::Array(values)) if known.len() == values.len() => {
            for (index, (known, value)) in known.iter_mut().zip(values).enumerate() {
                replace(known, value, &format!("{path}[{index}]"))?;
            }
        }
        (Value::Array(known), value) => {
            return wrong(&value, &format!("a list of {} values", known.len()));
        }
        (known, value) if known.is_f64() => match value.as_f64() {
            Some(number) if number.abs() <= LARGEST => *known = number.into(),
            Some(_) => return wrong(&value, "a number from -1e30 to 1e30"),
            None => return wrong(&value, "a finite number"),
        },
        (known, value) if known.is_number() && (value.is_i64() || value.is_u64()) => *known = value,
        (known, value) if known.is_number() => return wrong(&value, "a whole number"),
        (known, value) if known.is_boolean() && !value.is_boolean() => {
            return wrong(&value, "true or false");
        }
        (known, value) if known.is_string() && !value.is_string() => return wrong(&value, "text"),
        (known, value) => *known = value,
    }
    Ok(())
}

fn no_such_weight<'k>(key: &str, keys: impl Iterator<Item = &'k String>) -> String {
    let keys: Vec<&str> = keys.map(String::as_str).collect();
    match keys.as_slice() {
        [] => "there are no weights".to_owned(),
        keys => format!("there is no such weight{}", or_known(key, keys)),
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::data::ToData;
    use serde::{Deserialize, Serialize};

    use super::*;

    drakkar_engine::data!(Weights);

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Weights {
        gold: f64,
        rows: [f64; 3],
        steps: u32,
        ship: Ship,
    }

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Ship {
        red: f64,
        blue: f64,
    }

    impl Default for Weights {
        fn default() -> Weights {
            Weights {
                gold: 0.1,
                rows: [1.0, 2.0, 3.0],
                steps: 4,
                ship: Ship { red: -1.0, blue: 1e-9 },
            }
        }
    }

    fn read(text: &str) -> Result<Weights, KeyError> {
        Weights::from_data(&complete(&Weights::default().to_data(), text)?)
    }

    #[test]
    fn weights_round_trip_and_keep_defaults() {
        let mut weights = Weights::default();
        assert_eq!(read("").unwrap(), weights);
        assert_eq!(read(&write(&weights.to_data())).unwrap(), weights);
        // The same as the struct itself would be printed.
        assert_eq!(write(&weights.to_data()), toml::to_string(&weights).unwrap());
        weights.gold = 2.0;
        weights.ship.red = 0.25;
        assert_eq!(read("gold = 2\n[ship]\nred = 0.25\n").unwrap(), weights);
    }

    #[test]
    fn errors_name_the_key() {
        for (text, message) in [
            ("gold = 1\n=", "line 2: "),
            ("gild = 1", "key `gild`: there is no such weight; did you mean `gold`?"),
            ("gold = \"x\"", "gold=x: must be a finite number"),
            ("gold = nan", "gold=nan: must be a finite number"),
            ("gold = inf", "gold=inf: must be a finite number"),
            ("gold = -1e150", "gold=-1e+150: must be a number from -1e30 to 1e30"),
            ("steps = 1.5", "steps=1.5: must be a whole number"),
            ("ship.green = 1", "key `ship.green`: there is no such weight; there are: red, blue"),
            ("ship = 1", "ship=1: must be a table of weights"),
            ("rows = [1, 2]", "rows=[1,2]: must be a list of 3 values"),
            ("rows = [1, 2, true]", "rows[2]=true: must be a finite number"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
