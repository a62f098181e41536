use crate::export::{answer::few, figure::capital};
use crate::games::on_fresh;
use crate::study::level::{steps::Last, steps::LevelFound, work::Work};
use drakkar_stats::levelling::{course::CourseEnd, deviation::Deviation};
use drakkar_stats::verdict::Verdict;

impl Work<'_> {
    pub fn first_sentence(&self, found: &LevelFound) -> String {
        let level = self.level;
        let is_spent = found.courses.last().is_some_and(|course| course.end == CourseEnd::Spent);
        let unfinished = match is_spent {
            true => format!("Not finished, as --measurements {} ended it: ", level.measurements),
            false => String::new(),
        };
        let changes = level.changes(&found.best);
        let Some(named) = few(changes.clone()) else {
            return capital(&format!("{unfinished}{}", self.nothing(found)));
        };
        let noun = self.noun();
        let (these, bring) = match changes.len() {
            1 => ("one change".to_owned(), "brings"),
            count => (format!("{count} changes"), "bring"),
        };
        let helps = |(before, after): &(&Last, &Last)| after.deviation.is_below(&before.deviation);
        let (helped, others): (Vec<_>, Vec<_>) = self.pairs(found).into_iter().partition(helps);
        let verdict = match (&helped[..], &others[..]) {
            (_, []) => format!("{these} {bring} the {noun} closer together"),
            ([], _) => format!(
                "{these}, the best found, {bring} the {noun} significantly closer together neither for {}",
                self.whom(&others).join(" nor for ")
            ),
            _ => format!(
                "{these} {bring} the {noun} significantly closer together for {}, but not for {}",
                self.whom(&helped).join(" and "),
                self.whom(&others).join(" and ")
            ),
        };
        capital(&format!("{unfinished}{verdict}: {named}."))
    }

    fn whom(&self, pairs: &[(&Last, &Last)]) -> Vec<String> {
        let told = |(before, after): &(&Last, &Last)| {
            let [old, new] = [before, after].map(|Last { deviation, .. }| {
                self.unit().alone(deviation.value(), Some(deviation.interval))
            });
            let at = match self.level.tables.len() {
                1 => String::new(),
                _ => format!(" with {} seats", self.level.tables[after.table].players),
            };
            let worse = match before.deviation.is_below(&after.deviation) {
                true => ", significantly worse",
                false => "",
            };
            format!("{}{at} (standard deviation {new} instead of {old}{worse})", after.name)
        };
        pairs.iter().map(told).collect()
    }

    fn nothing(&self, found: &LevelFound) -> String {
        let margin = self.unit().plain(self.level.tolerance);
        let why = match found.courses[0].end {
            CourseEnd::Fair => {
                format!(
                    "nothing is significantly further than {margin} from the mean of the others"
                )
            }
            _ => "no set of values that was tried is clearly better".to_owned(),
        };
        format!("nothing is changed: {why} ({} {}).", found.things.len(), self.noun())
    }

    fn pairs<'f>(&self, found: &'f LevelFound) -> Vec<(&'f Last, &'f Last)> {
        let before = found.last.iter().filter(|last| !last.levelled);
        before
            .filter_map(|before| Some((before, found.last(before.table, before.agent, true)?)))
            .collect()
    }

    pub fn deviation_sentence(&self, found: &LevelFound, before: &Last) -> String {
        let (seats, all) = (self.level.tables[before.table].players, found.things.len());
        let (noun, fair) = (self.noun(), |last: &Last| last.count(Verdict::Equal));
        let Some(after) = found.last(before.table, before.agent, true) else {
            return format!(
                "{seats} seats, {}: the standard deviation between {noun} is {}; {} of {all} {noun} are \
                 fair (5 % level).",
                before.name,
                self.with_interval(&before.deviation),
                fair(before),
            );
        };
        let mut out: Vec<(usize, f64)> = (0..all)
            .filter(|&thing| {
                matches!(after.judged[thing].verdict, Verdict::Better | Verdict::Worse)
            })
            .map(|thing| (thing, after.judged[thing].beyond.value))
            .collect();
        out.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let told = out.iter().map(|&(thing, beyond)| {
            let ends = Some(after.judged[thing].interval);
            format!("{} {}", found.things[thing], self.unit_of_differences().alone(beyond, ends))
        });
        let rest = match few(told) {
            None => "none is significantly unbalanced".to_owned(),
            Some(told) => format!("still unbalanced: {told}"),
        };
        format!(
            "{seats} seats, {}: {} the standard deviation between {noun} is {} instead of {}; {} of {all} \
             {noun} are fair (5 % level) instead of {}; {rest}.",
            after.name,
            on_fresh(&self.level.game),
            self.with_interval(&after.deviation),
            self.with_interval(&before.deviation),
            fair(after),
            fair(before),
        )
    }

    fn with_interval(&self, deviation: &Deviation) -> String {
        self.unit().told(deviation.value(), Some(deviation.interval))
    }
}
