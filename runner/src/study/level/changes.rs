use crate::{export::figure::joined, study::level::steps::LevelFound, study::level::work::Work};
use drakkar_stats::levelling::{Model, Set, beyond::mean_of};

pub struct ValueChange {
    place: Option<usize>,
    pub thing: String,
    /// Its values as players say them: `3 gold for a glory`.
    pub printed: String,
    /// The same after the change; empty if nothing changes.
    pub new: String,
    /// Whether it becomes worth more by its own values, `buff`, or less, `nerf`; empty if neither.
    pub word: &'static str,
}

impl ValueChange {
    /// Its worth before and after, for the player who seeks the values; without an end if nothing is changed at all.
    pub fn worths(&self, found: &LevelFound, table: usize) -> [Option<f64>; 2] {
        let worth = |levelled| Some(found.last(table, 0, levelled)?.worths[self.place?].value);
        [worth(false), worth(true)]
    }
}

impl Work<'_> {
    pub fn changes(&self, found: &LevelFound) -> Vec<ValueChange> {
        let models = found.courses[0].pooled[0].models(&found.task);
        let first = found.task.first();
        let of = |thing: Option<usize>| -> Vec<usize> {
            let owners = &found.task.owners;
            (0..owners.len()).filter(|&lever| owners[lever] == thing).collect()
        };
        let things = found.things.iter().enumerate().map(|(place, thing)| {
            let own = of(Some(place));
            let [printed, new] = [&first, &found.best].map(|set| self.in_words(&own, set, &first));
            let changed = own.iter().any(|&lever| first[lever] != found.best[lever]);
            let new = if changed { new } else { String::new() };
            let mut alone = first.clone();
            own.iter().for_each(|&lever| alone[lever] = found.best[lever]);
            let worth =
                |set: &Set| mean_of(&models, |model: &Model| model.at(&found.task, set)[place]);
            let more = worth(&alone) - worth(&first);
            let word = match () {
                () if more > 0.0 => "buff",
                () if more < 0.0 => "nerf",
                () => "",
            };
            ValueChange { place: Some(place), thing: thing.clone(), printed, new, word }
        });
        let none = of(None).into_iter().filter(|&lever| first[lever] != found.best[lever]);
        let keys = none.map(|lever| {
            let [printed, new] = [&first, &found.best]
                .map(|set| self.level.levers[lever].values[set[lever]].clone());
            let thing = self.level.levers[lever].key.clone();
            ValueChange { place: None, thing, printed, new, word: "" }
        });
        things.chain(keys).collect()
    }

    /// The values of some levers in a set. What usual rules do not have is left out as long as it is nothing in this set
    /// and in the first one.
    fn in_words(&self, levers: &[usize], set: &Set, first: &Set) -> String {
        let leaves = self.ws.lab.info().rules.leaves().unwrap_or_default();
        let told = levers.iter().filter_map(|&lever| {
            let known = &self.level.levers[lever];
            let value = &known.values[set[lever]];
            let leaf = leaves.iter().find(|leaf| leaf.key == known.key)?;
            let nothing = |set: &Set| known.values[set[lever]].parse() == Ok(0.0);
            if leaf.declared.omitted && nothing(set) && nothing(first) {
                return None;
            }
            let unit = match leaf.declared.unit {
                "" => known.key.rsplit('.').next().unwrap_or_default(),
                unit => unit,
            };
            Some(format!("{value} {unit}"))
        });
        joined(told, ", ")
    }
}
