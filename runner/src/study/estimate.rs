use indicatif::HumanBytes;

use crate::export::cell::{Cell, Value};
use crate::export::sheet::DeclaredTable;
use crate::{
    export::figure::counted, export::figure::time_of, export::sheet::Sheet, plan::run::Run,
};
use drakkar_stats::{counters::SHARE_UNIT, student::NORMAL_QUANTILE, sums::Sums};

pub struct Tried {
    pub blocks: u64,
    pub seconds: f64,
    pub threads: usize,
    pub games: [u64; 2],
    pub chunks: [usize; 2],
    /// The number of games that the sampled blocks stand for.
    pub games_tried: f64,
    pub disk: HumanBytes,
    pub games_per_block: u64,
}

impl Tried {
    pub fn seconds_of(&self, games: u64) -> f64 {
        self.seconds * games as f64 / self.games_tried
    }

    pub fn time(&self, games: u64) -> String {
        time_of(self.seconds_of(games))
    }

    pub fn blocks(&self, time: &str) -> String {
        let Tried { blocks, seconds, threads, games_per_block, disk, .. } = self;
        let games: u64 = self.games.iter().sum();
        let on = counted(*threads as u64, "thread", "threads");
        format!(
            "{} of {} took {seconds:.2} s on {on}.\n\
             The run: {} in {}, {}.\n\
             {time}: {} on {on}\n\
             Expected disk: {disk} while it runs",
            counted(*blocks, "block", "blocks"),
            counted(*games_per_block, "game", "games"),
            counted(games, "game", "games"),
            counted(games / games_per_block, "block", "blocks"),
            counted(self.chunks.iter().sum::<usize>() as u64, "chunk", "chunks"),
            self.time(games),
        )
    }

    pub fn sheet(&self, in_words: String) -> Sheet {
        let [games, fresh] = self.games;
        let figures: [(&str, Value); 9] = [
            ("blocks_tried", self.blocks.into()),
            ("seconds_tried", self.seconds.into()),
            ("threads", self.threads.into()),
            ("games", games.into()),
            ("games_on_fresh_deals", fresh.into()),
            ("chunks", self.chunks.iter().sum::<usize>().into()),
            ("seconds", self.seconds_of(games).into()),
            ("seconds_with_fresh_deals", self.seconds_of(games + fresh).into()),
            ("disk_bytes", self.disk.0.into()),
        ];
        Sheet::in_words("expected", in_words, figures)
    }
}

pub fn shares(run: &Run, names: &[String], tried: u64, sums: &Sums) -> Vec<Sheet> {
    let alone = names.len() == 1;
    let table = DeclaredTable::of(names.iter().zip(&sums.counters.agents))
        .word(
            "agent",
            |(name, _)| if alone { format!("{name} in seat 0") } else { (*name).clone() },
        )
        .cell(("expected 95 % interval of its win share", "reach"), |(_, agent)| {
            let share = if alone { agent.seats[0].share } else { agent.share };
            reach(run, tried, share.error(SHARE_UNIT))
        });
    vec![table.sheet("precision", "")]
}

pub fn reach(run: &Run, tried: u64, error: Option<f64>) -> Cell {
    // Errors shrink with the square root of the blocks.
    let shrink = (tried as f64 / run.blocks as f64).sqrt();
    let error = error.filter(|error| *error > 0.0);
    let mut cell = Cell::figure(error.map(|error| NORMAL_QUANTILE * error * shrink), |reach| {
        format!("± {reach:.5}")
    });
    if cell.shown.is_empty() {
        "unknown: the games tried all ended alike".clone_into(&mut cell.shown);
    }
    cell
}
