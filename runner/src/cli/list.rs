//! `drakkar list`: what there is to choose from.

use std::fmt::Write;

use comfy_table::{ContentArrangement, Table, presets};
use drakkar_agents::catalogue::{self, AgentInfo};
use drakkar_agents::registry;
use drakkar_engine::fact::FactKind;

use crate::error::Error;
use crate::export::sheet::print;
use crate::games;
use drakkar_play::lab::{GameInfo, Lab};

/// Lists games, agents, presets and strategy facts, or the options of one agent
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  drakkar list games\n  drakkar list mcts")]
pub(crate) struct Args {
    /// What to list: games, agents, presets, facts (columns of games.csv, rows of strategy.csv), or
    /// an agent, such as mcts [default: everything]
    what: Option<String>,

    /// Presets and facts of this game alone
    #[arg(long)]
    game: Option<String>,
}

/// The lists, in the order in which they are printed.
const LISTS: [&str; 4] = ["games", "agents", "presets", "facts"];

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let what = args.what.as_deref();
    if let Some(name) = what.filter(|what| !LISTS.contains(what)) {
        return one_agent(name);
    }
    let wanted = |list| what.is_none_or(|only| only == list);
    let mut text = String::new();
    if wanted("games") {
        text += "Games\n";
        infos().for_each(|info| game(info, &mut text));
    }
    if wanted("agents") {
        text += "\nAgents\n";
        agents(&mut text);
    }
    for (what, list) in [("presets", true), ("facts", false)] {
        if !wanted(what) {
            continue;
        }
        match &args.game {
            Some(id) => section(games::lab(id)?.info(), &mut text, list),
            None => infos().for_each(|info| section(info, &mut text, list)),
        }
    }
    print(text.trim_start())
}

/// Prints the options of the agent called `name`.
fn one_agent(name: &str) -> Result<(), Error> {
    let brought = registry::installed().agents();
    if let Some(agent) = brought.iter().find(|agent| agent.name == name) {
        return print(&format!("{}: {} (brought along)\n", agent.name, agent.about));
    }
    let Some(agent) = catalogue::all().find(|agent| agent.name == name) else {
        let own = brought.iter().map(|agent| agent.name.as_str());
        let agents: Vec<&str> = catalogue::all().map(|agent| agent.name).chain(own).collect();
        let (lists, agents) = (LISTS.join(", "), agents.join(", "));
        let reason = format!("there is nothing called `{name}`; there are: {lists}; {agents}");
        return Err(Error::flag("list", reason));
    };
    print(&format!("{}: {}\n{}\n", agent.name, agent.about, options(agent)))
}

/// Option, default, range and meaning.
fn options(agent: &AgentInfo) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    // As wide as help texts.
    table.set_width(100);
    table.set_header(["option", "default", "range", "what it does"]);
    for option in agent.options {
        table.add_row([
            option.key.to_owned(),
            option.default_text(),
            option.range_text(),
            option.about.to_owned(),
        ]);
    }
    table
}

fn infos() -> impl Iterator<Item = &'static GameInfo> {
    games::labs().iter().map(Lab::info)
}

fn section(info: &GameInfo, text: &mut String, presets: bool) {
    // Writing into a string does not fail.
    if presets {
        let _ = writeln!(text, "\nPresets of {}", info.id);
        for preset in info.presets {
            let _ = writeln!(text, "  {:<24} {}", preset.name, preset.about);
        }
        return;
    }
    let _ = writeln!(text, "\nFacts of {}, for each seat of a game", info.id);
    for fact in info.facts {
        let source = match fact.kind {
            FactKind::Count => "",
            FactKind::Source => " (part of the score)",
        };
        let _ = writeln!(text, "  {:<28} {}{source}", fact.name, fact.about);
    }
}

fn game(info: &GameInfo, text: &mut String) {
    let (fewest, most) = info.players;
    let seats = if fewest == most { fewest.to_string() } else { format!("{fewest}-{most}") };
    let _ = writeln!(text, "  {:<18} {seats:<4} seats  {}", info.id, info.about);
}

fn agents(text: &mut String) {
    for agent in catalogue::all() {
        let _ = writeln!(text, "  {:<14} {}", agent.name, agent.about);
        for option in agent.options {
            let (range, default) = (option.range_text(), option.default_text());
            let _ = writeln!(text, "    {:<12} {range} (default: {default})", option.key);
        }
    }
    for agent in registry::installed().agents() {
        let games = agent.games().join(", ");
        let _ = writeln!(text, "  {:<14} {} (brought along, for {games})", agent.name, agent.about);
    }
}
