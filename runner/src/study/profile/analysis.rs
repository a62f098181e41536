use std::{cmp::Ordering, sync::atomic::AtomicBool};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::study::profile::plan::{Profile, ProfileContext, THOUGHTS};
use crate::{disk::durable, error::Error, plan::run::AgentEntry};
use drakkar_engine::record::Record;
use drakkar_play::{json, opinion::Opinion};

/// Of so many decisions with a choice, one is analysed by several; a prime, as seats come in turn.
pub const EVERY: usize = 5;

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysedDecision {
    pub decision: usize,
    pub seat: usize,
    pub share: Option<f64>,
    pub choice: Option<SearchChoice>,
}

pub fn think(
    course: &ProfileContext<'_>,
    records: &[Record],
) -> Result<Vec<Vec<AnalysedDecision>>, Error> {
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
) -> Result<Vec<AnalysedDecision>, Error> {
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
        AnalysedDecision { decision: one.decision, seat: one.seat, share, choice }
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

/// A decision that was analysed by several. Of two searches one proposes and the other judges, which did not
/// seek out what was proposed; then the other way round. Figures are sums of both ways, and missing if a
/// search did not try one of the actions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SearchChoice {
    pub same: bool,
    /// With how many of the two a search without a heuristic agrees.
    pub plain: u8,
    /// Of the best two actions of a search: 2 if the other finds the second better, 1 if equal. If the two are as
    /// good as equal, that is 1 on average.
    pub close: Option<u8>,
    /// 1 if the other search finds the obvious action worse than what the search chooses, -1 if better. If
    /// neither is better, that is 0 on average.
    pub wrong: Option<i8>,
    pub lost: Option<f64>,
}

impl SearchChoice {
    pub fn of([first, second]: [&Opinion; 2], plain: &Opinion, obvious: &Opinion) -> SearchChoice {
        let both = [(first, second), (second, first)];
        let close = both.map(|(one, judge)| close(one, judge));
        let lost = both.map(|(one, judge)| lost(one, judge, &obvious.choice));
        let wrong = lost.map(|lost| match lost?.partial_cmp(&0.0)? {
            Ordering::Less => Some(-1),
            Ordering::Equal => Some(0),
            Ordering::Greater => Some(1),
        });
        SearchChoice {
            same: first.choice == second.choice,
            plain: [first, second].map(|one| u8::from(one.choice == plain.choice)).iter().sum(),
            close: close[0].zip(close[1]).map(|(one, two)| one + two),
            wrong: wrong[0].zip(wrong[1]).map(|(one, two): (i8, i8)| one + two),
            lost: lost[0].zip(lost[1]).map(|(one, two)| one + two),
        }
    }
}

/// How a search orders the best two actions of another one, which are those that it tried most often.
fn close(one: &Opinion, judge: &Opinion) -> Option<u8> {
    let mut order: Vec<usize> = (0..one.actions.len()).collect();
    let key = |number: usize| {
        let found = &one.actions[number].1;
        (found.visits.unwrap_or_default(), found.win_share.unwrap_or_default())
    };
    // Stable: what is equal stays in the order of the game.
    order.sort_by(|&a, &b| {
        let ((visits, share), (less, other)) = (key(b), key(a));
        visits.cmp(&less).then(share.total_cmp(&other))
    });
    let share = |place: usize| judge.actions.get(*order.get(place)?)?.1.win_share;
    Some(match share(0)?.partial_cmp(&share(1)?)? {
        Ordering::Less => 2,
        Ordering::Equal => 1,
        Ordering::Greater => 0,
    })
}

fn lost(one: &Opinion, judge: &Opinion, action: &str) -> Option<f64> {
    if one.choice == action {
        return Some(0.0);
    }
    Some(judge.win_share(&one.choice)? - judge.win_share(action)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use drakkar_agents::agent::Judgement;

    fn opinion(choice: &str, found: [(u64, Option<f64>); 3]) -> Opinion {
        let actions = ["a", "b", "c"].iter().zip(found).map(|(action, (visits, win_share))| {
            let judgement = Judgement { visits: Some(visits), win_share, ..Judgement::default() };
            ((*action).to_owned(), judgement)
        });
        Opinion { choice: choice.to_owned(), actions: actions.collect() }
    }

    #[test]
    fn one_search_judges_what_the_other_proposes() {
        let first = opinion("a", [(10, Some(0.75)), (8, Some(0.5)), (1, Some(0.125))]);
        let second = opinion("b", [(10, Some(0.5)), (11, Some(0.625)), (0, None)]);
        let [plain, last] = ["b", "c"].map(|choice| opinion(choice, [(0, None); 3]));
        let found = SearchChoice::of([&first, &second], &plain, &plain);
        // Both have a and b on top, and each finds the other's choice worse than its own.
        assert_eq!((found.same, found.plain, found.close), (false, 1, Some(4)));
        // The second search finds b, the obvious action, better than a; and chooses it itself.
        assert_eq!((found.wrong, found.lost), (Some(-1), Some(-0.125)));
        let found = SearchChoice::of([&first, &first], &plain, &last);
        assert_eq!((found.same, found.plain, found.close), (true, 0, Some(0)));
        assert_eq!((found.wrong, found.lost), (Some(2), Some(1.25)));
        let found = SearchChoice::of([&first, &second], &last, &last);
        assert_eq!((found.wrong, found.lost), (None, None), "one search did not try it");
        let even = opinion("a", [(5, Some(0.5)), (5, Some(0.5)), (0, None)]);
        assert_eq!(SearchChoice::of([&even, &even], &even, &even).close, Some(2));
    }
}
