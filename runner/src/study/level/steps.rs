use std::slice::from_ref;

use crate::study::level::plan::{Level, PLAYED, Seats, Subject};
use crate::study::level::work::{StudyPart, Work, Worths};
use crate::study::level::{parameters::has_word, plan, retune::Pick, retune::with_weights_of};
use crate::{
    error::Error, export::figure::counted, plan::run::AgentEntry, study::plan_file::PlanFile,
};
use drakkar_stats::levelling::course::{CLEARLY, CourseEnd, LevelCourse, everywhere};
use drakkar_stats::levelling::{Choice, Lever, Measured, Model, Set, Task, course as steps, front};
use drakkar_stats::levelling::{beyond::beyond, beyond::mean_of, deviation::Deviation};
use drakkar_stats::worth::{Estimate, Judgement, rate};

pub struct LevelFound {
    pub task: Task,
    pub things: Vec<String>,
    pub left: Vec<String>,
    /// The sets that were measured, with the players before and after they were re-tuned.
    pub courses: Vec<LevelCourse>,
    pub best: Set,
    /// For each number of seats, the player at the end, if it was re-tuned.
    pub adapted: Vec<Option<AgentEntry>>,
    pub front: Vec<CourseStep>,
    pub last: Vec<Last>,
    /// For each number of seats with a re-tuned player, how often it took each kind before and after.
    pub picks: Vec<(usize, Vec<Picked>)>,
}

pub type Picked = (String, [Option<f64>; 2]);

pub struct CourseStep {
    pub choice: Choice,
    pub deviations: Vec<Deviation>,
    /// Whether its standard deviation is smaller by a tenth at least than that of any set with fewer changes, or it is
    /// the set that is recommended.
    pub best: bool,
}

impl CourseStep {
    pub fn deviation(&self) -> f64 {
        mean_of(&self.deviations, Deviation::value)
    }
}

pub struct Last {
    /// Number of the table, and of the agent there.
    pub table: usize,
    pub agent: usize,
    pub name: String,
    pub levelled: bool,
    pub worths: Vec<Estimate>,
    pub samples: Vec<i128>,
    pub judged: Vec<Judgement>,
    pub deviation: Deviation,
}

impl Work<'_> {
    pub fn equalize(&self) -> Result<LevelFound, Error> {
        let level = self.level;
        let first = level.first();
        let (things, left) = self.things(&first).or_else(|error| {
            // What was refused before anything was played.
            if !self.ws.out.join(PLAYED).exists() {
                PlanFile::<Level>::clear(self.ws.out)?;
            }
            Err(error)
        })?;
        if things.len() < 2 {
            // It can never be equalized.
            PlanFile::<Level>::clear(self.ws.out)?;
            let reason = "needs two item types or more that can be compared, in all rounds in which any can be taken";
            return Err(Error::flag(level.subject.flag(), reason));
        }
        let (things, weights): (Vec<String>, Vec<f64>) = things.into_iter().unzip();
        let owner = |key: &str| things.iter().position(|thing| level.owns(thing, key));
        let task = Task {
            levers: level.all_levers(),
            owners: level.levers.iter().map(|lever| owner(&lever.key)).collect(),
            weights,
            margin: level.tolerance,
        };
        let mut measuring = Measuring {
            work: self,
            task: &task,
            things: &things,
            part: "first".to_owned(),
            step: 1,
            agents: level.tables.iter().map(|seats| seats.agents[0].clone()).collect(),
        };
        let mut adapted: Vec<Option<AgentEntry>> = vec![None; level.tables.len()];
        let mut courses = vec![measuring.equalize(first.clone())?];
        let mut best = courses[0].best().set.clone();
        if best != first {
            for round in 1..=level.retuning.rounds {
                let mut any = false;
                measuring.step = 2 * round;
                let generations = level.retuning.generations;
                let tuned =
                    format!("players are re-tuned to the new values, {generations} generations");
                for (table, seats) in level.tables.iter().enumerate() {
                    let agent = &mut measuring.agents[table];
                    self.note(measuring.step, seats.players, &tuned);
                    if let Some(better) = self.adapted(agent, seats.players, &best, round)? {
                        *agent = better.clone();
                        adapted[table] = Some(better);
                        any = true;
                    }
                }
                if !any {
                    break;
                }
                measuring.part = format!("used-{round}");
                measuring.step = 2 * round + 1;
                let course = measuring.equalize(best.clone())?;
                let stays = course.best().set == best;
                best = course.best().set.clone();
                courses.push(course);
                if stays {
                    break;
                }
            }
        }
        let front = match best == first {
            true => Vec::new(),
            false => {
                measuring.step = 2 * level.retuning.rounds + 2;
                let measured = courses.last().unwrap_or(&courses[0]).best();
                measuring.front([&courses[0].pooled[0], measured])?
            }
        };
        let mut last = Vec::new();
        measuring.step = 2 * level.retuning.rounds + 3;
        for (table, used) in adapted.iter().enumerate() {
            last.extend(measuring.last(table, &first, None)?);
            if best != first {
                last.extend(measuring.last(table, &best, used.as_ref())?);
            }
        }
        let mut picks = Vec::new();
        for (seats, used) in level.tables.iter().zip(&adapted) {
            let Some(used) = used.as_ref().filter(|_| level.subject == Subject::Items) else {
                continue;
            };
            self.note(measuring.step + 1, seats.players, "what the re-tuned players take");
            let before = self.picks(&seats.agents[0], seats.players, &best, "watched-before")?;
            let after = self.picks(used, seats.players, &best, "watched-after")?;
            let pairs = before.into_iter().map(|pick| {
                let then = after.iter().find(|then| then.kind == pick.kind);
                let rate = |pick: &Pick| pick.pick_rate_per_decision;
                (pick.kind.clone(), [rate(&pick), then.and_then(rate)])
            });
            picks.push((seats.players, pairs.collect()));
        }
        Ok(LevelFound { task, things, left, courses, best, adapted, front, last, picks })
    }

    /// The steps of the whole study: measurements, for each re-tuning a tune and measurements, sets with fewer changes, the
    /// final validation, and how often re-tuned players take what. Some may be left out.
    fn steps(&self) -> u32 {
        let rounds = self.level.retuning.rounds;
        2 * rounds + 3 + u32::from(rounds > 0 && self.level.subject == Subject::Items)
    }

    fn note(&self, step: u32, players: usize, text: &str) {
        let steps = self.steps();
        self.ws.pace.note(&format!("step {step} of at most {steps}, {players} seats: {text}"));
    }
}

/// Measures sets with the same players.
struct Measuring<'a> {
    work: &'a Work<'a>,
    task: &'a Task,
    things: &'a [String],
    part: String,
    /// Its number among those of the whole study.
    step: u32,
    /// One for each number of seats.
    agents: Vec<AgentEntry>,
}

impl Measuring<'_> {
    fn equalize(&self, start: Set) -> Result<LevelCourse, Error> {
        let measure = |number, set: &Set, around: &[Set]| self.measure(number, set, around);
        LevelCourse::run(self.task, start, self.work.level.measurements as usize, measure)
    }

    fn measure(&self, number: usize, set: &Set, around: &[Set]) -> Result<Vec<Measured>, Error> {
        let (level, most) = (self.work.level, self.work.level.measurements);
        let tables = level.tables.iter().zip(&self.agents).map(|(seats, agent)| {
            let (told, count) = (level.told(set), number + 1);
            let text = format!("measurement {count} of at most {most}: {told}");
            self.work.note(self.step, seats.players, &text);
            let part = format!("{}-{number}", self.part);
            let part = self.work.part(&part, seats.players, from_ref(agent), set);
            let worths = self.work.worths(&StudyPart { around, ..part })?.of(self.things)?;
            let mut found = worths.found[0].iter();
            let values = |worths: &Vec<Estimate>| worths.iter().map(|worth| worth.value).collect();
            let worths = found.next().cloned().unwrap_or_default();
            Ok(Measured { worths, tried: found.map(values).collect() })
        });
        tables.collect()
    }

    /// For each number of changes the set that is best by a model of what lies between the first and the best set, each
    /// measured at decisions of its own games; the best one is among them.
    fn front(&self, [first, best]: [&steps::CourseStep; 2]) -> Result<Vec<CourseStep>, Error> {
        let &Measuring { task, work, .. } = self;
        let ends = first.models(task).into_iter().zip(best.models(task));
        let models: Vec<Model> =
            ends.map(|(first, best)| Model::between(task, &first, &best)).collect();
        let mut choices = front(task, &models, &everywhere(task), None);
        let changes = task.changes(&best.set);
        choices.retain(|choice| choice.changes < changes);
        choices.push(Choice::of(best.set.clone(), changes, best.deviation));
        let steps = choices.into_iter().map(|choice| {
            let tables = work.level.tables.iter().zip(&self.agents);
            let deviations = tables.map(|(seats, agent)| {
                let (players, count) = (seats.players, choice.changes);
                let told = counted(count as u64, "change", "changes");
                work.note(self.step, players, &format!("{told} of {changes}"));
                let name = format!("front-{count}");
                let part = work.part(&name, players, from_ref(agent), &choice.set);
                let found = work.worths(&part)?.of(self.things)?.found;
                Ok(Deviation::of(&found[0][0]))
            });
            let deviations = deviations.collect::<Result<_, Error>>()?;
            Ok(CourseStep { choice, deviations, best: true })
        });
        let mut steps: Vec<CourseStep> = steps.collect::<Result<_, Error>>()?;
        let mut least = f64::INFINITY;
        for step in &mut steps {
            // What is recommended belongs there in any case.
            step.best = step.deviation() < CLEARLY * least || step.choice.set == best.set;
            least = least.min(step.deviation());
        }
        Ok(steps)
    }

    /// The final validation of a set: on fresh deals, with all agents of a table; `used` is the re-tuned player.
    fn last(&self, table: usize, set: &Set, used: Option<&AgentEntry>) -> Result<Vec<Last>, Error> {
        let &Measuring { task, work, .. } = self;
        let Seats { players, agents } = &work.level.tables[table];
        let levelled = *set != task.first();
        let word = word(levelled);
        let own = used.unwrap_or(&agents[0]);
        let mut found = Vec::new();
        for (number, agent) in agents.iter().enumerate() {
            let agent = match used {
                _ if number == 0 => own.clone(),
                Some(used) => with_weights_of(agent, used)?,
                None => agent.clone(),
            };
            let name = work.name(&agent, *players);
            let told = format!("final validation of the {word} values, {name}");
            work.note(self.step, *players, &told);
            let (both, games) = work.validated(own, &agent)?;
            // Names of parts are keys of their deals, so they are those of published results.
            let part = format!("last-{}-{number}", if levelled { "levelled" } else { "printed" });
            let part = StudyPart { games, ..work.part(&part, *players, &both, set) };
            let Worths { found: worths, samples, .. } = work.worths(&part)?.of(self.things)?;
            let worths = worths[both.len() - 1][0].clone();
            let judged = rate(&worths, &beyond(task, &worths), task.margin);
            let (agent, deviation) = (number, Deviation::of(&worths));
            found.push(Last { table, agent, name, levelled, worths, samples, judged, deviation });
        }
        Ok(found)
    }
}

/// The rules of a final validation.
pub fn word(levelled: bool) -> &'static str {
    if levelled { "equalized" } else { "printed" }
}

impl Level {
    pub fn all_levers(&self) -> Vec<Lever> {
        let lever = |lever: &plan::Lever| {
            let values = lever.values.iter().map(|value| value.parse().unwrap_or_default());
            Lever { values: values.collect(), first: lever.first }
        };
        self.levers.iter().map(lever).collect()
    }

    fn owns(&self, thing: &str, key: &str) -> bool {
        match self.subject {
            Subject::Items => has_word(key, thing),
            Subject::Seats => thing.rsplit(' ').next() == key.rsplit('.').next(),
        }
    }
}

pub fn ended(end: CourseEnd) -> &'static str {
    match end {
        CourseEnd::Fair => "nothing is significantly unbalanced",
        CourseEnd::Within => "all are within the tolerance",
        CourseEnd::Settled => "no other set is better by the model",
        CourseEnd::Vain => "the last sets were no better",
        CourseEnd::Spent => "not finished: as many measurements as were allowed",
    }
}
