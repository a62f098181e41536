//! From the flags to the plan of a net.

use std::path::Path;

use crate::error::Error;
use crate::flags::agents::{Known, read};
use crate::study::learn::Args;
use crate::study::learn::plan::{Learn, Start};
use crate::study::venue::{Venue, entry};
use drakkar_agents::net::Net;
use drakkar_engine::input;
use drakkar_learn::fit::Method;
use drakkar_play::door::Table;
use drakkar_play::lab::Lab;

/// Most positions to learn from: more would need more than 20 GB of memory.
const MOST: u64 = 100_000_000;

pub fn learn(args: &Args, lab: &Lab, table: &dyn Table) -> Result<Learn, Error> {
    let (info, players) = (lab.info(), table.players());
    if args.games.saturating_mul(args.positions.into()) > MOST {
        let reason = format!("makes more than {MOST} positions with those of --positions");
        return Err(Error::flag(format!("--games {}", args.games), reason));
    }
    let mut known = Known::of(lab, table.rules(0));
    let mut texts = args.agents.clone();
    if texts.is_empty() {
        texts.push("greedy".to_owned());
        texts.extend(info.weights.first().map(|(name, _)| format!("greedy:weights={name}")));
    }
    let mut teachers = Vec::new();
    for text in &texts {
        let spec = read(&mut known, players, "--agents", text)?;
        if !spec.is_reproducible() {
            let reason = format!("`{spec}` does not give the same net again");
            return Err(Error::flag("--agents", reason));
        }
        let teacher = entry("--agents", &spec, table)?;
        // By default, both may be the same.
        if !args.agents.is_empty() || !teachers.contains(&teacher) {
            teachers.push(teacher);
        }
    }
    let table = Venue::new(lab, table, args.owned.seed);
    let seed = table.seed_of("weights");
    Ok(Learn {
        teachers,
        games: args.games,
        positions: args.positions as usize,
        stray: args.stray,
        start: args.start.as_deref().map(start).transpose()?,
        net: Method { passes: args.passes, ..Method::net(seed) },
        logistic: Method::logistic(seed),
        table,
    })
}

fn start(path: &Path) -> Result<Start, Error> {
    let net = net_of(path)?;
    Ok(Start { file: path.display().to_string(), sha256: net.sha256().to_owned() })
}

/// The net of a file.
pub fn net_of(path: &Path) -> Result<Net, Error> {
    let text = input::read_text(path).map_err(|error| Error::unread(path, &error))?;
    Net::from_json(&text).map_err(|error| Error::input(path, error))
}
