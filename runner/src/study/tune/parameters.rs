use toml::Value;

use crate::{error::Error, plan::run::AgentEntry};
use drakkar_engine::input::or_known;

/// The floor of all scales, as a part of the median size of the weights.
const FLOOR: f64 = 0.2;
/// Digits after the leading one of a scale to which a tuned weight is rounded.
const DIGITS: f64 = 4.0;

#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    file: Value,
    pub tuned: Vec<Parameter>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its key; a table's key precedes it with a dot, its index in a list follows in brackets.
    pub key: String,
    pub start: f64,
    /// One unit of the search: its size at the start, at least a fifth of the median size of all, so that 0 can move.
    pub scale: f64,
}

impl Parameters {
    /// The weights in the file `toml` that match one of the `patterns`, with `*` for anything; all
    /// if there are no patterns. If a pattern matches no key, the error lists all keys.
    pub fn of(toml: &str, patterns: &[String]) -> Result<Parameters, Error> {
        let table: toml::Table = toml.parse().map_err(|error| Error::flag("--agent", error))?;
        let mut file = Value::Table(table);
        let mut all: Vec<(String, f64)> = Vec::new();
        visit(&mut file, "", &mut |key, number| all.push((key.to_owned(), *number)));
        for pattern in patterns {
            if !all.iter().any(|(key, _)| fits(pattern, key)) {
                let keys: Vec<&str> = all.iter().map(|(key, _)| key.as_str()).collect();
                let reason = format!("there is no weight `{pattern}`{}", or_known(pattern, &keys));
                return Err(Error::flag("--params", reason));
            }
        }
        let mut sizes: Vec<f64> = all.iter().map(|(_, number)| number.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let floor = sizes.get(sizes.len() / 2).map_or(0.0, |median| FLOOR * median);
        let floor = if floor > 0.0 { floor } else { 1.0 };
        all.retain(|(key, _)| patterns.is_empty() || patterns.iter().any(|one| fits(one, key)));
        let scaled = |(key, start): (String, f64)| {
            let scale = start.abs().max(floor);
            Parameter { key, start, scale }
        };
        Ok(Parameters { file, tuned: all.into_iter().map(scaled).collect() })
    }

    /// The weights at a point of the search, each rounded to four digits after the leading one of its scale.
    pub fn at(&self, point: &[f64]) -> Vec<f64> {
        let rounded = |(known, x): (&Parameter, &f64)| {
            let value = known.start + x * known.scale;
            let digits = (DIGITS - libm::floor(libm::log10(known.scale))).clamp(0.0, 15.0) as usize;
            // Negative zero becomes positive zero.
            format!("{value:.digits$}").parse::<f64>().unwrap_or(value) + 0.0
        };
        self.tuned.iter().zip(point).map(rounded).collect()
    }

    pub fn agent(&self, agent: &AgentEntry, values: &[f64]) -> AgentEntry {
        AgentEntry { alias: None, weights: Some(self.toml(values)), ..agent.clone() }
    }

    pub fn toml(&self, values: &[f64]) -> String {
        let mut file = self.file.clone();
        let mut next = self.tuned.iter().zip(values).peekable();
        // Keys come in the same order each time.
        visit(&mut file, "", &mut |key, number| {
            if let Some((_, value)) = next.next_if(|(known, _)| known.key == key) {
                *number = *value;
            }
        });
        toml::to_string(&file).expect("what was read as TOML can be written as TOML")
    }
}

fn visit(value: &mut Value, path: &str, see: &mut impl FnMut(&str, &mut f64)) {
    match value {
        Value::Float(number) => see(path, number),
        Value::Table(table) => {
            for (key, value) in table.iter_mut() {
                let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
                visit(value, &path, see);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter_mut().enumerate() {
                visit(value, &format!("{path}[{index}]"), see);
            }
        }
        _ => {}
    }
}

fn fits(pattern: &str, key: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == key,
        Some((before, after)) => key.strip_prefix(before).is_some_and(|rest| {
            (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|rest| fits(after, rest)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        "gold = 0.5\nship = -2.0\nrows = [0.0, 3.0]\nwhole = 3\n[advanced]\nfirst = 2.5\n";

    fn of(patterns: &[&str]) -> Result<Parameters, Error> {
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        Parameters::of(FILE, &patterns)
    }

    fn keys(patterns: &[&str]) -> Vec<String> {
        of(patterns).unwrap().tuned.iter().map(|known| known.key.clone()).collect()
    }

    #[test]
    fn patterns_choose_keys() {
        assert_eq!(keys(&[]), ["advanced.first", "gold", "rows[0]", "rows[1]", "ship"]);
        assert_eq!(keys(&["*"]), keys(&[]));
        assert_eq!(keys(&["advanced.*", "ship"]), ["advanced.first", "ship"]);
        assert_eq!(keys(&["rows*"]), ["rows[0]", "rows[1]"]);
        assert_eq!(keys(&["*o*d"]), ["gold"]);
        let error = of(&["gold", "gild"]).unwrap_err().to_string();
        assert_eq!(error, "--params: there is no weight `gild`; did you mean `gold`?");
        let error = of(&["lamb"]).unwrap_err().to_string();
        let told = "--params: there is no weight `lamb`; there are: advanced.first, gold, rows[0]";
        assert!(error.starts_with(told), "{error}");
        assert!(of(&["gol"]).is_err() && of(&["old"]).is_err() && of(&["first"]).is_err());
    }

    #[test]
    fn weights_move_by_their_scales_and_others_stay() {
        let some = of(&["gold", "rows[0]", "ship"]).unwrap();
        // The median size is 2, so that a weight of 0 moves by 0.4.
        let scales: Vec<f64> = some.tuned.iter().map(|known| known.scale).collect();
        assert_eq!(scales, [0.5, 0.4, 2.0]);
        let values = some.at(&[1.0, 0.500_001, -0.1]);
        assert_eq!(values, [1.0, 0.2, -2.2]);
        let file: toml::Table = some.toml(&values).parse().unwrap();
        let told: toml::Table =
            "gold = 1.0\nship = -2.2\nrows = [0.2, 3.0]\nwhole = 3\n[advanced]\nfirst = 2.5"
                .parse()
                .unwrap();
        assert_eq!(file, told);
        assert_eq!(some.at(&[-1.0, 0.0, 0.0])[0].to_bits(), 0.0f64.to_bits());
        let nothing = Parameters::of("a = 0.0", &[]).unwrap();
        assert_eq!(nothing.tuned[0].scale, 1.0);
        let large = Parameters::of("a = 1000.0", &[]).unwrap();
        assert_eq!(large.at(&[0.123_456_78]), [1123.5]);
    }
}
