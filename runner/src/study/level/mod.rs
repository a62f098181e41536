//! `balance --level`: values under which all items are worth the same.

mod adapt;
mod asked;
mod changes;
mod course;
mod files;
mod help;
mod levers;
mod plan;
mod seats;
mod time;
mod told;
mod verdict;
mod work;

use std::slice::from_ref;

use clap::Args;

use crate::study::balance::question::Question;
use crate::study::balance::values::{Vary, key_or_values};
use crate::study::level::plan::{Goal, Subject};
use crate::study::sealed::{Files, Owned, Sealed};
use crate::study::{level::work::Work, one_step::StepFlags, workspace::Workspace};
use crate::{error::Error, export::sheet::Style, flags::number::real, flags::number::whole};

pub use help::{help, is_at};

/// Flags about values that make things worth the same.
#[derive(Args, Clone, Debug)]
pub struct LevelFlags {
    /// Finds values at which all kinds are worth the same: KEY=A..B, KEY=A,B,C or KEY, * for any word of a key
    /// [default keys: those of all kinds]
    #[arg(long, value_name = "KEY[=VALUES]", num_args = 0.., value_parser = key_or_values, group = "levelling",
          conflicts_with_all = ["judge", "vary", "fair", "again", "independent"])]
    level: Option<Vec<Vary>>,

    /// Finds values at which all seats win the same, in whole games: what each seat gets in compensation
    #[arg(long, value_name = "KEY=VALUES", num_args = 1.., value_parser = key_or_values, group = "levelling",
          conflicts_with_all = ["level", "judge", "vary", "fair", "again", "independent", "at"])]
    level_seats: Option<Vec<Vary>>,

    /// With --level: kinds that are meant to be better or worse than the others: they keep their values and are not
    /// counted
    #[arg(long, value_name = "KIND", num_args = 1.., requires = "level")]
    without: Vec<String>,

    /// With --level: what is made the same
    #[arg(long, value_enum, default_value_t = Goal::Worth, requires = "level")]
    goal: Goal,

    /// With --level or --level-seats: differences up to this do not matter: points, or a share of the wins [default: --margin; 0.01 for shares]
    #[arg(long, value_name = "M",
          value_parser = real(|number| number > 0.0 && number.is_finite(),
                              "must be a number above 0"), requires = "levelling")]
    within: Option<f64>,

    /// With either: most measurements of sets of values with the same players
    #[arg(long, value_name = "N", default_value = "16", value_parser = whole::<u32>(1, 100), requires = "levelling")]
    measurements: u32,

    /// With either: how often players may get used to new values, in a short tune of their weights; 0 for never [default: 2, with
    /// --quick 1]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0, 10), requires = "levelling")]
    adapt: Option<u32>,
}

impl LevelFlags {
    pub fn is_asked(&self) -> bool {
        self.level.is_some() || self.level_seats.is_some()
    }
}

pub fn run(
    flags: &LevelFlags,
    question: &Question,
    step: &StepFlags,
    style: Style,
) -> Result<(), Error> {
    if step.keep_chunks {
        let reason = "is for runs: a levelling needs no chunks at its end";
        return Err(Error::flag("--keep-chunks", reason));
    }
    let asked = asked::Asked::new(flags, question)?;
    let plan = Sealed::new(asked.level()?);
    let (level, pace) = (&plan.request, &step.effort.pace);
    let out = step.out.clone().unwrap_or_else(|| asked::default_folder(level, &plan.digest));
    let owned = Owned { seed: question.seed, out, force: step.force };
    let lab = asked.lab;
    let table = plan::open(lab, from_ref(&level.rule_set), level.tables[0].players)?;
    let stop = step.effort.stop();
    let ws = Workspace { lab, table: &*table, out: &owned.out, pace, stop };
    let work = Work { level, question, text: &asked.text, ws };
    if step.dry_run {
        return work.rehearse(&step.effort, style);
    }
    asked.remarks(level).iter().for_each(|remark| pace.note(remark));
    let steps = |files: &Files<'_>| {
        let found = work.course()?;
        work.write(files, &found)?;
        Ok(work.told(&found))
    };
    plan.run(&owned, "this levelled set", style, steps, || Ok(()))
}

impl Subject {
    pub fn flag(self) -> &'static str {
        match self {
            Subject::Items => "--level",
            Subject::Seats => "--level-seats",
        }
    }
}
