//! The best known weights and search for a game, its rules and its number of seats.
//!
//! This knowledge is in the names of the sets of weights that a game
//! [ships](crate::heuristic::Heuristic::NAMED): `tuned-2-base-3p` is the second tune of `greedy`
//! for the preset `base` with three seats, `tuned-1-mcts-base-2p` one of a search, and
//! `tuned-1-mcts-scoring-base-2p` one of a search whose roll-outs end with a scoring. The tunings and
//! the ladder in `results/` say how much better they are.

use crate::greedy::Look;
use crate::mcts::{Budget, Cutoff, Settings};
use crate::spec::{FileName, Kind, Spec, SpecError};

/// The kind of agent for which weights were tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tuned {
    /// For `greedy`.
    Greedy,
    /// For a search, in its prior, roll-outs and estimates.
    Search,
    /// The same, where roll-outs must end with a scoring.
    ScoringSearch,
}

/// The name of the newest of these sets that was tuned as `tuned` for a preset and a number of
/// seats; `None` if there is none.
pub fn weights<'a>(
    sets: &[(&'a str, &str)],
    tuned: Tuned,
    preset: &str,
    players: usize,
) -> Option<&'a str> {
    let cell = match tuned {
        Tuned::Greedy => format!("-{preset}-{players}p"),
        Tuned::Search => format!("-mcts-{preset}-{players}p"),
        Tuned::ScoringSearch => format!("-mcts-scoring-{preset}-{players}p"),
    };
    let number = |name: &str| -> Option<u32> {
        name.strip_prefix("tuned-")?.strip_suffix(&cell)?.parse().ok()
    };
    let tunes = sets.iter().filter_map(|(name, _)| Some((number(name)?, *name)));
    tunes.max_by_key(|(number, _)| *number).map(|(_, name)| name)
}

/// A game's sets of weights, and the rules and seats for which the best is looked up.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// The named sets of the game; the first is the default.
    pub sets: &'a [(&'a str, &'a str)],
    /// The preset that is nearest to the rules.
    pub preset: &'a str,
    /// Number of seats.
    pub players: usize,
}

/// The agent that `text` names, with everything left open filled in with the best known: `greedy`
/// without weights has the [best ones](greedy), `mcts` without weights and without options of the
/// search is the [best search](search) of its budget. All other agents have the default weights.
/// The result names its weights, so it keeps its meaning when better ones become known.
///
/// # Errors
/// A text that is not a specification.
pub fn read(text: &str, cell: Cell<'_>) -> Result<Spec, SpecError> {
    let Cell { sets, preset, players } = cell;
    let (spec, is_open) = Spec::read_open(text)?;
    let restriction = spec.restriction().cloned();
    Ok(match spec.kind() {
        Kind::Greedy(_) if spec.weights().is_none() => {
            let tuned = weights(sets, Tuned::Greedy, preset, players).and_then(FileName::new);
            spec.with_weights(tuned).naming_weights(sets)
        }
        Kind::Mcts(settings)
            // `uct` uses no weights.
            if settings.asks_heuristic()
                && spec.weights().is_none()
                && is_open
                && !sets.is_empty() =>
        {
            search(sets, *settings, preset, players).with_restriction(restriction)
        }
        _ => spec.naming_weights(sets),
    })
}

/// The shortest text from which [`read`] reads the same agent in the same cell.
pub fn brief(spec: &Spec, cell: Cell<'_>) -> String {
    let full = spec.brief().to_string();
    let open = spec.clone().with_weights(None);
    let searching = match spec.kind() {
        Kind::Mcts(settings) => {
            let kind = Kind::Mcts(Settings::default().with_budget_of(settings));
            let search = Spec::new(kind).with_restriction(spec.restriction().cloned());
            Some(search.brief().to_string())
        }
        _ => None,
    };
    let shorter = [Some(open.brief().to_string()), searching].into_iter().flatten();
    let same = |text: &String| read(text, cell).is_ok_and(|read| read == *spec);
    shorter.filter(same).chain([full]).min_by_key(String::len).unwrap_or_default()
}

/// The best known greedy player for these rules and seats: with the newest weights that were tuned
/// for them, or else with the default ones. `sets` are the game's.
pub fn greedy(sets: &[(&str, &str)], preset: &str, players: usize) -> Spec {
    let tuned = weights(sets, Tuned::Greedy, preset, players).and_then(FileName::new);
    Spec::new(Kind::Greedy(Look::default())).with_weights(tuned).naming_weights(sets)
}

/// Most iterations with which a search with weights tuned for `greedy` and roll-outs to the next
/// scoring is known to be better in every cell.
const SHORT: u32 = 25;

/// The best known search for these rules and seats, with the budget of `settings`; its other
/// settings are used if nothing better is known. `sets` are the game's.
///
/// Weights tuned for `greedy` are mainly an order of actions. They help short searches whose
/// roll-outs end with a scoring, right after which little is left to estimate. They can weaken
/// longer searches, and those with roll-outs of a fixed length; there, weights tuned for a search
/// are better.
pub fn search(sets: &[(&str, &str)], settings: Settings, preset: &str, players: usize) -> Spec {
    let tuned = |tuned| weights(sets, tuned, preset, players);
    let is_short = matches!(settings.budget(), Budget::Iterations(n) if n <= SHORT);
    let scoring = tuned(Tuned::Greedy).filter(|_| is_short).or(tuned(Tuned::ScoringSearch));
    let (settings, tuned) = match scoring {
        Some(name) => (to_scoring(settings), Some(name)),
        None => (settings, tuned(Tuned::Search)),
    };
    let tuned = tuned.and_then(FileName::new);
    Spec::new(Kind::Mcts(settings)).with_weights(tuned).naming_weights(sets)
}

/// The same search, with roll-outs that end at the next scoring.
fn to_scoring(settings: Settings) -> Settings {
    settings.with_cutoff(Cutoff::Scoring).expect("it has no number that could be out of range")
}

#[cfg(test)]
mod tests {
    use drakkar_engine::games::connect_four::ConnectFour;
    use drakkar_engine::games::eketorp::Eketorp;
    use drakkar_engine::games::no_more_vikings::NoMoreVikings;
    use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
    use drakkar_engine::games::vikings_on_board::VikingsOnBoard;

    use super::*;
    use crate::heuristic::{Heuristic, Playable};

    /// The sets of a game.
    fn sets<G: Playable>() -> &'static [(&'static str, &'static str)] {
        <G::Heuristic as Heuristic<G>>::NAMED
    }

    const SETS: &[(&str, &str)] = &[
        ("hand-1", ""),
        ("tuned-10-base-2p", ""),
        ("tuned-9-base-2p", ""),
        ("tuned-1-base-3p", ""),
        ("tuned-x-base-3p", ""),
        ("tuned-2-mcts-base-2p", ""),
        ("tuned-3-other-base-2p", ""),
    ];

    #[test]
    fn the_newest_tune_of_the_cell_is_the_best() {
        let of = |tuned, preset, players| weights(SETS, tuned, preset, players);
        assert_eq!(of(Tuned::Greedy, "base", 2), Some("tuned-10-base-2p"));
        assert_eq!(of(Tuned::Greedy, "base", 3), Some("tuned-1-base-3p"));
        assert_eq!(of(Tuned::Search, "base", 2), Some("tuned-2-mcts-base-2p"));
        assert_eq!(of(Tuned::Greedy, "other-base", 2), Some("tuned-3-other-base-2p"));
        for (preset, players) in [("base", 4), ("advanced", 2), ("", 2), ("ase", 3)] {
            assert_eq!(of(Tuned::Greedy, preset, players), None, "{preset}, {players}");
        }
        assert_eq!(of(Tuned::Search, "base", 3), None);
    }

    #[test]
    fn what_a_text_leaves_open_is_the_best_known() {
        let cell = Cell { sets: sets::<Vikings>(), preset: "base", players: 2 };
        for (text, expected) in [
            ("random", "random"),
            ("greedy", "greedy:weights=tuned-1-base-2p"),
            ("greedy:look=turn", "greedy:look=turn,weights=tuned-1-base-2p"),
            ("greedy:weights=hand-1", "greedy:weights=hand-1"),
            ("greedy:forbid=\"bid *\"", "greedy:weights=tuned-1-base-2p,forbid=\"bid *\""),
            ("mcts:iterations=25", "mcts:iterations=25,cutoff=scoring,weights=tuned-1-base-2p"),
            ("mcts:iterations=25,weights=hand-1", "mcts:iterations=25,weights=hand-1"),
            // If an option of the search is given, the others have their defaults.
            ("mcts:iterations=25,cutoff=20", "mcts:iterations=25,weights=hand-1"),
            ("mcts:iterations=500", "mcts:weights=tuned-1-mcts-base-2p"),
            ("flat:iterations=5", "flat:iterations=5,weights=hand-1"),
        ] {
            assert_eq!(read(text, cell).unwrap().brief().to_string(), expected, "{text}");
        }
        let plain = read("uct", cell).unwrap();
        assert_eq!(plain, "uct".parse().unwrap());
        assert!(read("greedy:look=far", cell).is_err());
    }

    /// Every short text is read as the same agent, and no shorter one is.
    #[test]
    fn the_best_known_need_not_be_named() {
        let cell = |players| Cell { sets: sets::<Vikings>(), preset: "base", players };
        for (text, players, expected) in [
            ("greedy", 2, "greedy"),
            ("greedy:weights=tuned-1-base-2p", 2, "greedy"),
            ("greedy:weights=tuned-1-base-2p", 3, "greedy:weights=tuned-1-base-2p"),
            ("greedy:weights=hand-1", 2, "greedy:weights=hand-1"),
            ("greedy:look=turn,forbid=\"bid *\"", 2, "greedy:look=turn,forbid=\"bid *\""),
            ("mcts", 2, "mcts"),
            ("mcts:iterations=25", 4, "mcts:iterations=25"),
            ("mcts:iterations=25,cutoff=scoring,weights=tuned-1-base-2p", 2, "mcts:iterations=25"),
            ("mcts:iterations=25,cutoff=scoring", 2, "mcts:iterations=25,cutoff=scoring"),
            ("mcts:iterations=25,weights=hand-1", 2, "mcts:iterations=25,weights=hand-1"),
            ("mcts:decisions=9,forbid=a", 3, "mcts:decisions=9,forbid=\"a\""),
            ("uct:iterations=5", 2, "uct:iterations=5"),
            ("flat", 2, "flat"),
            ("random", 2, "random"),
            ("exec:bot -x=1", 2, "exec:bot -x=1"),
        ] {
            let spec = read(text, cell(players)).unwrap();
            let brief = brief(&spec, cell(players));
            assert_eq!(brief, expected, "{text}");
            assert_eq!(read(&brief, cell(players)).unwrap(), spec);
        }
    }

    /// The current knowledge, for every preset and number of seats.
    #[test]
    fn every_cell_has_its_best() {
        fn best<G: Playable>(preset: &str, players: usize) -> [String; 3] {
            let mcts = |iterations| {
                let settings = Settings::default().with_iterations(iterations).unwrap();
                search(sets::<G>(), settings, preset, players)
            };
            let greedy = greedy(sets::<G>(), preset, players);
            [greedy, mcts(25), mcts(26)].map(|spec| spec.brief().to_string())
        }
        let default = [
            "greedy:weights=hand-1",
            "mcts:iterations=25,weights=hand-1",
            "mcts:iterations=26,weights=hand-1",
        ];
        for players in 2..=4 {
            for preset in ["base", "advanced"] {
                let cell = format!("{preset}-{players}p");
                let long = match players {
                    2 => format!("mcts:iterations=26,weights=tuned-1-mcts-{cell}"),
                    _ => default[2].to_owned(),
                };
                let expected = [
                    format!("greedy:weights=tuned-1-{cell}"),
                    format!("mcts:iterations=25,cutoff=scoring,weights=tuned-1-{cell}"),
                    long,
                ];
                assert_eq!(best::<Vikings>(preset, players), expected);
                assert_eq!(best::<AdvancedVikings>(preset, players), expected);
            }
            assert_eq!(best::<Vikings>("bsw", players), default);
            assert_eq!(best::<AdvancedVikings>("advanced-no-auction", players), default);
            assert_eq!(best::<VikingsOnBoard>("base", players), default);
        }
        assert_eq!(best::<ConnectFour>("base", 2), default);
        for players in 3..=6 {
            let cell = format!("queen2007-{players}p");
            let long = match players {
                3 | 4 => format!("mcts:iterations=26,weights=tuned-1-mcts-{cell}"),
                _ => default[2].to_owned(),
            };
            let expected = [
                format!("greedy:weights=tuned-1-{cell}"),
                format!("mcts:iterations=25,cutoff=scoring,weights=tuned-1-{cell}"),
                long,
            ];
            assert_eq!(best::<Eketorp>("queen2007", players), expected);
            assert_eq!(best::<Eketorp>("db2003", players), default);
        }
        for players in 2..=4 {
            let cell = format!("base-{players}p");
            let expected = [
                format!("greedy:weights=tuned-1-{cell}"),
                format!("mcts:iterations=25,cutoff=scoring,weights=tuned-1-{cell}"),
                format!("mcts:iterations=26,cutoff=scoring,weights=tuned-1-mcts-scoring-{cell}"),
            ];
            assert_eq!(best::<NoMoreVikings>("base", players), expected);
        }
    }

    #[test]
    fn what_is_known_can_be_built() {
        use crate::player::Player;
        for players in 2..=4 {
            let game = Vikings::base(players);
            for spec in [
                greedy(sets::<Vikings>(), "base", players),
                search(sets::<Vikings>(), Settings::default(), "base", players),
            ] {
                let again: Spec = spec.to_string().parse().unwrap();
                assert_eq!(again, spec);
                assert!(Player::build(&spec, &game).is_ok(), "{spec}");
            }
        }
    }
}
