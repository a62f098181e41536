//! Finished games: nothing is legal, and outcome, facts and record agree.

use super::Breach;
use super::decision::check_refused;
use super::parts::unlike;
use super::walk::RandomGame;
use crate::data::ToData;
use crate::fact::FactKind;
use crate::outcome::WHOLE_WIN;
use crate::record::{Origin, PlayedGame, Record, RuleSets};
use crate::record::{rule_set_line, tell_action, verify};
use crate::recorded::Recorded;
use crate::seat::Seat;

pub(super) fn check<G: Recorded>(
    walk: &RandomGame<'_, G>,
    strangers: &[G::Action],
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let count = game.count_legal(state);
    let promise = "nothing is legal in a finished game (see `Game::legal`)";
    walk.promise(count == 0, promise, format_args!("{count} actions"))?;
    for &action in strangers {
        check_refused(walk, action)?;
    }
    check_outcome(walk)?;
    for seat in Seat::all(game.players()) {
        let facts = G::FACTS.iter().zip(walk.ledger.facts(seat));
        let sources = facts.filter(|(info, _)| info.kind == FactKind::Source);
        let sum: i32 = sources.map(|(_, &fact)| fact).sum();
        let score = game.outcome(state).score[seat];
        let promise =
            "the sources add up to the final score (see `Game::apply_unchecked`, `Game::opening`)";
        let found = format_args!("seat {seat} has {score}, its sources {sum}");
        walk.promise(score == sum, promise, found)?;
    }
    let mut met = vec![false; G::MILESTONES.len()];
    for scoring in walk.ledger.scorings() {
        let Some((index, standing)) = game.milestone(scoring) else { continue };
        let fits = index < met.len() && standing.players() == game.players();
        let is_new = fits && !std::mem::replace(&mut met[index], true);
        let promise =
            "a milestone is named, passed once, with a value per seat (see `Recorded::milestone`)";
        walk.promise(is_new, promise, format_args!("milestone {index}: {standing:?}"))?;
    }
    Ok(())
}

fn check_outcome<G: Recorded>(walk: &RandomGame<'_, G>) -> Result<(), Breach> {
    let outcome = walk.game.outcome(&walk.state);
    let check = |kept, promise| walk.promise(kept, promise, format_args!("{outcome:?}"));
    let (places, shares) = (outcome.place.as_slice(), outcome.share.as_slice());
    check(
        [outcome.score.players(), places.len(), shares.len()] == [walk.game.players(); 3],
        "an outcome has one value per seat (see `Game::outcome`)",
    )?;
    check(
        shares.iter().map(|&share| u32::from(share)).sum::<u32>() == WHOLE_WIN,
        "win shares add up to a whole win (see `Game::outcome`)",
    )?;
    let winners = places.iter().filter(|&&place| place == 1).count() as u32;
    for (&place, &share) in places.iter().zip(shares) {
        let due = if place == 1 { WHOLE_WIN / winners } else { 0 };
        let promise = "the seats in place 1 share the win (see `Game::outcome`)";
        check(u32::from(share) == due, promise)?;
        let better = places.iter().filter(|&&other| other < place).count();
        check(
            usize::from(place) == better + 1,
            "a place is one more than the number of seats before it (see `Game::outcome`)",
        )?;
    }
    Ok(())
}

/// The record of `walk` reports what happened, and damage to it is noticed.
pub(super) fn check_record<G: Recorded>(walk: &RandomGame<'_, G>, seed: u64) -> Result<(), Breach> {
    let game = walk.game;
    let agents = vec!["random".to_owned(); game.players()];
    let rules = G::rules().name_of(&game.rule_set().to_data());
    let origin = Origin { rules, agents: &agents, names: &[], seed, game_index: walk.seed.deal };
    let (deal, decisions, ledger, end) = (&walk.deal, &walk.played, &walk.ledger, &walk.state);
    let played = PlayedGame { game, deal, decisions, ledger, end };
    let record = played.record(origin);
    let line = record.to_line();
    let (mut written, mut rule_sets, (rule_set, id)) =
        (Vec::new(), RuleSets::default(), rule_set_line(game));
    played.write(origin, &id, &mut written, tell_action);
    let written =
        rule_sets.read(&rule_set).map(|_| rule_sets.read(&String::from_utf8_lossy(&written)));
    let breakdown = vec![serde_json::Map::new(); game.players()];
    let untold = Record { breakdown, ..record.clone() };
    let promise = "a record is written as one that was read (see `data!` of what is recorded)";
    walk.promise(written == Ok(Ok(Some(untold))), promise, format_args!("{written:?}"))?;
    let back: Result<Record, _> = line.parse();
    let promise = "a record reads back (see `Recorded::result`, `data!` of what is recorded)";
    walk.promise(back.as_ref() == Ok(&record), promise, unlike(&record, &back))?;
    let verified = verify::<G>(&record).map(|verified| verified.outcome);
    let outcome = game.outcome(&walk.state);
    let promise =
        "a record verifies (see `Recorded::check_deal`, `Recorded::result`, `Game::opening`)";
    walk.promise(verified == Ok(outcome), promise, unlike(&outcome, &verified))?;
    for (name, damage) in DAMAGES {
        let mut damaged = record.clone();
        damage(&mut damaged);
        let noticed = damaged == record || verify::<G>(&damaged).is_err();
        let promise = "a damaged record does not verify (see `Recorded::result`)";
        walk.promise(noticed, promise, format_args!("{name}, it does"))?;
    }
    Ok(())
}

/// A way to spoil any record, in words and deed.
type Damage = (&'static str, fn(&mut Record));

const DAMAGES: [Damage; 5] = [
    ("without its last decision", |record| drop(record.decisions.pop())),
    ("with one more legal action everywhere", |record| {
        record.decisions.iter_mut().for_each(|decision| decision.legal += 1);
    }),
    ("with one more scoring", |record| record.scorings.push(false.into())),
    ("without places", |record| drop(record.result.shift_remove("place"))),
    ("with an unknown fact", |record| {
        record.breakdown[0].insert("no such fact".into(), 0.into());
    }),
];
