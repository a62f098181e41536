//! Which decisions there are to branch from: found in games of the roll-in policy, before anything is planned.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use drakkar_agents::{agent::Agent, restriction::Pattern};
use drakkar_engine::{recorded::Recorded, seed::DealSeed};
use serde_json::Value;

use crate::branching::{Cell, Kind, Treatment};
use crate::game::{keys, play_alone};
use crate::{branch::round_of, door::Table};

/// A cell is sampled if such a decision point comes in one of so many games; a rarer one would cost too many
/// games for each decision point.
const RAREST: u64 = 200;

/// What is looked for.
#[derive(Debug)]
pub struct Quest<'a> {
    /// The actions to judge.
    pub at: &'a Pattern,
    /// The action that they are compared with.
    pub against: &'a str,
    /// Other actions that a restriction may be about.
    pub pursue: &'a [Pattern],
    /// Master seed.
    pub seed: u64,
    /// Games to look at, on deals that no block has.
    pub games: u64,
}

/// What games of the roll-in policy held.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pilot {
    /// Games in which an action could be chosen instead of the other one, by action and round.
    pub seen: BTreeMap<String, BTreeMap<u32, u64>>,
    /// For each pattern of [`Quest::pursue`], the actions that fit it and could be left, in order.
    pub pursued: Vec<Vec<String>>,
    /// The last round.
    pub rounds: u32,
    /// Games looked at.
    pub games: u64,
}

/// What a quest has to do with one action. Actions come again and again, and their texts are looked at once.
struct Sighted {
    text: String,
    /// Whether it is the action that the others are compared with.
    against: bool,
    /// Whether it is one of those to judge.
    judged: bool,
    /// For each pattern of [`Quest::pursue`], whether it fits, and whether it could be left as well.
    pursued: Vec<(bool, bool)>,
}

/// Plays the games of a quest with `agent` in all seats, and notes which decisions there are.
pub(crate) fn pilot<G: Recorded, A: Agent<G>>(
    game: &G,
    agent: &mut A,
    quest: &Quest<'_>,
) -> Result<Pilot, String> {
    let mut pilot = Pilot { games: quest.games, ..Pilot::default() };
    let (mut sighted, mut numbers) = (Vec::new(), HashMap::new());
    let (mut actions, mut legal) = (Vec::new(), Vec::new());
    for number in 0..quest.games {
        // Far from the numbers of blocks.
        let block = u64::MAX - number;
        let mut state = game.state(&game.deal(DealSeed { seed: quest.seed, deal: block }));
        let keys = keys(quest.seed, block, 0);
        let mut met = BTreeSet::new();
        play_alone(game, &mut state, agent, &keys, |state| {
            game.legal(state, &mut actions);
            legal.clear();
            legal.extend(actions.iter().map(|&action| {
                *numbers.entry(action).or_insert_with(|| {
                    sighted.push(Sighted::new(action.to_string(), quest));
                    sighted.len() - 1
                })
            }));
            pilot.note(round_of(game, state), &legal, &mut sighted, &mut met);
            ControlFlow::Continue(())
        })
        .map_err(|foul| foul.to_string())?;
        // Each action of a game counts once a round.
        for (action, round) in met {
            let rounds = pilot.seen.entry(sighted[action].text.clone()).or_default();
            *rounds.entry(round).or_default() += 1;
        }
    }
    pilot.pursued = (0..quest.pursue.len()).map(|pattern| left(&sighted, pattern)).collect();
    Ok(pilot)
}

impl Sighted {
    fn new(text: String, quest: &Quest<'_>) -> Sighted {
        let against = text == quest.against;
        let pursued = quest.pursue.iter().map(|pattern| (pattern.fits(&text), false)).collect();
        Sighted { against, judged: !against && quest.at.fits(&text), pursued, text }
    }
}

/// The actions that fit a pattern and could be left, in order.
fn left(sighted: &[Sighted], pattern: usize) -> Vec<String> {
    let left = sighted.iter().filter(|action| action.pursued[pattern].1);
    let texts: BTreeSet<&String> = left.map(|action| &action.text).collect();
    texts.into_iter().cloned().collect()
}

impl Pilot {
    /// Notes the numbers of the `legal` actions of a decision: in `met`, with the round, those that could be
    /// chosen instead of the other one.
    fn note(
        &mut self,
        round: u32,
        legal: &[usize],
        sighted: &mut [Sighted],
        met: &mut BTreeSet<(usize, u32)>,
    ) {
        self.rounds = self.rounds.max(round);
        if legal.iter().any(|&action| sighted[action].against) {
            let judged = legal.iter().filter(|&&action| sighted[action].judged);
            met.extend(judged.map(|&action| (action, round)));
        }
        for pattern in 0..sighted.first().map_or(0, |action| action.pursued.len()) {
            if !legal.iter().all(|&action| sighted[action].pursued[pattern].0) {
                for &action in legal {
                    let (fits, left) = &mut sighted[action].pursued[pattern];
                    *left |= *fits;
                }
            }
        }
    }

    /// The kinds that were seen: items in their order, then other actions in that of their texts. Their
    /// names are those of the actions without the words that the pattern has in front.
    pub fn kinds(&self, table: &dyn Table, at: &Pattern) -> Vec<Kind> {
        let (table, rule_set) = (table.items(), table.rules(0));
        let (key, items, take) = table.map_or(("", &[][..], ""), |t| (t.key, t.items, t.take.0));
        // Items that were never seen can still be granted.
        let granted = items.iter().map(|item| take.replace('*', item.name));
        let granted = granted.filter(|action| at.fits(action));
        let actions: BTreeSet<String> = self.seen.keys().cloned().chain(granted).collect();
        let kinds = actions.into_iter().map(|action| {
            let name = at.rest(&action);
            let item = items.iter().position(|item| item.name == name);
            let count = rule_set.pointer(&format!("/{key}/{name}/count"));
            let weight = item.and(count).and_then(Value::as_u64).unwrap_or(1);
            Kind { name, action, item, weight }
        });
        let mut kinds: Vec<Kind> = kinds.filter(|kind| kind.weight > 0).collect();
        kinds.sort_by_key(|kind| (kind.item.unwrap_or(usize::MAX), kind.action.clone()));
        kinds
    }

    /// Kinds that are restrictions alone: to take nothing, and to leave each of the patterns.
    pub fn restrictions(&self, quest: &Quest<'_>) -> Vec<Kind> {
        let kind = |name: String, action| Kind { name, action, item: None, weight: 0 };
        let nothing = kind(quest.at.to_string(), quest.at.to_string());
        let pursued = quest.pursue.iter().zip(&self.pursued).filter(|(_, list)| !list.is_empty());
        let left =
            pursued.map(|(pattern, list)| kind(pattern.to_string(), filled(list).join(" | ")));
        std::iter::once(nothing).chain(left).collect()
    }

    /// The cells of kinds that are taken, and those that come too seldom.
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
        items.flat_map(|kind| (1..=self.rounds).map(move |round| cell(kind, round))).collect()
    }
}

/// Numbers that were not seen are possible as well: where all actions are one word and a number, those
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
