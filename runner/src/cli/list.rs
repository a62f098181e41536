use std::{iter, path::PathBuf};

use crate::export::sheet::{DeclaredTable, Sheet, Style};
use crate::export::writers::{plain, print};
use crate::export::{answer::StudyReport, figure::capital, figure::joined, layout};
use crate::{error::Error, games::lab, games::labs, study::execute::Tables};
use drakkar_agents::catalogue::{self, AgentInfo};
use drakkar_agents::registry::{self, Brought};
use drakkar_engine::{fact::FactKind, input::or_known};
use drakkar_play::{info::GameInfo, lab::Lab};

mod levels;
mod runs;

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

/// A list, of the game that is named alone, if there is one for each game.
type Listing = fn(Option<&str>) -> Result<Vec<Sheet>, Error>;

const LISTS: [(&str, Listing); 5] = [
    ("games", games),
    ("agents", agents),
    ("levels", levels::tables),
    ("presets", presets),
    ("counters", counters),
];

const RUNS: &str = "runs";

pub fn run(args: &Args) -> Result<(), Error> {
    let (what, game, style) = (args.what.as_deref(), args.game.as_deref(), args.tables.format);
    if what == Some(RUNS) {
        return StudyReport::tables(vec![runs::sheet(args.root.as_deref())?]).print(style);
    }
    if let Some(name) = what.filter(|what| LISTS.iter().all(|(list, _)| list != what)) {
        return one_agent(name, style);
    }
    let wanted = LISTS.iter().filter(|(name, _)| what.is_none_or(|only| only == *name));
    let sheets = wanted.map(|(_, list)| list(game)).collect::<Result<Vec<_>, _>>()?;
    answer(sheets.concat(), style)
}

fn answer(sheets: Vec<Sheet>, style: Style) -> Result<(), Error> {
    match style {
        Style::Text => print(&joined(sheets.iter().map(listed), "\n")),
        _ => StudyReport::tables(sheets).print(style),
    }
}

/// What a table says about things, in lines that hang behind their names; another table as it is.
fn listed(sheet: &Sheet) -> String {
    const GAP: usize = 2;
    if sheet.columns.last().is_none_or(|column| column.title != ABOUT) {
        return plain([sheet]);
    }
    let head = sheet.columns.iter().map(|column| &*column.title).collect();
    let rows = sheet.rows.iter().map(|row| row.iter().map(|cell| &*cell.shown).collect());
    let rows: Vec<Vec<&str>> = iter::once(head).chain(rows).collect();
    let widest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths =
        (0..sheet.columns.len() - 1).map(|column| widest(column).unwrap_or_default() + GAP);
    let mut room = layout::width() * 3 / 5;
    let widths: Vec<usize> = widths
        .map_while(|width| {
            room = room.checked_sub(width)?;
            Some(width)
        })
        .collect();
    let lines = rows.iter().map(|row| {
        let names = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        let (names, about) = (names.collect::<String>(), row[widths.len()..].join("; "));
        // A thing without a description is listed, too.
        if about.is_empty() {
            return names.trim_end().to_owned();
        }
        layout::hanging(&names, &about, layout::width())
    });
    format!("{}\n{}\n", capital(&sheet.title), joined(lines, "\n"))
}

/// The last column of a table that is listed.
const ABOUT: &str = "about";

fn infos(game: Option<&str>) -> Result<Vec<&'static GameInfo>, Error> {
    match game {
        Some(id) => Ok(vec![lab(id)?.info()]),
        None => Ok(labs().iter().map(Lab::info).collect()),
    }
}

fn one_agent(name: &str, style: Style) -> Result<(), Error> {
    let brought = registry::installed().agents();
    if let Some(agent) = brought.iter().find(|agent| agent.name == name) {
        return answer(vec![brought_along(&[agent])], style);
    }
    if let Some(level) = levels::one(name) {
        return match style {
            Style::Text => print(&level),
            _ => answer(levels::tables(None)?, style),
        };
    }
    let Some(agent) = catalogue::all().find(|agent| agent.name == name) else {
        let own = brought.iter().map(|agent| agent.name.as_str());
        let agents: Vec<&str> = catalogue::all().map(|agent| agent.name).chain(own).collect();
        let lists = LISTS.map(|(name, _)| name);
        let known = or_known(name, &[&lists[..], &[RUNS], &agents].concat());
        return Err(Error::flag("list", format!("there is nothing called `{name}`{known}")));
    };
    let mut sheets = vec![options(&[*agent])];
    if style == Style::Text {
        sheets.insert(0, Sheet::line(format!("{}: {}", agent.name, agent.about)));
        // People and other programs are as strong as they are.
        let within = catalogue::AGENTS.iter().any(|known| known.name == agent.name);
        sheets.extend(within.then(|| Sheet::line(levels::pointer())));
    }
    answer(sheets, style)
}

fn games(_: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let table = DeclaredTable::of(infos(None)?)
        .word("game", |info| info.id)
        .word("fewest seats", |info| info.players.0)
        .word("most seats", |info| info.players.1)
        .word(ABOUT, |info| info.about);
    Ok(vec![table.sheet("games", "games")])
}

fn agents(_: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let all: Vec<AgentInfo> = catalogue::all().copied().collect();
    let table =
        DeclaredTable::of(&all).word("agent", |agent| agent.name).word(ABOUT, |agent| agent.about);
    let mut sheets = vec![table.sheet("agents", "agents"), options(&all)];
    let brought: Vec<&Brought> = registry::installed().agents().iter().collect();
    sheets.extend(brought_along(&brought).filled());
    Ok(sheets)
}

fn brought_along(agents: &[&Brought]) -> Sheet {
    let rows =
        agents.iter().flat_map(|agent| agent.games().into_iter().map(move |game| (agent, game)));
    DeclaredTable::of(rows)
        .word("agent", |(agent, _)| &*agent.name)
        .word("game", |(_, game)| *game)
        .word(ABOUT, |(agent, _)| &*agent.about)
        .sheet("brought_along", "agents of your own")
}

fn options(agents: &[AgentInfo]) -> Sheet {
    let rows = agents.iter().flat_map(|agent| agent.options().map(move |option| (agent, option)));
    DeclaredTable::of(rows)
        .word("agent", |(agent, _)| agent.name)
        .word("option", |(_, option)| option.key)
        .word("default", |(_, option)| option.default)
        .word("range", |(_, option)| option.range_text())
        .word(ABOUT, |(_, option)| option.about)
        .sheet("options", "options")
}

fn presets(game: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let infos = infos(game)?.into_iter();
    let rows = infos.flat_map(|info| info.presets.iter().map(move |preset| (info, preset)));
    let table = DeclaredTable::of(rows)
        .word("game", |(info, _)| info.id)
        .word("preset", |(_, preset)| preset.name)
        .word(ABOUT, |(_, preset)| preset.about);
    Ok(vec![table.sheet("presets", "presets")])
}

fn counters(game: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let infos = infos(game)?.into_iter();
    let rows = infos.flat_map(|info| info.facts.iter().map(move |fact| (info, fact)));
    let table = DeclaredTable::of(rows)
        .word("game", |(info, _)| info.id)
        .word("counter", |(_, fact)| fact.name)
        .word("part of score", |(_, fact)| fact.kind == FactKind::Source)
        .word(ABOUT, |(_, fact)| fact.about);
    Ok(vec![table.sheet("counters", "counters")])
}
