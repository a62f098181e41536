//! The heuristic's preferences, and that its quick sums equal the values of positions.

use drakkar_engine::data::FromData;
use drakkar_engine::games::vikings_on_board::deal::Deal;
use drakkar_engine::seed::{DealSeed, Rng};

use super::*;

/// A deal in which red is first on six ships.
const DEAL: &str = r#"{"ships":["R1B1G1","R1B1Y1","R2G1Y1","B2G2Y2","R2B2G2","R3B3Y2","R3G3Y3","B3G3Y3"],
    "w1":"hgmhgmh","w2":"gmhgmhgm","order":[0,1]}"#;

/// The position of two seats after some actions of that deal.
fn position(actions: &str) -> (VikingsOnBoard, State) {
    let game = VikingsOnBoard::base(2);
    let deal = Deal::from_data(&serde_json::from_str(DEAL).unwrap()).unwrap();
    let mut state = game.state(&deal);
    for action in actions.split(", ") {
        game.apply(&mut state, action.parse().unwrap(), &mut ())
            .unwrap_or_else(|error| panic!("{error}"));
    }
    (game, state)
}

fn opinion(game: &VikingsOnBoard) -> VikingsOnBoardJudge {
    Weights::default().judge(game)
}

/// Asserts that the seat to move rates `better` higher than `worse`.
fn prefers((game, state): &(VikingsOnBoard, State), better: &str, worse: &str) {
    let seat = game.to_move(state).unwrap();
    let [better_value, worse_value] = [better, worse].map(|text| {
        let action: Action = text.parse().unwrap();
        assert!(game.is_legal(state, action), "{text}");
        opinion(game).value_after(game, state, action, seat)
    });
    assert!(better_value > worse_value, "{better} {better_value}, {worse} {worse_value}");
}

/// Red loads ship 7, blue ship 8, red takes the stern; all have moved.
const ROUND: &str = "go 5, load h 7, go 4, bet 1 1.R, go 9, load g 8, go 10, crew 8.1, go 3, \
                     switch 1.1 2, go 6, raise m, go 8, bet 2 1.B, go 1";

#[test]
fn a_bet_on_the_leader_beats_one_on_an_absent_clan() {
    // Red leads on ship 7, which is loaded; blue is not aboard.
    let position = position("go 5, load h 7, go 4");
    prefers(&position, "bet 4 7.R", "bet 4 7.B");
    prefers(&position, "bet 4 7.R", "bet 4 8.R");
    prefers(&position, "bet 4 7.R", "bet 1 7.R");
    prefers(&position, "bet 4 7.R", "bet 4 7.Y");
}

#[test]
fn who_leads_sends_his_ship_off() {
    let position = position(ROUND);
    assert_eq!(position.1.stern(), Some(Seat::new(0)));
    prefers(&position, "sail 7", "sail 8");
}

#[test]
fn a_won_bet_is_a_reason_to_send_a_ship_off() {
    // Red has bet on blue at ship 8, which blue leads, and red leads nowhere where there are supplies.
    let with_bet = "go 1, go 5, load h 8, go 9, load g 4, go 4, bet 4 8.B, go 10, crew 8.1, go 7, \
                    move 4.3 1, go 6, raise m, go 8, bet 1 1.R";
    prefers(&position(with_bet), "sail 8", "sail 4");
}

#[test]
fn the_good_one_holds_is_raised() {
    // Red has taken the hide of ship 7.
    let position = position(&format!("{ROUND}, sail 7, go 6"));
    prefers(&position, "raise h", "raise g");
    prefers(&position, "raise h", "raise m");
}

#[test]
fn the_dearest_is_taken() {
    // Both supplies lie on ship 7, where red leads and metal is dearer.
    let round = ROUND.replace("load g 8", "load m 7");
    let position = position(&format!("{round}, sail 7"));
    prefers(&position, "take m", "take h");
}

#[test]
fn a_supply_goes_where_one_leads() {
    let position = position("go 5");
    prefers(&position, "load h 7", "load h 8");
    prefers(&position, "load h 6", "load h 4");
}

/// Positions of random games, with the seat to move.
fn walk(players: usize, mut visit: impl FnMut(&VikingsOnBoard, &State, Seat)) {
    let game = VikingsOnBoard::base(players);
    for deal in 0..30 {
        let mut state = game.state(&game.deal(DealSeed { seed: 3, deal }));
        let mut rng = Rng::from_seed(deal);
        while let Some(seat) = game.to_move(&state) {
            visit(&game, &state, seat);
            let action = game.random_legal(&state, &mut rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
}

/// While nobody holds a stern, the time at which a ship leaves does not depend on the bodies; then
/// the value of an action is the difference of two positions.
#[test]
fn bodies_and_barrels_add_what_the_positions_differ_by() {
    let mut actions = Vec::new();
    let mut compared = 0;
    for players in 2..=4 {
        walk(players, |game, state, seat| {
            let opinion = opinion(game);
            if state.stern().is_some() {
                return;
            }
            game.legal(state, &mut actions);
            let before = opinion.value(game, state, seat);
            opinion.actions(game, state, seat, &actions, &mut |action, value| {
                if !matches!(
                    action,
                    Action::Promote { .. }
                        | Action::Switch { .. }
                        | Action::Move { .. }
                        | Action::Swap { .. }
                        | Action::Bet { .. }
                        | Action::Shift { .. }
                ) {
                    return;
                }
                let mut next = *state;
                game.apply_unchecked(&mut next, action, &mut ());
                let after = opinion.value(game, &next, seat);
                assert!((after - before - value).abs() < 1e-9, "{action} in\n{state:?}");
                compared += 1;
            });
        });
    }
    assert!(compared > 50_000, "{compared}");
}

/// Several seats that look at one table see what each would see alone, to the last bit.
#[test]
fn a_table_is_worth_to_each_seat_what_it_is_to_it_alone() {
    let mut own_ships = 0;
    for players in 2..=4 {
        walk(players, |game, state, _| {
            let opinion = opinion(game);
            let mut harbours = [(); 3].map(|()| Harbour::default());
            let [common, other, own] = &mut harbours;
            let table = opinion.table(game, state, common);
            for seat in Seat::all(players) {
                own_ships += u32::from(state.stern() == Some(seat));
                for seen in [false, true] {
                    let anyone = Survey { opinion: &opinion, game, state, harbour: other };
                    let known = |other: Seat| match seen && other == seat {
                        true => barrels(game, state, other),
                        false => anyone.unseen(other),
                    };
                    let mut alone = Survey { opinion: &opinion, game, state, harbour: own };
                    alone.look(seat, known(seat), false);
                    let [found, plain] = [table.value(seat, seen), alone.value(known)];
                    assert_eq!(
                        found.to_bits(),
                        plain.to_bits(),
                        "{seat:?} {seen}: {found} {plain}"
                    );
                }
            }
        });
    }
    assert!(own_ships > 100, "{own_ships}");
}

/// A space is worth the best that can be done there.
#[test]
fn going_somewhere_is_worth_what_can_be_done_there() {
    let mut actions = Vec::new();
    for players in 2..=4 {
        walk(players, |game, state, seat| {
            let opinion = opinion(game);
            game.legal(state, &mut actions);
            for &action in &actions {
                let Action::Go { space: space @ (2 | 3 | 4 | 6 | 7 | 8) } = action else {
                    continue;
                };
                let told = opinion.value_after(game, state, action, seat)
                    - opinion.weights.order * f64::from(space);
                let mut there = *state;
                game.apply_unchecked(&mut there, action, &mut ());
                let (mut best, mut choices) = (f64::NEG_INFINITY, Vec::new());
                game.legal(&there, &mut choices);
                // Without effect if there is nothing to do.
                if choices
                    .iter()
                    .any(|choice| matches!(choice, Action::Go { .. } | Action::Sail { .. }))
                {
                    continue;
                }
                opinion
                    .actions(game, &there, seat, &choices, &mut |_, value| best = best.max(value));
                assert!((told - best).abs() < 1e-9, "{action}: {told}, not {best}, in\n{state:?}");
            }
        });
    }
}

#[test]
fn the_end_is_worth_its_score() {
    let game = VikingsOnBoard::base(3);
    let mut state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
    game.playout(&mut state, &mut Rng::from_seed(1));
    let score = game.outcome(&state).score;
    let seat = Seat::new(1);
    let points =
        |seat: Seat| f64::from(score[seat]) + 0.01 * f64::from(state.goods[seat.index()].total());
    let others = points(Seat::new(0)) + points(Seat::new(2));
    let expected = points(seat) - Weights::default().rivalry * others / 2.0;
    assert!((opinion(&game).value(&game, &state, seat) - expected).abs() < 1e-9);
}

/// Whatever a judge was asked before, it answers as one that was asked nothing.
#[test]
fn what_is_remembered_is_what_would_be_found() {
    let (mut actions, mut compared) = (Vec::new(), 0);
    for players in 2..=4 {
        let old = opinion(&VikingsOnBoard::base(players));
        walk(players, |game, state, seat| {
            game.legal(state, &mut actions);
            let values = |judge: &VikingsOnBoardJudge| {
                let mut values = Vec::new();
                judge.actions(game, state, seat, &actions, &mut |_, value| {
                    values.push(value.to_bits())
                });
                values
            };
            let remembered = values(&old);
            // Another one takes over what the thread remembers.
            if compared % 3 == 0 {
                assert_eq!(remembered, values(&opinion(game)), "{state:?}");
            }
            compared += 1;
        });
    }
    assert!(compared > 3_000, "{compared}");
}
