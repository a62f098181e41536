//! Games of the plain twin of *No More Vikings!* under random rule sets: what must hold at every
//! decision and at the end.
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 150); with `--nocapture` the figures
//! are printed.

use std::collections::{BTreeMap, BTreeSet};

use super::data::Rng;
use super::identities;
use super::twin::piece::Piece;
use super::twin::variation::{dealt, varied};
use super::twin::{Rules, Step, Twin, card};
use crate::twins::games_or;

/// How the games are played; random play alone seldom builds towers.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    Random,
    /// Marries, and builds fortresses and towers.
    Builder,
    /// Draws and plays cards, and responds.
    Schemer,
}

pub const STYLES: [Style; 3] = [Style::Random, Style::Builder, Style::Schemer];

/// The place in `legal` of the action that is played.
pub fn choose(style: Style, legal: &[String], rng: &mut Rng) -> usize {
    let any = rng.below(legal.len() as u32) as usize;
    if rng.below(6) == 0 {
        return any;
    }
    let liked: &[&[&str]] = match style {
        Style::Random => &[],
        Style::Builder => &[&["tower"], &["fortress"], &["enlist", "marry"], &["development"]],
        Style::Schemer => &[&["edict", "counter"], &["play", "draw"], &["aggressive", "balanced"]],
    };
    for verbs in liked {
        let verb = |action: &String| action.split(' ').next().unwrap().to_owned();
        let all: Vec<usize> =
            (0..legal.len()).filter(|&k| verbs.contains(&verb(&legal[k]).as_str())).collect();
        // Enlisting always would leave nobody to marry.
        if !all.is_empty() && rng.below(4) > 0 {
            return all[rng.below(all.len() as u32) as usize];
        }
    }
    any
}

/// Where something is wrong.
#[derive(Debug)]
#[expect(dead_code, reason = "shown when a test fails")]
struct Place<'a> {
    number: u64,
    players: usize,
    history: &'a [String],
}

/// Pieces and cards are neither made nor lost (C2 to C4).
fn check_components(twin: &Twin, place: &Place<'_>) {
    let seats = || twin.players.iter();
    let on_boards = |unit: Piece| seats().map(|player| player.parcels(unit).len()).sum::<usize>();
    // N5
    let kept = !twin.rules.switches.tower_returns_fortress;
    let under_towers = if kept { on_boards(Piece::Tower) } else { 0 };
    let walls = on_boards(Piece::Fortress) + under_towers;
    for piece in Piece::ALL {
        let out = match piece {
            Piece::Cottage => on_boards(Piece::Cottage) + walls,
            Piece::Fortress => walls,
            Piece::Edict => seats().map(|player| player.edicts).sum(),
            Piece::Longship => seats().map(|player| player.beach.len()).sum(),
            unit => on_boards(unit),
        };
        assert_eq!(twin.supply[&piece] + out, twin.rules.supply[&piece], "{place:?}: {piece:?}");
    }
    let mut cards = [twin.deck.clone(), twin.discard.clone()].concat();
    let mut whims = vec![twin.official.clone()];
    whims.extend(twin.whims_left.clone());
    for player in seats() {
        let held: Vec<usize> = player.hand.iter().chain(&player.aside).copied().collect();
        assert!(held.iter().all(|&card| !card::is_event(twin.kind(card))), "{place:?}");
        assert!(player.stolen_from.keys().all(|card| player.hand.contains(card)), "{place:?}");
        cards.extend(held);
        whims
            .extend(player.drawn_whims.iter().chain(&player.whim).chain(&player.put_away).cloned());
        let inside = |&(column, row): &(usize, usize)| {
            column < twin.rules.board.columns && (1..=twin.rules.board.rows).contains(&row)
        };
        assert!(player.village.iter().all(|(parcel, unit)| inside(parcel) && unit.is_unit()));
    }
    cards.sort_unstable();
    assert_eq!(cards, (1..=twin.cards.len()).collect::<Vec<_>>(), "{place:?}");
    let names: BTreeSet<String> = whims.iter().cloned().collect();
    assert_eq!((whims.len(), names.len()), (twin.rules.whims.len(), whims.len()), "{place:?}");
}

/// O8: no two legal actions lead to the same state, whatever follows without asking.
fn check_distinct(twin: &Twin, legal: &[String], place: &Place<'_>) {
    let mut states: Vec<Twin> = Vec::new();
    for action in legal {
        let mut next = twin.clone();
        next.play(action).unwrap();
        next.scorings.clear();
        for player in &mut next.players {
            player.facts.clear();
        }
        let same = states.iter().position(|other| *other == next);
        assert_eq!(same, None, "{place:?}: {action} among {legal:?}");
        states.push(next);
    }
}

/// H1 to H5: what a seat does not know changes neither what it sees nor what it can do.
fn check_sights(twin: &Twin, legal: &[String], rng: &mut Rng, place: &Place<'_>) {
    for seat in 0..twin.players.len() {
        let drawn = twin.redraw(seat, &mut |most| rng.below(most as u32 + 1) as usize);
        check_components(&drawn, place);
        assert_eq!(twin.allows(&drawn, seat), Ok(()), "{place:?}: seat {seat}");
        assert_eq!(twin.allows(twin, seat), Ok(()), "{place:?}: seat {seat}");
        assert_eq!(drawn.sight(seat), twin.sight(seat), "{place:?}: seat {seat}");
        if twin.to_move() == Some(seat) {
            assert_eq!(drawn.legal(), legal, "{place:?}");
        }
        play_on(drawn, if rng.below(30) == 0 { usize::MAX } else { 8 }, rng, place);
    }
}

/// Plays a drawn game on.
fn play_on(mut drawn: Twin, decisions: usize, rng: &mut Rng, place: &Place<'_>) {
    for _ in 0..decisions {
        let legal = drawn.legal();
        if legal.is_empty() {
            return identities::check(&drawn, &format!("{place:?}"));
        }
        drawn.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        check_components(&drawn, place);
    }
}

/// W3, O7: who is asked has something to say as far as the others can see; a single choice only
/// where O6 allows it.
fn check_asked(twin: &Twin, seat: usize, legal: &[String], place: &Place<'_>) {
    let distinct: BTreeSet<&String> = legal.iter().collect();
    assert!(!legal.is_empty() && distinct.len() == legal.len(), "{place:?}: {legal:?}");
    match twin.agenda.last().unwrap() {
        Step::Window(window) => {
            let player = &twin.players[seat];
            assert!(player.edicts > 0 || window.top_is_card() && !player.hand.is_empty());
            assert!(seat != window.owner(), "{place:?}");
            assert!(legal.contains(&"pass".to_owned()), "{place:?}");
        }
        Step::Turn { actions, draw, .. } => {
            let verbs = ["end", "play", "draw"];
            let is_action = |text: &String| !verbs.contains(&text.split(' ').next().unwrap());
            let possible = legal.iter().any(is_action);
            assert!(!possible || *actions > 0, "{place:?}");
            // A9
            assert_eq!(legal.contains(&"end".to_owned()), !possible && !draw, "{place:?}");
        }
        Step::Column { .. } => assert!(legal.len() >= 2, "{place:?}"),
        _ => {}
    }
}

/// How often each kind of action was played, how often each fact was above 0, and what happened.
type Seen = BTreeMap<String, u64>;

fn play(rules: Rules, players: usize, number: u64, style: Style, seen: &mut Seen) {
    let mut rng = Rng::from_seed(number);
    let deal = dealt(&rules, &mut |most| rng.below(most as u32 + 1) as usize);
    let mut twin = Twin::new(rules, players, &deal).unwrap();
    let mut history: Vec<String> = Vec::new();
    let mut note = |name: &str, happened: bool| {
        *seen.entry(name.to_owned()).or_default() += u64::from(happened);
    };
    while let Some(seat) = twin.to_move() {
        let place = Place { number, players, history: &history };
        let legal = twin.legal();
        check_components(&twin, &place);
        check_asked(&twin, seat, &legal, &place);
        if rng.below(24) == 0 {
            check_distinct(&twin, &legal, &place);
            check_sights(&twin, &legal, &mut rng, &place);
        }
        if let Some(back) = history.len().checked_sub(1 + rng.below(20) as usize)
            && !legal.contains(&history[back])
        {
            let before = twin.clone();
            assert!(twin.play(&history[back]).is_err() && twin == before, "{place:?}");
        }
        let action = legal[choose(style, &legal, &mut rng)].clone();
        let reshuffled = twin.deck.len();
        twin.play(&action).unwrap();
        note(action.split(' ').next().unwrap(), true);
        if let Some(kind) = action.strip_prefix("play ") {
            note(&format!("play {}", kind.split(' ').next().unwrap()), true);
        }
        note("deck reshuffled", twin.deck.len() > reshuffled);
        note(
            "several responses",
            matches!(twin.agenda.last(), Some(Step::Window(window)) if window.responses.len() > 2),
        );
        note(
            "a third seat knows",
            twin.players.iter().any(|player| !player.stolen_from.is_empty()),
        );
        history.push(action);
    }
    let place = Place { number, players, history: &history };
    check_components(&twin, &place);
    identities::check(&twin, &format!("{place:?}"));
    for (name, count) in (0..players).flat_map(|seat| twin.facts(seat)) {
        note(&name, count > 0);
    }
    let last = twin.rules.months.bonus.len();
    let full_now = (0..players).any(|seat| twin.free(seat).is_empty());
    note("full before the last round", twin.round < last);
    note("over in the set-up", twin.round == 0);
    note("filled and not full in the end", twin.board_filled && !full_now);
    note("no longships in the end", twin.supply[&Piece::Longship] == 0);
    note("decisions", false);
    *seen.get_mut("decisions").unwrap() += history.len() as u64;
}

#[test]
fn games_under_random_rule_sets_keep_what_the_rules_promise() {
    let games = games_or(150);
    let mut seen = Seen::new();
    for number in 0..games {
        let players = 2 + (number % 3) as usize;
        let mut rng = Rng::from_seed(number ^ 0xABCD);
        let rules = varied(players, &mut |most| rng.below(most as u32 + 1) as usize);
        play(rules, players, number, STYLES[(number / 3 % 3) as usize], &mut seen);
    }
    println!("{games} games: {seen:?}");
    // The games reach everything: every kind of action, and every fact is above 0 somewhere.
    let verbs = "whim at aggressive balanced development populate enlist cultivate marry fortress \
        tower move draw drop play end pass edict counter sink divert";
    assert!(verbs.split_whitespace().all(|verb| seen.contains_key(verb)), "{seen:?}");
    for kind in card::ACTIONS.into_iter().filter(|&kind| kind != "counter") {
        assert!(seen.contains_key(&format!("play {kind}")), "{kind}: {seen:?}");
    }
    assert!(seen.values().all(|&count| count > 0), "{seen:?}");
}
