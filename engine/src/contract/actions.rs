use std::collections::HashSet;

use super::Breach;
use super::walk::RandomGame;
use crate::recorded::Recorded;

/// More are not listed.
const MOST: usize = 1 << 16;

pub(super) fn all<G: Recorded>(game: &G) -> Result<Option<HashSet<G::Action>>, Breach> {
    let Some(listed) = game.actions(MOST) else { return Ok(None) };
    let (mut all, mut texts) = (HashSet::new(), HashSet::new());
    for action in listed {
        let text = action.to_string();
        let back = text.parse::<G::Action>();
        let promise = "among all actions each has a text of its own that reads back (see `Recorded::actions`)";
        if back.as_ref() != Ok(&action) || !all.insert(action) || !texts.insert(text) {
            return Err(Breach::alone(promise, format!("`{action}`")));
        }
    }
    Ok(Some(all))
}

pub(super) fn check<G: Recorded>(
    walk: &RandomGame<'_, G>,
    all: Option<&HashSet<G::Action>>,
) -> Result<(), Breach> {
    let Some(all) = all else { return Ok(()) };
    let (mut legal, promise) =
        (Vec::new(), "every legal action is among all (see `Recorded::actions`)");
    walk.game.legal(&walk.state, &mut legal);
    legal.iter().try_for_each(|action| walk.promise(all.contains(action), promise, action))
}
