//! The one list of games. Everything behind it is compiled for each game by itself.

pub(crate) use drakkar_engine::games::connect_four::ConnectFour;
pub(crate) use drakkar_engine::games::goofspiel::Goofspiel;
pub(crate) use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
pub(crate) use drakkar_engine::games::vikings_on_board::VikingsOnBoard;

use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use serde_json::Value;

/// The game that is meant when nobody names one.
pub(crate) const DEFAULT: &str = <AdvancedVikings as Recorded>::ID;

/// Evaluates an expression with a type name bound to the game called `id`:
/// `with_game!(id, G => run::<G>(&arguments))`. Gives an [`Error`](crate::error::Error) that lists
/// the games if there is no such one. `with_game!(each G => list.push(G::ID))` goes through all
/// games, and `with_game!(every G => ...)` through all variants of all games.
///
/// `with_game!(id, G if condition => ...)` takes the first *variant* of the game for which the
/// condition holds: a game may be compiled more than once, smaller and faster for some of its rule
/// sets.
///
/// A new game is one more name in both lists (and its `use` above).
macro_rules! with_game {
    (@list $then:tt) => {
        $crate::games::with_game!(@go $then [
            AdvancedVikings, VikingsOnBoard, ConnectFour, Goofspiel
        ])
    };
    (@variants $then:tt) => {
        $crate::games::with_game!(@go $then [
            Vikings, AdvancedVikings, VikingsOnBoard, ConnectFour, Goofspiel
        ])
    };
    ($id:expr, $game:ident if $suits:expr => $body:expr) => {
        $crate::games::with_game!(@variants { one $id, $game if $suits => $body })
    };
    ($id:expr, $game:ident => $body:expr) => {
        $crate::games::with_game!(@list { one $id, $game if true => $body })
    };
    (every $game:ident => $body:expr) => {
        $crate::games::with_game!(@variants { each $game => $body })
    };
    (each $game:ident => $body:expr) => {
        $crate::games::with_game!(@list { each $game => $body })
    };
    (@go { one $id:expr, $game:ident if $suits:expr => $body:expr } [$($name:ident),*]) => {
        'found: {
            let id: &str = $id;
            $(if id == <$crate::games::$name as drakkar_engine::recorded::Recorded>::ID {
                type $game = $crate::games::$name;
                if $suits {
                    break 'found Ok($body);
                }
            })*
            let mut known =
                vec![$(<$crate::games::$name as drakkar_engine::recorded::Recorded>::ID),*];
            // Variants of a game stand side by side.
            known.dedup();
            let known = known.join(", ");
            let reason = format!("there is no game `{id}`; there are: {known}");
            Err($crate::error::Error::flag("--game", reason))
        }
    };
    (@go { each $game:ident => $body:expr } [$($name:ident),*]) => {{
        $({
            type $game = $crate::games::$name;
            $body
        })*
    }};
}
pub(crate) use with_game;

/// Whether `G` is the variant of its game for the rules of a file; also if there is something wrong with
/// them, which is told later.
pub(crate) fn suits<G: Recorded>(text: &str) -> bool {
    rules::read::<G>(text).map_or(true, |rule_set| G::covers(&rule_set))
}

/// The same for rules that a plan or a record keeps.
pub(crate) fn suits_kept<G: Recorded>(rule_set: &Value) -> bool {
    serde_json::from_value::<G::RuleSet>(rule_set.clone())
        .map_or(true, |rule_set| G::covers(&rule_set))
}
