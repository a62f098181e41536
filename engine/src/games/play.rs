use crate::game::Game;

/// A state under the rules of its game, and where facts of what happens go. The methods that carry out the rules of a
/// game are its own.
pub(super) struct Play<'a, G: Game, S> {
    pub(super) game: &'a G,
    pub(super) state: &'a mut G::State,
    pub(super) sink: &'a mut S,
}
