//! Bonus tiles from outside the game.

use super::table::{Table, advanced, deal};
use crate::data;
use crate::game::Game;
use crate::games::vikings::AdvancedVikings;
use crate::games::vikings::bonus::Bonus;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::rule_set::{Grant, PRESETS, RuleSet};
use crate::recorded::Interventions;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

/// The advanced rules with a text behind them.
fn rule_set(preset: usize, more: &str) -> RuleSet {
    AdvancedVikings::read_toml(&format!("{}\n{more}", PRESETS[preset].toml)).unwrap()
}

fn with(grants: &[Grant], players: usize) -> AdvancedVikings {
    let mut rule_set = rule_set(2, "");
    rule_set.grants = grants.to_vec();
    AdvancedVikings::new(rule_set, players).unwrap()
}

#[test]
fn a_rule_set_file_holds_grants_and_a_preset_does_not_mention_them() {
    let text = "[[grants]]\nround = 2\nseat = 1\nkind = \"noble1\"\n[[grants]]\nround = 6\nseat = 0\nkind = \"gold5\"";
    let read = rule_set(2, text);
    let expected = [(2, 1, Bonus::Noble1), (6, 0, Bonus::Gold5)];
    let expected = expected.map(|(round, seat, kind)| Grant { round, seat, kind });
    assert_eq!(read.grants, expected);
    let json = serde_json::to_value(&read).unwrap();
    assert_eq!(json["grants"][0]["kind"], "noble1");
    assert_eq!(data::read::<RuleSet>(&json).unwrap(), read);
    let json = serde_json::to_value(rule_set(2, "")).unwrap();
    assert!(json.get("grants").is_none());
}

#[test]
fn impossible_grants_are_refused_with_their_key() {
    let grant = |round, seat, kind: &str| {
        format!("[[grants]]\nround = {round}\nseat = {seat}\nkind = \"{kind}\"\n")
    };
    for (preset, text, message) in [
        (2, grant(0, 0, "gold5"), "key `grants[0].round`: 0 is not between 1 and 6"),
        (
            2,
            grant(1, 0, "gold5") + &grant(7, 0, "gold5"),
            "key `grants[1].round`: 7 is not between 1 and 6",
        ),
        (2, grant(1, 3, "gold5"), "key `grants[0].seat`: 3 is not below 3, the number of seats"),
        (
            2,
            grant(1, 0, "longboat").repeat(10),
            "key `grants[9].kind`: makes more than 15 `longboat` with those of the game",
        ),
        (
            0,
            grant(1, 0, "gold5"),
            "key `grants`: there are bonus tiles by `advanced.bonus_tiles` only",
        ),
    ] {
        let error = rule_set(preset, &text).check(3).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let text = format!("{}\n{}", PRESETS[2].toml, grant(1, 0, "gold6"));
    let error = AdvancedVikings::read_toml(&text).unwrap_err().to_string();
    let reason = "key `grants[0].kind`: cannot read bonus tile `gold6`: expected one of gold5, ";
    assert!(error.starts_with(reason), "{error}");
}

/// Whoever has the tile has it from the start of the round, and nothing else is changed: neither the
/// deal nor row and stock. It is the same as being handed the tile at that moment.
#[test]
fn a_grant_is_one_more_tile_at_the_start_of_its_round() {
    for kind in Bonus::ALL {
        for (round, seat) in [(1, 0), (3, 2), (6, 1)] {
            let plain = advanced(3, "advanced", &[]);
            let granted = with(&[Grant { round, seat, kind }], 3);
            let dealt = deal(&plain, 5);
            assert_eq!(deal(&granted, 5), dealt);
            let (mut one, mut two) = (plain.state(&dealt), granted.state(&dealt));
            let mut rng = Rng::from_seed(3);
            let mut given = false;
            while one.round() <= round as usize {
                if !given && one.round() == round as usize {
                    assert!(two != one);
                    let (row, stock) =
                        two.extra().map(|extra| (extra.row, extra.unseen(kind))).unwrap();
                    assert_eq!(
                        one.extra().map(|extra| (extra.row, extra.unseen(kind))),
                        Some((row, stock))
                    );
                    assert!(plain.grant(&mut one, Seat::new(seat), kind as usize));
                    given = true;
                }
                assert_eq!(one, two, "{kind} in round {round}");
                if plain.to_move(&one).is_none() {
                    break;
                }
                let action = plain.random_legal(&one, &mut rng);
                plain.apply(&mut one, action, &mut ()).unwrap();
                granted.apply(&mut two, action, &mut ()).unwrap();
            }
            assert!(given);
        }
    }
}

#[test]
fn what_is_granted_works_as_if_it_had_been_taken() {
    let grants = [(0, Bonus::Gold5), (0, Bonus::Noble1), (0, Bonus::BuildingB)];
    let grants = grants.map(|(seat, kind)| Grant { round: 1, seat, kind });
    let game = with(&grants, 2);
    let table = Table::dealt(game.clone(), &deal(&game, 0));
    assert_eq!(table.state.gold(Seat::new(0)), 30 + 5);
    assert_eq!(table.state.gold(Seat::new(1)), 30);
    let owned = table.state.extra().unwrap().owned(0);
    assert_eq!((owned.count(Bonus::Noble1), owned.count(Bonus::BuildingB)), (1, 1));
    assert!(table.state.extra().unwrap().owned(1).is_empty());
}

/// The gold of all tiles `gold5` that a seat has, taken or granted, is counted as that of tiles for
/// goldsmiths is; only taken tiles count as taken.
#[test]
fn gold_of_granted_tiles_is_counted() {
    let grants = [(1, 0), (6, 0), (3, 1)];
    let grants = grants.map(|(round, seat)| Grant { round, seat, kind: Bonus::Gold5 });
    for number in 0..20 {
        let mut table = Table::dealt(with(&grants, 2), &deal(&with(&grants, 2), number));
        let mut rng = Rng::from_seed(number);
        while table.mover().is_some() {
            table.play_any(&mut rng);
        }
        let [one, two] = [0, 1].map(|seat| table.fact(seat, Fact::Taken));
        assert!(one + two <= 1);
        assert_eq!(table.fact(0, Fact::GoldBonus), 5 * (2 + one));
        assert_eq!(table.fact(1, Fact::GoldBonus), 5 * (1 + two));
    }
}

#[test]
fn without_bonus_tiles_nothing_can_be_granted_or_taken_away() {
    let game = advanced(2, "advanced", &["advanced.bonus_tiles=false"]);
    let mut state = game.state(&deal(&game, 0));
    let before = state;
    assert!(!game.grant(&mut state, Seat::new(0), Bonus::Noble1 as usize));
    assert!(!advanced(2, "advanced", &[]).grant(&mut state, Seat::new(0), Bonus::COUNT));
    let pass = game.nth_legal(&state, 0);
    assert!(!game.take_away(&mut state, pass));
    assert_eq!(state, before);
}

/// Whoever leads for nothing stands where the first player stands whom nobody outbids.
#[test]
fn to_lead_is_to_win_the_auction_for_nothing() {
    let game = advanced(3, "advanced", &[]);
    let start = game.state(&deal(&game, 2));
    let mut won = start;
    for action in ["bid 0", "pass", "pass"] {
        game.apply(&mut won, action.parse().unwrap(), &mut ()).unwrap();
    }
    let mut led = start;
    assert!(game.lead(&mut led, Seat::new(0)));
    assert_eq!(led, won);
    let mut other = start;
    assert!(game.lead(&mut other, Seat::new(2)));
    assert_eq!(game.to_move(&other), Some(Seat::new(2)));
    assert_eq!(other.gold(Seat::new(2)), start.gold(Seat::new(2)));
    // Nobody is made the first one later.
    assert!(!game.lead(&mut led, Seat::new(1)));
    assert!(!game.set_first(&mut led, Seat::new(1)));
    let base = advanced(3, "advanced-no-auction", &[]);
    let mut state = base.state(&deal(&base, 2));
    assert!(base.lead(&mut state, Seat::new(1)));
    assert_eq!(base.to_move(&state), Some(Seat::new(1)));
    let buy = base.nth_legal(&state, 0);
    base.apply(&mut state, buy, &mut ()).unwrap();
    assert!(!base.lead(&mut state, Seat::new(1)));
}

/// The seat that has become first by the order of play bids first, and later rounds follow from it.
#[test]
fn the_order_of_play_goes_on_from_the_first_seat() {
    let game = advanced(3, "advanced", &[]);
    let start = game.state(&deal(&game, 2));
    assert_eq!(game.first(&start), Some(Seat::new(0)));
    let mut state = start;
    assert!(game.set_first(&mut state, Seat::new(0)));
    assert_eq!(state, start);
    assert!(game.set_first(&mut state, Seat::new(1)));
    let bidding = (game.to_move(&state), game.first(&state));
    assert_eq!(bidding, (Some(Seat::new(1)), Some(Seat::new(1))));
    let bids = |state: &_| {
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        legal.iter().filter(|action| action.to_string().starts_with("bid ")).count()
    };
    assert_eq!(bids(&state), bids(&start));
    while Interventions::round(&game, &state) == 1 {
        let pass = "pass".parse().unwrap();
        let action = if game.is_legal(&state, pass) { pass } else { game.nth_legal(&state, 0) };
        game.apply(&mut state, action, &mut ()).unwrap();
    }
    // Nobody outbid the first seat.
    assert_eq!(game.first(&state), Some(Seat::new(2)));
}

/// A tile that is taken away is neither in the row nor anybody's, and does not come back.
#[test]
fn what_is_taken_away_is_gone() {
    let game = advanced(2, "advanced-no-auction", &[]);
    let mut seen = 0;
    for number in 0..120 {
        let mut state = game.state(&deal(&game, number));
        let mut rng = Rng::from_seed(number);
        while let Some(seat) = game.to_move(&state) {
            let action = game.random_legal(&state, &mut rng);
            let text = action.to_string();
            if let Some(kind) =
                text.strip_prefix("take ").map(|name| name.parse::<Bonus>().unwrap())
            {
                let (mut taken, mut gone) = (state, state);
                assert!(game.take_away(&mut gone, action));
                assert_eq!(game.to_move(&gone), Some(seat));
                let of = |state: &<AdvancedVikings as Game>::State| {
                    let extra = state.extra().unwrap();
                    (
                        extra.row.count(kind),
                        extra.unseen(kind),
                        extra.owned(seat.index()).count(kind),
                    )
                };
                let (row, unseen, owned) = of(&state);
                assert_eq!(of(&gone), (row - 1, unseen, owned));
                // Whoever declines then leaves the row as one who took it.
                let decline = "decline".parse().unwrap();
                assert!(game.is_legal(&gone, decline));
                game.apply(&mut gone, decline, &mut ()).unwrap();
                game.apply(&mut taken, action, &mut ()).unwrap();
                if taken.round() == state.round() && gone.round() == state.round() {
                    assert_eq!(gone.extra().unwrap().row, taken.extra().unwrap().row);
                }
                seen += 1;
            }
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
    assert!(seen > 100);
}
