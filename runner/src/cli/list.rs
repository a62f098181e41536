//! `drakkar list`: what there is to choose from.

use std::fmt::Write;

use clap::ValueEnum;
use drakkar_agents::catalogue::AGENTS;
use drakkar_engine::fact::FactKind;
use drakkar_engine::recorded::Recorded;

use crate::cli::print;
use crate::error::Error;
use crate::games::with_game;

/// Lists games, agents, presets and strategy facts
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// What to list [default: everything]
    #[arg(value_enum)]
    what: Option<What>,

    /// Presets and facts of this game alone
    #[arg(long)]
    game: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum What {
    /// Games with their seats
    Games,
    /// Agents with their options
    Agents,
    /// Named rule sets
    Presets,
    /// Strategy facts: columns of games.csv, rows of strategy.csv
    Facts,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let wanted = |what| args.what.is_none_or(|only| only == what);
    let mut text = String::new();
    if wanted(What::Games) {
        text += "Games\n";
        with_game!(each G => game::<G>(&mut text));
    }
    if wanted(What::Agents) {
        text += "\nAgents\n";
        agents(&mut text);
    }
    for (what, list) in [(What::Presets, true), (What::Facts, false)] {
        if !wanted(what) {
            continue;
        }
        match &args.game {
            Some(id) => with_game!(id, G => section::<G>(&mut text, list))?,
            None => with_game!(each G => section::<G>(&mut text, list)),
        }
    }
    print(text.trim_start())
}

fn section<G: Recorded>(text: &mut String, presets: bool) {
    // Writing into a string does not fail.
    if presets {
        let _ = writeln!(text, "\nPresets of {}", G::ID);
        for preset in G::presets() {
            let _ = writeln!(text, "  {:<24} {}", preset.name, preset.about);
        }
        return;
    }
    let _ = writeln!(text, "\nFacts of {}, for each seat of a game", G::ID);
    for fact in G::FACTS {
        let source = match fact.kind {
            FactKind::Count => "",
            FactKind::Source => " (part of the score)",
        };
        let _ = writeln!(text, "  {:<28} {}{source}", fact.name, fact.about);
    }
}

fn game<G: Recorded>(text: &mut String) {
    let (fewest, most) = G::PLAYERS;
    let seats = if fewest == most { fewest.to_string() } else { format!("{fewest}-{most}") };
    let _ = writeln!(text, "  {:<18} {seats:<4} seats  {}", G::ID, G::ABOUT);
}

fn agents(text: &mut String) {
    for agent in AGENTS {
        let _ = writeln!(text, "  {:<14} {}", agent.name, agent.about);
        for option in agent.options {
            let _ = writeln!(
                text,
                "    {:<12} {}: {} (default: {})",
                option.key,
                option.about,
                option.range_text(),
                option.default_text()
            );
        }
    }
}
