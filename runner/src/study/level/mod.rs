//! `balance --equalize`: values under which all items have the same effect.

mod args;
mod changes;
mod files;
mod join;
mod parameters;
mod plan;
mod report;
mod retune;
mod seats;
mod steps;
mod time;
mod verdict;
mod work;

use clap::Args;

use crate::study::balance::question::Question;
use crate::study::balance::values::{Vary, key_or_values};
use crate::study::level::plan::{Goal, Subject};
use crate::study::plan_file::{Files, PlanFile};
use crate::study::{execute::StepFlags, level::work::Work, workspace::Workspace};
use crate::{error::Error, export::sheet::Style, flags::number::real, flags::number::whole};

pub use join::{is_at, join};

/// Flags about values that make effects equal.
#[derive(Args, Clone, Debug)]
pub struct LevelFlags {
    /// Finds values of the rules at which all item types have the same effect: KEY=A..B, KEY=A,B,C or KEY, * for any word
    /// of a key [default keys: those of all item types]; when several are unbalanced at once, otherwise see --fair
    #[arg(long, value_name = "KEY[=VALUES]", num_args = 0.., value_parser = key_or_values, group = "equalizing",
          conflicts_with_all = ["method", "vary", "fair", "replicate", "independent"])]
    equalize: Option<Vec<Vary>>,

    /// Finds values at which all seats win the same share of whole games, such as what each gets for its place in the order
    /// of play: KEY=A..B, KEY=A,B,C or KEY, * for any word of a key [default values: from 1, or 0 if that is the present
    /// one, to 2 more than twice the present one, at least to 6]
    #[arg(long, value_name = "KEY[=VALUES]", num_args = 1.., value_parser = key_or_values, group = "equalizing",
          conflicts_with_all = ["equalize", "method", "vary", "fair", "replicate", "independent", "at"])]
    equalize_seats: Option<Vec<Vary>>,

    /// With --equalize: item types that are meant to be better or worse than the others; they keep their values and do
    /// not count
    #[arg(long, value_name = "ITEM", num_args = 1.., requires = "equalize")]
    exclude: Vec<String>,

    /// With --equalize: the metric whose effects are made equal
    #[arg(long, value_enum, default_value_t = Goal::Score, requires = "equalize")]
    goal: Goal,

    /// With --equalize or --equalize-seats: differences up to this are tolerated, in points or as a share of the wins
    /// [default: that of --equivalence; 0.01 for shares]
    #[arg(long, value_name = "M",
          value_parser = real(|number| number > 0.0 && number.is_finite(),
                              "must be a number above 0"), requires = "equalizing")]
    tolerance: Option<f64>,

    /// With --equalize or --equalize-seats: most measurements of sets of values before the players are re-tuned, and
    /// after each time
    #[arg(long, value_name = "N", default_value = "16", value_parser = whole::<u32>(1, 100), requires = "equalizing")]
    measurements: u32,

    /// With --equalize or --equalize-seats: how often the weights of the players are re-tuned to new values, in a short
    /// tune; 0 for never [default: 2, with --quick 1]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0, 10), requires = "equalizing")]
    retune: Option<u32>,
}

impl LevelFlags {
    pub fn is_asked(&self) -> bool {
        self.equalize.is_some() || self.equalize_seats.is_some()
    }
}

pub fn run(
    flags: &LevelFlags,
    question: &Question,
    step: &StepFlags,
    style: Style,
) -> Result<(), Error> {
    if flags.equalize_seats.is_none() {
        question.refuse_games()?;
    } else if question.decisions.is_some() {
        let reason = "does not go with --equalize-seats, which plays whole games: --games";
        return Err(Error::flag("--decisions", reason));
    }
    if step.keep_chunks {
        let reason = "is for runs: equalizing needs no chunks at its end";
        return Err(Error::flag("--keep-chunks", reason));
    }
    let asked = args::Asked::new(flags, question)?;
    let plan = PlanFile::new(asked.level()?);
    let (level, pace) = (&plan.request, &step.effort.pace);
    let out = step.out.clone().unwrap_or_else(|| args::default_folder(level, &plan.digest));
    let lab = asked.lab;
    let table = plan::open(lab, &level.rule_set, level.tables[0].players)?;
    let stop = step.effort.stop();
    let ws = Workspace { lab, table: &*table, out: &out, pace, stop };
    let work = Work { level, asked: &asked, ws };
    if step.dry_run {
        return work.rehearse(style);
    }
    asked.remark(level).iter().for_each(|remark| pace.note(remark));
    let steps = |files: &Files<'_>| {
        let found = work.equalize()?;
        work.write(files, &found)?;
        Ok(work.report(&found))
    };
    plan.run((&out, step.force), "this equalized set", style, steps)
}

impl Subject {
    pub fn flag(self) -> &'static str {
        match self {
            Subject::Items => "--equalize",
            Subject::Seats => "--equalize-seats",
        }
    }
}
