//! The flags `--agents` and `--players`: one specification for each seat.

use clap::Args;
use drakkar_agents::spec::Spec;
use drakkar_engine::recorded::Recorded;

use crate::error::Error;

/// Who plays.
#[derive(Args, Clone, Debug)]
pub(crate) struct Seats {
    /// One agent for each seat; a single one takes all seats
    #[arg(long, value_name = "AGENT", num_args = 1.., default_values = ["greedy"])]
    pub(crate) agents: Vec<String>,

    /// Number of seats, where a single agent takes all of them [default: 4, or as near as the game
    /// allows]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
}

/// Seats of a game, if the game allows it and nobody chooses.
const PLAYERS: usize = 4;

impl Seats {
    /// One specification for each seat.
    ///
    /// # Errors
    /// Specifications that cannot be read, and a number of them that fits neither `--players` nor
    /// the game.
    pub(crate) fn specs<G: Recorded>(&self) -> Result<Vec<Spec>, Error> {
        let specs = self.agents.iter().map(|text| text.parse());
        let mut specs: Vec<Spec> =
            specs.collect::<Result<_, _>>().map_err(|error| Error::flag("--agents", error))?;
        let (fewest, most) = G::PLAYERS;
        let players = match (specs.len(), self.players) {
            (1, players) => players.unwrap_or(PLAYERS.clamp(fewest, most)),
            (count, Some(players)) if players != count => {
                let reason = format!("{players} seats, but --agents names {count}");
                return Err(Error::flag("--players", reason));
            }
            (count, _) => count,
        };
        if !(fewest..=most).contains(&players) {
            let flag = if self.players.is_some() { "--players" } else { "--agents" };
            let range =
                if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
            let reason = format!("{} has {range} seats, not {players}", G::ID);
            return Err(Error::flag(flag, reason));
        }
        if let [only] = &specs[..] {
            specs = vec![only.clone(); players];
        }
        Ok(specs)
    }
}
