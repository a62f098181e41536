use clap::Args as ClapArgs;

use crate::error::Error;
use crate::study::balance::question::Question;
use crate::study::execute::{StepFlags, Tables};
use crate::study::level::{self, LevelFlags};

pub mod args;
pub mod effects;
mod plan;
pub mod question;
pub mod values;

const EXAMPLES: &str = "\
Examples:
  drakkar balance
      are the bonus tiles of Vikings fair? four greedy players, in two minutes
  drakkar balance --quick
      the same in a fraction of the time, with wider intervals
  drakkar balance --players 2 --agents greedy mcts:iterations=50 \\
      --decisions 300 --deadline 1h
      the same decisions, continued by weaker and by stronger players
  drakkar balance --players 2 --agents level-4 level-6 level-8 \\
      --decisions 300 --method take --deadline 2h
      the same decisions at three strengths; drakkar list levels has all eight
  drakkar balance --vary bonus.noble1.value=0..3 --method take
      the effect of other values
  drakkar balance --fair bonus.noble1.value --target food3
      the value at which one item type has the same effect as another
  drakkar balance --equalize --quick
      values at which all item types would have the same effect, in under ten
      minutes
  drakkar balance --rules base --equalize-seats 'setup.seat_gold.*=0..8'
      what seats should begin with, so that all win the same
  drakkar balance --rules base --at 'buy *' --against 'buy 3'
      any actions of any game, compared with another legal one

The effect of an item type is the mean gain from taking it instead of declining it, over decisions at which a seat \
may take it. After either choice, the stated agents play all seats on the same deal, with the same random numbers.
Without --rules, the game's first preset with items to take is used (advanced for Vikings).
Files: bonus_effect.csv, bonus_effect_rounds.csv, bonus_granted.csv, banned.csv, start.csv, \
what_if.csv, fair.csv, manifest.json; with --equalize equalized.toml (the rules), changes.csv, equalized.csv, \
front.csv, equalized_deviation.csv, equalized_effect.csv, retuned.csv; from whole games of the sampling policy \
bonus_observed.csv, seats.csv, strategy.csv, pace.csv.
Exit code: 0 done, 1 failed games, 2 wrong command or input, 75 file error or deadline: retry later \
or elsewhere, 130 interrupted.
";

const RULES: &str = "Preset, or a rule-set file (a path with `/`, or a name that ends in .toml) [default: the game's \
                     first preset with items to take, or else its first one]";

/// Measures the effects of items that seats may take, and whether they are balanced
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES, mut_arg("rules", |rules| rules.help(RULES)))]
pub struct Args {
    #[command(flatten)]
    pub question: Question,

    #[command(flatten)]
    level: LevelFlags,

    #[command(flatten)]
    step: StepFlags,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    if args.level.is_asked() {
        return level::run(&args.level, &args.question, &args.step, args.tables.format);
    }
    args.step.play(&args.question.plan()?, None, args.tables.format)
}
