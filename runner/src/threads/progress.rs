use std::{io::IsTerminal, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over `games` games with speed and time left; hidden if `quiet` or if standard error is no
/// terminal.
pub fn bar(games: u64, quiet: bool) -> ProgressBar {
    bar_of("games", games, quiet)
}

pub fn bar_of(things: &str, count: u64, quiet: bool) -> ProgressBar {
    let hidden = quiet || !std::io::stderr().is_terminal();
    let target =
        if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) };
    let bar = ProgressBar::with_draw_target(Some(count), target);
    show(&bar, &line(things));
    if !hidden {
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}

pub fn with_standing(bar: &ProgressBar) {
    show(bar, &format!("{}\n{{msg}}", line("games")));
}

fn line(things: &str) -> String {
    format!("{{wide_bar}} {{human_pos}}/{{human_len}} {things}  {{per_sec}}  {{eta}} left")
}

fn show(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}
