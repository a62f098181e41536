//! The flags of games of one line-up: shared by `run` and `plan`.

use clap::Args;
use drakkar_agents::heuristic::Playable;
use drakkar_engine::recorded::Recorded;

use crate::cli::agents::Seats;
use crate::cli::volume::{Ask, Cast, Table, Volume, games};
use crate::error::Error;

/// Everything that decides which games are played.
#[derive(Args, Debug)]
pub(crate) struct Games {
    #[command(flatten)]
    table: Table,

    #[command(flatten)]
    seats: Seats,

    /// Games to play; rounded up to whole blocks (a deal in all its seatings)
    #[arg(long, value_name = "N", default_value = "100000", value_parser = games)]
    games: u64,

    #[command(flatten)]
    volume: Volume,
}

impl Ask for Games {
    fn table(&self) -> &Table {
        &self.table
    }

    fn volume(&self) -> &Volume {
        &self.volume
    }

    fn cast<G: Recorded + Playable>(&self) -> Result<Cast, Error> {
        let specs = self.seats.specs::<G>()?;
        let players = specs.len();
        Ok(Cast { specs, players, purpose: None, games: self.games, confirm: 0 })
    }
}
