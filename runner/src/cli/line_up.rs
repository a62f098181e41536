//! The flags of games of one line-up: shared by `run` and `plan`.

use clap::Args;

use crate::cli::agents::Seats;
use crate::cli::volume::{Ask, Cast, Table, Volume, games};
use crate::error::Error;
use crate::play::lab::GameInfo;

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

    fn cast(&self, info: &GameInfo) -> Result<Cast, Error> {
        let specs = self.seats.specs(info)?;
        let players = specs.len();
        Ok(Cast { specs, players, purpose: None, games: self.games, confirm: 0 })
    }
}
