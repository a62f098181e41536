use crate::{cli::list::infos, error::Error, export::sheet::DeclaredTable, export::sheet::Sheet};
use drakkar_agents::catalogue::{self, AgentInfo};
use drakkar_agents::registry::{self, Brought};
use drakkar_engine::fact::FactKind;

pub fn games(_: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let table = DeclaredTable::of(infos(None)?)
        .word("game", |info| info.id)
        .word("fewest seats", |info| info.players.0)
        .word("most seats", |info| info.players.1)
        .word("about", |info| info.about);
    Ok(vec![table.sheet("games", "games")])
}

pub fn agents(_: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let all: Vec<AgentInfo> = catalogue::all().copied().collect();
    let table = DeclaredTable::of(&all)
        .word("agent", |agent| agent.name)
        .word("about", |agent| agent.about);
    let mut sheets = vec![table.sheet("agents", "agents"), options(&all)];
    let brought: Vec<&Brought> = registry::installed().agents().iter().collect();
    sheets.extend(brought_along(&brought).filled());
    Ok(sheets)
}

pub fn brought_along(agents: &[&Brought]) -> Sheet {
    let rows =
        agents.iter().flat_map(|agent| agent.games().into_iter().map(move |game| (agent, game)));
    DeclaredTable::of(rows)
        .word("agent", |(agent, _)| &*agent.name)
        .word("game", |(_, game)| *game)
        .word("about", |(agent, _)| &*agent.about)
        .sheet("brought_along", "brought_along")
}

pub fn options(agents: &[AgentInfo]) -> Sheet {
    let rows = agents.iter().flat_map(|agent| agent.options().map(move |option| (agent, option)));
    DeclaredTable::of(rows)
        .word("agent", |(agent, _)| agent.name)
        .word("option", |(_, option)| option.key)
        .word("default", |(_, option)| option.default)
        .word("range", |(_, option)| option.range_text())
        .word("about", |(_, option)| option.about)
        .sheet("options", "options")
}

pub fn presets(game: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let infos = infos(game)?.into_iter();
    let rows = infos.flat_map(|info| info.presets.iter().map(move |preset| (info, preset)));
    let table = DeclaredTable::of(rows)
        .word("game", |(info, _)| info.id)
        .word("preset", |(_, preset)| preset.name)
        .word("about", |(_, preset)| preset.about);
    Ok(vec![table.sheet("presets", "presets")])
}

pub fn counters(game: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let infos = infos(game)?.into_iter();
    let rows = infos.flat_map(|info| info.facts.iter().map(move |fact| (info, fact)));
    let table = DeclaredTable::of(rows)
        .word("game", |(info, _)| info.id)
        .word("counter", |(_, fact)| fact.name)
        .word("part of score", |(_, fact)| fact.kind == FactKind::Source)
        .word("about", |(_, fact)| fact.about);
    Ok(vec![table.sheet("counters", "counters")])
}
