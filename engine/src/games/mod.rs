//! The games. All use the same names for the same things.

mod bits;
#[cfg(test)]
mod checks;
#[cfg(feature = "connect-four")]
pub mod connect_four;
mod counts;
mod deal;
#[cfg(feature = "eketorp")]
pub mod eketorp;
#[cfg(feature = "goofspiel")]
pub mod goofspiel;
#[cfg(feature = "no-more-vikings")]
pub mod no_more_vikings;
mod notation;
mod play;
mod rule_set;
mod task;
#[cfg(feature = "vikings")]
pub mod vikings;
#[cfg(feature = "vikings-on-board")]
pub mod vikings_on_board;

/// Calls a macro with all games, in the order of lists: for each its id, which is also the name of
/// its feature, its module here, and its types: first the one that supports every rule set, then
/// smaller and faster ones. The first game is the default of commands.
///
/// This is the only list of games: the command and all tests use it. The macro that is called puts
/// `#[cfg(feature = $id)]` on what it generates for each.
///
/// ```
/// use drakkar_engine::recorded::Recorded;
///
/// macro_rules! ids {
///     ($([$id:literal $module:ident: $whole:ident $($part:ident)*])*) => {
///         [$(drakkar_engine::games::$module::$whole::ID),*]
///     };
/// }
/// assert!(drakkar_engine::for_each_game!(ids).contains(&"goofspiel"));
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($call:ident) => {
        $call! {
            ["vikings" vikings: AdvancedVikings Vikings]
            ["vikings-on-board" vikings_on_board: VikingsOnBoard]
            ["eketorp" eketorp: Eketorp]
            ["no-more-vikings" no_more_vikings: NoMoreVikings]
            ["connect-four" connect_four: ConnectFour]
            ["goofspiel" goofspiel: Goofspiel]
        }
    };
}

macro_rules! ids {
    ($([$id:literal $module:ident: $whole:ident $($part:ident)*])*) => {
        &[$(
            #[cfg(feature = $id)]
            <$module::$whole as $crate::recorded::Recorded>::ID,
        )*]
    };
}

/// The ids of all games, in the order of lists. Tests iterate over them, so that none is forgotten.
pub const IDS: &[&str] = for_each_game!(ids);
