//! What a record tells of one seat.

use std::borrow::Cow;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Strategy facts under their column names, an object in JSON. They are most of a record, so all names are one text. A
/// name may come twice: each of its values is compared when the record is verified.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Breakdown {
    names: String,
    /// Each with the end of its name.
    values: Vec<(usize, Value)>,
}

impl Breakdown {
    /// Adds a fact.
    pub fn push(&mut self, name: &str, value: Value) {
        self.names.push_str(name);
        self.values.push((self.names.len(), value));
    }

    /// All facts in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let mut begin = 0;
        self.values.iter().map(move |(end, value)| {
            let name = &self.names[begin..*end];
            begin = *end;
            (name, value)
        })
    }
}

impl Serialize for Breakdown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Breakdown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Breakdown, D::Error> {
        deserializer.deserialize_map(BreakdownVisitor)
    }
}

struct BreakdownVisitor;

impl<'de> Visitor<'de> for BreakdownVisitor {
    type Value = Breakdown;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Breakdown, A::Error> {
        // A line may have very many of these: nothing is set aside for what an object may hold.
        let mut read = Breakdown::default();
        while let Some(FactName(name)) = access.next_key()? {
            read.push(&name, access.next_value()?);
        }
        Ok(read)
    }
}

/// Borrowed from the line, unless it holds what JSON escapes.
#[derive(Deserialize)]
struct FactName<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_an_object_in_their_order() {
        let text = r#"{"ä\"":1,"":null,"b":[2],"b":-3}"#;
        let read: Breakdown = serde_json::from_str(text).unwrap();
        let names: Vec<&str> = read.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["ä\"", "", "b", "b"]);
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        let mut made = Breakdown::default();
        read.iter().for_each(|(name, value)| made.push(name, value.clone()));
        assert_eq!(made, read);
        for wrong in ["[]", "[1]", "1", "{\"a\"}", "null"] {
            assert!(serde_json::from_str::<Breakdown>(wrong).is_err(), "{wrong}");
        }
    }
}
