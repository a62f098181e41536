//! The progress bar, on standard error.

use std::{io::IsTerminal, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const LINE: &str = "{wide_bar} {human_pos}/{human_len} games  {per_sec}  {eta} left";

/// A bar over `games` games with speed and remaining time; hidden if `quiet` or if standard error
/// is not a terminal.
pub fn bar(games: u64, quiet: bool) -> ProgressBar {
    let hidden = quiet || !std::io::stderr().is_terminal();
    let target =
        if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) };
    let bar = ProgressBar::with_draw_target(Some(games), target);
    show(&bar, LINE);
    if !hidden {
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}

/// Makes room under the bar for intermediate results.
pub fn with_standing(bar: &ProgressBar) {
    show(bar, &format!("{LINE}\n{{msg}}"));
}

fn show(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}
