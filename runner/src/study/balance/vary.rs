//! Values of a rule-set key: `KEY=0..3` or `KEY=1,2,5`.

use std::str::FromStr;

/// Most values of one key.
const MOST: i64 = 1000;

/// A key and the values that it is to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Vary {
    /// The key, with dots.
    pub(super) key: String,
    /// Its values, as texts of a rule-set file.
    pub(super) values: Vec<String>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Vary, String> {
        let refuse = || "expected KEY=A..B or KEY=A,B,C".to_owned();
        let (key, values) = text.split_once('=').ok_or_else(refuse)?;
        let values: Vec<String> = match values.split_once("..") {
            Some((low, high)) => {
                let ends = low.trim().parse::<i64>().ok().zip(high.trim().parse::<i64>().ok());
                let (low, high) = ends.filter(|(low, high)| low <= high).ok_or_else(|| {
                    "expected KEY=A..B with whole numbers, A not above B".to_owned()
                })?;
                if high.saturating_sub(low) >= MOST {
                    return Err(format!("a key has at most {MOST} values"));
                }
                (low..=high).map(|value| value.to_string()).collect()
            }
            None => values.split(',').map(|value| value.trim().to_owned()).collect(),
        };
        if key.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(refuse());
        }
        Ok(Vary { key: key.trim().to_owned(), values })
    }
}

/// A key with values, or alone: then it has none yet.
pub(super) fn key_or_values(text: &str) -> Result<Vary, String> {
    if text.contains('=') {
        return text.parse();
    }
    let key = text.trim();
    match key.is_empty() {
        true => Err("expected KEY, KEY=A..B or KEY=A,B,C".to_owned()),
        false => Ok(Vary { key: key.to_owned(), values: Vec::new() }),
    }
}

/// The first key that was named before.
pub(super) fn twice(varied: &[Vary]) -> Option<&str> {
    let again = |&one: &usize| varied[..one].iter().any(|other| other.key == varied[one].key);
    (1..varied.len()).find(again).map(|one| varied[one].key.as_str())
}

/// Every combination of values, as changes of a rule set.
pub(super) fn grid(varied: &[Vary]) -> Vec<Vec<String>> {
    if varied.is_empty() {
        return Vec::new();
    }
    varied.iter().fold(vec![Vec::new()], |grid, vary| {
        let with = |row: &Vec<String>| -> Vec<Vec<String>> {
            let change = |value: &String| [&row[..], &[format!("{}={value}", vary.key)]].concat();
            vary.values.iter().map(change).collect()
        };
        grid.iter().flat_map(with).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vary(text: &str) -> Vary {
        text.parse().unwrap()
    }

    #[test]
    fn ranges_and_lists() {
        assert_eq!(vary("a.b=0..3").values, ["0", "1", "2", "3"]);
        assert_eq!(vary("a=true, false").values, ["true", "false"]);
        for text in ["a", "=1", "a=", "a=3..1", "a=x..2", "a=1,,2", "a=0..1000"] {
            assert!(text.parse::<Vary>().is_err(), "{text}");
        }
    }

    #[test]
    fn several_keys_make_a_grid() {
        let (a, b) = (vary("a=1..2"), vary("b=5,7"));
        assert_eq!(
            grid(&[a.clone(), b]),
            [["a=1", "b=5"], ["a=1", "b=7"], ["a=2", "b=5"], ["a=2", "b=7"]]
        );
        assert_eq!(grid(&[a]), [["a=1"], ["a=2"]]);
        assert!(grid(&[]).is_empty());
    }
}
