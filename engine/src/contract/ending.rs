//! Finished games: nothing is legal, and outcome, facts and record agree.

use super::Breach;
use super::decision::{Strangers, check_refused};
use super::differ::differences;
use super::walk::RandomGame;
use crate::data::ToData;
use crate::fact::FactKind;
use crate::outcome::WHOLE_WIN;
use crate::record::{Origin, Record, peek_game, verify};
use crate::recorded::Recorded;
use crate::seat::Seat;

/// The end of `walk`, whose game is over.
pub(super) fn check<G: Recorded>(
    walk: &RandomGame<'_, G>,
    strangers: &Strangers<G::Action>,
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    walk.promise(
        game.count_legal(state) == 0,
        "nothing is legal in a finished game (see `Game::legal`)",
        || format!("{} actions", game.count_legal(state)),
    )?;
    for &action in &strangers.seen {
        check_refused(walk, action)?;
    }
    check_outcome(walk)?;
    for seat in Seat::all(game.players()) {
        let facts = walk.ledger.facts(seat);
        let sources = G::FACTS.iter().zip(facts).filter(|(info, _)| info.kind == FactKind::Source);
        let sum: i32 = sources.map(|(_, &fact)| fact).sum();
        let score = game.outcome(state).score[seat];
        walk.promise(
            score == sum,
            "the sources add up to the final score (see `Game::apply_unchecked`, `Game::opening`)",
            || format!("seat {seat} has {score}, its sources {sum}"),
        )?;
    }
    let mut met = vec![false; G::MILESTONES.len()];
    for scoring in walk.ledger.scorings() {
        let Some((index, standing)) = game.milestone(scoring) else { continue };
        let fits = index < met.len() && standing.players() == game.players();
        walk.promise(
            fits && !std::mem::replace(&mut met[index], true),
            "a milestone is named, passed once, with a value per seat (see `Recorded::milestone`)",
            || format!("milestone {index}: {standing:?}"),
        )?;
    }
    Ok(())
}

/// Places and shares follow from each other.
fn check_outcome<G: Recorded>(walk: &RandomGame<'_, G>) -> Result<(), Breach> {
    let outcome = walk.game.outcome(&walk.state);
    let told = || format!("{outcome:?}");
    let (places, shares) = (outcome.place.as_slice(), outcome.share.as_slice());
    let seats = walk.game.players();
    walk.promise(
        [outcome.score.players(), places.len(), shares.len()] == [seats; 3],
        "an outcome has one value per seat (see `Game::outcome`)",
        told,
    )?;
    walk.promise(
        shares.iter().map(|&share| u32::from(share)).sum::<u32>() == WHOLE_WIN,
        "win shares add up to a whole win (see `Game::outcome`)",
        told,
    )?;
    let winners = places.iter().filter(|&&place| place == 1).count() as u32;
    for (&place, &share) in places.iter().zip(shares) {
        let due = if place == 1 { WHOLE_WIN / winners } else { 0 };
        walk.promise(
            u32::from(share) == due,
            "the seats in place 1 share the win (see `Game::outcome`)",
            told,
        )?;
        let better = places.iter().filter(|&&other| other < place).count();
        walk.promise(
            usize::from(place) == better + 1,
            "a place is one more than the number of seats before it (see `Game::outcome`)",
            told,
        )?;
    }
    Ok(())
}

/// The record of `walk` reports what happened, and damage to it is noticed.
pub(super) fn check_record<G: Recorded>(walk: &RandomGame<'_, G>, seed: u64) -> Result<(), Breach> {
    let game = walk.game;
    let agents = vec!["random".to_owned(); game.players()];
    let rules = G::rules().name_of(&game.rule_set().to_data());
    let origin = Origin { rules, agents: &agents, seed, game_index: walk.seed.deal };
    let record = Record::of_game(game, origin, &walk.deal, &walk.played, &walk.ledger, &walk.state);
    let line = record.to_line();
    let game_id = peek_game(&line);
    walk.promise(
        game_id.as_deref() == Ok(G::ID),
        "a record names its game (see `Recorded::ID`)",
        || format!("{game_id:?}"),
    )?;
    let back: Result<Record, _> = line.parse();
    walk.promise(
        back.as_ref() == Ok(&record),
        "a record reads back (see `Recorded::result`, `data!` of what is recorded)",
        || back.as_ref().map_or_else(ToString::to_string, |back| differences(&record, back)),
    )?;
    let verified = verify::<G>(&record).map(|verified| verified.outcome);
    let outcome = game.outcome(&walk.state);
    walk.promise(
        verified == Ok(outcome),
        "a record verifies (see `Recorded::check_deal`, `Recorded::result`, `Game::opening`)",
        || verified.as_ref().map_or_else(ToString::to_string, |it| differences(&outcome, it)),
    )?;
    for (name, damage) in DAMAGES {
        let mut damaged = record.clone();
        damage(&mut damaged);
        walk.promise(
            damaged == record || verify::<G>(&damaged).is_err(),
            "a damaged record does not verify (see `Recorded::result`)",
            || format!("{name}, it does"),
        )?;
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
