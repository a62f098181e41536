use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::study::profile::choice::SearchChoice;
use crate::study::profile::plan::{Profile, ProfileContext, THOUGHTS};
use crate::{disk::durable, error::Error, plan::run::AgentEntry};
use drakkar_engine::record::Record;
use drakkar_play::{door::Opinion, json};

/// Of so many decisions with a choice, one is analysed by several; a prime, as seats come in turn.
const EVERY: usize = 5;

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Thought {
    pub decision: usize,
    pub seat: usize,
    pub share: Option<f64>,
    pub choice: Option<SearchChoice>,
}

pub fn think(course: &ProfileContext<'_>, records: &[Record]) -> Result<Vec<Vec<Thought>>, Error> {
    let games = (course.profile.analysed as usize).min(records.len());
    kept(course, ("", "analyses"), games, |game, _| of_game(course, &records[game], game).map(Some))
}

/// What is made of games, each kept under this name and its number until the profile is there.
pub fn kept<T: Serialize + DeserializeOwned + Send>(
    course: &ProfileContext<'_>,
    (name, what): (&str, &str),
    count: usize,
    make: impl Fn(usize, &AtomicBool) -> Result<Option<T>, Error> + Sync,
) -> Result<Vec<T>, Error> {
    course.ws.kept(
        |number| format!("{THOUGHTS}/{}{name}{number:08}.json", durable::CHUNK),
        (count, |_| 1),
        |there| format!("all games and {there} of {count} {what}"),
        |number, over| Ok(make(number, over)?.map(|found| json::bytes(&found))),
        |bytes| serde_json::from_slice(&bytes).ok(),
    )
}

fn of_game(
    course: &ProfileContext<'_>,
    record: &Record,
    game: usize,
) -> Result<Vec<Thought>, Error> {
    let Profile { analyst, plain, obvious, .. } = course.profile;
    // Other games begin with other decisions.
    let sampled = |real: usize| (real + game).is_multiple_of(EVERY);
    let opinions = |part: &str, agent: &AgentEntry, all: bool| {
        opinions(course, record, (part, agent), |real| all || sampled(real))
    };
    let first = opinions("first thoughts", analyst, true)?;
    let second = opinions("second thoughts", analyst, false)?;
    let plain = opinions("plain thoughts", plain, false)?;
    let obvious = opinions("obvious thoughts", obvious, false)?;
    let more: Vec<_> = second.iter().zip(&plain).zip(&obvious).collect();
    let thoughts = first.iter().map(|one| {
        let several = more.iter().find(|((second, _), _)| second.decision == one.decision);
        let choice = several.map(|((second, plain), obvious)| {
            SearchChoice::of([&one.opinion, &second.opinion], &plain.opinion, &obvious.opinion)
        });
        let share = one.opinion.win_share(&one.opinion.choice);
        Thought { decision: one.decision, seat: one.seat, share, choice }
    });
    Ok(thoughts.collect())
}

struct AskedDecision {
    decision: usize,
    seat: usize,
    opinion: Opinion,
}

/// What an agent thinks of the decisions with a choice that are wanted by their number among these; its draws
/// belong to the part.
fn opinions(
    course: &ProfileContext<'_>,
    record: &Record,
    (part, agent): (&str, &AgentEntry),
    wanted: impl Fn(usize) -> bool,
) -> Result<Vec<AskedDecision>, Error> {
    let spec = agent.read()?;
    let fault = |reason: &dyn ToString| {
        Error::flag(format!("agent `{}`", agent.name()), reason.to_string())
    };
    let mut frames = course.ws.lab.replay_as_played(record).map_err(|error| course.blame(error))?;
    let ready = frames.engage(&agent.seated(&spec)).map_err(|error| fault(&error))?;
    ready.map_err(|error| fault(&error))?;
    let seed = course.profile.table.seed_of(part);
    let (mut found, mut real) = (Vec::new(), 0);
    for decision in 0..record.decisions.len() {
        let Some(seat) = frames.to_move() else { break };
        if frames.count_legal() > 1 {
            if wanted(real) {
                let opinion = frames.think(seed).map_err(|error| fault(&error))?;
                found.push(AskedDecision { decision, seat: seat.index(), opinion });
            }
            real += 1;
        }
        if let Some(step) = frames.step() {
            step.map_err(|error| course.blame(error))?;
        }
    }
    Ok(found)
}
