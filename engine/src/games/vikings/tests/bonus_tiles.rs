//! The row of bonus tiles, and when one may be taken (A6 to A9).

use super::table::{Table, advanced, deal, opening_with};
use crate::games::vikings::bonus::Bonus;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::state::Phase;
use crate::games::vikings::variant::Advanced;
use crate::seed::Rng;

/// Four different tiles, of which the second lies there twice.
const ROW: &str = "gold5 longboat longboat food3 noble1";

/// A first round of twelve islands with these vikings.
fn round(vikings: &str, bonus: &str, changes: &[&str]) -> Table<Advanced> {
    let game = advanced(2, "advanced-no-auction", changes);
    Table::dealt(game, &opening_with("[[[[[[[[[[[[", vikings, bonus))
}

/// The rule-set changes that leave these kinds alone, one tile each.
fn alone(kinds: &[&str]) -> Vec<String> {
    let count = |kind: Bonus| u32::from(kinds.contains(&kind.name()));
    Bonus::ALL.iter().map(|&kind| format!("bonus.{kind}.count={}", count(kind))).collect()
}

#[test]
fn a6_four_tiles_lie_open_and_the_row_is_filled_up_before_every_round() {
    for preset in ["advanced", "advanced-no-auction"] {
        for players in 2..=4 {
            let game = advanced(players, preset, &[]);
            for number in 0..15 {
                let dealt = deal(&game, number);
                let mut table = Table::dealt(game.clone(), &dealt);
                let mut rng = Rng::from_seed(number);
                let (mut round, mut laid, mut row) = (0, 0, Vec::new());
                while table.mover().is_some() {
                    if table.state.round() > round {
                        round += 1;
                        // Those not taken stay; the next ones in the order of the deal join them.
                        while row.len() < 4 {
                            row.push(dealt.bonus[laid]);
                            laid += 1;
                        }
                    }
                    row.sort_unstable();
                    let names: Vec<&str> = row.iter().map(|kind| kind.name()).collect();
                    assert_eq!(table.row(), names.join(" "));
                    let action = table.play_any(&mut rng);
                    if let Some(name) = action.strip_prefix("take ") {
                        let place = row.iter().position(|kind| kind.name() == name).unwrap();
                        row.remove(place);
                    }
                }
            }
        }
    }
}

#[test]
fn a6_the_row_runs_dry_when_no_tile_is_left() {
    let kinds = alone(&["noble1", "scout1", "fisher1", "food3", "gold3"]);
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let game = advanced(2, "advanced-no-auction", &kinds);
    let dealt = deal(&game, 0);
    assert_eq!(dealt.bonus.len(), 5);
    let mut table = Table::dealt(game, &dealt);
    let mut taken = 0;
    while table.mover().is_some() {
        let legal = table.legal();
        let take = legal.iter().find(|action| action.starts_with("take"));
        taken += u32::from(take.is_some());
        // The highest lot that can be bought and a tile, as long as there is one.
        let highest = legal.iter().rev().find(|action| action.starts_with("buy"));
        let highest = highest.filter(|_| !table.row().is_empty());
        let action = take.or(highest).unwrap_or(&legal[0]).clone();
        table.play(&action);
        // Four in round 1, the fifth in round 2.
        assert!(taken <= if table.state.round() == 1 { 4 } else { 5 });
    }
    assert_eq!((taken, table.row().as_str()), (5, ""));
}

#[test]
fn a7_the_highest_priced_lot_of_the_moment_gives_a_tile() {
    let mut table = round("FFGGSSNNWWBB", ROW, &[]);
    // Start tile, lot, then the bonus tile.
    table.play("buy 11");
    assert_eq!((table.legal().len(), table.state.phase), (5, Phase::Start));
    table.play("start W").play("tile N1");
    let choices = ["take gold5", "take longboat", "take food3", "decline"];
    assert_eq!((table.mover(), table.legal()), (Some(0), choices.map(str::to_owned).to_vec()));
    assert!(!table.allows("take noble1"), "face down");
    table.play("take longboat");
    assert_eq!((table.mover(), table.row().as_str()), (Some(1), "gold5 longboat food3"));
    // 9 is not the highest while 10 is there; then it is.
    table.play("buy 9").play("start W").play("tile N1");
    assert_eq!((table.mover(), table.state.phase), (Some(0), Phase::Buy));
    table.play("buy 10").play("tile S1");
    assert_eq!(table.state.phase, Phase::Take);
    table.play("decline");
    assert_eq!((table.mover(), table.row().as_str()), (Some(1), "gold5 longboat food3"));
    table.play("buy 8").play("tile S1");
    assert_eq!(table.state.phase, Phase::Take);
    // How it was offered, taken, declined.
    let facts = |kind: Bonus| {
        [Fact::Offered, Fact::Taken, Fact::Declined, Fact::PriceTaken]
            .map(|first| table.bonus_fact(0, first, kind))
    };
    assert_eq!(facts(Bonus::Longboat), [2, 1, 1, 11]);
    assert_eq!(facts(Bonus::Food3), [2, 0, 1, 0]);
    assert_eq!(facts(Bonus::Noble1), [0; 4]);
    assert_eq!(table.bonus_fact(1, Fact::Offered, Bonus::Food3), 1);
}

#[test]
fn a7_space_11_gives_a_tile_by_the_rule_set() {
    let mut table = round("FFGGSSNNWWBB", ROW, &["advanced.bonus_trigger=space-11"]);
    table.play("buy 10").play("start W").play("tile N1");
    assert_eq!((table.mover(), table.state.phase), (Some(1), Phase::Buy));
    table.play("buy 11").play("start W").play("tile N1");
    assert_eq!((table.mover(), table.state.phase), (Some(1), Phase::Take));
    table.play("take food3");
    // Nobody else gets one in this round.
    while table.state.round() == 1 {
        assert_ne!(table.state.phase, Phase::Take);
        let last = table.legal().pop().unwrap();
        table.play(&last);
    }
}

#[test]
fn a7_the_price_is_above_0() {
    for trigger in ["highest", "space-11"] {
        let change = format!("advanced.bonus_trigger={trigger}");
        let mut table = round("FFGGSSNNWWWB", ROW, &[&change]);
        // The cheapest lot each time; the only boatswain, on space 11, comes last, for nothing.
        while table.state.round() == 1 {
            assert_ne!(table.state.phase, Phase::Take, "{trigger}");
            let first = table.legal().swap_remove(0);
            table.play(&first);
        }
        let bought = |seat| table.fact(seat, Fact::Bought.plus(5));
        assert_eq!(bought(0) + bought(1), 1);
    }
}

#[test]
fn a7_a_ship_or_a_discarded_tile_gives_one_too() {
    let game = advanced(2, "advanced-no-auction", &[]);
    let dealt = opening_with("[[[[[[[[[[[N", "FFGGSSNNWWBB", ROW);
    let mut table = Table::dealt(game.clone(), &dealt);
    table.play("buy 11").play("start W").play("ship 2");
    assert_eq!(table.state.phase, Phase::Take);
    // Nothing but left ends fits beside finished islands.
    let dealt = opening_with("[[[[[[[[[[[]", "FFGGSSNNWWBB", ROW);
    let full = "W [] | N [] | S [] | G [] | F []";
    let mut table = Table::dealt(game, &dealt).tableau(0, full);
    table.play("buy 11").play("discard");
    assert_eq!(table.state.phase, Phase::Take);
    table.play("take gold5");
    assert_eq!((table.mover(), table.purse(0)), (Some(1), (30 - 11 + 5, 10)));
}

#[test]
fn a7_nobody_is_asked_when_no_tile_is_face_up() {
    let kinds = alone(&["gold5"]);
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let mut table = round("FFGGSSNNWWBB", "gold5", &kinds);
    table.play("buy 11").play("start W").play("tile N1").play("take gold5");
    table.play("buy 10").play("start W").play("tile N1");
    assert_eq!((table.mover(), table.state.phase), (Some(0), Phase::Buy));
}

#[test]
fn a7_the_tile_never_helps_to_pay_for_its_lot() {
    // 8 gold and 2 glory do not pay for the lot on 11, though `gold5` lies there.
    let mut table = round("FFGGSSNNWWBB", ROW, &[]).tableau(0, "gold 8 glory 2");
    assert!(!table.allows("buy 11") && table.allows("buy 10"));
    table = table.tableau(0, "gold 8 glory 3");
    table.play("buy 11").play("start W").play("tile N1").play("take gold5");
    assert_eq!(table.purse(0), (5, 0));
}

#[test]
fn a8_what_is_drawn_on_bonus_tiles_eats_nothing() {
    let all = "boatswain boatswain boatswain boatswain noble1 noble1 scout1 fisher1 longboat";
    // No viking at all, and one fisherman, who feeds himself and has 4 meals left over.
    let table = Table::advanced(2, &[])
        .tableau(0, &format!("gold 0 glory 10 | bonus {all}"))
        .tableau(1, &format!("gold 0 glory 10 | F [+ | bonus {all}"))
        .final_scoring();
    assert_eq!([0, 1].map(|seat| table.fact(seat, Fact::GloryShortage)), [0, 0]);
    assert_eq!([0, 1].map(|seat| table.fact(seat, Fact::GlorySurplus)), [0, 8]);
}

#[test]
fn a9_effects_add_up() {
    // A noble, a scout above a goldsmith, another goldsmith; no ships.
    let vikings = "N [+ | S .[+ | G [+a+";
    let after = |round, bonus: &str| {
        let text = format!("gold 0 glory 10 | {vikings} | bonus {bonus}");
        Table::advanced(2, &[]).tableau(0, &text).end_of_round(round, 0).purse(0)
    };
    // Two goldsmiths give 6 gold; 1 + 1 + 2 more each with three tiles: 8.
    assert_eq!(after(1, ""), (6, 10));
    assert_eq!(after(1, "goldsmith1 goldsmith1 goldsmith2"), (14, 10));
    // A noble 2, a scout above a goldsmith 2; three tiles for nobles: 3.
    assert_eq!(after(2, ""), (6, 14));
    assert_eq!(after(2, "noble1 noble1 noble1 scout1"), (6, 14 + 3 + 1));
}
