//! The one deserialiser: from a value, with the path of the key that does not fit.

use std::fmt::Display;
use std::slice::Iter;

use serde::Deserializer;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Error, Expected, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, map};

use crate::error::KeyError;
use crate::input::or_known;

/// The value that is read.
#[derive(Clone, Copy)]
pub(super) struct At<'de>(pub(super) &'de Value);

impl<'de> Deserializer<'de> for At<'de> {
    type Error = KeyError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, KeyError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (_, Some(number)) => visitor.visit_i64(number),
                _ => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::Array(list) => {
                let mut elements = Elements { list: list.iter(), index: 0 };
                let read = visitor.visit_seq(&mut elements)?;
                // What takes a fixed number of elements leaves the others.
                match elements.list.len() {
                    0 => Ok(read),
                    _ => Err(KeyError::invalid_length(list.len(), &Fewer)),
                }
            }
            Value::Object(map) => visitor.visit_map(Entries { map: map.iter(), entry: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, KeyError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, KeyError> {
        visitor.visit_newtype_struct(self)
    }

    /// A word, or an object of one entry: the variant and what it holds.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, KeyError> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(StrDeserializer::new(word)),
            Value::Object(map) => {
                let entries = Entries { map: map.iter(), entry: None };
                visitor.visit_enum(MapAccessDeserializer::new(entries))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// What a list that is too long should have been.
struct Fewer;

impl Expected for Fewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("fewer elements in array")
    }
}

struct Elements<'de> {
    list: Iter<'de, Value>,
    /// Of the element that comes next.
    index: usize,
}

impl<'de> SeqAccess<'de> for &mut Elements<'de> {
    type Error = KeyError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, KeyError> {
        let Some(value) = self.list.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        let read = seed.deserialize(At(value));
        read.map(Some).map_err(|error| error.under(&format!("[{index}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.list.len())
    }
}

struct Entries<'de> {
    map: map::Iter<'de>,
    /// The one whose key has been read.
    entry: Option<(&'de str, &'de Value)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = KeyError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, KeyError> {
        let Some((key, value)) = self.map.next() else { return Ok(None) };
        self.entry = Some((key, value));
        seed.deserialize(StrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, KeyError> {
        let (key, value) = self.entry.take().expect("a key is read before its value");
        seed.deserialize(At(value)).map_err(|error| error.under(key))
    }
}

/// What `serde` has to say, under the key it is about.
impl Error for KeyError {
    fn custom<T: Display>(reason: T) -> KeyError {
        KeyError::new("", reason.to_string())
    }

    fn missing_field(field: &'static str) -> KeyError {
        KeyError::new(field, "is missing")
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> KeyError {
        KeyError::new(field, no_such_key(field, expected))
    }

    fn duplicate_field(field: &'static str) -> KeyError {
        KeyError::new(field, "stands twice")
    }
}

/// Why an unknown key is refused, with the one that may be meant, or those that there are.
pub(crate) fn no_such_key(key: &str, keys: &[&str]) -> String {
    format!("there is no such key{}", or_known(key, keys))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::super::{read, write};
    use super::*;

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Deal {
        pair: [u8; 2],
        name: String,
        #[serde(default)]
        note: Option<String>,
        effects: Vec<Effect>,
        table: BTreeMap<String, f64>,
        wrapped: Wrapped,
    }

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Wrapped(i32);

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Effect {
        NoneAtAll,
        Gain(u32),
        Move { from: u8, to: u8 },
    }

    fn value() -> Value {
        json!({
            "pair": [1, 2], "name": "x", "note": null,
            "effects": ["none-at-all", { "gain": 3 }, { "move": { "from": 0, "to": 7 } }],
            "table": { "2": 30, "3": 2.5 }, "wrapped": -4,
        })
    }

    #[test]
    fn what_is_written_reads_back() {
        let deal: Deal = read(&value()).unwrap();
        assert_eq!(deal.effects[1..], [Effect::Gain(3), Effect::Move { from: 0, to: 7 }]);
        assert_eq!((deal.table["2"], deal.wrapped.0, &deal.note), (30.0, -4, &None));
        assert_eq!(read::<Deal>(&write(&deal)).unwrap(), deal);
    }

    #[test]
    fn errors_name_the_path_of_the_key() {
        for (pointer, wrong, message) in [
            ("/pair", json!([1]), "key `pair`: invalid length 1, expected an array of length 2"),
            ("/pair", json!([1, 2, 3]), "key `pair`: invalid length 3, expected fewer elements"),
            ("/pair/1", json!(256), "key `pair[1]`: invalid value: integer `256`, expected u8"),
            ("/name", json!(7), "key `name`: invalid type: integer `7`, expected a string"),
            ("/note", json!(7), "key `note`: invalid type: integer `7`, expected a string"),
            ("/effects/0", json!("all"), "key `effects[0]`: unknown variant `all`, expected one"),
            ("/effects/1/gain", json!(-1), "key `effects[1].gain`: invalid value: integer `-1`"),
            ("/effects/2/move", json!({ "to": 1 }), "key `effects[2].move.from`: is missing"),
            ("/table/3", json!(true), "key `table.3`: invalid type: boolean `true`"),
            ("/wrapped", json!(1.5), "key `wrapped`: invalid type: floating point `1.5`"),
        ] {
            let mut value = value();
            *value.pointer_mut(pointer).unwrap() = wrong;
            let error = read::<Deal>(&value).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let mut more = value();
        more["more"] = json!(1);
        let error = read::<Deal>(&more).unwrap_err().to_string();
        let keys = "pair, name, note, effects, table, wrapped";
        assert_eq!(error, format!("key `more`: there is no such key; there are: {keys}"));
        let error = read::<Deal>(&json!([])).unwrap_err().to_string();
        assert!(error.starts_with("invalid length 0, expected struct Deal"), "{error}");
    }
}
