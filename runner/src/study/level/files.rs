use crate::study::level::plan::{CHANGES, DEVIATIONS, FRONT, PLAYERS, RULES, SETS, WORTHS};
use crate::study::level::steps::{self, Last, LevelFound};
use crate::study::{balance::effects::word, level::work::Work, plan_file::Files};
use crate::{
    error::Error, export::figure::joined, export::sheet::DeclaredTable, export::sheet::TableFile,
};
use drakkar_stats::levelling::{beyond::beyond, deviation::Deviation};
use drakkar_stats::{verdict::Verdict, worth::Judgement};

impl Work<'_> {
    pub fn write(&self, files: &Files<'_>, found: &LevelFound) -> Result<(), Error> {
        files.put(RULES, self.file_of(found)?.as_bytes())?;
        let tables = [
            (CHANGES, self.changes_file(found)),
            (SETS, self.sets(found)),
            (DEVIATIONS, self.deviations(found)),
            (WORTHS, self.last_words(found)),
            (FRONT, self.front_file(found)),
            (PLAYERS, self.players(found)),
        ];
        tables.iter().try_for_each(|(name, table)| files.put(name, &table.csv()))
    }

    fn file_of(&self, found: &LevelFound) -> Result<String, Error> {
        let level = self.level;
        let head = format!(
            "# Values that drakkar balance {} found: {} ({}), {} seats, seed {}; changed: {}.\n",
            level.subject.flag(),
            level.game,
            level.rules,
            joined(level.tables.iter().map(|seats| seats.players), ", "),
            level.seed,
            match &level.changes(&found.best)[..] {
                [] => "nothing".to_owned(),
                changes => changes.join(", "),
            }
        );
        Ok(head + &self.rules(&found.best)?.0)
    }

    fn sets(&self, found: &LevelFound) -> TableFile {
        let last = found.courses.len() - 1;
        let rows = found.courses.iter().enumerate().flat_map(|(course, steps)| {
            let steps = steps.steps.iter().zip(&steps.pooled).enumerate();
            steps.flat_map(move |(number, (step, pooled))| {
                let tables = self.level.tables.iter().zip(&step.measured).zip(&pooled.measured);
                tables.map(move |table| ((course, number), step, table))
            })
        });
        DeclaredTable::of_file(rows)
            .kept_all(["course", "set", "seats"], |((course, number), _, ((seats, _), _))| {
                [*course, *number, seats.players]
            })
            .kept("measured", |(_, step, _)| step.times)
            .kept("changes", |(_, step, _)| found.task.changes(&step.set))
            .deviation(|(.., ((_, measured), _))| Deviation::of(&measured.worths))
            .kept("farthest", |(.., ((_, measured), _))| {
                let apart = beyond(&found.task, &measured.worths).into_iter();
                apart.map(|one| one.value.abs()).fold(0.0, f64::max)
            })
            .kept("pooled", |(.., (_, pooled))| Deviation::of(&pooled.worths).value())
            .kept("best", |((course, _), step, _)| step.set == found.best && *course == last)
            .kept("values", |(_, step, _)| self.level.told(&step.set))
            .file()
    }

    fn changes_file(&self, found: &LevelFound) -> TableFile {
        let changes = self.changes(found);
        let tables = self.level.tables.iter().enumerate();
        let rows = tables.flat_map(|(table, seats)| {
            changes.iter().map(move |change| (table, seats.players, change))
        });
        DeclaredTable::of_file(rows)
            .kept("seats", |(_, players, _)| *players)
            .kept("item", |(.., change)| &*change.thing)
            .kept("printed", |(.., change)| &*change.printed)
            .kept("new", |(.., change)| &*change.new)
            .kept("change", |(.., change)| change.word)
            .kept_all(["effect_before", "effect_after"], |(table, _, change)| {
                change.worths(found, *table)
            })
            .file()
    }

    fn deviations(&self, found: &LevelFound) -> TableFile {
        self.of_last(found.last.iter().map(|last| (last, ())))
            .kept_all(["variance", "variance_error"], |(last, ())| {
                [last.deviation.variance, last.deviation.error]
            })
            .deviation(|(last, ())| last.deviation)
            .file()
    }

    fn last_words(&self, found: &LevelFound) -> TableFile {
        let things = || 0..found.things.len();
        let rows = found.last.iter().flat_map(|last| things().map(move |thing| (last, thing)));
        let interval = |last: &Last, thing: usize| {
            self.level.own_interval(last.worths[thing], self.level.tables[last.table].players)
        };
        self.of_last(rows)
            .kept("item", |(_, thing)| &*found.things[*thing])
            .kept("samples", |(last, thing)| last.samples[*thing])
            .kept("effect", |(last, thing)| last.worths[*thing].value)
            .kept_all(["low", "high"], |(last, thing)| <[f64; 2]>::from(interval(last, *thing)))
            .kept_all(["against_others", "against_low", "against_high"], |(last, thing)| {
                let Judgement { beyond, interval: (low, high), .. } = last.judged[*thing];
                [beyond.value, low, high]
            })
            .kept("verdict", |(last, thing)| word(last.judged[*thing].verdict))
            .file()
    }

    /// A table about the final validation for each player, before anything is changed and after.
    fn of_last<'f, T>(
        &self,
        rows: impl Iterator<Item = (&'f Last, T)>,
    ) -> DeclaredTable<(&'f Last, T)> {
        DeclaredTable::of(rows)
            .kept("seats", |(last, _)| self.level.tables[last.table].players)
            .kept("agent", |(last, _)| &*last.name)
            .kept("rules", |(last, _)| steps::word(last.levelled))
    }

    fn front_file(&self, found: &LevelFound) -> TableFile {
        let rows = found.front.iter().flat_map(|step| {
            let tables = self.level.tables.iter().zip(&step.deviations);
            tables.map(move |(seats, deviation)| (step, seats.players, *deviation))
        });
        DeclaredTable::of_file(rows)
            .kept_all(["changes", "seats"], |(step, players, _)| [step.choice.changes, *players])
            .kept("predicted", |(step, ..)| step.choice.deviation)
            .deviation(|(.., deviation)| *deviation)
            .kept("best", |(step, ..)| step.best)
            .kept("values", |(step, ..)| self.level.told(&step.choice.set))
            .file()
    }

    fn players(&self, found: &LevelFound) -> TableFile {
        let rows = found.picks.iter().flat_map(|(players, picks)| {
            picks.iter().map(move |(kind, pair)| (*players, kind, *pair))
        });
        DeclaredTable::of_file(rows)
            .kept("seats", |row| row.0)
            .kept("item", |row| &**row.1)
            .kept_all(["before", "after"], |row| row.2)
            .file()
    }
}

impl<R> DeclaredTable<R> {
    fn deviation(self, found: impl Fn(&R) -> Deviation) -> Self {
        self.kept_all(["deviation", "deviation_low", "deviation_high"], |row| {
            let deviation = found(row);
            [deviation.value(), deviation.interval.0, deviation.interval.1]
        })
    }
}

impl LevelFound {
    pub fn last(&self, table: usize, agent: usize, levelled: bool) -> Option<&Last> {
        let place = (table, agent, levelled);
        self.last.iter().find(|last| (last.table, last.agent, last.levelled) == place)
    }
}

impl Last {
    pub fn count(&self, verdict: Verdict) -> usize {
        self.judged.iter().filter(|judged| judged.verdict == verdict).count()
    }
}
