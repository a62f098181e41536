use crate::error::Error;
use crate::export::{figure::Figure, lines, sheet::Sheet};
use crate::study::balance::effects::word;
use crate::study::level::course::{self, Last, LevelFound};
use crate::study::level::plan::{CHANGES, DEVIATIONS, FRONT, PLAYERS, RULES, SETS, WORTHS};
use crate::study::level::work::Work;
use crate::study::sealed::Files;
use drakkar_stats::levelling::beyond::beyond;
use drakkar_stats::levelling::deviation::Deviation;
use drakkar_stats::verdict::Verdict;

const SETS_HEAD: &str = "course,set,seats,measured,changes,deviation,deviation_low,\
    deviation_high,farthest,pooled,best,values";
const CHANGES_HEAD: &str = "seats,kind,printed,new,change,worth_before,worth_after";
const DEVIATIONS_HEAD: &str =
    "seats,agent,rules,variance,variance_error,deviation,deviation_low,deviation_high";
const WORTHS_HEAD: &str = "seats,agent,rules,kind,samples,worth,low,high,\
    against_others,against_low,against_high,verdict";
const FRONT_HEAD: &str =
    "changes,seats,predicted,deviation,deviation_low,deviation_high,best,values";
const PLAYERS_HEAD: &str = "seats,kind,before,after";

impl Work<'_> {
    pub fn write(&self, files: &Files<'_>, found: &LevelFound) -> Result<(), Error> {
        let put = |name: &str, bytes: &[u8]| files.put(name, bytes);
        put(RULES, self.file_of(found)?.as_bytes())?;
        put(CHANGES, &self.changes_file(found).csv())?;
        put(SETS, &self.sets(found).csv())?;
        put(DEVIATIONS, &self.deviations(found).csv())?;
        put(WORTHS, &self.last_words(found).csv())?;
        put(FRONT, &self.front_file(found).csv())?;
        put(PLAYERS, &self.players(found).csv())
    }

    fn file_of(&self, found: &LevelFound) -> Result<String, Error> {
        let level = self.level;
        let seats: Vec<String> =
            level.tables.iter().map(|seats| seats.players.to_string()).collect();
        let head = format!(
            "# Values that drakkar balance {} found: {} ({}), {} seats, seed {}; changed: {}.\n",
            level.subject.flag(),
            level.game,
            level.rules,
            seats.join(", "),
            level.seed,
            match &level.changes(&found.best)[..] {
                [] => "nothing".to_owned(),
                changes => changes.join(", "),
            }
        );
        Ok(head + &self.rules(&found.best)?.0)
    }

    fn sets(&self, found: &LevelFound) -> Sheet {
        let mut rows = Vec::new();
        for (course, steps) in found.courses.iter().enumerate() {
            for (number, (step, pooled)) in steps.steps.iter().zip(&steps.pooled).enumerate() {
                let tables = step.measured.iter().zip(&pooled.measured);
                for (seats, (measured, pooled)) in self.level.tables.iter().zip(tables) {
                    let worths = &measured.worths;
                    let apart = beyond(&found.task, worths).into_iter().map(|one| one.value.abs());
                    let pooled = Deviation::of(&pooled.worths).value();
                    let figures = [apart.fold(0.0, f64::max), pooled];
                    rows.push((
                        (course, number, seats.players, step.times),
                        found.task.changes(&step.set),
                        told(&Deviation::of(worths)),
                        figures.map(|figure| Figure(Some(figure))),
                        step.set == found.best && course + 1 == found.courses.len(),
                        self.level.told(&step.set),
                    ));
                }
            }
        }
        lines::below(SETS_HEAD, rows)
    }

    fn changes_file(&self, found: &LevelFound) -> Sheet {
        let mut rows = Vec::new();
        for (table, seats) in self.level.tables.iter().enumerate() {
            for change in self.changes(found) {
                let worths = change.worths(found, table).map(Figure);
                let words = (change.thing, change.printed, change.new, change.word);
                rows.push((seats.players, words, worths));
            }
        }
        lines::below(CHANGES_HEAD, rows)
    }

    fn deviations(&self, found: &LevelFound) -> Sheet {
        let rows = found.last.iter().map(|last| {
            let seats = self.level.tables[last.table].players;
            let rules = course::word(last.levelled);
            let variance = [last.deviation.variance, last.deviation.error];
            let variance = variance.map(|figure| Figure(Some(figure)));
            (seats, &last.name, rules, variance, told(&last.deviation))
        });
        lines::below(DEVIATIONS_HEAD, rows)
    }

    fn last_words(&self, found: &LevelFound) -> Sheet {
        let mut rows = Vec::new();
        for last in &found.last {
            let seats = self.level.tables[last.table].players;
            let rules = course::word(last.levelled);
            for (thing, name) in found.things.iter().enumerate() {
                let (worth, judged) = (last.worths[thing], &last.judged[thing]);
                let (low, high) = self.level.own_interval(worth, seats);
                let figures = [
                    worth.value,
                    low,
                    high,
                    judged.beyond.value,
                    judged.interval.0,
                    judged.interval.1,
                ];
                rows.push((
                    (seats, &last.name, rules, name, last.samples[thing]),
                    figures.map(|figure| Figure(Some(figure))),
                    word(judged.verdict),
                ));
            }
        }
        lines::below(WORTHS_HEAD, rows)
    }

    fn front_file(&self, found: &LevelFound) -> Sheet {
        let mut rows = Vec::new();
        for step in &found.front {
            for (seats, deviation) in self.level.tables.iter().zip(&step.deviations) {
                rows.push((
                    (step.choice.changes, seats.players),
                    Figure(Some(step.choice.deviation)),
                    told(deviation),
                    step.best,
                    self.level.told(&step.choice.set),
                ));
            }
        }
        lines::below(FRONT_HEAD, rows)
    }

    fn players(&self, found: &LevelFound) -> Sheet {
        let mut rows = Vec::new();
        for picks in &found.picks {
            let seats = self.level.tables[picks.table].players;
            for (kind, [before, after]) in picks.pairs() {
                rows.push((seats, kind.to_owned(), [before, after].map(Figure)));
            }
        }
        lines::below(PLAYERS_HEAD, rows)
    }
}

fn told(deviation: &Deviation) -> [Figure; 3] {
    let (low, high) = deviation.interval;
    [deviation.value(), low, high].map(|figure| Figure(Some(figure)))
}

impl Last {
    pub fn count(&self, verdict: Verdict) -> usize {
        self.judged.iter().filter(|judged| judged.verdict == verdict).count()
    }
}
