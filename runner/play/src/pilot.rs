//! Finds the decisions from which branches can be played, in games of the roll-in policy before
//! anything is planned.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};

use drakkar_agents::agent::Agent;
use drakkar_agents::restriction::{Pattern, Patterns};
use drakkar_engine::past::Past;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::{fact::Ledger, item::ItemTable, recorded::Recorded, seed::DealSeed};

use crate::branching::{Cell, Kind, OTHERS, Treatment};
use crate::game::{Watch, keys, play_on, round_of};

/// A cell is sampled if it has a decision point in at least one of this many games; a rarer one
/// would cost too many games for each decision point.
const RAREST: u64 = 200;

/// The decisions to look for.
#[derive(Debug)]
pub struct Quest<'a> {
    /// The actions to judge.
    pub at: &'a Patterns,
    /// The action that they are compared with, or [`OTHERS`].
    pub against: &'a str,
    /// Items whose actions are judged together, if there are any.
    pub items: Option<&'a ItemTable>,
    /// Other actions that a restriction may be about.
    pub pursue: &'a [Pattern],
    /// Master seed.
    pub seed: u64,
    /// Games to look at, on deals that no block has.
    pub games: u64,
}

/// What the games of the roll-in policy contained.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pilot {
    /// Games in which an action could be chosen instead of the other one, by round, and by action or the
    /// pattern of its item.
    pub seen: BTreeMap<String, BTreeMap<u32, u64>>,
    /// For each pattern of [`Quest::pursue`], the matching actions that could be left, in order.
    pub pursued: Vec<Vec<String>>,
    /// In how many games each round was reached, as far as rounds are often enough to be sampled.
    pub reached: Vec<u64>,
    /// Games looked at.
    pub games: u64,
    /// Of each seat of each of them: how many, and the sum of the squares of the margins, own score minus the mean of
    /// the others, in units of one divided by the number of the others. In a game they add up to 0.
    margins: (u64, u128),
    others: u64,
}

/// The relevance of one action to a quest. Actions recur many times, so their texts are examined
/// once.
struct Sighted {
    text: String,
    /// Number of its kind: of actions judged together.
    kind: usize,
    /// Whether it is the action that the others are compared with.
    against: bool,
    /// Whether it is one of those to judge.
    judged: bool,
    /// For each pattern of [`Quest::pursue`], whether it matches, and whether it could be left as
    /// well.
    pursued: Vec<(bool, bool)>,
}

/// Plays the games of a quest with `agent` in all seats, and notes which decisions occur.
pub(crate) fn pilot<G: Recorded, A: Agent<G>>(
    game: &G,
    agent: &mut A,
    quest: &Quest<'_>,
) -> Result<Pilot, String> {
    let mut scout = Scout { notes: PilotNotes::new(quest), known: Vec::new(), actions: Vec::new() };
    let order = PerSeat::new(game.players(), 0);
    let mut ledger = Ledger::new(game.players(), G::FACTS.len());
    for number in 0..quest.games {
        // Far from the numbers of blocks.
        let block = u64::MAX - number;
        let mut state = game.state(&game.deal(DealSeed { seed: quest.seed, deal: block }));
        let (keys, agents) =
            (keys(quest.seed, block, 0, game.players()), std::slice::from_mut(agent));
        agents[0].start_game();
        ledger.clear();
        let watch: &mut dyn Watch<G> = &mut scout;
        play_on(game, &mut state, &mut Past::new(), agents, &order, &keys, &mut ledger, watch)
            .map_err(|halt| halt.to_string())?;
        scout.notes.end_game();
        scout.notes.pilot.add_scores(&game.outcome(&state).score);
    }
    Ok(scout.notes.pilot())
}

/// Is shown the games of a quest.
struct Scout<'q, Action> {
    notes: PilotNotes<'q>,
    /// The actions seen, by number.
    known: Vec<Action>,
    /// The legal ones of a decision; only its memory lasts.
    actions: Vec<Action>,
}

impl<Action: Copy + Eq + Hash + Display> Scout<'_, Action> {
    fn number(&mut self, action: Action) -> usize {
        let mut hasher = DefaultHasher::new();
        action.hash(&mut hasher);
        let mut hash = hasher.finish();
        while let Some(&number) = self.notes.numbers.get(&hash) {
            if self.known[number] == action {
                return number;
            }
            hash = hash.wrapping_add(1);
        }
        self.known.push(action);
        self.notes.add(hash, action.to_string())
    }
}

impl<G: Recorded> Watch<G> for Scout<'_, G::Action> {
    fn decision(&mut self, game: &G, state: &G::State, _: Seat, _: G::Action) {
        game.legal(state, &mut self.actions);
        self.notes.legal.clear();
        for place in 0..self.actions.len() {
            let number = self.number(self.actions[place]);
            self.notes.legal.push(number);
        }
        self.notes.note(round_of(game, state));
    }
}

/// The findings so far.
struct PilotNotes<'q> {
    quest: &'q Quest<'q>,
    pilot: Pilot,
    sighted: Vec<Sighted>,
    /// The kinds by number: actions, or patterns of items.
    kinds: Vec<String>,
    /// The numbers of actions by the hash of the action, or the next free one after it.
    numbers: HashMap<u64, usize>,
    /// Numbers of the legal actions of the current decision.
    legal: Vec<usize>,
    /// The kinds that could be chosen instead of something else in the current game, with the round.
    met: BTreeSet<(usize, u32)>,
    /// The last round of the current game.
    round: u32,
}

impl Pilot {
    /// Adds the final scores of a game.
    fn add_scores(&mut self, scores: &PerSeat<i32>) {
        let all: i64 = scores.iter().map(|(_, score)| i64::from(score)).sum();
        self.others = scores.players() as u64 - 1;
        for (_, score) in scores.iter() {
            let margin = i64::from(score) * scores.players() as i64 - all;
            self.margins.0 += 1;
            self.margins.1 += u128::from(margin.unsigned_abs()).pow(2);
        }
    }

    /// Standard deviation of a seat's margin: its score minus the mean of the others.
    pub fn deviation(&self) -> f64 {
        let (results, squares) = self.margins;
        (squares as f64 / results.max(1) as f64).sqrt() / self.others.max(1) as f64
    }
}

impl Quest<'_> {
    /// The actions that are judged together with the one of this text: the pattern of its item, or itself.
    fn kind_of(&self, text: &str) -> String {
        let fits = |pattern: &String| pattern.parse().is_ok_and(|found: Pattern| found.fits(text));
        let items =
            self.items.iter().flat_map(|table| table.items.iter().map(|item| table.pattern(item)));
        items.into_iter().find(fits).unwrap_or_else(|| text.to_owned())
    }
}

impl<'q> PilotNotes<'q> {
    fn new(quest: &'q Quest<'q>) -> PilotNotes<'q> {
        PilotNotes {
            quest,
            pilot: Pilot { games: quest.games, ..Pilot::default() },
            sighted: Vec::new(),
            kinds: Vec::new(),
            numbers: HashMap::new(),
            legal: Vec::new(),
            met: BTreeSet::new(),
            round: 0,
        }
    }

    /// Adds a new action and returns its number.
    fn add(&mut self, hash: u64, text: String) -> usize {
        let number = self.sighted.len();
        let name = self.quest.kind_of(&text);
        let kind = self.kinds.iter().position(|kind| *kind == name).unwrap_or_else(|| {
            self.kinds.push(name);
            self.kinds.len() - 1
        });
        self.sighted.push(Sighted::new(text, kind, self.quest));
        self.numbers.insert(hash, number);
        number
    }

    /// Notes the options of the current decision.
    fn note(&mut self, round: u32) {
        let PilotNotes { sighted, legal, met, .. } = self;
        self.round = self.round.max(round);
        let all = self.quest.against == OTHERS;
        if all || legal.iter().any(|&action| sighted[action].against) {
            for &action in legal.iter().filter(|&&action| sighted[action].judged) {
                let kind = sighted[action].kind;
                if !all || legal.iter().any(|&other| sighted[other].kind != kind) {
                    met.insert((kind, round));
                }
            }
        }
        for pattern in 0..self.quest.pursue.len() {
            if !legal.iter().all(|&action| sighted[action].pursued[pattern].0) {
                for &action in &*legal {
                    let (fits, left) = &mut sighted[action].pursued[pattern];
                    *left |= *fits;
                }
            }
        }
    }

    /// Counts each kind of a game once a round, and its rounds.
    fn end_game(&mut self) {
        let rounds = std::mem::take(&mut self.round) as usize;
        let reached = &mut self.pilot.reached;
        reached.resize(reached.len().max(rounds), 0);
        reached[..rounds].iter_mut().for_each(|games| *games += 1);
        for (kind, round) in std::mem::take(&mut self.met) {
            let text = self.kinds[kind].clone();
            *self.pilot.seen.entry(text).or_default().entry(round).or_default() += 1;
        }
    }

    fn pilot(self) -> Pilot {
        let patterns = 0..self.quest.pursue.len();
        let pursued = patterns.map(|pattern| left(&self.sighted, pattern)).collect();
        let Pilot { mut reached, games, .. } = self.pilot;
        reached.retain(|count| count * RAREST >= games);
        Pilot { pursued, reached, ..self.pilot }
    }
}

impl Sighted {
    fn new(text: String, kind: usize, quest: &Quest<'_>) -> Sighted {
        let against = text == quest.against;
        let pursued = quest.pursue.iter().map(|pattern| (pattern.fits(&text), false)).collect();
        Sighted { kind, against, judged: !against && quest.at.fits(&text), pursued, text }
    }
}

/// The actions that match a pattern and could be left, in order.
fn left(sighted: &[Sighted], pattern: usize) -> Vec<String> {
    let left = sighted.iter().filter(|action| action.pursued[pattern].1);
    let texts: BTreeSet<&String> = left.map(|action| &action.text).collect();
    texts.into_iter().cloned().collect()
}

impl Pilot {
    /// Number of rounds.
    pub fn rounds(&self) -> u32 {
        self.reached.len() as u32
    }

    /// How rounds count in means, as [`Branching::reached`](crate::branching::Branching::reached) has it.
    pub fn weights(&self) -> Vec<u64> {
        let alike = self.reached.iter().all(|games| *games == self.reached[0]);
        if alike { Vec::new() } else { self.reached.clone() }
    }

    /// The kinds seen: items in their order, then other actions in the order of their texts. Items have their
    /// own names, actions that of their text without the leading words of the pattern.
    pub fn kinds(
        &self,
        items: Option<&ItemTable>,
        copies: impl Fn(usize) -> u64,
        quest: &Quest<'_>,
    ) -> Vec<Kind> {
        let at = quest.at;
        let patterns: Vec<(String, &str)> = match items {
            Some(table) => {
                table.items.iter().map(|item| (table.pattern(item), item.name)).collect()
            }
            None => Vec::new(),
        };
        // Items that were never seen can still be granted.
        let granted = patterns.iter().map(|(pattern, _)| pattern.clone());
        let granted = granted.filter(|action| at.fits(action));
        let actions: BTreeSet<String> = self.seen.keys().cloned().chain(granted).collect();
        let kinds = actions.into_iter().map(|action| {
            let together =
                |(pattern, _): &(String, &str)| *pattern == action && action.contains('*');
            let together = patterns.iter().position(together);
            let name =
                together.map_or_else(|| at.rest(&action), |item| patterns[item].1.to_owned());
            let item = patterns.iter().position(|&(_, known)| known == name);
            let weight = item.map_or(1, &copies);
            Kind { name, action, item, weight }
        });
        let mut kinds: Vec<Kind> = kinds.filter(|kind| kind.weight > 0).collect();
        kinds.sort_by_key(|kind| (kind.item.unwrap_or(usize::MAX), kind.action.clone()));
        kinds
    }

    /// Kinds that are only restrictions: taking nothing, and avoiding each of the patterns.
    pub fn restrictions(&self, quest: &Quest<'_>) -> Vec<Kind> {
        let kind = |name: String, action| Kind { name, action, item: None, weight: 0 };
        let nothing = kind(quest.at.to_string(), quest.at.to_string());
        let pursued = quest.pursue.iter().zip(&self.pursued).filter(|(_, list)| !list.is_empty());
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
                cells.push(Cell { kind, treatment: Treatment::Taken, round });
            }
        }
        (often, seldom)
    }

    /// The cells of kinds that are granted: items at the start of every round.
    pub fn granted(&self, kinds: &[Kind]) -> Vec<Cell> {
        let items = (0..kinds.len()).filter(|&kind| kinds[kind].item.is_some());
        let cell = |kind, round| Cell { kind, treatment: Treatment::Granted, round };
        items.flat_map(|kind| (1..=self.rounds()).map(move |round| cell(kind, round))).collect()
    }
}

/// Numbers that were not seen may occur as well: if all actions are one word and a number, those
/// from 1 to twice the highest.
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
