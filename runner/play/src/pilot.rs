//! Which decisions there are to branch from: found in games of the roll-in policy, before anything is planned.

use std::collections::{BTreeMap, BTreeSet};

use drakkar_agents::restriction::Pattern;
use serde_json::Value;

use crate::branching::{Cell, Kind, Treatment};
use crate::door::Table;

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

/// What is noted on the way; the same for every game.
pub(crate) struct Sightings {
    pub(crate) pilot: Pilot,
    /// Actions of the present game that could be chosen instead of the other one, with the round.
    met: BTreeSet<(String, u32)>,
}

impl Sightings {
    pub(crate) fn new(quest: &Quest<'_>) -> Sightings {
        let pursued = vec![Vec::new(); quest.pursue.len()];
        let pilot = Pilot { games: quest.games, pursued, ..Pilot::default() };
        Sightings { pilot, met: BTreeSet::new() }
    }

    /// Notes the legal actions of a decision.
    pub(crate) fn note(&mut self, quest: &Quest<'_>, round: u32, texts: &[String]) {
        self.pilot.rounds = self.pilot.rounds.max(round);
        if texts.iter().any(|text| text == quest.against) {
            let fitting = texts.iter().filter(|text| quest.at.fits(text));
            let others = fitting.filter(|text| *text != quest.against);
            self.met.extend(others.map(|text| (text.clone(), round)));
        }
        for (pattern, pursued) in quest.pursue.iter().zip(&mut self.pilot.pursued) {
            if texts.iter().any(|text| !pattern.fits(text)) {
                for text in texts.iter().filter(|text| pattern.fits(text)) {
                    if let Err(place) = pursued.binary_search(text) {
                        pursued.insert(place, text.clone());
                    }
                }
            }
        }
    }

    /// Counts the actions of a game that is over, each once.
    pub(crate) fn end_game(&mut self) {
        for (text, round) in std::mem::take(&mut self.met) {
            *self.pilot.seen.entry(text).or_default().entry(round).or_default() += 1;
        }
    }
}

impl Pilot {
    /// The kinds that were seen: items in their order, then other actions in that of their texts. Their
    /// names are those of the actions without the words that the pattern has in front.
    pub fn kinds(&self, table: &dyn Table, at: &Pattern) -> Vec<Kind> {
        let (table, rule_set) = (table.items(), table.rules(0));
        // Items that were never seen can still be granted.
        let items = table
            .iter()
            .flat_map(|table| table.items.iter().map(|item| table.take.0.replace('*', item.name)));
        let items = items.filter(|action| at.fits(action));
        let actions: BTreeSet<String> = self.seen.keys().cloned().chain(items).collect();
        let mut kinds: Vec<Kind> = actions
            .iter()
            .map(|action| {
                let name = at.rest(action);
                let item =
                    table.and_then(|table| table.items.iter().position(|item| item.name == name));
                let key = table.map_or("", |table| table.key);
                let count = rule_set.pointer(&format!("/{key}/{name}/count"));
                let weight = item.and(count).and_then(Value::as_u64).unwrap_or(1);
                Kind { name, action: action.clone(), item, weight }
            })
            .collect();
        kinds.retain(|kind| kind.weight > 0);
        kinds.sort_by_key(|kind| (kind.item.unwrap_or(usize::MAX), kind.action.clone()));
        kinds
    }

    /// What is said of kinds that were never seen.
    pub fn unseen(&self, kinds: &[Kind]) -> Option<String> {
        let unseen = kinds.iter().filter(|kind| !self.seen.contains_key(&kind.action));
        let names: Vec<&str> = unseen.map(|kind| kind.name.as_str()).collect();
        (!names.is_empty()).then(|| {
            format!(
                "could never be taken in {} games of the roll-in policy: {}",
                self.games,
                names.join(", ")
            )
        })
    }

    /// Kinds that are restrictions alone: to take nothing, and to leave each of the patterns.
    pub fn restrictions(&self, quest: &Quest<'_>) -> Vec<Kind> {
        let kind = |name: String, action| Kind { name, action, item: None, weight: 0 };
        let mut kinds = vec![kind(quest.at.to_string(), quest.at.to_string())];
        let pursued = quest.pursue.iter().zip(&self.pursued).filter(|(_, list)| !list.is_empty());
        kinds.extend(
            pursued.map(|(pattern, list)| kind(pattern.to_string(), filled(list).join(" | "))),
        );
        kinds
    }

    /// The cells of kinds that are taken, and those that come too seldom.
    pub fn taken(&self, kinds: &[Kind]) -> (Vec<Cell>, Vec<Cell>) {
        let cells = kinds.iter().enumerate().flat_map(|(kind, entry)| {
            let rounds = self.seen.get(&entry.action).into_iter().flatten();
            rounds.map(move |(&round, &count)| {
                (Cell { kind, treatment: Treatment::Taken, round }, count)
            })
        });
        let (often, seldom): (Vec<_>, Vec<_>) =
            cells.partition(|&(_, count)| count * RAREST >= self.games);
        let plain = |cells: Vec<(Cell, u64)>| cells.into_iter().map(|(cell, _)| cell).collect();
        (plain(often), plain(seldom))
    }

    /// The cells of kinds that are granted: items at the start of every round.
    pub fn granted(&self, kinds: &[Kind]) -> Vec<Cell> {
        let items = kinds.iter().enumerate().filter(|(_, entry)| entry.item.is_some());
        items
            .flat_map(|(kind, _)| {
                (1..=self.rounds).map(move |round| Cell {
                    kind,
                    treatment: Treatment::Granted,
                    round,
                })
            })
            .collect()
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
