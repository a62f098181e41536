//! Plans as files with a digest, which nobody may change by hand.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::disk::digest;
use crate::error::Error;
use drakkar_play::json;

/// SHA-256 of a plan as JSON without spaces.
pub fn digest_of(plan: &impl Serialize) -> String {
    digest::of(&json::bytes(plan))
}

/// Reads the file of a plan, which stands under `key`; of the file, `fits` says whether it has the right digest.
pub fn read<T: DeserializeOwned>(
    path: &Path,
    text: &[u8],
    (format, key): (&str, &str),
    fits: impl Fn(&T) -> bool,
) -> Result<T, Error> {
    let refuse = |reason: String| Error::input(path, reason);
    let value: Value =
        serde_json::from_slice(text).map_err(|error| refuse(format!("is no JSON: {error}")))?;
    if value["format"] != format {
        return Err(refuse(format!("key `format`: is not `{format}`")));
    }
    let (version, here) = (value[key]["version"].as_str(), env!("CARGO_PKG_VERSION"));
    if version != Some(here) {
        let version = version.unwrap_or_default();
        let reason = format!("key `{key}.version`: was made by drakkar {version}; this is {here}");
        return Err(refuse(reason));
    }
    let file: T = serde_path_to_error::deserialize(value)
        .map_err(|error| refuse(format!("key `{}`: {}", error.path(), error.inner())))?;
    if !fits(&file) {
        let reason = format!("key `digest`: does not fit `{key}`, which was changed by hand");
        return Err(refuse(reason));
    }
    Ok(file)
}
