//! The best known weights and search for a game, its rules and its number of seats, by the names of what a game
//! [ships](crate::heuristic::Heuristic::NAMED): `tuned-2-base-3p` is the second tune of `greedy` for the preset `base`
//! with three seats, `tuned-1-mcts-base-2p` one of a search, `tuned-1-mcts-scoring-base-2p` one of a search whose
//! rollouts end with a scoring, and `net-1-base-2p` a [net](crate::heuristic::Heuristic::NETS). `results/` says how
//! much better they are.

#[cfg(test)]
mod tests;

use crate::catalogue::{NET, VALUE};
use crate::heuristic::{Heuristic, Playable, WITH_NET};
use crate::levels::Epsilons;
use crate::mcts::{Budget, Root, Settings, Truncation};
use crate::spec::{FileName, Kind, Spec, SpecError, SpecFault, or_named};

/// The name of the newest of these sets that was tuned for a preset and a number of seats: for `greedy`, or for the
/// kind of search that `before` names.
fn weights<'a>(
    sets: &[(&'a str, &str)],
    before: &str,
    preset: &str,
    players: usize,
) -> Option<&'a str> {
    newest(sets, "tuned-", &format!("-{before}{preset}-{players}p"))
}

/// The name of the newest net for a preset and a number of seats.
pub fn net<'a>(nets: &[(&'a str, &str)], preset: &str, players: usize) -> Option<&'a str> {
    newest(nets, "net-", &format!("-{preset}-{players}p"))
}

/// The name that has the highest number between these texts.
fn newest<'a>(named: &[(&'a str, &str)], before: &str, behind: &str) -> Option<&'a str> {
    let number = |name: &str| -> Option<u32> {
        name.strip_prefix(before)?.strip_suffix(behind)?.parse().ok()
    };
    let numbered = named.iter().filter_map(|(name, _)| Some((number(name)?, *name)));
    numbered.max_by_key(|(number, _)| *number).map(|(_, name)| name)
}

/// A game's sets of weights, and the rules and seats for which the best is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The named sets of weights of the game; the first is the default.
    pub sets: &'a [(&'a str, &'a str)],
    /// The named nets of the game.
    pub nets: &'a [(&'a str, &'a str)],
    /// How often its levels decide at random.
    pub epsilons: &'a Epsilons,
    /// Decisions of a rollout without a net, if the game has a number of [its own](crate::heuristic::Heuristic::TRUNCATION).
    pub truncation: Option<u32>,
    /// How searches with a net do best, as the game [says](crate::heuristic::Heuristic::with_net).
    pub with_net: fn(usize, bool) -> Option<(Truncation, Root)>,
    /// The preset that is nearest to the rules.
    pub preset: &'a str,
    /// Number of seats.
    pub players: usize,
}

impl<'a> Cell<'a> {
    /// What `G` has for the preset that is nearest to the rules and for a number of seats.
    pub fn of<G: Playable>(preset: &'a str, players: usize) -> Cell<'a> {
        Cell {
            game: G::ID,
            sets: <G::Heuristic as Heuristic<G>>::NAMED,
            nets: <G::Heuristic as Heuristic<G>>::NETS,
            epsilons: &<G::Heuristic as Heuristic<G>>::EPSILONS,
            truncation: <G::Heuristic as Heuristic<G>>::TRUNCATION,
            with_net: <G::Heuristic as Heuristic<G>>::with_net,
            preset,
            players,
        }
    }
}

/// The agent that `text` names. What it leaves open is the best known: for `greedy` the newest weights, for `mcts`
/// the best [search] of its budget; all other agents have the default weights. Each option replaces what it names, and
/// nothing else; with the word `plain` nothing is looked up. `value=net` is the newest [net]. The result names its
/// weights and its net, so it keeps its meaning.
///
/// # Errors
/// A text that is not a specification, or `value=net` where no net ships.
pub fn read(text: &str, cell: Cell<'_>) -> Result<Spec, SpecError> {
    let spec = Spec::read_open(text, cell.epsilons, &|open| known(open, cell))?;
    let spec = with_shipped_net(spec, cell).map_err(|fault| fault.of(text))?;
    Ok(spec.naming_weights(cell.sets))
}

/// An agent of which only the kind and a budget are given, with the best known for it.
fn known(open: Spec, cell: Cell<'_>) -> Spec {
    match open.kind() {
        Kind::Greedy(_) => {
            let tuned = weights(cell.sets, "", cell.preset, cell.players);
            open.with_weights(tuned.and_then(FileName::new)).naming_weights(cell.sets)
        }
        // `uct` uses no heuristic.
        Kind::Mcts(settings) if settings.asks_heuristic() => search(cell, *settings, None),
        _ => open,
    }
}

/// The same agent, with the newest net of the cell if it asks for that by the word.
fn with_shipped_net(spec: Spec, cell: Cell<'_>) -> Result<Spec, SpecFault> {
    if spec.net().is_none_or(|net| net.as_str() != NET) {
        return Ok(spec);
    }
    let Cell { game, nets, preset, players, .. } = cell;
    match net(nets, preset, players).and_then(FileName::new) {
        Some(shipped) => Ok(spec.with_net(Some(shipped))),
        None => {
            let known: Vec<&str> = nets.iter().map(|(name, _)| *name).collect();
            let known = or_named("net", NET, &known);
            let reason = format!(
                "no net comes with {game} for the rules {preset} and {players} seats{known}"
            );
            Err(VALUE.error(reason).into())
        }
    }
}

/// The shortest text from which [`read`] reads the same agent in the same cell; `greedy` is told by its weights.
pub fn brief(spec: &Spec, cell: Cell<'_>) -> String {
    let full = spec.brief();
    let open = spec.clone().with_weights(None);
    let base = match spec.kind() {
        Kind::Mcts(settings) => {
            let budget = Settings { budget: settings.budget, ..Settings::default() };
            let best = known(Spec::new(Kind::Mcts(budget)), cell);
            vec![spec.brief_beside(&best)]
        }
        _ => Vec::new(),
    };
    let same = |text: &String| read(text, cell).is_ok_and(|read| read == *spec);
    let shorter = base.into_iter().chain([open.brief()]);
    shorter.filter(same).chain([full]).min_by_key(String::len).unwrap_or_default()
}

/// Most iterations with which something else was measured to be better: without a net, weights tuned for `greedy` and
/// rollouts to the next scoring; with one, sequential halving at the root in some games.
const SHORT: u32 = 25;

/// The best known search for these rules and seats, with the budget of `settings`, whose other options are used if
/// nothing better is known. With `own`, it is the best with that net.
///
/// A net predicts win shares better than the heuristic. Weights tuned for `greedy` are mainly an order of actions: they
/// help searches with a net, and short ones whose rollouts end with a scoring; without a net they can weaken longer
/// ones, for which weights tuned for a search are better. Comparisons are in `results/nets` and `results/ladder`.
pub fn search(cell: Cell<'_>, settings: Settings, own: Option<&FileName>) -> Spec {
    let Cell { sets, nets, preset, players, .. } = cell;
    // A game with no weights of its own has nothing that was tried.
    if sets.is_empty() {
        return Spec::new(Kind::Mcts(settings)).with_net(own.cloned());
    }
    let tuned = |before| weights(sets, before, preset, players);
    let order = tuned("");
    let is_short = matches!(settings.budget, Budget::Iterations(n) if n <= SHORT);
    let shipped = net(nets, preset, players).and_then(FileName::new);
    let measured = match (&shipped, order) {
        (Some(_), Some(_)) => (cell.with_net)(players, is_short),
        _ => Some(WITH_NET),
    };
    let net = own.cloned().or(shipped.filter(|_| measured.is_some()));
    let truncated =
        |decisions| Settings { truncation: Truncation::Decisions(decisions), ..settings };
    let to_scoring = Settings { truncation: Truncation::Scoring, ..settings };
    let (settings, tuned) = if net.is_some() {
        let (truncation, root) = measured.unwrap_or(WITH_NET);
        (Settings { truncation, root, ..settings }, order)
    } else if let Some(order) = order.filter(|_| is_short) {
        (to_scoring, Some(order))
    } else if let Some(scoring) = tuned("mcts-scoring-") {
        (to_scoring, Some(scoring))
    } else {
        (cell.truncation.map_or(settings, truncated), tuned("mcts-"))
    };
    let tuned = tuned.and_then(FileName::new);
    Spec::new(Kind::Mcts(settings)).with_net(net).with_weights(tuned).naming_weights(sets)
}
