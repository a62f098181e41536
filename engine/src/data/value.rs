//! The only deserialiser: from a value, with the path of the key that does not fit.

use std::iter::Enumerate;
use std::slice::Iter;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Error, Expected, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_json::{Value, map};

use crate::error::KeyError;

#[derive(Clone, Copy)]
pub(super) struct At<'de>(pub(super) &'de Value);

impl At<'_> {
    fn unexpected(self, expected: &dyn Expected) -> KeyError {
        let found = match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::String(text) => Unexpected::Str(text),
            Value::Number(number) => match number.as_i64() {
                Some(number) => Unexpected::Signed(number),
                None => Unexpected::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        KeyError::invalid_type(found, expected)
    }
}

/// Each kind of value is read by its own method, so that a type is compiled only for the one it takes.
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
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
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

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, KeyError> {
        let Value::Array(list) = self.0 else { return Err(self.unexpected(&visitor)) };
        let mut elements = Elements(list.iter().enumerate());
        let read = visitor.visit_seq(&mut elements)?;
        // What takes a fixed number of elements leaves the others.
        match elements.0.len() {
            0 => Ok(read),
            _ => Err(KeyError::invalid_length(list.len(), &"fewer elements")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, KeyError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, KeyError> {
        let Value::Object(map) = self.0 else { return Err(self.unexpected(&visitor)) };
        visitor.visit_map(Entries { map: map.iter(), entry: None })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, KeyError> {
        self.deserialize_map(visitor)
    }

    /// A word, or a table of one entry: the variant and what it holds.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, KeyError> {
        match self.0 {
            Value::String(name) => {
                visitor.visit_enum(StrDeserializer::<KeyError>::new(name)).map_err(|error| {
                    if error.reason == super::refusal::NO_WORD { error.under(name) } else { error }
                })
            }
            Value::Object(map) if map.len() == 1 => {
                let entries = Entries { map: map.iter(), entry: None };
                visitor.visit_enum(MapAccessDeserializer::new(entries))
            }
            _ => Err(self.unexpected(&visitor)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple_struct identifier ignored_any
    }
}

struct Elements<'de>(Enumerate<Iter<'de, Value>>);

impl<'de> SeqAccess<'de> for &mut Elements<'de> {
    type Error = KeyError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, KeyError> {
        let Some((index, value)) = self.0.next() else { return Ok(None) };
        seed.deserialize(At(value)).map(Some).map_err(|error| error.under(&format!("[{index}]")))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries<'de> {
    map: map::Iter<'de>,
    /// The key that was just read.
    entry: Option<(&'de String, &'de Value)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = KeyError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, KeyError> {
        self.entry = self.map.next();
        let key = self.entry.map(|(key, _)| seed.deserialize(StrDeserializer::new(key)));
        key.transpose()
    }

    // Once for each type of value, not for each key.
    #[inline(never)]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, KeyError> {
        let (key, value) = self.entry.expect("a key is read before its value");
        seed.deserialize(At(value)).map_err(|error| error.under(key))
    }
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
            ("/pair", json!([1]), "key `pair`: must be a list of 2, not of 1"),
            ("/pair", json!([1, 2, 3]), "key `pair`: has 3 elements, which are too many"),
            ("/pair/1", json!(256), "pair[1]=256: must be a whole number from 0 to 255"),
            ("/pair", json!({ "a": 1 }), "pair=a table: must be a list of 2"),
            ("/name", json!(7), "name=7: must be a text"),
            ("/note", json!(7), "note=7: must be a text"),
            ("/effects", json!("x"), r#"effects="x": must be a list"#),
            ("/effects/0", json!("all"), "effects[0]=all: must be none-at-all or gain or move"),
            ("/effects/0", json!([]), "effects[0]=a list: must be a word, or a table of one key"),
            ("/effects/1/gain", json!(-1), "effects[1].gain=-1: must be a whole number from 0 to"),
            ("/effects/2/move", json!({ "to": 1 }), "key `effects[2].move.from`: is missing"),
            ("/table/3", json!(true), "table.3=true: must be a number"),
            ("/effects/0", json!("gain"), "key `effects[0].gain`: holds something: it is no bare"),
            ("/effects/0", json!("move"), "key `effects[0].move`: holds something: it is no bare"),
            ("/effects/1", json!({ "none-at-all": 1 }), "effects[1].none-at-all=1: must be "),
            ("/effects/1", json!({ "all": 1 }), "effects[1]=all: must be none-at-all or gain or"),
            ("/wrapped", json!(1.5), "wrapped=1.5: must be a whole number from -2147483648 to"),
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
        assert!(error.starts_with("a list: must be a table"), "{error}");
    }
}
