//! Worked examples X1 to X14, as far as other files do not have them.

use super::table::Table;
use crate::games::no_more_vikings::component::Name;
use crate::games::no_more_vikings::state::Phase;
use crate::games::play::Play;

#[test]
fn x1_marry_fortress_tower() {
    let table = Table::turn(2, "").village(0, "villager a1 a2, cottage b1 b2, soldier c2");
    assert_eq!(table.options("marry").len(), 2);
    let left = |table: &Table| {
        ["villager", "soldier", "cottage", "fortress", "tower"].map(|name| table.left(name))
    };
    let before = left(&table);
    let table = table.after("marry a1 a2");
    let [villager, soldier, cottage, fortress, tower] = before;
    assert_eq!(table.built(0), "soldier c2, cottage a1 b1 b2");
    assert_eq!(left(&table), [villager + 2, soldier, cottage - 1, fortress, tower]);
    let table = table.after("fortress b2 b1");
    assert_eq!(table.built(0), "soldier c2, cottage a1, fortress b2");
    assert_eq!(left(&table), [villager + 2, soldier, cottage, fortress - 1, tower]);
    let table = table.after("tower b2 c2");
    assert_eq!(table.built(0), "cottage a1, tower b2");
    assert_eq!(left(&table), [villager + 2, soldier + 1, cottage + 1, fortress, tower - 1]);
}

#[test]
fn x2_raids_column_by_column() {
    let table = Table::turn(2, "")
        .village(0, "villager a1 c1, soldier a4, fortress b1, field b2 b3, cottage b4 c2")
        .longships(0, "abcd")
        .ended();
    assert_eq!(table.built(0), "villager a1, cottage c2, fortress b1, field b2 b3");
    assert_eq!((table.beach(0), table.track()), ("bcd".into(), vec![1, 0]));
}

#[test]
fn x3_towers() {
    let table = Table::turn(2, "").village(0, "tower a1, villager a2").longships(0, "ac").ended();
    assert_eq!(table.asked(), (0, vec!["sink a".into(), "sink c".into()]));
    let kept = table.clone().after("sink a");
    assert_eq!((kept.track(), kept.built(0)), (vec![1, 0], "villager a2, tower a1".into()));
    let table = table.after("sink c");
    assert_eq!((table.track(), table.built(0)), (vec![1, 0], "tower a1".into()));
    let table = Table::turn(2, "").village(0, "tower a1 b1").longships(0, "d").ended();
    assert_eq!(table.asked(), (0, vec!["sink d".into()]));
    assert_eq!(table.after("sink d").phase(), Phase::Month, "asked once");
}

#[test]
fn x5_events_among_the_cards_drawn() {
    let table = Table::turn(2, "balanced").village(0, "villager a1").village(1, "villager b1");
    let table = table.deck("plague bow").after("draw; at a1; at b1");
    assert_eq!((table.phase(), table.held(0)), (Phase::Turn, "bow".into()));
    let table = Table::turn(2, "aggressive").deck("plague bow bow").after("draw");
    assert_eq!((table.phase(), table.held(0)), (Phase::Turn, "bow bow".into()));
    let table = Table::turn(2, "aggressive").deck("bow bow counter").after("draw");
    assert_eq!(table.legal(), ["drop bow", "drop counter"]);
}

#[test]
fn x6_edicts_upon_edicts() {
    let table = |own: u8| {
        let table = Table::turn(3, "").hand(0, "bow counter").longships(0, "a");
        table.edicts(0, own).edicts(1, 1).edicts(2, 1).after("play bow; edict")
    };
    // Without an edict seat 0 is not asked, whatever its counters.
    let without = table(0);
    assert_eq!(without.asked(), (2, vec!["pass".into(), "edict".into()]));
    assert_eq!(without.clone().after("pass").phase(), Phase::Turn);
    assert_eq!(without.after("edict").asked(), (0, vec!["sink a".into()]), "nobody has an edict");
    let with = table(1);
    assert_eq!(with.clone().after("pass").asked(), (0, vec!["pass".into(), "edict".into()]));
    let with = with.after("edict");
    assert_eq!(with.asked(), (0, vec!["pass".into(), "edict".into()]));
    let stands = with.after("pass");
    assert_eq!(
        (stands.phase(), stands.asked()),
        (Phase::Effect, (0, vec!["sink a".into()])),
        "not seat 1"
    );
}

#[test]
fn x7_a_seat_with_cards_but_no_counter_can_only_pass() {
    let table =
        Table::turn(2, "").hand(0, "settler").hand(1, "bow bow steal").after("play settler");
    assert_eq!(table.asked(), (1, vec!["pass".into()]));
    let table = Table::turn(2, "").hand(0, "settler").after("play settler");
    assert_eq!(table.phase(), Phase::Effect);
}

#[test]
fn x9_a_village_of_34_points() {
    let mut table = Table::turn(2, "").edicts(0, 1);
    table = table
        .village(0, "villager a1, soldier b1, cottage c1 d1, fortress c2 d2, tower a3, field b2");
    table.state.players[0].track = 4;
    let number = |name: &str| table.game.whim_called(name.parse::<Name>().unwrap()).unwrap();
    let (square, watch) = (number("square"), number("watch"));
    (table.state.players[0].whim, table.state.whim) = (square, watch);
    assert_eq!(table.scores()[0], 34);
    let parts: Vec<i32> = table.game.parts(&table.state, crate::seat::Seat::new(0)).to_vec();
    assert_eq!(parts, [4, -1, 1, 6, 10, 5, 1, 2, 6, 0]);
}

#[test]
fn x11_the_new_deck_is_the_discard_in_the_order_of_the_next_list() {
    let mut table = Table::turn(2, "balanced");
    table.put_deck(&[]);
    table.state.discard = 1 << 2 | 1 << 6 | 1 << 19;
    let mut list: Vec<u8> = (0..48).filter(|card| ![19, 4, 6, 2].contains(card)).collect();
    list.splice(0..0, [19, 4, 6]);
    list.push(2);
    table.state.mixes.dealt()[0][..48].copy_from_slice(&list);
    let mut drawn = Vec::new();
    for _ in 0..3 {
        drawn.push(draw_card(&mut table).unwrap() + 1);
    }
    assert_eq!(drawn, [20, 7, 3]);
    assert_eq!((table.state.mix, table.state.discard), (1, 0));
}

#[test]
fn d3_after_the_eighth_list_the_first_comes_again() {
    let mut table = Table::turn(2, "balanced");
    let mut used = Vec::new();
    for _ in 0..9 {
        table.put_deck(&[]);
        table.state.discard = 0b11;
        used.push(table.state.mix);
        draw_card(&mut table).unwrap();
    }
    assert_eq!(used, [0, 1, 2, 3, 4, 5, 6, 7, 0]);
}

#[test]
fn x12_the_card_stolen_comes_first_in_the_next_list() {
    let mut table = Table::turn(2, "").hand(0, "steal");
    let cards = 1 << 3 | 1 << 8 | 1 << 36;
    let deck: Vec<u8> =
        table.state.deck.cards().iter().copied().filter(|card| cards >> card & 1 == 0).collect();
    table.put_deck(&deck);
    table.state.players[1].hand = cards;
    table.state.players[1].kinds = table.game.numbers.kinds_of(cards);
    table.state.mixes.dealt()[0].swap(0, 8);
    let mut table = table.after("play steal 1");
    table.passed();
    assert_eq!(table.state.players[0].hand, 1 << 8);
    assert_eq!(table.state.players[1].hand, 1 << 3 | 1 << 36);
}

fn draw_card(table: &mut Table) -> Option<u8> {
    let Table { game, state, ledger: sink } = table;
    Play { game, state, sink }.draw_card()
}
