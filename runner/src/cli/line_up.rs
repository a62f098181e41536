//! The flags that say what is played: shared by `run` and `plan`.

use clap::Args;
use drakkar_agents::heuristic::Playable;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;

use crate::cli::agents::Seats;
use crate::cli::rule_source::RuleSource;
use crate::error::Error;
use crate::games::with_game;
use crate::journal::plan::Plan;
use crate::play::line_up::LineUp;
use crate::play::schedule::Policy;
use crate::study::self_play::Wish;

/// Everything that decides which games are played.
#[derive(Args, Debug)]
pub(crate) struct Games {
    /// The game; see `drakkar list games`
    #[arg(long, default_value = crate::games::DEFAULT)]
    game: String,

    #[command(flatten)]
    rules: RuleSource,

    #[command(flatten)]
    seats: Seats,

    /// Games to play; rounded up to whole blocks (a deal in all its seatings)
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,

    /// Master seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Which orders of the agents are played on each deal
    #[arg(long, value_enum, default_value_t = Policy::Permutations)]
    seating: Policy,

    /// Blocks of a chunk, which is kept as soon as it is finished [default: about four seconds of one
    /// thread by the agents' budgets]; changes no result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    chunk: Option<u64>,

    /// Also keeps games.csv: one row for each game and seat
    #[arg(long)]
    per_game: bool,
}

impl Games {
    /// The plan of the run, with every so many games recorded; and remarks for whoever asked.
    ///
    /// # Errors
    /// Whatever is wrong with a flag.
    pub(crate) fn plan(&self, record_every: Option<u64>) -> Result<(Plan, Vec<String>), Error> {
        // The rules are read once: they may come from a pipe.
        let rules = with_game!(&self.game, G => self.rules.text::<G>())??;
        with_game!(&self.game, G if suits::<G>(&rules) => self.plan_of::<G>(&rules, record_every))?
    }

    fn plan_of<G: Recorded + Playable>(
        &self,
        rules: &str,
        record_every: Option<u64>,
    ) -> Result<(Plan, Vec<String>), Error> {
        let specs = self.seats.specs::<G>()?;
        let game: G = self.rules.game_by(rules, specs.len())?;
        let wish = Wish {
            game: &game,
            specs: &specs,
            seating: self.seating,
            seed: self.seed,
            games: self.games,
            chunk: self.chunk,
            per_game: self.per_game,
            record_every,
        };
        let plan = wish.plan()?;
        let remarks = self.remarks(&plan, &LineUp::new(&specs));
        Ok((plan, remarks))
    }

    fn remarks(&self, plan: &Plan, line_up: &LineUp) -> Vec<String> {
        let (blocks, size) = (plan.run.blocks, plan.run.games_per_block);
        let mut remarks = Vec::new();
        if blocks * size != self.games {
            remarks.push(format!(
                "{} games are rounded up to {}: {blocks} blocks of {size} games on one deal",
                self.games,
                blocks * size
            ));
        }
        if self.seating == Policy::Rotations && line_up.agents() > 2 {
            remarks.push(
                "rotations keep everybody's neighbours, and who sits behind a weak player gains; \
                 with more than two different agents only `--seating permutations` compares them \
                 fairly"
                    .to_owned(),
            );
        }
        remarks
    }
}

/// Whether `G` is the variant of its game for these rules; also if there is something wrong with
/// them, which is told later.
fn suits<G: Recorded>(rules: &str) -> bool {
    rules::read::<G>(rules).map_or(true, |rule_set| G::covers(&rule_set))
}
