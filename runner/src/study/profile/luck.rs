//! Games that are played on from where chance reveals something: among equals at each level, and on the ladder.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::plan::purpose::{Format, Tournament};
use crate::study::profile::analysis::kept;
use crate::study::profile::plan::{LADDER, Profile, ProfileContext};
use crate::{error::Error, plan::run::AgentEntry, study::planned::crew_of};
use drakkar_engine::seed::{Rng, shuffle};
use drakkar_play::schedule::{Order, Policy, Schedule, order_of};
use drakkar_play::{erased::Crew, luck::Luck};
use drakkar_stats::luck::Game;

/// No kind of game is tried after so long.
const LONGEST: Duration = Duration::from_secs(10);

pub struct Lucky {
    pub who: String,
    pub games: Vec<Game>,
}

/// Whose games are played on: equals of each level, and all of the ladder.
struct LuckyPart<'a> {
    who: &'a str,
    agents: Vec<&'a AgentEntry>,
    orders: Vec<Order>,
}

fn parts<'a>(course: &ProfileContext<'a>) -> Vec<LuckyPart<'a>> {
    let Profile { levels, player, table, .. } = course.profile;
    let all = levels.iter().chain(Some(player).filter(|player| !levels.contains(player)));
    let equals = vec![order_of(&vec![0; table.players])];
    let alone = all.map(|level| LuckyPart {
        who: level.name(),
        agents: vec![level],
        orders: equals.clone(),
    });
    let ladder = LuckyPart { who: LADDER, agents: levels.iter().collect(), orders: orders(course) };
    alone.chain([ladder]).collect()
}

pub fn lucky(course: &ProfileContext<'_>) -> Result<Vec<Lucky>, Error> {
    let games = |(number, part): (usize, LuckyPart<'_>)| {
        let who = part.who.to_owned();
        let (crew, luck_task) = part.crew(course)?;
        let luck = |game: usize, over: &AtomicBool| {
            let found = crew.luck(&luck_task, game as u64, over);
            found.map_err(|reason| Error::flag(format!("games of {who}"), reason))
        };
        let named = (&*format!("luck-{number}-"), "games of luck");
        let games = kept(course, named, course.profile.lucky, luck)?;
        Ok(Lucky { who, games })
    };
    parts(course).into_iter().enumerate().map(games).collect()
}

/// The seconds of all games of luck, by one of each kind for ten seconds at most; kinds after that count like the last.
pub fn seconds(course: &ProfileContext<'_>) -> Result<f64, Error> {
    let (start, mut all, mut last) = (Instant::now(), 0.0, 0.0);
    for part in parts(course) {
        if start.elapsed() < LONGEST {
            let (who, one) = (part.who, Instant::now());
            let (crew, luck_task) = part.crew(course)?;
            let found = crew.luck(&luck_task, 0, &AtomicBool::new(false));
            found.map_err(|reason| Error::flag(format!("games of {who}"), reason))?;
            last = one.elapsed().as_secs_f64();
        }
        all += last * course.profile.lucky as f64;
    }
    Ok(all / course.ws.pace.threads() as f64)
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

impl LuckyPart<'_> {
    fn crew<'c>(self, course: &ProfileContext<'c>) -> Result<(Box<dyn Crew + 'c>, Luck), Error> {
        let ProfileContext { profile, ws } = course;
        let crew = crew_of(self.agents, "--levels", ws.table)?;
        let seed = profile.table.seed_of(&format!("luck: {}", self.who));
        Ok((crew, Luck { seed, orders: self.orders }))
    }
}
