use std::iter;

use crate::export::answer::{Answer, NAMED, Next, StudyReport};
use crate::export::cell::{Cell, Value};
use crate::export::figure::{counted, joined};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::unit::FigureUnit;
use crate::export::{command, names::Names};
use crate::games::on_fresh;
use crate::study::level::steps::{CourseStep, LevelFound, Picked, ended};
use crate::study::level::{changes::ValueChange, plan::Goal, plan::Subject, work::Work};
use crate::{page::called, plan::run::AgentEntry, study::balance::effects::word};
use drakkar_engine::rules::CUSTOM;
use drakkar_stats::{levelling::Set, worth::Estimate};

const OTHERWISE: f64 = 0.05;

impl Work<'_> {
    pub fn report(&self, found: &LevelFound) -> StudyReport {
        let level = self.level;
        let title = format!(
            "{} ({}), {} seats, seed {}: values at which {} {} are equal",
            level.game,
            called(&level.game, &level.rules, &level.rule_set),
            self.seats(),
            level.seed,
            found.things.len(),
            self.noun(),
        );
        let mut sheets: Vec<Sheet> = self.changes_sheet(found).into_iter().collect();
        sheets.extend(self.front_sheet(found));
        for (table, seats) in level.tables.iter().enumerate() {
            let agents = 0..seats.agents.len();
            sheets.extend(agents.filter_map(|agent| self.worth_sheet(found, table, agent)));
        }
        sheets.push(Sheet::line(self.remarks(found)));
        let answer = Answer { sentences: self.sentences(found), next: self.next(found) };
        StudyReport { title, sheets, answer, ..StudyReport::default() }
    }

    pub fn name(&self, agent: &AgentEntry, players: usize) -> String {
        Names::under(&self.level.game, &self.level.rule_set, players).of_entry(agent)
    }

    fn seats(&self) -> String {
        let seats: Vec<String> =
            self.level.tables.iter().map(|seats| seats.players.to_string()).collect();
        match &seats[..] {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => seats.concat(),
        }
    }

    pub fn noun(&self) -> &'static str {
        if self.level.subject == Subject::Seats { "seats" } else { "item types" }
    }

    fn thing(&self) -> &'static str {
        if self.level.subject == Subject::Seats { "seat" } else { "item" }
    }

    /// What deviations are given in.
    pub fn unit(&self) -> FigureUnit {
        match self.level.goal {
            Goal::Score => FigureUnit::Plain,
            Goal::WinShare => FigureUnit::Share,
        }
    }

    fn sentences(&self, found: &LevelFound) -> Vec<String> {
        let mut sentences = vec![self.first_sentence(found)];
        let before = found.last.iter().filter(|last| !last.levelled);
        sentences.extend(before.map(|last| self.deviation_sentence(found, last)));
        sentences.extend(self.front_sentence(found));
        sentences.extend(self.ends_sentence(found));
        sentences.extend(found.picks.iter().map(|picks| self.picks_sentence(picks)));
        sentences
    }

    fn unit_of_effects(&self) -> FigureUnit {
        match self.level.subject {
            Subject::Items => self.unit_of_differences(),
            Subject::Seats => FigureUnit::Share,
        }
    }

    pub fn unit_of_differences(&self) -> FigureUnit {
        match self.level.goal {
            Goal::Score => FigureUnit::Signed,
            Goal::WinShare => FigureUnit::Points,
        }
    }

    fn front_sentence(&self, found: &LevelFound) -> Option<String> {
        let changes = found.task.changes(&found.best);
        let mut some = found.front.iter().filter(|step| step.best && step.choice.changes > 0);
        let few = some.clone().rfind(|step| step.choice.changes <= 2);
        let step = few.or_else(|| some.next()).filter(|_| changes > 2)?;
        let count = step.choice.changes;
        let [none, all] = [found.front.first()?, found.front.last()?];
        let rest = format!(
            "the standard deviation is {}{} where all {changes} changes give {} and none {}",
            self.unit().plain(step.deviation()),
            if self.level.tables.len() > 1 { " on average" } else { "" },
            self.unit().plain(all.deviation()),
            self.unit().plain(none.deviation()),
        );
        let named = self.level.changes(&step.choice.set).join(", ");
        match few {
            Some(_) if count == 1 => Some(format!("With one change alone, {named}, {rest}.")),
            Some(_) => Some(format!("With two changes alone, {named}, {rest}.")),
            None if count < changes => {
                Some(format!("No two changes alone help; with {count}, {named}, {rest}."))
            }
            None => Some(format!("No fewer changes help: {rest}.")),
        }
    }

    /// Names the new values beyond which nothing was tried.
    fn ends_sentence(&self, found: &LevelFound) -> Option<String> {
        let levers = self.level.levers.iter().zip(&found.best);
        let ends = levers
            .filter(|&(lever, &place)| place > lever.first && place + 1 == lever.values.len());
        let ends: Vec<String> = ends.map(|(lever, &place)| lever.change(place)).collect();
        (!ends.is_empty()).then(|| {
            format!("No larger values were tried than {}: name a wider range.", joined(&ends, ", "))
        })
    }

    fn picks_sentence(&self, (seats, picks): &(usize, Vec<Picked>)) -> String {
        let known =
            picks.iter().filter_map(|(kind, [before, after])| Some((kind, (*before)?, (*after)?)));
        let apart = known.filter(|(_, before, after)| (after - before).abs() >= OTHERWISE);
        let mut pairs: Vec<(&String, f64, f64)> = apart.collect();
        pairs.sort_by(|a, b| (b.2 - b.1).abs().total_cmp(&(a.2 - a.1).abs()));
        let listed = pairs.iter().take(NAMED).map(|(kind, before, after)| {
            let [after, before] = [after, before].map(|share| 100.0 * share);
            format!("{kind} at {after:.0} % of the chances instead of {before:.0} %")
        });
        let took = match pairs.is_empty() {
            true => "take nothing much more or less often than before".to_owned(),
            false => format!("take {}", joined(listed, ", ")),
        };
        format!("{seats} seats: players re-tuned to the new values {took}.")
    }

    fn next(&self, found: &LevelFound) -> Option<Next> {
        let level = self.level;
        if level.changes(&found.best).is_empty() || level.rules == CUSTOM {
            return None;
        }
        let players = level.tables[0].players;
        let rules = self.ws.out.join(super::plan::RULES).display().to_string();
        let (vs_rules, players) = (format!("--vs-rules={rules}"), players.to_string());
        let words = ["drakkar", "compare", "--game", &level.game, "--rules", &level.rules];
        let rest = [&*vs_rules, "--players", &*players, "--agents", "greedy"];
        Some(Next::Command(command::line(&[&words[..], &rest].concat())))
    }

    fn remarks(&self, found: &LevelFound) -> String {
        let (worth, of) = match self.level.subject {
            Subject::Items => (
                "at decisions where an item of the type may be taken, the game is finished after taking it and after declining it",
                "effect minus the mean of the other item types",
            ),
            Subject::Seats => ("the win share of the seat", "minus the mean of the others"),
        };
        let mut lines = vec![format!(
            "Effect: {worth}; difference: {of}, with an interval that holds for all {} together; both {} that \
             influenced no choice. Standard deviations are net of the noise of measuring.",
            self.noun(),
            on_fresh(&self.level.game)
        )];
        if !self.level.exclude.is_empty() {
            let without = self.level.exclude.join(", ");
            lines.push(format!("Excluded, with the values that they have: {without}."));
        }
        if !found.left.is_empty() {
            lines.push(format!("Too seldom to be compared: {}.", found.left.join(", ")));
        }
        let fixed =
            (0..found.things.len()).filter(|thing| !found.task.owners.contains(&Some(*thing)));
        let fixed = joined(fixed.map(|thing| &found.things[thing]), ", ");
        if !fixed.is_empty() {
            lines.push(format!("Keep their values: {fixed}."));
        }
        if let Some(course) = found.courses.last() {
            let sets: usize = found.courses.iter().map(|course| course.steps.len()).sum();
            let measured = counted(sets as u64, "set", "sets");
            lines.push(format!("Measured: {measured} of values. The end: {}.", ended(course.end)));
        }
        for (seats, used) in self.level.tables.iter().zip(&found.adapted) {
            let players = seats.players;
            lines.extend(match used {
                Some(_) => Some(format!(
                    "{players} seats: under the new values the players have new weights."
                )),
                None if self.level.changes(&found.best).is_empty() => None,
                None if self.level.retuning.rounds == 0 => None,
                None => Some(format!(
                    "{players} seats: re-tuning found no weights that are better under the new values."
                )),
            });
        }
        lines.join("\n")
    }

    fn worth_sheet(&self, found: &LevelFound, table: usize, agent: usize) -> Option<Sheet> {
        let (before, after) = (found.last(table, agent, false)?, found.last(table, agent, true));
        let shown = after.unwrap_or(before);
        let seats = self.level.tables[table].players;
        let mut order: Vec<usize> = (0..found.things.len()).collect();
        order.sort_by(|&a, &b| before.worths[b].value.total_cmp(&before.worths[a].value));
        let unit = self.unit_of_effects();
        let own = |worth: Estimate| {
            Cell::estimate((unit, Some(worth.value), Some(self.level.own_interval(worth, seats))))
        };
        let first = if after.is_some() { "before" } else { "effect" };
        let mut table = DeclaredTable::of(order)
            .word(self.thing(), |&thing| &*found.things[thing])
            .cell(first, |&thing| own(before.worths[thing]).0);
        if after.is_some() {
            table = table.cell("after", |&thing| own(shown.worths[thing]).0);
        }
        let table = table
            .cell(("95 % interval", ["low", "high"]), |&thing| own(shown.worths[thing]).1)
            .cell(("difference", ["difference", "difference_low", "difference_high"]), |&thing| {
                let judged = &shown.judged[thing];
                let (value, (low, high)) = (judged.beyond.value, judged.interval);
                let text = self.unit_of_differences().alone(value, Some((low, high)));
                Cell::new(text, [value, low, high].map(Value::from))
            })
            .plain("verdict", |&thing| word(shown.judged[thing].verdict));
        let what = match (after, self.level.goal) {
            (Some(_), Goal::Score) => ": effects before and after",
            (Some(_), Goal::WinShare) => ": win shares before and after",
            (None, _) => "",
        };
        Some(table.sheet("equalized_effect", format!("{seats} seats, {}{what}", shown.name)))
    }

    fn changes_sheet(&self, found: &LevelFound) -> Option<Sheet> {
        if self.level.changes(&found.best).is_empty() {
            return None;
        }
        let mut changes = self.changes(found);
        let before = |change: &ValueChange| change.worths(found, 0)[0].unwrap_or(f64::NEG_INFINITY);
        changes.sort_by(|a, b| before(b).total_cmp(&before(a)));
        let mut sheet = DeclaredTable::of(&changes)
            .word(self.thing(), |change| &*change.thing)
            .word("printed", |change| &*change.printed)
            .word("new", |change| &*change.new)
            .word("change", |change| change.word);
        let tables = &self.level.tables;
        for (table, seats) in tables.iter().enumerate() {
            let players = seats.players;
            let at = if tables.len() == 1 { String::new() } else { format!(", {players} seats") };
            for (end, when) in ["before", "after"].into_iter().enumerate() {
                let title = format!("effect {when}{at}");
                let key = format!("effect_{when}_{players}");
                sheet = sheet.figure(
                    (&*title, &*key),
                    |value| self.unit_of_effects().plain(value),
                    |change| change.worths(found, table)[end],
                );
            }
        }
        let title = "Printed and new values; a buff increases the effect of an item type by itself";
        Some(sheet.sheet("changes", title))
    }

    fn front_sheet(&self, found: &LevelFound) -> Option<Sheet> {
        if found.front.len() < 2 {
            return None;
        }
        let best: Vec<&CourseStep> = found.front.iter().filter(|step| step.best).collect();
        let before = iter::once(None).chain(best.iter().map(|step| Some(&step.choice.set)));
        let mut sheet = DeclaredTable::of(best.iter().zip(before))
            .word("changes", |(step, _)| step.choice.changes);
        for (table, seats) in self.level.tables.iter().enumerate() {
            let title = format!("{} seats", seats.players);
            let key = format!("deviation_{}", seats.players);
            sheet = sheet.figure(
                (&*title, &*key),
                |value| self.unit().plain(value),
                |(step, _)| Some(step.deviations[table].value()),
            );
        }
        let title = "Few changes or many: the best sets, and the standard deviation under each";
        let sheet = sheet
            .plain("the last change", |(step, before)| self.new_in(*before, &step.choice.set))
            .sheet("front", title);
        Some(sheet)
    }

    fn new_in(&self, before: Option<&Set>, set: &Set) -> String {
        let known = before.map(|before| self.level.changes(before)).unwrap_or_default();
        let mut new = self.level.changes(set);
        new.retain(|change| !known.contains(change));
        match &new[..] {
            [] => String::new(),
            [only] => only.clone(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        }
    }
}
