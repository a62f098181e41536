//! `drakkar list`: the available games, agents, presets and counters.

use std::path::PathBuf;

use comfy_table::{ContentArrangement, Table, presets::UTF8_HORIZONTAL_ONLY};

use crate::export::{answer::StudyReport, layout, sheet::Sheet, sheet::Style, writers::print};
use crate::{error::Error, games, study::execute::Tables};
use drakkar_agents::catalogue::{self, AgentInfo};
use drakkar_agents::registry;
use drakkar_engine::{fact::FactKind, input::or_known};
use drakkar_play::{info::GameInfo, lab::Lab};

mod levels;
mod runs;
mod tables;

/// Lists games, agents, levels, presets and strategy counters, or the options of one agent
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  drakkar list games\n  drakkar list mcts\n  \
                  drakkar list levels --game vikings\n  drakkar list runs")]
pub struct Args {
    /// What to list: games, agents, levels (players of rising strength), presets, counters (columns of
    /// games.csv, rows of strategy.csv), or an agent, such as mcts [default: all of these]; or runs, the
    /// studies in a folder with their state
    what: Option<String>,

    /// Only levels, presets and counters of this game
    #[arg(long)]
    game: Option<String>,

    /// The folder of `list runs`; it is looked into three levels deep [default: runs]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,

    #[command(flatten)]
    tables: Tables,
}

/// A list; of the game that is named alone, if there is one for each game: as text, and as tables.
struct Listing {
    name: &'static str,
    text: fn(Option<&str>) -> Result<String, Error>,
    tables: fn(Option<&str>) -> Result<Vec<Sheet>, Error>,
}

const LISTS: [Listing; 5] = [
    Listing { name: "games", text: all_games, tables: tables::games },
    Listing { name: "agents", text: all_agents, tables: tables::agents },
    Listing { name: "levels", text: levels::text, tables: levels::tables },
    Listing { name: "presets", text: presets, tables: tables::presets },
    Listing { name: "counters", text: counters, tables: tables::counters },
];

const RUNS: &str = "runs";

pub fn run(args: &Args) -> Result<(), Error> {
    let (what, game, style) = (args.what.as_deref(), args.game.as_deref(), args.tables.format);
    if what == Some(RUNS) {
        return StudyReport::tables(vec![runs::sheet(args.root.as_deref())?]).print(style);
    }
    if let Some(name) = what.filter(|what| LISTS.iter().all(|list| list.name != *what)) {
        return one_agent(name, style);
    }
    let wanted = LISTS.iter().filter(|list| what.is_none_or(|only| only == list.name));
    if style != Style::Text {
        let sheets = wanted.map(|list| (list.tables)(game)).collect::<Result<Vec<_>, _>>()?;
        return StudyReport::tables(sheets.concat()).print(style);
    }
    let texts = wanted.map(|list| (list.text)(game));
    print(texts.collect::<Result<String, Error>>()?.trim_start())
}

fn told(name: &str, about: &str) -> String {
    layout::hanging(name, about, layout::width()) + "\n"
}

fn infos(game: Option<&str>) -> Result<Vec<&'static GameInfo>, Error> {
    match game {
        Some(id) => Ok(vec![games::lab(id)?.info()]),
        None => Ok(games::labs().iter().map(Lab::info).collect()),
    }
}

fn one_agent(name: &str, style: Style) -> Result<(), Error> {
    let brought = registry::installed().agents();
    if let Some(agent) = brought.iter().find(|agent| agent.name == name) {
        if style != Style::Text {
            return StudyReport::tables(vec![tables::brought_along(&[agent])]).print(style);
        }
        return print(&format!("{}: {} (your own)\n", agent.name, agent.about));
    }
    if let Some(level) = levels::one(name) {
        return match style {
            Style::Text => print(&level),
            _ => StudyReport::tables(levels::tables(None)?).print(style),
        };
    }
    let Some(agent) = catalogue::all().find(|agent| agent.name == name) else {
        let own = brought.iter().map(|agent| agent.name.as_str());
        let agents: Vec<&str> = catalogue::all().map(|agent| agent.name).chain(own).collect();
        let lists = LISTS.map(|list| list.name);
        let known = or_known(name, &[&lists[..], &[RUNS], &agents].concat());
        return Err(Error::flag("list", format!("there is nothing called `{name}`{known}")));
    };
    if style != Style::Text {
        return StudyReport::tables(vec![tables::options(&[*agent])]).print(style);
    }
    let about = layout::wrapped(&format!("{}: {}", agent.name, agent.about), layout::width());
    // People and other programs are as strong as they are.
    let within = catalogue::AGENTS.iter().any(|known| known.name == agent.name);
    let strength = within.then(|| layout::wrapped(&levels::pointer(), layout::width()) + "\n");
    print(&format!("{about}\n{}\n{}", options(agent), strength.unwrap_or_default()))
}

fn options(agent: &AgentInfo) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(layout::width()).unwrap_or(u16::MAX));
    table.set_header(["option", "default", "range", "what it does"]);
    for option in agent.options() {
        let (default, range) = (option.default, option.range_text());
        table.add_row([option.key, default, &range, option.about]);
    }
    table
}

fn all_games(_: Option<&str>) -> Result<String, Error> {
    let lines = infos(None)?.into_iter().map(|info| {
        let (fewest, most) = info.players;
        let seats = if fewest == most { fewest.to_string() } else { format!("{fewest}-{most}") };
        told(&format!("  {:<18} {seats:<4} seats  ", info.id), info.about)
    });
    Ok("Games\n".to_owned() + &lines.collect::<String>())
}

fn all_agents(_: Option<&str>) -> Result<String, Error> {
    let mut text = "\nAgents\n".to_owned();
    for agent in catalogue::all() {
        text += &told(&format!("  {:<19} ", agent.name), agent.about);
        for option in agent.options() {
            let (range, default) = (option.range_text(), option.default);
            let range = format!("{range} (default: {default})");
            text += &told(&format!("    {:<17} ", option.key), &range);
        }
    }
    for agent in registry::installed().agents() {
        let games = agent.games().join(", ");
        let about = format!("{} (your own, for {games})", agent.about);
        text += &told(&format!("  {:<19} ", agent.name), &about);
    }
    Ok(text)
}

fn presets(game: Option<&str>) -> Result<String, Error> {
    let of_game = |info: &&GameInfo| {
        let presets = info.presets.iter();
        let lines = presets.map(|preset| told(&format!("  {:<24} ", preset.name), preset.about));
        format!("\nPresets of {}\n{}", info.id, lines.collect::<String>())
    };
    Ok(infos(game)?.iter().map(of_game).collect())
}

fn counters(game: Option<&str>) -> Result<String, Error> {
    let of_game = |info: &&GameInfo| {
        let lines = info.facts.iter().map(|fact| {
            let source = if fact.kind == FactKind::Source { " (part of the score)" } else { "" };
            told(&format!("  {:<28} ", fact.name), &format!("{}{source}", fact.about))
        });
        let lines: String = lines.collect();
        format!("\nCounters of {}, for each seat of a game\n{lines}", info.id)
    };
    Ok(infos(game)?.iter().map(of_game).collect())
}
