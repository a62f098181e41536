//! What comparisons of agents and of rule sets are to a plan and its games.

use std::path::Path;

use drakkar_agents::spec::Spec;
use drakkar_play::cut;
use drakkar_stats::sums::{Beside, Sums};
use toml::Value;

use crate::error::Error;
use crate::export::results::{Results, WholeGames};
use crate::journal::course::{Course, Plain};
use crate::plan::purpose::{Compare, CompareRules, Purpose, Stopping, Unit};
use crate::plan::run::{Plan, Run};
use crate::study::compare::duel::Trial;
use crate::study::compare::referee::Referee;
use crate::study::compare::rules;
use crate::study::kind::{Following, OtherRules, Report, Sizes, Study, number, texts};
use crate::study::rehearsal::{reach, shares};

impl Study for Compare {
    fn command(&self) -> &'static str {
        "compare"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        let names = plan.run.names();
        let mut flags = vec![("agents", texts(names.iter().take(2)))];
        if self.field {
            let other = self.line_ups[0].last().map_or(0, |&agent| usize::from(agent));
            flags.push(("field", Value::String(names[other].clone())));
        }
        if self.confirm_blocks > 0 {
            flags.push(("confirm", number(self.confirm_blocks * plan.run.games_per_block)));
        }
        match self.stopping {
            Some(Stopping::HalfWidth(width)) => {
                flags.push(("until", Value::String(format!("ci={width}"))));
            }
            Some(Stopping::Sprt { unit, low, high, alpha, beta }) => {
                let unit = if unit == Unit::Elo { "elo" } else { "share" };
                let text = format!("{unit}0={low},{unit}1={high},alpha={alpha},beta={beta}");
                flags.push(("sprt", Value::String(text)));
            }
            None => {}
        }
        flags.extend(self.margin.map(|margin| ("margin", Value::Float(margin))));
        Ok(flags)
    }

    fn chunk(&self, tables: &[(Vec<&Spec>, u64)], blocks: u64) -> u64 {
        match self.stopping {
            // A sequential test ends between two chunks: the finer the better, as long as the most
            // games that it may take are not cut into too many.
            Some(Stopping::Sprt { .. }) => {
                let usual = cut::default_chunk(tables, blocks.min(cut::MOST_CHUNKS));
                (usual / 4).max(blocks.div_ceil(cut::MOST_CHUNKS))
            }
            _ => cut::default_chunk(tables, blocks),
        }
    }

    fn completed(&self, sizes: Sizes) -> Option<Purpose> {
        let confirm_blocks = sizes.confirm.div_ceil(sizes.games_per_block);
        Some(Purpose::Compare(Compare { confirm_blocks, ..self.clone() }))
    }

    fn rates_agents(&self) -> bool {
        !self.field
    }

    fn beside(&self, run: &Run) -> Option<Beside> {
        Trial::new(self, run).map(|trial| Beside::Duel(trial.duel))
    }

    fn course<'a>(&'a self, run: &'a Run, _: &'a [String]) -> Box<dyn Following + 'a> {
        match Referee::new(self, run) {
            Some(referee) => Box::new(referee),
            None => Box::new(Plain),
        }
    }

    fn precision(&self, run: &Run, names: &[String], tried: u64, sums: &Sums) -> String {
        let trial = Trial::new(self, run);
        let effect = trial.as_ref().zip(sums.contest.as_ref()).and_then(|(t, c)| t.effect(c));
        let Some(effect) = effect else { return shares(run, names, tried, sums) };
        let early = if self.stopping.is_some() { ", if it does not end earlier" } else { "" };
        let reach = reach(run, tried, effect.error);
        format!("Expected 95 % interval of the comparison: {reach}{early}\n")
    }
}

impl Study for CompareRules {
    fn command(&self) -> &'static str {
        "compare"
    }

    fn flags(&self, path: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        let mut flags = vec![
            ("agents", texts(plan.run.agents.iter().map(|agent| &agent.spec))),
            ("vs-rules", Value::String(path.display().to_string())),
        ];
        flags.extend(self.margin.map(|margin| ("margin", Value::Float(margin))));
        Ok(flags)
    }

    fn games_per_block(&self, seatings: u64) -> u64 {
        2 * seatings
    }

    fn other_rules(&self) -> Vec<OtherRules<'_>> {
        let key = "purpose.rule_set".to_owned();
        vec![OtherRules { key, name: Some(&self.rules), rule_set: &self.rule_set }]
    }

    fn beside(&self, _: &Run) -> Option<Beside> {
        Some(Beside::Versus)
    }

    fn course<'a>(&'a self, _: &'a Run, _: &'a [String]) -> Box<dyn Following + 'a> {
        Box::new(self)
    }

    fn whole_games(&self) -> Option<WholeGames> {
        Some(WholeGames::All("Agents under the first rule set"))
    }

    fn rules(&self, run: &Run) -> String {
        format!("{} against {}", run.rules, self.rules)
    }
}

impl Course for &CompareRules {}

impl Following for &CompareRules {
    fn report(&self, results: &Results<'_>) -> Result<Report, Error> {
        rules::report(results, self.paired, self.margin)
    }
}
