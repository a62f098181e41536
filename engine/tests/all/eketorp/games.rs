//! Games of the plain twin of *Eketorp* under random rule sets: what must hold at every decision
//! and at the end.
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 150); with `--nocapture` the figures
//! are printed.

use std::collections::BTreeMap;

use super::identities;
use super::twin::player::Player;
use super::twin::stone::{self, KINDS};
use super::twin::variation::{dealt, varied};
use super::twin::{Phase, Rules, Twin};
use crate::twins::games_or;
use drakkar_engine::seed::Rng;

/// How the games are played; random play alone seldom gathers stones.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    Random,
    /// Sends Vikings to where stones are.
    Gatherer,
    /// Sends Vikings to sieges, and takes all it can.
    Raider,
}

pub const STYLES: [Style; 3] = [Style::Random, Style::Gatherer, Style::Raider];

/// The place in `legal` of the action that is played.
pub fn choose(style: Style, twin: &Twin, legal: &[String], rng: &mut Rng) -> usize {
    let any = rng.below(legal.len() as u32) as usize;
    if rng.below(6) == 0 {
        return any;
    }
    let liked = |action: &String| match (style, action.split_once(' ').unwrap_or((action, ""))) {
        (Style::Gatherer, ("put", place)) => {
            let space = "ABCDEFG".find(place);
            space.is_some_and(|space| twin.vikings_on(place) < twin.spaces[space].len())
        }
        (Style::Raider, ("put", place)) => place.len() == 2,
        (Style::Raider, ("loot", stones)) => stones != "none",
        _ => false,
    };
    let all: Vec<usize> = (0..legal.len()).filter(|&k| liked(&legal[k])).collect();
    if all.is_empty() { any } else { all[rng.below(all.len() as u32) as usize] }
}

/// Where something is wrong.
#[derive(Debug)]
#[expect(dead_code, reason = "shown when a test fails")]
struct Place<'a> {
    number: u64,
    players: usize,
    history: &'a [String],
}

/// Stones, cards and Vikings are neither made nor lost (C4 to C6).
fn check_components(twin: &Twin, place: &Place<'_>) {
    for kind in KINDS {
        let mut count = twin.supply[&kind] + stone::count(&twin.spaces.concat(), kind);
        for player in &twin.players {
            count += stone::count(&player.village(), kind) + stone::count(&player.load, kind);
        }
        assert_eq!(count, twin.rules.stone(kind).count, "{place:?}: {kind}");
    }
    let mut cards = twin.talon.clone();
    for player in &twin.players {
        // S2
        assert_eq!(player.hand.len() + player.pile.len(), twin.rules.setup.hand, "{place:?}");
        assert!(!player.hand.is_empty(), "{place:?}");
        cards.extend(player.hand.iter().chain(&player.pile));
        cards.extend(player.swaps.iter().flat_map(|swap| &swap.cards));
        let vikings: usize = player.sent.values().chain(&player.hospital).sum();
        assert_eq!(vikings + player.home, twin.rules.vikings(twin.players.len()), "{place:?}");
        let height = twin.rules.village.wall_height;
        assert!(player.walls.iter().all(|wall| wall.len() <= height), "{place:?}");
    }
    for card in 1..=twin.rules.cards.highest {
        let count = cards.iter().filter(|&&other| other == card).count();
        assert_eq!(count, twin.rules.cards.copies, "{place:?}: {card}");
    }
}

/// N3: no two legal actions lead to the same state. What is carried out without asking (N2) may
/// lead to the same state from there: who sends his last Viking to an empty space or keeps him at
/// home finds him at home in the next round.
fn check_distinct(twin: &Twin, legal: &[String], place: &Place<'_>) {
    let mut states: Vec<Twin> = Vec::new();
    for action in legal {
        let mut next = twin.clone();
        next.carry_out(action);
        for player in &mut next.players {
            player.facts.clear();
        }
        let same = states.iter().position(|other| *other == next);
        assert_eq!(same, None, "{place:?}: {action} among {legal:?}");
        states.push(next);
    }
}

/// U1 to U6: what a seat does not know changes neither what it sees nor what it can do.
fn check_sights(twin: &Twin, legal: &[String], rng: &mut Rng, place: &Place<'_>) {
    for seat in 0..twin.players.len() {
        let other = twin.redraw(seat, rng);
        check_components(&other, place);
        assert_eq!(other.sight(seat), twin.sight(seat), "{place:?}: seat {seat}");
        if twin.to_move() == Some(seat) {
            assert_eq!(other.legal(), legal, "{place:?}");
        }
    }
}

/// How often each kind of action was played, and how often each fact was above 0.
type Seen = BTreeMap<String, u64>;

fn play(rules: Rules, players: usize, number: u64, style: Style, seen: &mut Seen) {
    let mut rng = Rng::from_seed(number);
    let deal = dealt(&rules, players, &mut rng);
    let mut twin = Twin::new(rules, players, &deal).unwrap();
    let mut history = Vec::new();
    while let Some(seat) = twin.to_move() {
        let place = Place { number, players, history: &history };
        let legal = twin.legal();
        // N2
        let card = matches!(twin.phase, Phase::AttackerCard | Phase::DefenderCard);
        assert!(legal.len() >= 2 || card && twin.players[seat].hand.len() >= 2, "{place:?}");
        check_components(&twin, &place);
        if rng.below(16) == 0 {
            check_distinct(&twin, &legal, &place);
            check_sights(&twin, &legal, &mut rng, &place);
        }
        let action = &legal[choose(style, &twin, &legal, &mut rng)];
        twin.play(action).unwrap();
        *seen.entry(action.split(' ').next().unwrap().to_owned()).or_default() += 1;
        history.push(action.clone());
    }
    let place = Place { number, players, history: &history };
    check_components(&twin, &place);
    identities::check(&twin, &format!("{place:?}"));
    for (name, count) in (0..players).flat_map(|seat| twin.facts(seat)) {
        *seen.entry(name).or_default() += u64::from(count > 0);
    }
    let full = twin.round < twin.rules.game.rounds;
    let beside = twin.players.iter().any(|player: &Player| !player.beside.is_empty());
    for (name, happened) in [("full before the last round", full), ("beside", beside)] {
        *seen.entry(name.to_owned()).or_default() += u64::from(happened);
    }
}

#[test]
fn games_under_random_rule_sets_keep_what_the_rules_promise() {
    let games = games_or(150);
    let mut seen = Seen::new();
    for number in 0..games {
        let rules = varied(&mut Rng::from_seed(number));
        let players = 3 + (number % 4) as usize;
        play(rules, players, number, STYLES[(number % 3) as usize], &mut seen);
    }
    println!("{seen:?}");
    // The games reach everything: every kind of action, and every fact is above 0 somewhere.
    let verbs = "put home fight siege swap keep card loot take build";
    assert!(verbs.split(' ').all(|verb| seen.contains_key(verb)), "{seen:?}");
    assert!(seen.values().all(|&count| count > 0), "{seen:?}");
}
