use std::{io::IsTerminal, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub fn bar(games: u64, quiet: bool) -> ProgressBar {
    bar_of("games", games, quiet)
}

/// A bar over things, by their name in the plural, with speed and time left; hidden if `quiet` or if standard error
/// is no terminal.
pub fn bar_of(things: &str, count: u64, quiet: bool) -> ProgressBar {
    let hidden = quiet || !std::io::stderr().is_terminal();
    let target =
        if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) };
    let bar = ProgressBar::with_draw_target(Some(count), target);
    show(&bar, things, "");
    if !hidden {
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}

/// Makes room under the bar for intermediate results.
pub fn with_standing(bar: &ProgressBar) {
    show(bar, "games", "\n{msg}");
}

fn show(bar: &ProgressBar, things: &str, below: &str) {
    let line =
        format!("{{wide_bar}} {{human_pos}}/{{human_len}} {things}  {{per_sec}}  {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&(line + below)) {
        bar.set_style(style);
    }
}
