use drakkar_agents::best::Cell;
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::levels::Epsilons;
use drakkar_engine::fact::{FactInfo, FactKind};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules::{Preset, RuleTable};
use drakkar_engine::seat::check_players;

#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    pub id: &'static str,
    pub about: &'static str,
    pub score: &'static str,
    pub players: (usize, usize),
    /// Whether anything is dealt.
    pub has_deals: bool,
    pub facts: &'static [FactInfo],
    /// See [`Recorded::MEANINGS`].
    pub meanings: &'static [(&'static str, &'static str)],
    /// Moments at which the standing is compared with the final result.
    pub milestones: &'static [&'static str],
    /// The named rule sets; the first is the default.
    pub presets: &'static [Preset],
    pub rules: &'static RuleTable,
    /// Named sets of weights, each as the text of its file; the first is the default.
    pub weights: &'static [(&'static str, &'static str)],
    pub nets: &'static [(&'static str, &'static str)],
    pub epsilons: &'static Epsilons,
    /// See [`Heuristic::greedy_microseconds`].
    pub greedy_microseconds: fn(usize) -> u64,
    /// See [`Cell::of`].
    pub cell: fn(&str, usize) -> Cell<'_>,
}

impl GameInfo {
    pub fn of<G: Recorded + Playable>() -> GameInfo {
        const { check_players(G::PLAYERS) }
        GameInfo {
            id: G::ID,
            about: G::ABOUT,
            score: G::SCORE,
            players: G::PLAYERS,
            has_deals: size_of::<G::Deal>() > 0,
            facts: G::FACTS,
            meanings: G::MEANINGS,
            milestones: G::MILESTONES,
            presets: G::presets(),
            rules: G::rules(),
            weights: <G::Heuristic as Heuristic<G>>::NAMED,
            nets: <G::Heuristic as Heuristic<G>>::NETS,
            epsilons: &<G::Heuristic as Heuristic<G>>::EPSILONS,
            greedy_microseconds: <G::Heuristic as Heuristic<G>>::greedy_microseconds,
            cell: |preset, players| Cell::of::<G>(preset, players),
        }
    }

    /// The number of seats in words, for example `2 to 4`.
    pub fn seats(&self) -> String {
        match self.players {
            (fewest, most) if fewest == most => fewest.to_string(),
            (fewest, most) => format!("{fewest} to {most}"),
        }
    }
}

/// The parts of a seat's score that are not 0, by name, from its facts.
pub fn sources<'a>(
    info: &'a GameInfo,
    facts: &'a [i32],
) -> impl Iterator<Item = (&'static str, i32)> + 'a {
    let facts = info.facts.iter().zip(facts.iter().copied());
    facts
        .filter(|(fact, amount)| fact.kind == FactKind::Source && *amount != 0)
        .map(|(fact, amount)| (fact.name, amount))
}
