//! The games. Each keeps the same names for the same things.

#[cfg(feature = "connect-four")]
pub mod connect_four;
#[cfg(feature = "goofspiel")]
pub mod goofspiel;
#[cfg(feature = "vikings")]
pub mod vikings;
#[cfg(feature = "vikings-on-board")]
pub mod vikings_on_board;

/// Calls a macro with all games, in the order of lists: for each its id, which is also the name of its
/// feature, its module here, and its types, the one that plays by every rule set first, smaller and faster
/// ones behind it. The first game is the one that is meant when nobody names one.
///
/// This is the one list of games that there is: the command and all tests go through it. The macro that
/// is called says `#[cfg(feature = $id)]` of what it makes of each.
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

/// The ids of all games, in the order of lists. Tests go through them, so that none is forgotten.
pub const IDS: &[&str] = for_each_game!(ids);
