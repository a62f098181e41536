use std::iter;

use crate::export::answer::Next;
use crate::export::figure::{counted, exact_share, time_of};
use crate::journal::failing::would_end;
use crate::{journal::failed_game::FailedGame, journal::merge::Whole, plan::run::Run};
use drakkar_engine::item::ItemTable;
use drakkar_play::info::GameInfo;
use drakkar_stats::verdict::POWER;

pub struct Results<'a> {
    pub run: &'a Run,
    pub names: &'a [String],
    pub whole: &'a Whole,
    pub failed: &'a [FailedGame],
    pub info: &'a GameInfo,
    pub items: Option<&'a ItemTable>,
    pub seconds_per_block: Option<f64>,
}

impl Results<'_> {
    /// So many games of their own: more with the same seed would be a second look.
    pub fn afresh(&self, games: u64) -> Next {
        Next::Flags(format!(
            "--seed {} --games {games}{}",
            self.run.next_seed(),
            self.keep_going(games)
        ))
    }

    /// What so many games need, if they fail as often, so that the run does not end early.
    pub fn keep_going(&self, games: u64) -> &'static str {
        let sums = iter::once(&self.whole.sums).chain(&self.whole.confirmed);
        let failed = sums.map(|sums| sums.counters.failed).sum::<i128>() as u64;
        if would_end(games, failed, self.whole.games) { " --keep-going" } else { "" }
    }

    /// What would still decide a verdict that is open, beyond the `blocks` that were played, with the probability
    /// [`POWER`], if the truth is what was measured.
    pub fn still_needed(&self, needed: Option<u64>, blocks: i128) -> String {
        let Some(needed) = needed else { return String::new() };
        let more = (i128::from(needed) - blocks).max(1);
        let seconds = self.seconds_per_block.map(|seconds| seconds * more as f64);
        let what = if self.info.has_deals { "deal" } else { "block" };
        let more = counted(more as u64, &format!("more {what}"), &format!("more {what}s"));
        let here = seconds.map(|seconds| format!(" ({} here)", time_of(seconds)));
        format!(
            "; about {more}{} would decide with {} probability if the difference is as measured",
            here.unwrap_or_default(),
            exact_share(POWER),
        )
    }
}
