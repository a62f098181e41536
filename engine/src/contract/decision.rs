use super::Breach;
use super::parts::differences;
use super::walk::RandomGame;
use crate::recorded::Recorded;
use crate::seed::Rng;

/// Actions that are kept to be tried elsewhere: enough for variety, few enough to compare.
const KEPT: usize = 256;
const TRIED: usize = 16;

/// All checks of the decision at which `walk` stands. `strangers` were legal in some state, and are tried where they
/// may be illegal.
pub(super) fn check<G: Recorded>(
    walk: &RandomGame<'_, G>,
    strangers: &mut Vec<G::Action>,
    rng: &mut Rng,
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let count = game.count_legal(state);
    let promise =
        "there is a legal action until the game is over (see `Game::legal`, `Game::to_move`)";
    walk.promise(count >= 1, promise, 0)?;
    let listed: Vec<G::Action> = (0..count).map(|k| game.nth_legal(state, k)).collect();
    let mut legal = vec![listed[0]; 2];
    game.legal(state, &mut legal);
    // First, since whether an action is legal may be derived from it.
    let promise = "`legal` fills in what is counted (see `Game::count_legal`, `Game::nth_legal`)";
    walk.promise(legal == listed, promise, differences(&legal, &listed))?;
    check_listed(walk, &listed)?;
    let random = game.random_legal(state, rng);
    let promise = "a random action is listed (see `Game::random_legal`)";
    walk.promise(listed.contains(&random), promise, random)?;
    let start = rng.below(strangers.len() as u32) as usize;
    for &stranger in strangers.iter().cycle().skip(start).take(strangers.len().min(TRIED)) {
        let is_listed = listed.contains(&stranger);
        let promise = "an action is legal if and only if it is listed (see `Game::is_legal`)";
        let agrees = game.is_legal(state, stranger) == is_listed;
        walk.promise(agrees, promise, format_args!("`{stranger}`"))?;
        if !is_listed {
            check_refused(walk, stranger)?;
        }
    }
    for action in listed {
        if strangers.len() < KEPT && !strangers.contains(&action) {
            strangers.push(action);
        }
    }
    Ok(())
}

/// Every listed action is legal, has its own text, applies, and leads to its own state.
fn check_listed<G: Recorded>(walk: &RandomGame<'_, G>, listed: &[G::Action]) -> Result<(), Breach> {
    let (game, state) = (walk.game, walk.state);
    let mut states: Vec<G::State> = Vec::with_capacity(listed.len());
    for (k, &action) in listed.iter().enumerate() {
        let promise = "no action is listed twice (see `Game::legal`)";
        walk.promise(!listed[..k].contains(&action), promise, action)?;
        let promise = "a listed action is legal (see `Game::is_legal`)";
        walk.promise(game.is_legal(&state, action), promise, action)?;
        let text = action.to_string();
        let back = text.parse::<G::Action>();
        let promise = "an action's text reads back (see `Display` and `FromStr` of `Game::Action`)";
        let found = format_args!("{action:?} is `{text}`, which is {back:?}");
        walk.promise(back.as_ref() == Ok(&action), promise, found)?;
        let mut next = state;
        let promise = "a listed action applies (see `Game::apply`)";
        walk.promise(game.apply(&mut next, action, &mut ()).is_ok(), promise, &text)?;
        let promise = "playing on a copy leaves the original alone (see `Game::apply_unchecked`)";
        walk.promise(state == walk.state, promise, &text)?;
        // Dice may show the same however many are rolled.
        let is_open = game.epoch(&next) == game.epoch(&state);
        if let Some(twin) = states.iter().position(|other| *other == next && G::ASKS_ALL && is_open)
        {
            let promise = "different actions lead to different states, unless something is revealed (see `Game::apply_unchecked`)";
            return Err(walk.breach(promise, format_args!("`{}` and `{text}`", listed[twin])));
        }
        states.push(next);
    }
    Ok(())
}

pub(super) fn check_refused<G: Recorded>(
    walk: &RandomGame<'_, G>,
    action: G::Action,
) -> Result<(), Breach> {
    let mut state = walk.state;
    let refused = walk.game.apply(&mut state, action, &mut ()).is_err();
    let promise = "an illegal action is refused (see `Game::apply`)";
    walk.promise(refused, promise, format_args!("`{action}`"))?;
    let promise = "a refused action leaves the state alone (see `Game::apply`)";
    walk.promise(state == walk.state, promise, format_args!("`{action}`"))
}
