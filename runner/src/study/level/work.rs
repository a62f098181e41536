use serde_json::Value;

use crate::study::level::plan::{Goal, Level, PLAYED, Subject, open};
use crate::study::{balance::args::BalanceContext, level::args::Asked, plan_file::Request};
use crate::study::{context::seed_of, workspace::Workspace};
use crate::{error::Error, plan::purpose::Purpose, plan::run::AgentEntry, plan::run::Plan};
use drakkar_engine::{input::or_known, rules};
use drakkar_play::appraisal::{Appraisal, Continuation, Pooled};
use drakkar_play::branching::{Branching, Treatment, Variant};
use drakkar_play::chunking::searches;
use drakkar_stats::{levelling::Set, levelling::neighbours, sums::Sums, worth::Estimate};

pub struct Work<'a> {
    pub level: &'a Level,
    pub asked: &'a Asked<'a>,
    pub ws: Workspace<'a>,
}

#[derive(Clone, Copy)]
pub struct StudyPart<'a> {
    pub name: &'a str,
    pub players: usize,
    /// The agents that play on; the first one plays up to decisions as well.
    pub agents: &'a [AgentEntry],
    pub set: &'a Set,
    /// Sets that differ from it in one value each, for the same deals or decisions.
    pub around: &'a [Set],
    pub games: u64,
}

/// What is levelled, each with its weight.
pub type Things = Vec<(String, f64)>;

/// The worths of all things in one part: for each agent, at the set itself and then at those around it.
pub struct Worths {
    pub things: Vec<String>,
    /// By agent and set, the worth of each thing.
    pub found: Vec<Vec<Vec<Estimate>>>,
    pub samples: Vec<i128>,
}

impl Worths {
    pub fn of(self, things: &[String]) -> Result<Worths, Error> {
        let place = |thing: &String| {
            self.things.iter().position(|known| known == thing).ok_or_else(|| {
                let reason =
                    format!("`{thing}` occurs too seldom to be measured under some values");
                Error::Unfinished(reason)
            })
        };
        let places: Vec<usize> = things.iter().map(place).collect::<Result<_, _>>()?;
        fn of<T: Clone>(all: &[T], places: &[usize]) -> Vec<T> {
            places.iter().map(|&place| all[place].clone()).collect()
        }
        let found = self.found.iter().map(|sets| sets.iter().map(|set| of(set, &places)).collect());
        Ok(Worths {
            found: found.collect(),
            samples: of(&self.samples, &places),
            things: things.to_vec(),
        })
    }
}

impl Work<'_> {
    pub fn worths(&self, part: &StudyPart<'_>) -> Result<Worths, Error> {
        match self.level.subject {
            Subject::Items => self.of_items(part),
            Subject::Seats => self.of_seats(part),
        }
    }

    /// The plan of a part about decisions; each set around its own is a rule set, which is about the kinds that the one
    /// key names in which it differs.
    pub fn branches(&self, part: &StudyPart<'_>) -> Result<Plan, Error> {
        let (text, own) = self.rules(part.set)?;
        let variant = |set: &Set| {
            Ok(Variant { values: self.level.moved(part.set, set), rule_set: self.rules(set)?.1 })
        };
        let variants: Vec<Variant> =
            part.around.iter().map(variant).collect::<Result<_, Error>>()?;
        let table = open(self.ws.lab, &own, part.players)?;
        let games = (part.games, self.seed(part));
        // What is asked of decisions; players, seed and numbers are those of each part.
        let question = self.asked.question.of_part(part.agents, games, self.level.tolerance);
        let context = BalanceContext {
            lab: self.ws.lab,
            text: &text,
            game: &*table,
            base: part.agents,
            others: Some(&variants),
            discoveries: &self.asked.discoveries,
        };
        Ok(question.plan_at(&context)?.0)
    }

    /// A part with the games of a measurement, about one set.
    pub fn part<'p>(
        &self,
        name: &'p str,
        players: usize,
        agents: &'p [AgentEntry],
        set: &'p Set,
    ) -> StudyPart<'p> {
        StudyPart { name, players, agents, set, around: &[], games: self.level.games }
    }

    /// Who plays in the final validation of an agent, from the decisions of the `own` one on, and how much.
    pub fn validated(
        &self,
        own: &AgentEntry,
        agent: &AgentEntry,
    ) -> Result<(Vec<AgentEntry>, u64), Error> {
        let Level { validation, validation_searching, .. } = *self.level;
        let games = if searches(&agent.read()?) { validation_searching } else { validation };
        let other = (agent != own).then_some(agent);
        Ok(([own].into_iter().chain(other).cloned().collect(), games))
    }

    pub fn seed(&self, part: &StudyPart<'_>) -> u64 {
        seed_of(&self.level.seed, &format!("{} {} seats", part.name, part.players))
    }

    fn of_items(&self, part: &StudyPart<'_>) -> Result<Worths, Error> {
        let plan = self.branches(part)?;
        let sums = self.play(&plan, part.name, part.players)?;
        let nothing = || Error::Unfinished(format!("{} has no decisions", part.name));
        let Some(Purpose::Branch(branching)) = &plan.run.purpose else { return Err(nothing()) };
        let branches = sums.branches.as_ref().ok_or_else(nothing)?;
        let appraisal = Appraisal { branching, branches, players: part.players };
        let kinds: Vec<(usize, Pooled)> = appraisal.comparable(Continuation { agent: 0, rules: 0 });
        let worths = |agent: usize, rules: usize| {
            let all = appraisal.worths(Treatment::Take, Continuation { agent, rules });
            let worth = |(kind, own): &(usize, Pooled)| {
                // What a set is not about stays as it is.
                let found = all.iter().find(|(known, _)| known == kind);
                let pooled = found.map_or(own, |(_, found)| found);
                match self.level.goal {
                    Goal::Score => pooled.margin,
                    Goal::WinShare => pooled.share,
                }
            };
            kinds.iter().map(worth).collect::<Vec<Estimate>>()
        };
        let of_agent =
            |agent| (0..branching.rule_sets()).map(|rules| worths(agent, rules)).collect();
        let found = (0..part.agents.len()).map(of_agent);
        Ok(Worths {
            found: found.collect(),
            things: kinds.iter().map(|(kind, _)| branching.kinds[*kind].name.clone()).collect(),
            samples: kinds.iter().map(|(_, pooled)| pooled.decision_points).collect(),
        })
    }

    pub fn play(&self, plan: &Plan, name: &str, players: usize) -> Result<Sums, Error> {
        self.ws.shared(Level::KIND.file, (plan, &format!("{PLAYED}/{name}-{players}p")))
    }

    pub fn around(&self, set: &Set) -> Vec<Set> {
        neighbours(&self.level.all_levers(), set)
    }

    pub fn rules(&self, set: &Set) -> Result<(String, std::sync::Arc<Value>), Error> {
        let refuse = |error| Error::flag(self.level.subject.flag(), error);
        let text = rules::set(&self.asked.text, &self.level.changes(set)).map_err(refuse)?;
        let rule_set = self.ws.lab.read_rules(&text).map_err(refuse)?;
        Ok((text, rule_set))
    }

    /// What is levelled, and what cannot be compared.
    pub fn things(&self, first: &Set) -> Result<(Things, Vec<String>), Error> {
        let (mut things, mut left) = (Vec::new(), Vec::new());
        for (number, seats) in self.level.tables.iter().enumerate() {
            let found: Vec<(String, f64, bool)> = match self.level.subject {
                Subject::Seats => {
                    (0..seats.players).map(|one| (format!("seat {one}"), 1.0, true)).collect()
                }
                Subject::Items => {
                    let part = self.part("first-0", seats.players, &seats.agents[..1], first);
                    match self.branches(&part)?.run.purpose {
                        Some(Purpose::Branch(branching)) => kinds(&branching),
                        _ => Vec::new(),
                    }
                }
            };
            let comparable =
                |name: &str| found.iter().any(|(known, _, whole)| known == name && *whole);
            if number == 0 {
                things = found.iter().map(|(name, weight, _)| (name.clone(), *weight)).collect();
            }
            let names: Vec<&str> = found.iter().map(|(name, ..)| name.as_str()).collect();
            if let Some(none) = self.level.exclude.iter().find(|one| !names.contains(&one.as_str()))
            {
                let reason = format!("there is no item type `{none}`{}", or_known(none, &names));
                return Err(Error::flag("--exclude", reason));
            }
            things.retain(|(name, _)| !self.level.exclude.contains(name));
            left.extend(things.extract_if(.., |(name, _)| !comparable(name)).map(|(name, _)| name));
        }
        Ok((things, left))
    }
}

/// The kinds that are taken, each with its weight, and whether it can be taken in all rounds in which any can.
fn kinds(branching: &Branching) -> Vec<(String, f64, bool)> {
    let taken = branching.repeated();
    let all = branching.rounds(taken.iter().copied());
    let entry = |&kind: &usize| {
        let own = &branching.kinds[kind];
        (own.name.clone(), own.weight as f64, branching.rounds([kind]) == all)
    };
    taken.iter().map(entry).collect()
}
