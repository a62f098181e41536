//! The lists as tables.

use crate::cli::list::infos;
use crate::error::Error;
use crate::export::cell::{Cell, Column};
use crate::export::sheet::Sheet;
use drakkar_agents::catalogue::{self, AgentInfo};
use drakkar_agents::registry::{self, Brought};
use drakkar_engine::fact::FactKind;

fn list<const N: usize>(
    name: &str,
    head: [&str; N],
    rows: impl IntoIterator<Item = [Cell; N]>,
) -> Sheet {
    let rows = rows.into_iter().map(|row| row.to_vec());
    Sheet::new(name, name, head.map(Column::of), N, rows)
}

pub fn games(_: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let rows = infos(None)?.into_iter().map(|info| {
        let (fewest, most) = info.players;
        [Cell::plain(info.id), Cell::plain(fewest), Cell::plain(most), Cell::plain(info.about)]
    });
    Ok(vec![list("games", ["game", "fewest seats", "most seats", "about"], rows)])
}

pub fn agents(_: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let all: Vec<AgentInfo> = catalogue::all().copied().collect();
    let rows = all.iter().map(|agent| [agent.name, agent.about].map(Cell::plain));
    let mut sheets = vec![list("agents", ["agent", "about"], rows), options(&all)];
    let brought: Vec<&Brought> = registry::installed().agents().iter().collect();
    if !brought.is_empty() {
        sheets.push(brought_along(&brought));
    }
    Ok(sheets)
}

pub fn brought_along(agents: &[&Brought]) -> Sheet {
    let rows = agents.iter().flat_map(|agent| {
        let of = |game: &str| [&agent.name, game, &*agent.about].map(Cell::plain);
        agent.games().into_iter().map(of)
    });
    list("brought_along", ["agent", "game", "about"], rows)
}

pub fn options(agents: &[AgentInfo]) -> Sheet {
    let rows = agents.iter().flat_map(|agent| {
        agent.options().map(|option| {
            let (default, range) = (option.default, option.range_text());
            [agent.name, option.key, default, &*range, option.about].map(Cell::plain)
        })
    });
    list("options", ["agent", "option", "default", "range", "about"], rows)
}

pub fn presets(game: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let infos = infos(game)?;
    let rows = infos.iter().flat_map(|info| {
        let presets = info.presets.iter();
        presets.map(|preset| [info.id, preset.name, preset.about].map(Cell::plain))
    });
    Ok(vec![list("presets", ["game", "preset", "about"], rows)])
}

pub fn facts(game: Option<&str>) -> Result<Vec<Sheet>, Error> {
    let infos = infos(game)?;
    let rows = infos.iter().flat_map(|info| {
        info.facts.iter().map(|fact| {
            let of_score = Cell::plain(fact.kind == FactKind::Source);
            let [game, name, about] = [info.id, fact.name, fact.about].map(Cell::plain);
            [game, name, of_score, about]
        })
    });
    Ok(vec![list("facts", ["game", "fact", "part of score", "about"], rows)])
}
