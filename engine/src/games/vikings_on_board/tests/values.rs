//! Every value of the rule set does what it says (section 12).

use super::table::{SHIPS, Table, W1, W2, deal_json, game, seeded};
use crate::data;

fn with(players: usize, changes: &[&str]) -> Table {
    Table::new(players, changes)
}

#[test]
fn s3_setup_row_says_who_stands_where() {
    let changes = ["setup.row.2=BA", "setup.row.3=CCBBAA", "setup.row.4=DCBADCBA"];
    let rows = [(2, "10"), (3, "221100"), (4, "32103210")];
    for (players, row) in rows {
        let table = with(players, &changes);
        assert_eq!((table.waiting(), table.mover()), (row.to_owned(), row[..1].parse().ok()));
    }
    // As long as the row of spaces.
    let table = with(2, &["setup.row.2=ABABABABAB"]);
    assert_eq!(table.waiting(), "0101010101");
}

#[test]
fn r5_ships_max_bodies() {
    for (most, allowed) in [(3, false), (4, true), (24, true)] {
        let table = with(4, &[&format!("ships.max_bodies={most}")]).ships("R1B1G1 R2Y1").row("0");
        assert_eq!(table.clone().after("go 3").allows("switch 2.1 1"), allowed);
        assert_eq!(table.after("go 7").allows("move 2.2 1"), allowed);
    }
}

#[test]
fn d6_ships_departures() {
    for departures in 1..=7 {
        let mut table = with(3, &[&format!("ships.departures={departures}")]);
        for sailed in 1..=departures {
            assert!(table.mover().is_some(), "{sailed}");
            table = table.sailing(0);
            let first = table.legal()[0].clone();
            table.play(&first);
        }
        assert_eq!((table.mover(), table.state.departures), (None, departures));
    }
}

#[test]
fn c4_bodies_shields() {
    let changes = ["bodies.shields=[1, 2, 3, 7, 8, 9]"];
    let game = game(2, &changes).unwrap();
    let ships = Table::dealt(game.clone(), &seeded(&game, 0)).all_ships().concat();
    for clan in ["R", "B", "G", "Y"] {
        let mut shields: Vec<&str> =
            ships.match_indices(clan).map(|(at, _)| &ships[at + 1..at + 2]).collect();
        shields.sort_unstable();
        assert_eq!(shields, ["1", "2", "3", "7", "8", "9"]);
    }
    let table =
        Table::new(4, &changes).ships("R7B8 B9 - R1").load(1, "h").sailing(0).after("sail 1");
    assert_eq!(table.last_scoring()["influence"], "BR");
}

#[test]
fn a10_bodies_crew_shields() {
    for (shields, influence) in [(0, "BR"), (1, "BR"), (2, "RB"), (1000, "RB")] {
        let table = with(2, &[&format!("bodies.crew_shields={shields}")]).ships("B3R2+ R1 -");
        let table = table.load(1, "h").sailing(0).after("sail 1");
        assert_eq!(table.last_scoring()["influence"], influence, "{shields}");
        use crate::games::vikings_on_board::fact::BoardFact;
        assert_eq!(table.fact(0, BoardFact::ShieldsSailed), 2 + shields);
        assert_eq!(table.fact(1, BoardFact::ShieldsSailed), 3);
    }
}

#[test]
fn c5_n5_barrels_values_and_equal_ones() {
    // In any order; equal ones are one bet each time.
    let table = with(2, &["barrels.values=[9, 0, 5, 0]"]).ships("R1 B1").row("000").after("go 4");
    let values = |table: &Table| {
        let mut values: Vec<String> =
            table.targets("bet").iter().map(|bet| bet[..1].to_owned()).collect();
        let bets = values.len();
        values.dedup();
        // Each value to each empty zone, once.
        assert_eq!(bets, values.len() * table.state.barrels.empty().count_ones() as usize);
        values
    };
    assert_eq!(values(&table), ["0", "5", "9"]);
    let table = table.after("bet 0 1.R; go 8");
    assert_eq!(values(&table), ["0", "5", "9"], "the other 0 is left");
    let table = table.after("bet 0 1.B").moved("").after("go 4");
    assert_eq!(values(&table), ["5", "9"]);
    assert_eq!(table.state.barrels.unused(0).count_ones(), 2);
}

#[test]
fn n5_equal_barrels_in_groups() {
    for (values, expected) in [
        ("[4, 4, 4, 4]", vec!["4"]),
        ("[1, 1, 2, 2]", vec!["1", "2"]),
        ("[1, 3, 3, 3]", vec!["1", "3"]),
        ("[0, 0, 0, 9]", vec!["0", "9"]),
    ] {
        let mut table = with(3, &[&format!("barrels.values={values}")]).ships("R1 B1 G1").row("0");
        let mut bet = Vec::new();
        for number in 0..4 {
            table = table.row("00").moved("").after("go 4");
            let mut left: Vec<String> =
                table.targets("bet").iter().map(|bet| bet[..1].into()).collect();
            let bets = left.len();
            left.dedup();
            assert_eq!(bets, left.len() * (12 - number), "each value to each empty zone, once");
            let all: Vec<String> =
                values.chars().filter(char::is_ascii_digit).map(String::from).collect();
            // What is left is what has not been bet.
            let mut rest = all.clone();
            for value in &bet {
                rest.remove(rest.iter().position(|other| other == value).unwrap());
            }
            rest.dedup();
            assert_eq!(left, rest);
            if number == 0 {
                assert_eq!(left, expected);
            }
            let last = left.last().unwrap().clone();
            table.play(&format!("bet {last} {}", ["1.R", "1.B", "2.G", "3.Y"][number]));
            bet.push(last);
        }
        assert!(!table.row("00").moved("").allows("go 4"));
    }
}

#[test]
fn v1_barrels_max_per_ship() {
    for limit in 1..=4 {
        let mut table = with(3, &[&format!("barrels.max_per_ship={limit}")]).ships("R1 B1");
        for (value, zone) in (1..).zip(["1.R", "1.B", "1.G", "1.Y"]) {
            let bets = table.clone().row("00").moved("").after("go 4");
            assert_eq!(
                bets.allows(&format!("bet {value} {zone}")),
                value <= limit,
                "{limit} {value}"
            );
            table = if value <= limit { table.bet(0, value, zone) } else { table };
        }
    }
}

#[test]
fn c6_s1_supplies() {
    let changes =
        ["supplies.hide=1", "supplies.grain=2", "supplies.metal=4", "supplies.warehouse_1=5"];
    let game = game(3, &changes).unwrap();
    for number in 0..20 {
        let deal = seeded(&game, number);
        assert_eq!([deal.w1.len(), deal.w2.len()], [5, 2]);
        assert_eq!(super::naive::sorted(&format!("{}{}", deal.w1, deal.w2)), "hggmmmm");
    }
    use crate::recorded::Recorded;
    let read = |w1, w2| data::read(&deal_json(SHIPS, w1, w2, &[0, 1, 2])).unwrap();
    assert_eq!(game.check_deal(&read("hggmm", "mm")), Ok(()));
    assert_eq!(game.check_deal(&read("hggmmm", "m")).unwrap_err().key, "w1");
    assert_eq!(game.check_deal(&read("hhgmm", "mm")).unwrap_err().key, "w1 and w2");
    assert_eq!(game.check_deal(&read(W1, W2)).unwrap_err().key, "w1 and w2");
}

#[test]
fn a9_warehouse_2_draw() {
    for (draw, loads, left) in [
        (1, vec!["g 1"], "mhmm"),
        (2, vec!["g 1", "m 1"], "hmmm"),
        (3, vec!["h 1", "g 1", "m 1"], "mmmh"),
        (4, vec!["h 1", "g 1", "m 1"], "mmhm"),
        (5, vec!["h 1", "g 1", "m 1"], "mhmm"),
        (40, vec!["h 1", "g 1", "m 1"], "mhmm"),
    ] {
        let table = with(3, &[&format!("warehouse_2.draw={draw}")]).ships("R1").stacks("", "gmhmm");
        let table = table.row("00").after("go 9");
        assert_eq!(table.targets("load"), loads, "{draw}");
        assert_eq!(table.after("load g 1").state.w2.to_string(), left, "{draw}");
    }
}

#[test]
fn v4_warehouse_2_return() {
    for (text, asked) in [("drawn_order", false), ("choice", true)] {
        let table =
            with(3, &[&format!("warehouse_2.return={text}")]).row("00").after("go 9; load g 1");
        assert_eq!(table.legal()[0].starts_with("under"), asked);
    }
}

#[test]
fn c7_market_start_and_max() {
    for (start, max) in [(0, 2), (2, 3), (1, 1), (3, 1000)] {
        let changes = [format!("market.start={start}"), format!("market.max={max}")];
        let table = with(2, &[&changes[1], &changes[0]]).row("00");
        assert_eq!(table.state.market, [start; 3]);
        assert_eq!(table.allows("go 6"), start < max);
        assert_eq!(table.owning(0, "hgg").score()[0], 3 * i32::from(start));
    }
    let table = with(2, &["market.max=2"]).row("000").after("go 6; raise g");
    assert_eq!(table.moved("").after("go 6").legal(), ["raise h", "raise m"]);
}

#[test]
fn v3_options_null_moves() {
    for (text, allowed) in [("false", false), ("true", true)] {
        let table = with(3, &[&format!("options.null_moves={text}")]).ships("R1 R1").row("00");
        assert_eq!([table.allows("go 2"), table.allows("go 11")], [allowed; 2]);
    }
}

#[test]
fn v10_options_max_rounds() {
    for rounds in [1, 2, 5] {
        let mut table = with(3, &[&format!("options.max_rounds={rounds}")]);
        let mut rng = crate::seed::Rng::from_seed(4);
        while table.mover().is_some() {
            table.play_any(&mut rng);
        }
        assert_eq!(table.state.round(), rounds);
        assert_eq!(table.last_scoring()["round"], rounds);
    }
}
