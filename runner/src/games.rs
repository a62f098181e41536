//! The games of this program.

use std::sync::OnceLock;

use drakkar_engine::error::KeyError;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;

use crate::error::Error;
use crate::play::lab::{Lab, Labs, lab as of};

static INSTALLED: OnceLock<Labs> = OnceLock::new();

/// Calls a macro with every game of the laboratory, the variant that plays by every rule set first,
/// smaller and faster ones behind it. A new game is one line here.
macro_rules! standard_games {
    ($call:ident) => {
        $call! {
            [AdvancedVikings, Vikings]
            [VikingsOnBoard]
            [ConnectFour]
            [Goofspiel]
        }
    };
}

macro_rules! labs_of {
    ($([$whole:ident $(, $part:ident)*])*) => {
        Labs::new()$(.with(of::<$whole>()$(.with_variant::<$part>())*))*
    };
}

impl Labs {
    /// The games of the laboratory.
    #[must_use]
    pub fn standard() -> Labs {
        standard_games!(labs_of)
    }
}

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
///
/// # Errors
/// A message under `--game` that lists the games if there is no such one.
pub(crate) fn lab(id: &str) -> Result<&'static Lab, Error> {
    labs().find(id).ok_or_else(|| {
        let known: Vec<&str> = labs().iter().map(|lab| lab.info().id).collect();
        let known = known.join(", ");
        Error::flag("--game", format!("there is no game `{id}`; there are: {known}"))
    })
}

/// The game of a record.
///
/// # Errors
/// The key `game` with a list of the games there are.
pub(crate) fn lab_of_record(id: &str) -> Result<&'static Lab, KeyError> {
    lab(id).map_err(|error| match error {
        Error::Flag { reason, .. } => KeyError::new("game", reason),
        error => KeyError::new("game", error.to_string()),
    })
}

pub(crate) use standard_games;
