//! The offer (O1 to O4).

use super::table::{Table, char_of, deal, game, opening};
use crate::seed::Rng;

fn offer(stack: &str, bag: &str) -> Table {
    Table::dealt(game(3, &[]).unwrap(), &opening(stack, bag))
}

/// Price, tile and viking of every lot for sale.
fn lots(table: &Table) -> Vec<(u32, char, char)> {
    let lots = table.state.wheel.lots();
    lots.map(|(price, tile, viking)| (price, char_of(tile), char_of(viking))).collect()
}

fn tiles(table: &Table) -> String {
    lots(table).iter().map(|lot| lot.1).collect()
}

#[test]
fn o1_islands_from_space_0_up_and_ships_from_11_down() {
    for (stack, laid) in [
        // Islands d [ [ a ] [ [ from the left, ships F S N G N from the right.
        ("d[[a][F[SNGN", "d[[a][[NGNSF"),
        ("[]abcd]][[ab", "[]abcd]][[ab"),
        ("NSGFNSGFNSGF", "FGSNFGSNFGSN"),
        ("N[S]GaFbNcSd", "[]abcdSNFGSN"),
        ("SGNNFSGNSGF[", "[FGSNGSFNNGS"),
    ] {
        assert_eq!(tiles(&offer(stack, "FFGGSSNNWWBB")), laid, "{stack}");
    }
}

#[test]
fn o1_every_round_lays_its_own_twelve_tiles() {
    let game = game(4, &[]).unwrap();
    let dealt = deal(&game, 3);
    let value = serde_json::to_value(&dealt).unwrap();
    let mut table = Table::dealt(game, &dealt);
    let mut rng = Rng::from_seed(3);
    for round in 0..6 {
        assert_eq!(table.state.round(), round + 1);
        let stack = value["stacks"][round].as_str().unwrap();
        let ship = |tile: &char| "NSGF".contains(*tile);
        let mut expected: Vec<char> = stack.chars().filter(|tile| !ship(tile)).collect();
        let ships: Vec<char> = stack.chars().filter(ship).collect();
        expected.extend(ships.iter().rev());
        assert_eq!(tiles(&table), expected.into_iter().collect::<String>());
        while table.mover().is_some() && table.state.round() == round + 1 {
            table.play_any(&mut rng);
        }
    }
    assert_eq!(table.mover(), None);
}

#[test]
fn o2_vikings_stand_in_the_order_f_g_s_n_w_b() {
    let vikings =
        |bag| -> String { lots(&offer("[]abcd]][[ab", bag)).iter().map(|lot| lot.2).collect() };
    for bag in ["FFGGSSNNWWBB", "FGSNWBBBBBBB", "FFFFFFFFFFFF", "GGNNNNNNNNNN", "SSSSWWWWWWWB"] {
        assert_eq!(vikings(bag), bag);
    }
}

#[test]
fn o3_a_lot_is_the_tile_and_the_viking_of_a_space() {
    let mut table = offer("d[[a][F[SNGN", "FFGGSSNNWWBB");
    assert_eq!(table.lots(), "0:dF 1:[F 2:[G 3:aG 4:]S 5:[S 6:[N 7:NN 8:GW 9:NW 10:SB 11:FB");
    // A space that was sold leaves a gap; the prices of the others count from the lowest lot.
    table.play("buy 1");
    assert_eq!(table.lots(), "0:dF 2:[G 3:aG 4:]S 5:[S 6:[N 7:NN 8:GW 9:NW 10:SB 11:FB");
}

#[test]
fn o3_o4_the_wheel_turns_past_sold_lots() {
    let mut table = offer("d[[a][F[SNGN", "FFGGSSNNWWBB");
    // Lots 1, 2 and 3 are sold at their spaces; then the lot priced 0: space 4 comes to price 0 and
    // everything falls by 4 at once.
    for price in [1, 2, 3] {
        table.buy(price);
        assert!(table.lots().starts_with("0:dF"), "prices stay");
    }
    assert_eq!(table.lots(), "0:dF 4:]S 5:[S 6:[N 7:NN 8:GW 9:NW 10:SB 11:FB");
    table.play("buy 0");
    assert_eq!(table.lots(), "0:]S 1:[S 2:[N 3:NN 4:GW 5:NW 6:SB 7:FB");
}

#[test]
fn o4_prices_change_only_when_the_lot_priced_0_is_bought() {
    let game = game(3, &[]).unwrap();
    let mut jumps = 0;
    for number in 0..200 {
        let mut table = Table::dealt(game.clone(), &deal(&game, number));
        let mut rng = Rng::from_seed(number);
        while table.mover().is_some() {
            let before = lots(&table);
            let round = table.state.round();
            let action = table.play_any(&mut rng);
            if table.state.round() != round || table.mover().is_none() {
                continue;
            }
            let after = lots(&table);
            let Some(price) = action.strip_prefix("buy ") else {
                assert_eq!(before, after);
                continue;
            };
            let price: u32 = price.parse().unwrap();
            let mut expected: Vec<_> = before.into_iter().filter(|lot| lot.0 != price).collect();
            // The lot that is now the lowest costs nothing, and all fall by the same.
            let fall = expected.first().map_or(0, |lot| lot.0);
            assert!(price == 0 || fall == 0);
            jumps += u32::from(fall > 1);
            expected.iter_mut().for_each(|lot| lot.0 -= fall);
            assert_eq!(after, expected);
        }
    }
    assert!(jumps > 100, "falls by more than 1 are common: {jumps}");
}
