use std::fmt;

use serde_json::Value;

/// The allowed values of the keys that match a pattern. A preset defines which keys exist, and their types; what it
/// cannot express is declared: the range, and the rule. For other keys, only the type of the preset's value counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// A dotted key; a part may end in `*`: `ships.*.gold`. If several match, the first one counts.
    pub pattern: &'static str,
    /// Its allowed values; for a list, those of each element. Lists are as long as in the preset, unless a length is declared.
    pub kind: Kind,
    /// Ids of the rules that it is about, as in the table of the game's page; may be empty.
    pub rule: &'static str,
    /// Whether records and plans leave it out as long as it has the value of all presets, so that a key can be added
    /// without a change of their bytes. A table that has only such keys is left out with them.
    pub omitted: bool,
    /// The least and most values of a list; `None` for as many as in the preset.
    pub length: Option<(usize, usize)>,
    /// What its value counts, as players would say it after the number: `gold for 1 glory`; may be empty.
    pub unit: &'static str,
}

/// The allowed values of a key. Written as in the column *values* of the game's page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number between these, both included.
    Whole(i64, i64),
    /// Any finite number.
    Number,
    /// `true` or `false`.
    Switch,
    /// One of these.
    Words(&'static [&'static str]),
    /// A text that the game checks.
    Text,
    /// A table that the game checks, in a list of them.
    Table,
    /// A key that no preset has: it may be left out, and the game checks its value.
    Extra,
}

impl Key {
    pub(super) const fn new(pattern: &'static str, kind: Kind, rule: &'static str) -> Key {
        Key { pattern, kind, rule, omitted: false, length: None, unit: "" }
    }

    /// The same, left out of records and plans as long as it has the value of the presets, also by the type of the rule set.
    pub const fn omitted(mut self) -> Key {
        self.omitted = true;
        self
    }

    /// The same with what its value counts.
    pub const fn counting(mut self, unit: &'static str) -> Key {
        self.unit = unit;
        self
    }

    /// The same for a list of `least` to `most` values.
    pub const fn of_length(mut self, least: usize, most: usize) -> Key {
        self.length = Some((least, most));
        self
    }

    /// A whole number from `least` to `most`; practically without an upper limit from 2^32 - 1 on.
    pub const fn whole(pattern: &'static str, least: i64, most: i64, rule: &'static str) -> Key {
        Key::new(pattern, Kind::Whole(least, most), rule)
    }

    /// True or false.
    pub const fn switch(pattern: &'static str, rule: &'static str) -> Key {
        Key::new(pattern, Kind::Switch, rule)
    }

    /// One of some words.
    pub const fn words(
        pattern: &'static str,
        words: &'static [&'static str],
        rule: &'static str,
    ) -> Key {
        Key::new(pattern, Kind::Words(words), rule)
    }

    /// A text that the game checks.
    pub const fn text(pattern: &'static str, rule: &'static str) -> Key {
        Key::new(pattern, Kind::Text, rule)
    }

    /// A list of tables, each of which the game checks.
    pub const fn tables(pattern: &'static str, rule: &'static str) -> Key {
        Key::new(pattern, Kind::Table, rule)
    }

    /// A key that no preset has and the game checks; it cannot lie within a table of the preset.
    pub const fn extra(name: &'static str) -> Key {
        Key::new(name, Kind::Extra, "")
    }

    /// Whether the declaration is about `key`.
    pub fn fits(&self, key: &str) -> bool {
        let fits = |pattern: &str, part: &str| match pattern.strip_suffix('*') {
            Some(beginning) => part.starts_with(beginning),
            None => pattern == part,
        };
        // Most are told apart by how they begin.
        let letters = self.pattern.bytes().zip(key.bytes());
        let same = letters.take_while(|&(pattern, letter)| pattern == letter && letter != b'*');
        let same = same.count();
        if self.pattern.as_bytes().get(same) != Some(&b'*') {
            return same == self.pattern.len() && same == key.len();
        }
        let (mut patterns, mut parts) = (self.pattern.split('.'), key.split('.'));
        loop {
            match (patterns.next(), parts.next()) {
                (Some(pattern), Some(part)) if fits(pattern, part) => {}
                (pattern, part) => return pattern.or(part).is_none(),
            }
        }
    }
}

impl Kind {
    /// The kind of a key that is not declared, from its value in a preset; for a list, from the first element.
    pub(super) fn of(value: &Value) -> Kind {
        match value {
            Value::Bool(_) => Kind::Switch,
            Value::Number(number) if number.is_f64() => Kind::Number,
            Value::Number(_) => Kind::Whole(i64::MIN, i64::MAX),
            Value::Array(list) => list.first().map_or(Kind::Extra, Kind::of),
            Value::String(_) => Kind::Text,
            Value::Null | Value::Object(_) => Kind::Extra,
        }
    }

    /// Whether a value is one of these.
    pub fn admits(self, value: &Value) -> bool {
        match self {
            Kind::Whole(least, most) => {
                value.as_i64().is_some_and(|number| (least..=most).contains(&number))
            }
            Kind::Number => value.is_number(),
            Kind::Switch => value.is_boolean(),
            Kind::Words(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Kind::Text => value.is_string(),
            Kind::Table => value.is_object(),
            Kind::Extra => true,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Kind::Whole(i64::MIN, i64::MAX) => f.write_str("a whole number"),
            Kind::Whole(least, most) if most >= i64::from(u32::MAX) => {
                write!(f, "at least {least}")
            }
            Kind::Whole(least, most) => write!(f, "{least} to {most}"),
            Kind::Number => f.write_str("a number"),
            Kind::Switch => f.write_str("true or false"),
            Kind::Words(words) => {
                let shown = |word: &&str| match *word {
                    "" => "`\"\"`".to_owned(),
                    word => format!("`{word}`"),
                };
                let words: Vec<String> = words.iter().map(shown).collect();
                match words.split_last() {
                    Some((last, [])) => f.write_str(last),
                    Some((last, others)) => write!(f, "{} or {last}", others.join(", ")),
                    None => f.write_str("nothing"),
                }
            }
            Kind::Text => f.write_str("text"),
            Kind::Table => f.write_str("a table"),
            Kind::Extra => f.write_str("what the game says"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn patterns_fit_whole_keys() {
        let fits = |pattern, key| Key::text(pattern, "").fits(key);
        assert!(fits("ships.*.gold", "ships.N.gold") && fits("bonus.b*.count", "bonus.bc.count"));
        assert!(fits("a", "a") && !fits("a", "ab") && !fits("a", "a.b") && !fits("a.*", "a"));
        assert!(!fits("ships.*.gold", "ships.N.glory") && !fits("b*.x", "a.x"));
    }

    #[test]
    fn kinds_admit_what_they_say() {
        for (kind, words, good, bad) in [
            (Kind::Whole(-1, 3), "-1 to 3", json!([-1, 0, 3]), json!([-2, 4, 1.0, 1.5, "1", true])),
            (Kind::Whole(1, u32::MAX as i64), "at least 1", json!([1, u32::MAX]), json!([0])),
            (Kind::Number, "a number", json!([0, -2.25]), json!(["nan", false])),
            (Kind::Switch, "true or false", json!([true, false]), json!([0, "true"])),
            (Kind::Words(&["a", "b", "c"]), "`a`, `b` or `c`", json!(["a", "c"]), json!(["d", 1])),
            (Kind::Words(&["", "a"]), "`\"\"` or `a`", json!(["", "a"]), json!(["b"])),
            (Kind::Text, "text", json!(["", "x"]), json!([1, ["x"]])),
            (Kind::Table, "a table", json!([{}, { "x": 1 }]), json!([1, "x", [{}]])),
        ] {
            assert_eq!(kind.to_string(), words);
            assert!(good.as_array().unwrap().iter().all(|value| kind.admits(value)), "{words}");
            assert!(!bad.as_array().unwrap().iter().any(|value| kind.admits(value)), "{words}");
        }
    }
}
