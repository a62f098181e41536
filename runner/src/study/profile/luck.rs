//! Games that are played on from where chance reveals something: among equals at each level, and among those of the
//! ladder.

use crate::plan::purpose::{Format, Tournament};
use crate::study::profile::plan::{LADDER, Profile, ProfileContext};
use crate::study::profile::thoughts::kept;
use crate::{error::Error, plan::run::AgentEntry, study::venue::seated};
use drakkar_engine::seed::{Rng, shuffle};
use drakkar_play::luck::Luck;
use drakkar_play::schedule::{Order, Policy, Schedule, order_of};
use drakkar_stats::luck::Game;

pub struct Lucky {
    pub who: String,
    pub games: Vec<Game>,
}

pub fn lucky(course: &ProfileContext<'_>) -> Result<Vec<Lucky>, Error> {
    let Profile { levels, player, table, .. } = course.profile;
    let all: Vec<&AgentEntry> =
        levels.iter().chain(Some(player).filter(|player| !levels.contains(player))).collect();
    let equals = vec![order_of(&vec![0; table.players])];
    let mut found = Vec::new();
    for (number, level) in all.into_iter().enumerate() {
        found.push(games(course, (number, level.name()), &[level], equals.clone())?);
    }
    let levels: Vec<&AgentEntry> = levels.iter().collect();
    found.push(games(course, (found.len(), LADDER), &levels, orders(course))?);
    Ok(found)
}

fn orders(course: &ProfileContext<'_>) -> Vec<Order> {
    let Profile { levels, table, .. } = course.profile;
    let cup = Tournament::of(Format::RoundRobin, levels.len(), table.players);
    let (mut all, mut orders) = (Vec::new(), Vec::new());
    for seats in &cup.line_ups {
        Schedule::new(seats, Policy::Permutations, 0).orders(0, &mut orders);
        all.append(&mut orders);
    }
    shuffle(&mut all, &mut Rng::from_seed(table.seed_of("luck: seatings")));
    all
}

fn games(
    course: &ProfileContext<'_>,
    (number, who): (usize, &str),
    agents: &[&AgentEntry],
    orders: Vec<Order>,
) -> Result<Lucky, Error> {
    let ProfileContext { profile, ws } = course;
    let (_, agents) = seated(agents.iter().copied())?;
    let crew = ws.table.seat(&agents).map_err(|error| Error::flag("--levels", error))?;
    let quest = Luck { seed: profile.table.seed_of(&format!("luck: {who}")), orders };
    let games = kept(
        course,
        (&format!("luck-{number}-"), "games of luck"),
        profile.lucky,
        |game, over| {
            let found = crew.luck(&quest, game as u64, over);
            found.map_err(|reason| Error::flag(format!("games of {who}"), reason))
        },
    )?;
    Ok(Lucky { who: who.to_owned(), games })
}
