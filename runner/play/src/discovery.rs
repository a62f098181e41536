//! Finds the decisions from which branches can be played, in games of the sampling policy before anything is planned.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use drakkar_agents::agent::Agent;
use drakkar_agents::restriction::{Pattern, Patterns};
use drakkar_engine::past::Past;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::{item::ItemTable, recorded::Recorded, seed::DealSeed};
use rustc_hash::FxHashMap;

use crate::branching::{Cell, Kind, OTHERS, Treatment};
use crate::game::{Observer, SeatedAgents, keys, play_on, round_of};

/// A cell is sampled if it has a decision point in at least one of this many games.
const RAREST: u64 = 200;

#[derive(Debug)]
pub struct DiscoveryQuery<'a> {
    pub at: &'a Patterns,
    pub against: &'a str,
    pub items: Option<&'a ItemTable>,
    pub pursue: &'a [Pattern],
    pub seed: u64,
    /// Games to look at, on deals that no block has.
    pub games: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Discovery {
    /// Games in which an action could be chosen instead of the other, by action or its item's pattern, and by round.
    pub seen: BTreeMap<String, BTreeMap<u32, u64>>,
    /// For each pattern of [`DiscoveryQuery::pursue`], the matching actions that could be left, in order.
    pub pursued: Vec<Vec<String>>,
    /// In how many games each round was reached that is sampled.
    pub reached: Vec<u64>,
    pub games: u64,
    /// Of all seats: how many, and the squares of the margins, in units of one divided by the number of the others.
    margins: (u64, u128),
    others: u64,
}

struct SeenAction {
    text: String,
    kind: usize,
    against: bool,
    judged: bool,
    /// For each pattern of [`DiscoveryQuery::pursue`], whether it matches, and whether it could be left as well.
    pursued: Vec<(bool, bool)>,
}

pub(crate) fn discovery<G: Recorded, A: Agent<G>>(
    game: &G,
    agent: &mut A,
    query: &DiscoveryQuery<'_>,
) -> Result<Discovery, String> {
    let notes = SeenActions {
        query,
        discovery: Discovery { games: query.games, ..Discovery::default() },
        sighted: Vec::new(),
        kinds: Vec::new(),
        legal: Vec::new(),
        met: BTreeSet::new(),
        round: 0,
    };
    let mut observer = ActionObserver { notes, numbers: FxHashMap::default(), actions: Vec::new() };
    let (order, stop) = (&PerSeat::new(game.players(), 0), &AtomicBool::new(false));
    for number in 0..query.games {
        // Far from the numbers of blocks.
        let deal = DealSeed { seed: query.seed, deal: u64::MAX - number };
        let mut state = game.state(&game.deal(deal));
        let keys = &keys(deal.seed, deal.deal, 0, game.players());
        agent.start_game();
        let agents = std::slice::from_mut(agent);
        let seated = &mut SeatedAgents { agents, order, keys, stop };
        play_on(game, &mut state, &mut Past::new(), seated, None, Some(&mut observer))
            .map_err(|halt| halt.to_string())?;
        observer.notes.end_game(&game.outcome(&state).score);
    }
    Ok(observer.notes.discovery())
}

struct ActionObserver<'q, Action> {
    notes: SeenActions<'q>,
    /// The numbers of the actions seen, whose texts are examined once.
    numbers: FxHashMap<Action, usize>,
    actions: Vec<Action>,
}

impl<G: Recorded> Observer<G> for ActionObserver<'_, G::Action> {
    fn decision(&mut self, game: &G, state: &G::State, _: Seat, _: G::Action) {
        game.legal(state, &mut self.actions);
        let notes = &mut self.notes;
        notes.legal.clear();
        for &action in &self.actions {
            let number = self.numbers.entry(action);
            let number = *number.or_insert_with(|| notes.add(action.to_string()));
            notes.legal.push(number);
        }
        notes.note(round_of(game, state));
    }
}

struct SeenActions<'q> {
    query: &'q DiscoveryQuery<'q>,
    discovery: Discovery,
    sighted: Vec<SeenAction>,
    kinds: Vec<String>,
    legal: Vec<usize>,
    /// The kinds that could be chosen instead of something else in the current game, with the round.
    met: BTreeSet<(usize, u32)>,
    round: u32,
}

impl SeenActions<'_> {
    fn add(&mut self, text: String) -> usize {
        let DiscoveryQuery { at, against, items, pursue, .. } = *self.query;
        // Items have the pattern of their actions.
        let fits = |pattern: &String| pattern.parse().is_ok_and(|found: Pattern| found.fits(&text));
        let items = items.iter().flat_map(|table| table.items.iter().map(|it| table.pattern(it)));
        let name = items.into_iter().find(fits).unwrap_or_else(|| text.clone());
        let kind = self.kinds.iter().position(|kind| *kind == name).unwrap_or_else(|| {
            self.kinds.push(name);
            self.kinds.len() - 1
        });
        let against = text == against;
        let judged = !against && at.fits(&text);
        let pursued = pursue.iter().map(|pattern| (pattern.fits(&text), false)).collect();
        self.sighted.push(SeenAction { text, kind, against, judged, pursued });
        self.sighted.len() - 1
    }

    fn note(&mut self, round: u32) {
        let SeenActions { sighted, legal, met, .. } = self;
        self.round = self.round.max(round);
        let all = self.query.against == OTHERS;
        if all || legal.iter().any(|&action| sighted[action].against) {
            for &action in legal.iter().filter(|&&action| sighted[action].judged) {
                let kind = sighted[action].kind;
                if !all || legal.iter().any(|&other| sighted[other].kind != kind) {
                    met.insert((kind, round));
                }
            }
        }
        for pattern in 0..self.query.pursue.len() {
            if !legal.iter().all(|&action| sighted[action].pursued[pattern].0) {
                for &action in &*legal {
                    let (fits, left) = &mut sighted[action].pursued[pattern];
                    *left |= *fits;
                }
            }
        }
    }

    /// Counts each kind of a game once a round, its rounds, and its final scores.
    fn end_game(&mut self, scores: &PerSeat<i32>) {
        let Discovery { seen, reached, others, margins, .. } = &mut self.discovery;
        let rounds = std::mem::take(&mut self.round) as usize;
        reached.resize(reached.len().max(rounds), 0);
        reached[..rounds].iter_mut().for_each(|games| *games += 1);
        for (kind, round) in std::mem::take(&mut self.met) {
            let rounds = seen.entry(self.kinds[kind].clone()).or_default();
            *rounds.entry(round).or_default() += 1;
        }
        let all: i64 = scores.iter().map(|(_, score)| i64::from(score)).sum();
        *others = scores.players() as u64 - 1;
        for (_, score) in scores.iter() {
            let margin = i64::from(score) * scores.players() as i64 - all;
            margins.0 += 1;
            margins.1 += u128::from(margin.unsigned_abs()).pow(2);
        }
    }

    fn discovery(mut self) -> Discovery {
        // The actions that match a pattern and could be left, in order.
        let left = |pattern: usize| {
            let left = self.sighted.iter().filter(|action| action.pursued[pattern].1);
            let texts: BTreeSet<&String> = left.map(|action| &action.text).collect();
            texts.into_iter().cloned().collect()
        };
        let pursued = (0..self.query.pursue.len()).map(left).collect();
        let games = self.discovery.games;
        self.discovery.reached.retain(|count| count * RAREST >= games);
        Discovery { pursued, ..self.discovery }
    }
}

impl Discovery {
    /// Standard deviation of a seat's margin: its score minus the mean of the others.
    pub fn deviation(&self) -> f64 {
        let (results, squares) = self.margins;
        (squares as f64 / results.max(1) as f64).sqrt() / self.others.max(1) as f64
    }

    pub fn rounds(&self) -> u32 {
        self.reached.len() as u32
    }

    /// As [`Branching::reached`](crate::branching::Branching::reached).
    pub fn weights(&self) -> Vec<u64> {
        let alike = self.reached.iter().all(|games| *games == self.reached[0]);
        if alike { Vec::new() } else { self.reached.clone() }
    }

    /// Items in their order, then other actions in that of their texts. Items have their names where the game's own
    /// pattern asks for them, or one of theirs stands for several actions; everything else is called as it is written.
    pub fn kinds(&self, copies: impl Fn(usize) -> u64, query: &DiscoveryQuery<'_>) -> Vec<Kind> {
        let items = query
            .items
            .iter()
            .flat_map(|table| table.items.iter().map(|item| (table.pattern(item), item.name)));
        let items: Vec<(String, &str)> = items.collect();
        // Items that were never seen can still be granted.
        let granted = items.iter().map(|(pattern, _)| pattern.clone());
        let granted = granted.filter(|action| query.at.fits(action));
        let actions: BTreeSet<String> = self.seen.keys().cloned().chain(granted).collect();
        let at = query.at.to_string();
        let own = query.items.is_some_and(|table| table.take.0 == at);
        let kinds = actions.into_iter().map(|action| {
            let is_it = |pattern: &str| pattern == action && (own || action.contains('*'));
            let known = items.iter().find(|(pattern, _)| is_it(pattern));
            let name = known.map_or_else(|| action.clone(), |(_, name)| (*name).to_owned());
            let item = items.iter().position(|&(_, known)| known == name);
            let weight = item.map_or(1, &copies);
            Kind { name, action, game_item: item, weight }
        });
        let mut kinds: Vec<Kind> = kinds.filter(|kind| kind.weight > 0).collect();
        kinds.sort_by_key(|kind| (kind.game_item.unwrap_or(usize::MAX), kind.action.clone()));
        kinds
    }

    /// Kinds that are only restrictions: taking nothing, and avoiding each of the patterns.
    pub fn restrictions(&self, query: &DiscoveryQuery<'_>) -> Vec<Kind> {
        let kind = |name: String, action| Kind { name, action, game_item: None, weight: 0 };
        let nothing = kind(query.at.to_string(), query.at.to_string());
        let pursued = query.pursue.iter().zip(&self.pursued).filter(|(_, list)| !list.is_empty());
        let left =
            pursued.map(|(pattern, list)| kind(pattern.to_string(), filled(list).join(" | ")));
        std::iter::once(nothing).chain(left).collect()
    }

    /// The cells of kinds that are taken, and those that are too rare.
    pub fn taken(&self, kinds: &[Kind]) -> (Vec<Cell>, Vec<Cell>) {
        let (mut often, mut seldom) = (Vec::new(), Vec::new());
        for (kind, entry) in kinds.iter().enumerate() {
            for (&round, count) in self.seen.get(&entry.action).into_iter().flatten() {
                let cells = if count * RAREST >= self.games { &mut often } else { &mut seldom };
                cells.push(Cell { kind, treatment: Treatment::Take, round });
            }
        }
        (often, seldom)
    }

    pub fn granted(&self, kinds: &[Kind]) -> Vec<Cell> {
        let items = (0..kinds.len()).filter(|&kind| kinds[kind].game_item.is_some());
        let cell = |kind, round| Cell { kind, treatment: Treatment::Grant, round };
        items.flat_map(|kind| (1..=self.rounds()).map(move |round| cell(kind, round))).collect()
    }
}

/// If all actions are one word and a number, those from 1 to twice the highest: others may occur as well.
fn filled(actions: &[String]) -> Vec<String> {
    let split = |action: &String| {
        let (word, number) = action.rsplit_once(' ')?;
        Some((word.to_owned(), number.parse::<u32>().ok()?))
    };
    let parts: Option<Vec<(String, u32)>> = actions.iter().map(split).collect();
    match parts {
        Some(parts) if parts.iter().all(|(word, _)| *word == parts[0].0) => {
            let highest = parts.iter().map(|&(_, number)| number).max().unwrap_or(0).min(1000);
            (1..=2 * highest).map(|number| format!("{} {number}", parts[0].0)).collect()
        }
        _ => actions.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_between_and_beyond_are_meant_too() {
        let texts =
            |list: &[&str]| -> Vec<String> { list.iter().map(|&text| text.into()).collect() };
        let all = filled(&texts(&["bid 2", "bid 3"]));
        assert_eq!(all, ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "bid 6"]);
        for list in [&["bid 2", "raise 3"][..], &["bid all", "bid 3"], &["pass"]] {
            assert_eq!(filled(&texts(list)), texts(list));
        }
    }
}
