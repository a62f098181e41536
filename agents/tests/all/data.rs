//! TOML is read as plain values first, so that what reads it is compiled for these alone.

use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let value: Value = toml::from_str(text).map_err(|error| error.to_string())?;
    serde_json::from_value(value).map_err(|error| error.to_string())
}
