//! What a game reads and writes, through one concrete type: TOML or JSON becomes a [`Value`], from which a type reads
//! itself with the path of the key in every error. With [`data!`](crate::data!), that code is compiled once for each
//! type, in the crate of the game.

mod refusal;
mod toml;
mod value;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Map;

use crate::error::KeyError;

pub(crate) use self::refusal::no_such_key;
pub use self::toml::from_toml;
pub(crate) use self::toml::{document, line, of_item};
pub use serde_json::Value;

/// A type that can be written as a value.
pub trait ToData {
    /// An object for rule sets and deals.
    fn to_data(&self) -> Value;

    /// Appends the JSON of [`ToData::to_data`], if possible without building it.
    fn to_json(&self, text: &mut Vec<u8>) {
        append(&self.to_data(), text);
    }
}

/// A type that can be read from a value.
pub trait FromData: Sized {
    /// Reads what [`ToData::to_data`] gives.
    fn from_data(value: &Value) -> Result<Self, KeyError>;
}

/// The scorings of a game that has none.
impl ToData for () {
    fn to_data(&self) -> Value {
        Value::Null
    }
}

/// Reads and writes types by their `serde` implementations: one line for a game of your own.
///
/// ```
/// use drakkar_engine::data::{FromData, ToData};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Deal {
///     cards: Vec<u8>,
/// }
///
/// #[derive(Serialize)]
/// struct Scoring {
///     points: [i32; 2],
/// }
///
/// drakkar_engine::data!(Deal);
/// drakkar_engine::data!(write Scoring);
///
/// let deal = Deal::from_data(&serde_json::json!({ "cards": [3, 1] })).unwrap();
/// assert_eq!(deal.to_data().to_string(), r#"{"cards":[3,1]}"#);
/// let error = Deal::from_data(&serde_json::json!({ "cards": [3, "x"] })).err().unwrap();
/// assert_eq!(error.key, "cards[1]");
/// assert_eq!(Scoring { points: [3, 0] }.to_data()["points"][0], 3);
/// ```
#[macro_export]
macro_rules! data {
    (write $($type:ty),+ $(,)?) => {$(
        impl $crate::data::ToData for $type {
            fn to_data(&self) -> $crate::data::Value {
                $crate::data::write(self)
            }

            fn to_json(&self, text: &mut ::std::vec::Vec<u8>) {
                $crate::data::append(self, text);
            }
        }
    )+};
    ($($type:ty),+ $(,)?) => {$(
        $crate::data!(write $type);

        impl $crate::data::FromData for $type {
            fn from_data(
                value: &$crate::data::Value,
            ) -> ::std::result::Result<Self, $crate::error::KeyError> {
                $crate::data::read(value)
            }
        }
    )+};
}

/// An object of these entries, in this order.
#[must_use]
pub fn object(entries: Vec<(&str, Value)>) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Whether two objects are equal and, outside of lists, have their keys in the same order, which shows sooner than
/// equality.
pub fn are_identical(one: &Map<String, Value>, two: &Map<String, Value>) -> bool {
    let same = |one: &Value, two: &Value| match (one, two) {
        (Value::Object(one), Value::Object(two)) => are_identical(one, two),
        _ => one == two,
    };
    one.len() == two.len()
        && one.iter().zip(two).all(|(one, two)| one.0 == two.0 && same(one.1, two.1))
}

/// Reads a type by its `serde` implementation.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, KeyError> {
    T::deserialize(value::At(value))
}

/// Writes a type by its `serde` implementation.
/// Panics if JSON cannot represent the type, such as a map whose keys are lists.
pub fn write<T: Serialize>(data: &T) -> Value {
    serde_json::to_value(data).expect(WRITTEN)
}

/// Appends the JSON of a type by its `serde` implementation.
/// Panics if JSON cannot represent it.
pub fn append<T: Serialize>(data: &T, text: &mut Vec<u8>) {
    serde_json::to_writer(text, data).expect(WRITTEN);
}

const WRITTEN: &str = "names, numbers, lists and texts can be written";
