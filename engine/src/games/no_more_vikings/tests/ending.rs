//! The end and the score (F1 to F6, O9).

use super::table::Table;
use crate::games::no_more_vikings::component::{Name, Parcel};
use crate::games::no_more_vikings::fact::NoMoreVikingsFact as Fact;
use crate::games::no_more_vikings::state::Phase;

/// All parcels of four rows and four columns but d4.
fn fifteen() -> String {
    let parcels: Vec<String> = (0..16)
        .filter(|&parcel| parcel != 15)
        .map(|parcel| Parcel(parcel / 4 * 8 + parcel % 4).to_string())
        .collect();
    format!("cottage {}", parcels.join(" "))
}

#[test]
fn f1_n8_o9_x13_the_piece_that_fills_the_last_parcel_ends_the_game_at_once() {
    let table =
        Table::turn(2, "").village(0, &fifteen()).village(1, "villager a1").longships(1, "a");
    let table = table.after("populate d4");
    assert_eq!((table.mover(), table.legal().len()), (None, 0));
    assert_eq!(table.built(1), "villager a1", "no raid follows");
    assert_eq!((table.fact(0, Fact::Filled), table.fact(1, Fact::Filled)), (1, 0));
    assert_eq!((table.fact(0, Fact::Rounds), table.last_scoring()["round"].clone()), (1, 1.into()));
}

#[test]
fn f1_cards_events_and_months_end_the_game_at_once_as_well() {
    let table =
        Table::turn(2, "").village(0, &fifteen()).hand(0, "settler").after("play settler; at d4");
    assert_eq!(table.phase(), Phase::Over);
    // Of an event, other players' parts do not take place.
    let table = Table::turn(2, "balanced")
        .village(0, &fifteen())
        .deck("newcomers bow")
        .after("draw; at d4");
    assert_eq!(
        (table.phase(), table.built(1), table.held(0)),
        (Phase::Over, String::new(), String::new())
    );
    let table = Table::turn(3, "").village(1, &fifteen()).ended().after("at a1; at d4");
    assert_eq!((table.phase(), table.built(2)), (Phase::Over, String::new()));
    assert_eq!(table.fact(1, Fact::Filled), 1);
}

#[test]
fn f1_s5_the_first_villagers_may_fill_a_board() {
    let one = [
        "board.rows=1",
        "board.columns=1",
        "cards=[{kind='bow',landing=['a','a','a','a','a','a']}]",
    ];
    let table = Table::new(2, &one).after("whim row; whim diagonal; at a1");
    assert_eq!((table.mover(), table.state.round), (None, 0));
    assert_eq!((table.fact(0, Fact::Filled), table.fact(1, Fact::Rounds)), (1, 0));
    assert_eq!(table.scores(), [-1 + 1, 0], "seat 1 has taken nothing yet");
}

#[test]
fn f1_n8_with_round_the_game_ends_after_step_5() {
    let round = ["switches.full_board_end=round"];
    let table = Table::turn_with(2, "", &round).village(0, &fifteen()).longships(0, "a");
    let mut table = table.after("populate d4");
    assert_eq!((table.phase(), table.state.actions), (Phase::Turn, 2));
    table = table.ended();
    // The raid has made room; the month still brings its villager, and then the game is over.
    assert_eq!((table.phase(), table.mover()), (Phase::Month, Some(0)));
    let table = table.after("at a1; at a1");
    assert_eq!((table.phase(), table.state.round), (Phase::Over, 1));
    assert_eq!((table.fact(0, Fact::Filled), table.fact(1, Fact::Filled)), (1, 0));
}

#[test]
fn f1_n8_with_round_a_board_that_is_no_longer_full_ends_the_game_as_well() {
    let round = ["switches.full_board_end=round", "months.bonus=['', '', '']"];
    let set_up =
        |village: &str| Table::turn_with(2, "", &round).village(0, village).longships(0, "a");
    let mut table = set_up(&fifteen()).after("populate d4").ended();
    assert_eq!((table.phase(), table.state.round), (Phase::Over, 1));
    assert!(table.game.free(&table.state, 0) != 0, "the raid has made room");
    assert_eq!(table.last_scoring()["kind"], "final");
    // One parcel fewer, and the game goes on.
    table = set_up(&fifteen().replace(" c4", "")).after("populate d4").ended();
    assert_eq!((table.phase(), table.state.round), (Phase::Token, 2));
}

#[test]
fn f5_the_score_is_the_sum_of_its_parts() {
    let mut table = Table::turn(2, "").edicts(0, 2).village(
        0,
        "villager a1, soldier b1, cottage a3 a4 b3 b4, fortress d1, tower d2, field c3",
    );
    table.state.players[0].track = -7;
    let number = |name: &str| table.game.whim_called(name.parse::<Name>().unwrap()).unwrap();
    (table.state.players[0].whim, table.state.whim) = (number("square"), number("angle"));
    let parts = table.game.parts(&table.state, crate::seat::Seat::new(0));
    // Cottages on a3 and b3 lie in the field's row.
    assert_eq!(parts, [-7, -1, 1, 12, 5, 5, 2, 2, 6, 0]);
    assert_eq!(table.scores(), [parts.iter().sum::<i32>(), 0]);
}

#[test]
fn f2_units_edicts_and_track_count() {
    let table = Table::turn(2, "")
        .village(0, "villager a1 b1, soldier c1, cottage a3, fortress c3, tower d4");
    let mut table = table.edicts(0, 3).hand(0, "bow steal");
    table.state.players[0].track = 7;
    assert_eq!(table.scores(), [7 - 2 + 1 + 3 + 5 + 5 + 3, 0], "nothing for cards in hand");
    let table = Table::turn(2, "").village(0, "villager a1 b1");
    assert_eq!(table.scores(), [-2, 0], "a score may be negative");
}

#[test]
fn f2_every_number_of_points_is_a_key() {
    let changes = [
        "scoring.villager=11",
        "scoring.soldier=20",
        "scoring.cottage=31",
        "scoring.fortress=42",
        "scoring.tower=53",
        "scoring.edict=64",
        "scoring.field_neighbour=75",
        "scoring.sunk_longship=86",
    ];
    let table = Table::turn_with(2, "", &changes).edicts(0, 1);
    let table =
        table.village(0, "villager d1, soldier d2, cottage b2, fortress a4, tower a3, field b1");
    assert_eq!(table.scores(), [11 + 20 + 31 + 42 + 53 + 64 + 75, 0]);
    let mut table = table.hand(0, "bow").longships(0, "c").after("play bow");
    table.passed().play("sink c");
    assert_eq!(table.track(), [86, 0]);
}

#[test]
fn f3_x8_a_field_counts_its_row_and_column() {
    let table = Table::turn(2, "");
    let table =
        table.village(0, "field b2, cottage b4 a1, fortress d2, tower a2, villager b1, soldier c2");
    // Cottage, fortress and tower count 3; the units themselves 2 x 3 + 5 + 5 - 1 + 1.
    assert_eq!(table.scores(), [3 + 6 + 5 + 5 - 1 + 1, 0]);
    let wide = ["board.rows=8", "board.columns=8"];
    let table = Table::turn_with(2, "", &wide).village(0, "field h8 a8, cottage h1 b7");
    assert_eq!(table.scores(), [1 + 6, 0]);
}

#[test]
fn f6_n15_equal_scores_share_place_and_win() {
    let table = Table::turn(3, "").village(0, "cottage a1").village(2, "cottage d4");
    let outcome = table.game.outcome(&table.state);
    assert_eq!(outcome.place.as_slice(), [1, 3, 1]);
    assert_eq!(outcome.share.as_slice(), [30, 0, 30]);
}

use crate::game::Game;
