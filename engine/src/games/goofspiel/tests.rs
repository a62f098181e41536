//! Rules of goofspiel, what a seat sees, and notation.

use proptest::prelude::{prop_assert_eq, proptest};
use serde_json::json;

use super::*;
use crate::fact::Ledger;
use crate::recorded::Recorded;
use crate::seed::Rng;

const DECK: [u8; 6] = [5, 2, 6, 1, 4, 3];

fn game(players: usize, tied: Tied) -> Goofspiel {
    let rule_set = RuleSet { deck: Deck { cards: 6 }, scoring: ScoringRules { tied } };
    Goofspiel::new(rule_set, players).unwrap()
}

/// Plays bids in seat order from the deal [`DECK`].
fn play(game: &Goofspiel, bids: &[u8]) -> (State, Ledger<Scoring>) {
    let mut state = game.state(&Deal { prizes: DECK.to_vec() });
    let mut ledger = Ledger::new(game.players(), GoofspielFact::ALL.len());
    for &card in bids {
        game.apply(&mut state, Action::Bid { card }, &mut ledger).unwrap();
    }
    (state, ledger)
}

fn points(game: &Goofspiel, bids: &[u8]) -> Vec<i32> {
    game.outcome(&play(game, bids).0).score.as_slice().to_vec()
}

#[test]
fn the_only_highest_bid_takes_the_prize() {
    let game = game(3, Tied::Discard);
    assert_eq!(points(&game, &[1, 6, 2]), [0, 5, 0]);
    assert_eq!(points(&game, &[1, 6, 2, 3, 5, 6]), [0, 5, 2]);
}

#[test]
fn bids_count_when_the_last_is_laid() {
    let game = game(3, Tied::Discard);
    let (state, ledger) = play(&game, &[1, 6]);
    assert_eq!(game.to_move(&state), Some(Seat::new(2)));
    assert_eq!((game.clock(&state), game.epoch(&state)), (0, 0));
    assert_eq!(game.outcome(&state).score.as_slice(), [0, 0, 0]);
    assert_eq!(ledger, Ledger::new(3, GoofspielFact::ALL.len()));
    let (state, _) = play(&game, &[1, 6, 2]);
    assert_eq!(game.to_move(&state), Some(Seat::new(0)));
    assert_eq!((game.clock(&state), game.epoch(&state)), (1, 1));
}

#[test]
fn a_card_is_spent_whether_it_wins_or_not() {
    let game = game(2, Tied::Discard);
    let (mut state, _) = play(&game, &[1, 6]);
    let mut listed = Vec::new();
    game.legal(&state, &mut listed);
    assert_eq!(listed, [2, 3, 4, 5, 6].map(|card| Action::Bid { card }));
    for card in [0, 1, 7, 13, 14, 255] {
        assert!(game.apply(&mut state, Action::Bid { card }, &mut ()).is_err(), "{card}");
    }
    assert_eq!(state, play(&game, &[1, 6]).0);
}

#[test]
fn a_tied_prize_is_out_even_if_a_lower_bid_is_alone() {
    let game = game(3, Tied::Discard);
    assert_eq!(points(&game, &[6, 6, 1]), [0, 0, 0]);
    assert_eq!(points(&game, &[6, 6, 1, 1, 2, 3]), [0, 0, 2]);
}

#[test]
fn a_tied_prize_is_carried_to_the_next_winner() {
    let game = game(2, Tied::Carry);
    assert_eq!(points(&game, &[6, 6]), [0, 0]);
    assert_eq!(points(&game, &[6, 6, 5, 5, 4, 3]), [5 + 2 + 6, 0]);
    let (state, _) = play(&game, &[6, 6, 5, 5]);
    let view = game.view(&state, Seat::new(0));
    assert_eq!(view.carried().collect::<Vec<_>>(), [2, 5]);
    assert_eq!(view.prize(), Some(6));
    assert_eq!(view.hand(Seat::new(1)).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn what_is_tied_in_the_last_turn_goes_to_nobody() {
    let game = game(2, Tied::Carry);
    let mirrored = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6];
    let (state, ledger) = play(&game, &mirrored);
    assert_eq!((game.to_move(&state), game.count_legal(&state)), (None, 0));
    assert_eq!(game.outcome(&state).share.as_slice(), [30, 30]);
    assert_eq!(ledger.facts(Seat::new(0)), [0, 0, 6, 0, 21, 0, 0, 0]);
}

#[test]
fn facts_and_the_standing_at_half() {
    let game = game(2, Tied::Carry);
    // Prizes 5 2 6 1 4 3: tied, seat 1 takes 5 and 2, seat 0 takes 6, seat 1 the rest.
    let (state, ledger) = play(&game, &[1, 1, 2, 3, 6, 2, 3, 4, 4, 5, 5, 6]);
    assert_eq!(game.outcome(&state).score.as_slice(), [6, 15]);
    assert_eq!(ledger.facts(Seat::new(0)), [1, 1, 1, 6, 15, 0, 0, 6]);
    assert_eq!(ledger.facts(Seat::new(1)), [5, 4, 1, 18, 3, 2 + 1, 4 + 3, 5]);
    let [half] = ledger.scorings() else { panic!("one scoring") };
    assert_eq!(half.points.as_slice(), [6, 7]);
    assert_eq!(game.milestone(half), Some((0, half.points)));
}

#[test]
fn a_draw_keeps_what_is_seen_and_guesses_the_rest_uniformly() {
    let game = game(3, Tied::Discard);
    let (state, _) = play(&game, &[1, 6, 2, 3, 5]);
    // Seat 1 sees two prizes and its own card 5; seat 0 laid one of 2 to 6, four prizes are unseen.
    let view = game.view(&state, Seat::new(1));
    let mut rng = Rng::from_seed(7);
    let (mut bids, mut next) = ([0usize; 7], [0usize; 7]);
    const DRAWS: usize = 60_000;
    for _ in 0..DRAWS {
        let drawn = view.draw(&mut rng);
        assert_eq!(drawn.prizes[..2], [5, 2]);
        assert_eq!(drawn.bids[1..], [5, 0, 0]);
        let mut unseen = drawn.prizes[2..6].to_vec();
        bids[usize::from(drawn.bids[0])] += 1;
        next[usize::from(unseen[0])] += 1;
        unseen.sort_unstable();
        assert_eq!(unseen, [1, 3, 4, 6]);
        assert_eq!(State { prizes: state.prizes, bids: state.bids, ..drawn }, state);
    }
    // Five standard errors of a count with probability 1/5, then 1/4.
    for card in [2, 3, 4, 5, 6] {
        assert!(bids[card].abs_diff(DRAWS / 5) < 490, "{bids:?}");
    }
    for card in [1, 3, 4, 6] {
        assert!(next[card].abs_diff(DRAWS / 4) < 531, "{next:?}");
    }
}

#[test]
fn everybody_sees_all_after_the_last_turn() {
    let game = game(2, Tied::Discard);
    let (state, _) = play(&game, &[1, 2, 2, 1, 3, 4, 4, 3, 5, 6, 6, 5]);
    for seat in Seat::all(2) {
        assert_eq!(game.view(&state, seat).draw(&mut Rng::from_seed(1)), state);
        assert_eq!(game.view(&state, seat).prize(), None);
    }
}

#[test]
fn deals_are_orders_of_the_deck() {
    let game = game(2, Tied::Discard);
    for (prizes, fits) in [
        (DECK.to_vec(), true),
        (vec![], false),
        (vec![1, 2, 3, 4, 5], false),
        (vec![1, 2, 3, 4, 5, 5], false),
        (vec![1, 2, 3, 4, 5, 7], false),
        (vec![0, 1, 2, 3, 4, 5, 6], false),
    ] {
        let checked = game.check_deal(&Deal { prizes });
        assert_eq!(checked.map_err(|error| error.key), fits.then_some(()).ok_or("prizes".into()));
    }
}

/// Published results can be played again only as long as this stays as it is.
#[test]
fn a_deal_is_pinned() {
    let rule_set: RuleSet = Goofspiel::read_toml(Goofspiel::presets()[0].toml).unwrap();
    let game = Goofspiel::new(rule_set, 2).unwrap();
    assert_eq!(game.deal(DealSeed { seed: 7, deal: 3 }).prizes, PINNED);
}
const PINNED: [u8; 13] = [5, 12, 9, 13, 8, 11, 4, 3, 7, 2, 1, 10, 6];

#[test]
fn rule_sets_are_checked() {
    let with = |cards, players| {
        let scoring = ScoringRules { tied: Tied::Carry };
        Goofspiel::new(RuleSet { deck: Deck { cards }, scoring }, players)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(with(3, 2), Ok(()));
    assert_eq!(with(13, 4), Ok(()));
    assert_eq!(with(2, 2), Err("deck.cards=2: must be 3 to 13".into()));
    assert_eq!(with(14, 2), Err("deck.cards=14: must be 3 to 13".into()));
    assert_eq!(with(13, 5), Err("key `players`: goofspiel has 2 to 4 seats, not 5".into()));
    let text = Goofspiel::presets()[0].toml.replace("discard\"", "keep\"");
    let error = Goofspiel::rules().complete(&text).unwrap_err().to_string();
    assert_eq!(error, "line 4: scoring.tied=keep: must be `discard` or `carry`");
}

#[test]
fn the_table_is_shown_as_it_stands() {
    let game = game(2, Tied::Carry);
    let (state, _) = play(&game, &[6, 6, 1]);
    assert_eq!(
        game.text(&state, None),
        "prizes [2, 6, 1, 4, 3] | carried [5] | before [5]\n\
         seat 0: 0 points | hand [1, 2, 3, 4, 5] | face down 1\n\
         seat 1: 0 points | hand [1, 2, 3, 4, 5] | face down 0\n"
    );
}

#[test]
fn a_scene_has_all_cards() {
    let game = game(2, Tied::Carry);
    let (state, _) = play(&game, &[6, 6, 1]);
    let seat = |bid: Value| json!({ "points": 0, "cards": [1, 2, 3, 4, 5], "bid": bid });
    let told = json!({
        "drawing": "goofspiel",
        "to_move": 1,
        "round": 2,
        "rounds": 6,
        "deck": [1, 2, 3, 4, 5, 6],
        "to_come": [2, 6, 1, 4, 3],
        "carried": [5],
        "before": [5],
        "seats": [seat(json!(1)), seat(Value::Null)],
    });
    assert_eq!(game.scene(&state), Some(told));
}

#[test]
fn text_that_is_no_action_is_refused() {
    for text in ["", "bid", "bid ", "bid 0", "bid 14", "bid 01", "bid +1", "bid 1 ", "Bid 1"] {
        let error = text.parse::<Action>().unwrap_err();
        assert!(error.to_string().contains("expected `bid 1` to `bid 13`"), "{error}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(bid )?[0-9]{0,3}.{0,5}") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }
}
