use std::fmt::Write;
use std::time::{Duration, Instant};
use std::{io::IsTerminal, thread};

use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use crate::error::tell;

/// After so long, what is left is estimated where no bar can be shown.
const LOOK: Duration = Duration::from_secs(5);
/// Less than this is not worth a line.
const SHORT: Duration = Duration::from_secs(10);

/// A bar over games with room for intermediate results below; `how` is how sure the time left is, `about` or `at most`.
pub fn bar_with_standing(games: u64, quiet: bool, how: &'static str) -> ProgressBar {
    bar_until("games", games, quiet, how, "\n{msg}")
}

/// A bar over things, by their name in the plural, with speed and time left; hidden if `quiet`. If standard error is no
/// terminal, such as a log, one line says how long it will take.
pub fn bar(things: &str, count: u64, quiet: bool) -> ProgressBar {
    bar_until(things, count, quiet, "about", "")
}

fn bar_until(things: &str, count: u64, quiet: bool, how: &'static str, below: &str) -> ProgressBar {
    let hidden = quiet || !std::io::stderr().is_terminal();
    let target =
        if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) };
    let bar = ProgressBar::with_draw_target(Some(count), target);
    if !hidden {
        show(&bar, things, how, below);
        bar.enable_steady_tick(Duration::from_millis(500));
    } else if !quiet {
        tell_once(&bar, things.to_owned(), how);
    }
    bar
}

fn tell_once(bar: &ProgressBar, things: String, how: &'static str) {
    let (bar, begin) = (bar.downgrade(), Instant::now());
    // It ends with the bar or with the process.
    thread::spawn(move || {
        loop {
            thread::sleep(LOOK);
            let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) else { return };
            let all = bar.length().unwrap_or_default();
            if bar.position() > 0 {
                let line = outlook(begin.elapsed(), bar.position(), all, &things, how);
                return line.into_iter().for_each(|line| tell(&line));
            }
        }
    });
}

/// How long what is left will take, after so much of it; nothing if that is soon.
fn outlook(spent: Duration, done: u64, all: u64, things: &str, how: &str) -> Option<String> {
    let left = spent.mul_f64(all.saturating_sub(done) as f64 / done.max(1) as f64);
    let (done, all) = (HumanCount(done), HumanCount(all));
    (left >= SHORT).then(|| {
        format!(
            "{done} of {all} {things} after {}; {how} {} left",
            HumanDuration(spent),
            HumanDuration(left)
        )
    })
}

fn show(bar: &ProgressBar, things: &str, how: &str, below: &str) {
    let line =
        format!("{{wide_bar}} {{human_pos}}/{{human_len}} {things}  {{rate}}  {how} {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&(line + below)) {
        let rate = |state: &ProgressState, line: &mut dyn Write| {
            let rate = state.per_sec();
            let _ = write!(line, "{rate:.digits$}/s", digits = usize::from(rate < 10.0));
        };
        bar.set_style(style.with_key("rate", rate));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_told_by_what_was_done_unless_it_is_short() {
        let after = |done| outlook(Duration::from_secs(5), done, 10_000, "games", "at most");
        let told = "100 of 10,000 games after 5 seconds; at most 8 minutes left";
        assert_eq!(after(100).as_deref(), Some(told));
        assert_eq!(after(5_000), None);
        assert_eq!(after(10_000), None);
    }
}
