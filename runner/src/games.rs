//! The games of this program.

use std::sync::OnceLock;

use drakkar_engine::error::KeyError;
use drakkar_labs::Labs;
use drakkar_play::lab::Lab;

use crate::error::Error;

static INSTALLED: OnceLock<Labs> = OnceLock::new();

/// Makes `labs` the games of this process, once and for all.
///
/// # Panics
/// If it is called twice, or after a game was looked up.
pub(crate) fn install(labs: Labs) {
    assert!(INSTALLED.set(labs).is_ok(), "games can be registered once, before any is used");
}

/// The games of this process; those of the laboratory unless others were [installed](install).
pub(crate) fn labs() -> &'static Labs {
    INSTALLED.get_or_init(Labs::standard)
}

/// The game that is meant when nobody names one: the first.
pub(crate) fn default_id() -> &'static str {
    labs().iter().next().map_or("", |lab| lab.info().id)
}

/// The game called `id`.
pub(crate) fn lab(id: &str) -> Result<&'static Lab, Error> {
    labs().find(id).ok_or_else(|| {
        let known: Vec<&str> = labs().iter().map(|lab| lab.info().id).collect();
        let known = known.join(", ");
        Error::flag("--game", format!("there is no game `{id}`; there are: {known}"))
    })
}

/// The game of a record.
pub(crate) fn lab_of_record(id: &str) -> Result<&'static Lab, KeyError> {
    lab(id).map_err(|error| match error {
        Error::Flag { reason, .. } => KeyError::new("game", reason),
        error => KeyError::new("game", error.to_string()),
    })
}
