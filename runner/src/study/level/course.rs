use crate::error::Error;
use crate::plan::run::AgentEntry;
use crate::study::level::adapt::{Pick, with_weights_of};
use crate::study::level::levers::has_word;
use crate::study::level::plan::{self, Level, PLAYED, Seats, Subject};
use crate::study::level::work::{StudyPart, Things, Work, Worths};
use crate::study::sealed::Sealed;
use crate::study::venue::specs_of;
use drakkar_play::cut::searches;
use drakkar_stats::levelling::beyond::{beyond, mean_of};
use drakkar_stats::levelling::course::{
    self as steps, CLEARLY, CourseEnd, LevelCourse, Measure, everywhere,
};
use drakkar_stats::levelling::deviation::Deviation;
use drakkar_stats::levelling::{Choice, Lever, Measured, Model, Set, Task, front};
use drakkar_stats::worth::{Estimate, Judgement, rate};

pub struct LevelFound {
    pub task: Task,
    pub things: Vec<String>,
    pub left: Vec<String>,
    /// The sets that were measured, with the players before and after they got used to new values.
    pub courses: Vec<LevelCourse>,
    pub best: Set,
    /// For each number of seats, the player at the end, if it got used to new values.
    pub adapted: Vec<Option<AgentEntry>>,
    pub front: Vec<CourseStep>,
    pub last: Vec<Last>,
    pub picks: Vec<Picks>,
}

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

pub struct Picks {
    pub table: usize,
    pub before: Vec<Pick>,
    pub after: Vec<Pick>,
}

impl Work<'_> {
    pub fn course(&self) -> Result<LevelFound, Error> {
        let level = self.level;
        let first: Set = level.levers.iter().map(|lever| lever.first).collect();
        let Things { names: things, weights, left } = self.things(&first).or_else(|error| {
            // What was refused before anything was played.
            if !self.out.join(PLAYED).exists() {
                Sealed::<Level>::clear(self.out)?;
            }
            Err(error)
        })?;
        if things.len() < 2 {
            // It can never be levelled.
            Sealed::<Level>::clear(self.out)?;
            let reason = "needs two things or more that can be compared, in all rounds in which any can be taken";
            return Err(Error::flag(level.flag(), reason));
        }
        let owner = |key: &str| things.iter().position(|thing| level.owns(thing, key));
        let task = Task {
            levers: level.all_levers(),
            owners: level.levers.iter().map(|lever| owner(&lever.key)).collect(),
            weights,
            margin: level.within,
        };
        let mut agents: Vec<AgentEntry> =
            level.tables.iter().map(|seats| seats.agents[0].clone()).collect();
        let mut adapted: Vec<Option<AgentEntry>> = vec![None; agents.len()];
        let mut courses = vec![self.from(&task, &things, first.clone(), "first", &agents)?];
        let mut best = courses[0].best().set.clone();
        if best != first {
            for round in 1..=level.adaptation.rounds {
                if !self.adapt(&mut agents, &mut adapted, &best, round)? {
                    break;
                }
                let part = format!("used-{round}");
                let course = self.from(&task, &things, best.clone(), &part, &agents)?;
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
                let measured = courses.last().unwrap_or(&courses[0]).best();
                self.front(&task, &things, [&courses[0].pooled[0], measured], &agents)?
            }
        };
        let mut last = Vec::new();
        for (table, used) in adapted.iter().enumerate() {
            last.extend(self.last(&task, &things, table, &first, None)?);
            if best != first {
                last.extend(self.last(&task, &things, table, &best, used.as_ref())?);
            }
        }
        let picks = self.watched(&best, &adapted)?;
        Ok(LevelFound { task, things, left, courses, best, adapted, front, last, picks })
    }

    fn from(
        &self,
        task: &Task,
        things: &[String],
        start: Set,
        part: &str,
        agents: &[AgentEntry],
    ) -> Result<LevelCourse, Error> {
        let mut measuring = Measuring { work: self, things, part, agents };
        LevelCourse::run(task, start, self.level.most as usize, &mut measuring)
    }

    fn adapt(
        &self,
        agents: &mut [AgentEntry],
        adapted: &mut [Option<AgentEntry>],
        set: &Set,
        round: u32,
    ) -> Result<bool, Error> {
        let mut any = false;
        for ((seats, agent), known) in self.level.tables.iter().zip(agents).zip(adapted) {
            if let Some(better) = self.adapted(agent, seats.players, set, round)? {
                *agent = better.clone();
                *known = Some(better);
                any = true;
            }
        }
        Ok(any)
    }

    /// For each number of changes the set that is best by a model of what lies between the first and the best set, each
    /// measured at decisions of its own games; the best one is among them.
    fn front(
        &self,
        task: &Task,
        things: &[String],
        [first, best]: [&steps::CourseStep; 2],
        agents: &[AgentEntry],
    ) -> Result<Vec<CourseStep>, Error> {
        let ends = first.models(task).into_iter().zip(best.models(task));
        let models: Vec<Model> =
            ends.map(|(first, best)| Model::between(task, &first, &best)).collect();
        let mut choices = front(task, &models, &everywhere(task), None);
        let changes = task.changes(&best.set);
        choices.retain(|choice| choice.changes < changes);
        choices.push(Choice::of(best.set.clone(), changes, best.deviation));
        let steps = choices.into_iter().map(|choice| {
            let tables = self.level.tables.iter().zip(agents);
            let deviations = tables.map(|(seats, agent)| {
                let (players, count) = (seats.players, choice.changes);
                self.pace.note(&format!("{players} seats: {count} changes of {changes}"));
                let part = StudyPart {
                    name: &format!("front-{count}"),
                    players,
                    agents: std::slice::from_ref(agent),
                    set: &choice.set,
                    around: &[],
                    games: self.level.games,
                };
                let worths = self.worths(&part)?.of(things)?.found.swap_remove(0).swap_remove(0);
                Ok(Deviation::of(&worths))
            });
            let deviations = deviations.collect::<Result<_, Error>>()?;
            Ok(CourseStep { choice, deviations, best: true })
        });
        let mut steps: Vec<CourseStep> = steps.collect::<Result<_, Error>>()?;
        let mut least = f64::INFINITY;
        for step in &mut steps {
            step.best = step.deviation() < CLEARLY * least;
            least = least.min(step.deviation());
        }
        // What is recommended belongs there in any case.
        steps.iter_mut().for_each(|step| step.best |= step.choice.set == best.set);
        Ok(steps)
    }

    /// The last word on a set: on fresh deals, with all agents of a table; `used` is the player that got used to it.
    fn last(
        &self,
        task: &Task,
        things: &[String],
        table: usize,
        set: &Set,
        used: Option<&AgentEntry>,
    ) -> Result<Vec<Last>, Error> {
        let Seats { players, agents } = &self.level.tables[table];
        let levelled = *set != task.first();
        let word = if levelled { "levelled" } else { "printed" };
        let own = used.unwrap_or(&agents[0]);
        let mut found = Vec::new();
        for (number, agent) in agents.iter().enumerate() {
            let agent = match used {
                _ if number == 0 => own.clone(),
                Some(used) => with_weights_of(agent, used)?,
                None => agent.clone(),
            };
            let searches = searches(&specs_of([&agent])?[0]);
            let games = if searches { self.level.last_searching } else { self.level.last };
            let name = self.name(&agent, *players);
            self.pace.note(&format!("{players} seats: the last word on the {word} values, {name}"));
            // All play on from the same decisions.
            let mut both = vec![own.clone()];
            if agent != *own {
                both.push(agent);
            }
            let part = format!("last-{word}-{number}");
            let place = both.len() - 1;
            let part = StudyPart {
                name: &part,
                players: *players,
                agents: &both,
                set,
                around: &[],
                games,
            };
            let Worths { found: mut worths, samples, .. } = self.worths(&part)?.of(things)?;
            let worths = worths.swap_remove(place).swap_remove(0);
            let judged = rate(&worths, &beyond(task, &worths), task.margin);
            let deviation = Deviation::of(&worths);
            found.push(Last {
                table,
                agent: number,
                name,
                levelled,
                worths,
                samples,
                judged,
                deviation,
            });
        }
        Ok(found)
    }

    fn watched(&self, set: &Set, adapted: &[Option<AgentEntry>]) -> Result<Vec<Picks>, Error> {
        let mut found = Vec::new();
        for (table, (seats, used)) in self.level.tables.iter().zip(adapted).enumerate() {
            let Some(used) = used.as_ref().filter(|_| self.level.subject == Subject::Items) else {
                continue;
            };
            let before = self.picks(&seats.agents[0], seats.players, set, "watched-before")?;
            let after = self.picks(used, seats.players, set, "watched-after")?;
            found.push(Picks { table, before, after });
        }
        Ok(found)
    }
}

impl Level {
    pub fn all_levers(&self) -> Vec<Lever> {
        let lever = |lever: &plan::Lever| Lever { values: lever.numbers(), first: lever.first };
        self.levers.iter().map(lever).collect()
    }

    fn owns(&self, thing: &str, key: &str) -> bool {
        match self.subject {
            Subject::Items => has_word(key, thing),
            Subject::Seats => thing.rsplit(' ').next() == key.rsplit('.').next(),
        }
    }
}

struct Measuring<'a> {
    work: &'a Work<'a>,
    things: &'a [String],
    part: &'a str,
    agents: &'a [AgentEntry],
}

impl Measure for Measuring<'_> {
    type Error = Error;

    fn measure(
        &mut self,
        number: usize,
        set: &Set,
        around: &[Set],
    ) -> Result<Vec<Measured>, Error> {
        let level = self.work.level;
        let tables = level.tables.iter().zip(self.agents).map(|(seats, agent)| {
            let told = level.told(set);
            let at = seats.players;
            self.work.pace.note(&format!(
                "{at} seats, measurement {} of at most {}: {told}",
                number + 1,
                level.most
            ));
            let part = StudyPart {
                name: &format!("{}-{number}", self.part),
                players: seats.players,
                agents: std::slice::from_ref(agent),
                set,
                around,
                games: level.games,
            };
            let mut found = self.work.worths(&part)?.of(self.things)?.found.swap_remove(0);
            let values = |worths: &Vec<Estimate>| worths.iter().map(|worth| worth.value).collect();
            let tried = found[1..].iter().map(values).collect();
            Ok(Measured { worths: found.swap_remove(0), tried })
        });
        tables.collect()
    }
}

pub fn ended(end: CourseEnd) -> &'static str {
    match end {
        CourseEnd::Fair => "nothing is certainly out of line",
        CourseEnd::Within => "all are within the margin",
        CourseEnd::Settled => "no other set is better by the model",
        CourseEnd::Vain => "the last sets were no better",
        CourseEnd::Spent => "not finished: as many measurements as were allowed",
    }
}
