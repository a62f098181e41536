//! Cards: when they may be played and what they do (K1 to K6, C4).

use super::table::Table;
use crate::games::no_more_vikings::component::Kind;
use crate::games::no_more_vikings::state::Phase;

/// Seat 0 has every kind of action card once, and actions are over.
fn with_all_cards(players: usize) -> Table {
    let kinds: Vec<&str> =
        Kind::ALL.into_iter().filter(|kind| !kind.is_event()).map(Kind::name).collect();
    let mut table = Table::turn(players, "development").hand(0, &kinds.join(" "));
    table.state.actions = 0;
    table
}

fn plays(table: &Table) -> String {
    let plays: Vec<String> =
        table.options("play").iter().map(|text| text.replacen("play ", "", 1)).collect();
    plays.join(", ")
}

#[test]
fn k3_n20_a_card_is_played_only_if_it_could_take_effect() {
    let table = with_all_cards(3);
    // Nothing stands anywhere; edicts and free parcels are there.
    assert_eq!(plays(&table), "settler, builder, favour");
    let without = |name| plays(&table.clone().supply(name, 0));
    assert_eq!(without("villager"), "builder, favour");
    assert_eq!(without("cottage"), "settler, favour");
    assert_eq!(without("edict"), "settler, builder");
    let own = table.clone().village(0, "villager a1");
    assert_eq!(plays(&own), "settler, recruit, builder, harvest, favour");
    assert_eq!(plays(&own.clone().supply("soldier", 0)), "settler, builder, harvest, favour");
    assert_eq!(plays(&own.supply("field", 0)), "settler, recruit, builder, favour");
    let others = table.clone().village(1, "villager a1, soldier b1").village(2, "cottage a1");
    assert_eq!(plays(&others), "settler, builder, abduct 1, burn 2, duel 1, favour");
    let hands = table.clone().hand(2, "bow");
    assert_eq!(plays(&hands), "settler, builder, steal 2, favour");
    // Longships: the own beach for `bow` and `divert`, any beach for `beacon`.
    let ships = table.clone().longships(0, "b").longships(2, "abcd");
    assert_eq!(plays(&ships), "settler, builder, bow, beacon 0, beacon 2, divert 1, favour");
    assert_eq!(plays(&table.longships(1, "a")), "settler, builder, beacon 1, favour");
}

#[test]
fn k3_a_full_village_has_no_place_for_settlers_and_cottages() {
    let table = Table::turn_with(
        2,
        "",
        &["board.rows=1", "board.columns=4", "switches.full_board_end=round"],
    )
    .hand(0, "settler builder recruit")
    .village(0, "villager a1 b1 c1 d1");
    assert_eq!(plays(&table), "recruit");
}

#[test]
fn k4_n21_the_opponent_is_named_with_the_card_and_parcels_after_the_window() {
    let table = Table::turn(2, "").hand(0, "abduct").village(1, "villager a1 b2").edicts(1, 1);
    let table = table.after("play abduct 1");
    assert_eq!(
        (table.phase(), table.asked()),
        (Phase::Respond, (1, vec!["pass".into(), "edict".into()]))
    );
    assert_eq!(table.kinds(table.state.discard), "abduct", "it goes to the discard at once");
    let mut table = table.after("pass");
    assert_eq!(
        (table.phase(), table.asked()),
        (Phase::Effect, (0, vec!["at a1".into(), "at b2".into()]))
    );
    table.play("at b2");
    assert_eq!((table.built(1), table.phase()), ("villager a1".into(), Phase::Turn));
}

/// Plays a card against nobody's resistance, and its choice.
fn done(table: Table, play: &str, choice: &str) -> Table {
    let mut table = table.after(play);
    table.passed();
    if choice.is_empty() { table } else { table.after(choice) }
}

#[test]
fn c4_n24_what_each_card_does() {
    let base = || Table::turn(2, "");
    let settler = base().hand(0, "settler").village(0, "cottage a1").after("play settler");
    assert_eq!(settler.options("at").len(), 15);
    assert_eq!(settler.after("at b1").built(0), "villager b1, cottage a1");
    let builder = done(base().hand(0, "builder"), "play builder", "at d4");
    assert_eq!((builder.built(0), builder.left("cottage")), ("cottage d4".into(), 19));
    let recruit =
        done(base().hand(0, "recruit").village(0, "villager a1 b1"), "play recruit", "at b1");
    assert_eq!((recruit.built(0), recruit.left("soldier")), ("villager a1, soldier b1".into(), 15));
    let harvest =
        done(base().hand(0, "harvest").village(0, "villager a1 b1"), "play harvest", "at a1");
    assert_eq!((harvest.built(0), harvest.left("field")), ("villager b1, field a1".into(), 15));
    for (kind, village, choice, rest) in [
        ("abduct", "villager a1 b1", "at a1", "villager b1"),
        (
            "burn",
            "villager a1, cottage c1 c2, fortress d1",
            "at c2",
            "villager a1, cottage c1, fortress d1",
        ),
        ("duel", "soldier a1 b1, tower c1", "at b1", "soldier a1, tower c1"),
    ] {
        let play = format!("play {kind} 1");
        let table = base().hand(0, kind).village(1, village).after(&play);
        assert_eq!(table.mover(), Some(0), "{kind}: the card's player chooses");
        assert_eq!(table.after(choice).built(1), rest);
    }
}

#[test]
fn c4_cards_that_destroy_longships_give_a_point() {
    let table = Table::turn(2, "").hand(0, "bow beacon").longships(0, "bd").longships(1, "ac");
    let before = table.left("longship");
    let table = done(table, "play bow", "");
    assert_eq!(table.legal(), ["sink b", "sink d"]);
    let table = done(table.after("sink d"), "play beacon 1", "");
    assert_eq!(table.legal(), ["sink a", "sink c"]);
    let table = table.after("sink a");
    assert_eq!((table.beach(0), table.beach(1)), ("b".into(), "c".into()));
    assert_eq!((table.track(), table.left("longship")), (vec![2, 0], before + 2));
    // The own beach may be named as well.
    let own =
        done(Table::turn(2, "").hand(0, "beacon").longships(0, "b"), "play beacon 0", "sink b");
    assert_eq!((own.beach(0), own.track()), (String::new(), vec![1, 0]));
}

#[test]
fn c4_divert_moves_an_own_longship_to_an_empty_column() {
    let table = Table::turn(3, "").hand(0, "divert").longships(0, "ad").longships(2, "ab");
    let before = table.left("longship");
    let table = done(table, "play divert 2", "");
    assert_eq!(table.legal(), ["divert a c", "divert a d", "divert d c", "divert d d"]);
    let table = table.after("divert a d");
    assert_eq!((table.beach(0), table.beach(2)), ("d".into(), "abd".into()));
    assert_eq!((table.track(), table.left("longship")), (vec![0; 3], before));
}

#[test]
fn n25_favour_gives_two_edicts_or_one() {
    let table = Table::turn(2, "").hand(0, "favour favour");
    let table = done(table, "play favour", "");
    assert_eq!((table.edicts_of(0), table.phase()), (2, Phase::Turn));
    let table = table.supply("edict", 1);
    let table = done(table, "play favour", "");
    assert_eq!((table.edicts_of(0), table.left("edict")), (3, 0));
}

#[test]
fn k2_n19_the_card_with_the_lowest_number_is_played() {
    let table = Table::turn(2, "").hand(0, "settler settler settler");
    assert_eq!(table.state.players[0].hand, 0b111);
    assert_eq!(table.options("play"), ["play settler"]);
    let table = done(table, "play settler", "at a1");
    assert_eq!(table.state.players[0].hand, 0b110);
}

#[test]
fn k1_n17_any_number_of_cards_but_no_counter_in_the_own_turn() {
    let table = Table::turn(2, "").hand(0, "settler builder counter counter");
    let table = done(table, "play settler", "at a1");
    let table = done(table, "play builder", "at b1");
    assert!(table.options("play").is_empty(), "{:?}", table.legal());
    assert_eq!(table.held(0), "counter counter");
}

#[test]
fn d4_h3_steal_takes_the_card_that_comes_first_in_the_next_list() {
    let mut table = Table::turn(2, "").hand(0, "steal").hand(1, "settler bow counter");
    let list = &mut table.state.mixes.dealt()[0];
    list.swap(12, 0);
    let table = done(table, "play steal 1", "");
    assert_eq!((table.held(0), table.held(1)), ("bow".into(), "settler counter".into()));
    assert_eq!((table.state.mix, table.state.players[1].known), (1, 1 << 12));
}

#[test]
fn k6_n22_an_empty_deck_is_replaced_by_the_discard() {
    let mut table = Table::turn(2, "balanced").deck("bow");
    table.put_deck(&[]);
    table.state.discard = 0b111 << 20;
    table.state.mixes.dealt()[0].swap(0, 22);
    table.state.mixes.dealt()[0].swap(2, 20);
    let before = table.state.epoch;
    let table = table.after("draw");
    assert_eq!(
        (table.state.aside, table.state.discard, table.state.mix),
        (1 << 22 | 1 << 20, 0, 1)
    );
    assert_eq!(table.state.deck.cards(), [21]);
    assert!(table.state.epoch > before);
}

#[test]
fn k6_t3_a_draw_that_finds_too_few_cards_keeps_those_found() {
    let mut table = Table::turn(2, "aggressive");
    table.put_deck(&[16]);
    let table = table.after("draw");
    assert_eq!((table.held(0), table.legal()), ("bow".into(), vec!["end".to_owned()]));
    assert_eq!((table.state.aside, table.state.drawing, table.state.mix), (0, 0, 0));
    // A reshuffle in the middle of a draw; nothing is left for the third card.
    let mut table = Table::turn(2, "aggressive");
    table.put_deck(&[16]);
    table.state.discard = 1 << 12;
    let table = table.after("draw");
    assert_eq!((table.held(0), table.state.mix), ("bow bow".into(), 1));
}

#[test]
fn k6_without_any_card_nothing_is_drawn_and_draw_is_still_asked() {
    let mut table = Table::round(2, &[]);
    table.put_deck(&[]);
    table.state.discard = 0;
    let table = table.after("aggressive; aggressive");
    assert_eq!((table.beach(0), table.legal()), (String::new(), vec!["draw".to_owned()]));
    let table = table.after("draw");
    assert_eq!((table.legal(), table.held(0)), (vec!["end".to_owned()], String::new()));
}
