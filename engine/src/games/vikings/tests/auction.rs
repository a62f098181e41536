//! The auction for being first, and how the winner lays the offer (A1 to A4).

use std::collections::BTreeMap;

use super::table::{Table, advanced, deal, opening_with};
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::state::Phase;
use crate::games::vikings::variant::Advanced;
use crate::recorded::Recorded;
use crate::seed::Rng;

/// The first auction of some deal.
fn auction(players: usize, changes: &[&str]) -> Table<Advanced> {
    Table::preset(players, "advanced", changes)
}

/// All bids from `least` to `most`, then what else.
fn bids(least: u32, most: u32, then: &[&str]) -> Vec<String> {
    let bids = (least..=most).map(|amount| format!("bid {amount}"));
    bids.chain(then.iter().map(|&text| text.to_owned())).collect()
}

/// Plays these actions, each by the seat named with it.
fn play(table: &mut Table<Advanced>, actions: &[(usize, &str)]) {
    for &(seat, action) in actions {
        assert_eq!(table.mover(), Some(seat), "{action}");
        table.play(action);
    }
}

#[test]
fn a1_thirteen_vikings_lie_open_and_the_tiles_are_hidden_until_the_auction_is_over() {
    for players in 2..=4 {
        let game = advanced(players, "advanced", &[]);
        for number in 0..20 {
            let mut table = Table::dealt(game.clone(), &deal(&game, number));
            let mut rng = Rng::from_seed(number);
            let mut drawn: BTreeMap<char, u32> = BTreeMap::new();
            let mut rounds = 0;
            while table.mover().is_some() {
                let bidding = table.state.phase == Phase::Bid;
                if bidding || table.state.phase == Phase::Remove {
                    assert_eq!(table.to_come().len(), 13);
                    assert_eq!(table.lots(), "", "no tile is laid yet");
                    assert!(!game.text(&table.state, None).contains("wheel"));
                }
                if bidding && table.state.round() > rounds {
                    rounds += 1;
                    for letter in table.to_come().chars() {
                        *drawn.entry(letter).or_default() += 1;
                    }
                }
                table.play_any(&mut rng);
            }
            // Six times 13: the whole bag, 13 of each colour.
            assert_eq!(rounds, 6);
            assert_eq!(drawn, "FGSNWB".chars().map(|letter| (letter, 13)).collect());
        }
    }
}

#[test]
fn a1_without_the_auction_the_offer_is_laid_at_once() {
    let table = Table::advanced(3, &[]);
    assert_eq!((table.to_come().as_str(), table.lots().split(' ').count()), ("", 12));
    assert!(table.legal()[0].starts_with("buy "));
}

#[test]
fn a2_any_raise_up_to_gold_and_glory_is_a_bid() {
    // 30 gold and 10 glory.
    let mut table = auction(2, &[]);
    assert_eq!(table.legal(), bids(0, 40, &[]), "the first bid cannot be a pass");
    assert!(!table.allows("pass") && !table.allows("bid 41") && !table.allows("buy 0"));
    table.play("bid 12");
    assert_eq!((table.mover(), table.legal()), (Some(1), bids(13, 40, &["pass"])));
    assert!(!table.allows("bid 12") && !table.allows("bid 0"));
    table.play("bid 40");
    assert_eq!((table.mover(), table.legal()), (Some(0), vec!["pass".to_owned()]));
}

#[test]
fn a2_who_cannot_raise_is_still_asked() {
    let mut table = auction(3, &[]).tableau(1, "gold 1 glory 2").tableau(2, "gold 0 glory 4");
    table.play("bid 3");
    assert_eq!((table.mover(), table.legal()), (Some(1), vec!["pass".to_owned()]));
    table.play("pass");
    assert_eq!((table.mover(), table.legal()), (Some(2), bids(4, 4, &["pass"])));
    // And who has nothing opens with nothing.
    let table = auction(2, &[]).tableau(0, "gold 0 glory 0");
    assert_eq!(table.legal(), ["bid 0"]);
}

#[test]
fn a2_bidding_goes_clockwise_among_those_left_in() {
    let mut table = auction(4, &[]);
    play(
        &mut table,
        &[(0, "bid 1"), (1, "pass"), (2, "bid 2"), (3, "bid 5"), (0, "bid 6"), (2, "pass")],
    );
    play(&mut table, &[(3, "bid 7"), (0, "pass")]);
    // One is left in: nobody is asked any more, and seat 3 is the winner.
    assert_eq!((table.mover(), table.state.phase), (Some(3), Phase::Remove));
    assert_eq!([0, 1, 2, 3].map(|seat| table.gold(seat)), [20, 20, 20, 13]);
    assert_eq!([0, 1, 2, 3].map(|seat| table.fact(seat, Fact::Auctions)), [0, 0, 0, 1]);
}

#[test]
fn a2_the_opening_zero_stands_and_may_answer_a_raise() {
    let mut table = auction(3, &[]);
    play(&mut table, &[(0, "bid 0"), (1, "bid 2"), (2, "pass")]);
    assert_eq!((table.mover(), table.legal()), (Some(0), bids(3, 35, &["pass"])));
    play(&mut table, &[(0, "bid 3"), (1, "pass")]);
    assert_eq!((table.mover(), table.gold(0), table.gold(1)), (Some(0), 22, 25));
}

#[test]
fn a2_the_opening_zero_may_be_out_by_the_rule_set() {
    let out = ["advanced.opening_zero=out"];
    let mut table = auction(3, &out);
    play(&mut table, &[(0, "bid 0"), (1, "bid 2"), (2, "bid 3"), (1, "pass")]);
    assert_eq!((table.mover(), table.gold(2)), (Some(2), 22));
    // As long as nobody has bid, each of the others is asked, the last one too.
    let mut table = auction(2, &out);
    play(&mut table, &[(0, "bid 0")]);
    assert_eq!((table.mover(), table.legal()), (Some(1), bids(1, 40, &["pass"])));
    let mut table = auction(3, &out);
    play(&mut table, &[(0, "bid 0"), (1, "pass"), (2, "bid 1")]);
    // One is left in: the opener may not answer.
    assert_eq!((table.mover(), table.state.phase), (Some(2), Phase::Remove));
    assert_eq!([0, 1, 2].map(|seat| table.gold(seat)), [25, 25, 24]);
    // If all pass, the first player wins and pays nothing.
    for players in 2..=4 {
        let mut table = auction(players, &out);
        table.play("bid 0");
        (1..players).for_each(|seat| play(&mut table, &[(seat, "pass")]));
        assert_eq!((table.mover(), table.state.phase), (Some(0), Phase::Remove));
        assert_eq!(table.purse(0), table.purse(1));
        assert_eq!(table.fact(0, Fact::Auctions), 1);
    }
    // Any other opening bid stands.
    let mut table = auction(2, &out);
    play(&mut table, &[(0, "bid 1"), (1, "bid 2"), (0, "bid 3")]);
}

#[test]
fn a2_if_nobody_bids_the_first_player_wins_and_pays_nothing() {
    let mut table = auction(3, &[]);
    play(&mut table, &[(0, "bid 0"), (1, "pass"), (2, "pass")]);
    assert_eq!((table.mover(), table.state.phase), (Some(0), Phase::Remove));
    assert_eq!([0, 1, 2].map(|seat| table.purse(seat)), [(25, 10); 3]);
    assert_eq!(table.fact(0, Fact::Auctions), 1);
}

#[test]
fn a2_the_bid_is_paid_in_gold_first_and_then_in_glory() {
    for (bid, left) in [(0, (30, 10)), (7, (23, 10)), (30, (0, 10)), (34, (0, 6)), (40, (0, 0))] {
        let mut table = auction(2, &[]);
        play(&mut table, &[(0, &format!("bid {bid}")), (1, "pass")]);
        assert_eq!((table.purse(0), table.purse(1)), (left, (30, 10)), "{bid}");
        assert_eq!(table.fact(0, Fact::BidGold), 30 - left.0);
        assert_eq!(table.fact(0, Fact::GloryBid), left.1 - 10);
    }
}

/// Three seats of whom seat 1 wins the auction for these 13 vikings.
fn won(bag: &str) -> Table<Advanced> {
    let game = advanced(3, "advanced", &[]);
    let deal = opening_with("[[[[[[]]]]]N", bag, "gold5 longboat noble1 food3");
    let mut table = Table::dealt(game, &deal);
    play(&mut table, &[(0, "bid 0"), (1, "bid 1"), (2, "pass"), (0, "pass")]);
    table
}

#[test]
fn a3_the_winner_removes_a_viking_before_the_tiles_are_laid() {
    let mut table = won("FFFGGSSSNNNWB");
    assert_eq!(table.mover(), Some(1));
    let all = ["remove W", "remove N", "remove S", "remove G", "remove F", "remove B"];
    assert_eq!((table.legal(), table.lots()), (all.map(str::to_owned).to_vec(), String::new()));
    table.play("remove S");
    assert_eq!(table.to_come(), "FFFGGSSNNNWB");
    assert_eq!(table.state.phase, Phase::Set);
    let tiles: String = table.state.wheel.lots().map(|(_, tile, _)| tile.to_string()).collect();
    assert_eq!(tiles, "[[[[[[]]]]]N", "laid as by O1");
    let text = table.game.text(&table.state, None);
    assert!(text.contains("tiles on the wheel  [[[[[[]]]]]N\n"), "{text}");
    assert_eq!([0, 1, 2].map(|seat| table.fact(seat, Fact::Removed.plus(2))), [0, 1, 0]);
    // A colour that is not there can be neither removed nor set.
    let table = won("FFFFFGGGGGSSS");
    assert_eq!(table.legal(), ["remove S", "remove G", "remove F"]);
    let mut table = won("FFFFFFFFFFFFB");
    table.play("remove B");
    assert_eq!(table.legal(), ["set F"], "a single choice is asked too");
}

#[test]
fn a3_e8_five_colours_are_set_from_space_11_downwards_by_turns() {
    let mut table = won("FFFGGSSSNNNWB");
    table.play("remove B");
    assert_eq!(table.legal(), ["set W", "set N", "set S", "set G", "set F"]);
    // Scouts on 11 to 9, fishermen on 8 to 6, the warrior on 5, nobles on 4 to 2, goldsmiths below.
    play(&mut table, &[(1, "set S"), (2, "set F"), (0, "set W"), (1, "set N")]);
    assert_eq!((table.mover(), table.legal()), (Some(2), vec!["set G".to_owned()]));
    table.play("set G");
    let vikings: String =
        table.state.wheel.lots().map(|(_, _, viking)| viking.to_string()).collect();
    assert_eq!(vikings, "GGNNNWFFFSSS");
    // The winner is first player of the round.
    assert_eq!((table.mover(), table.state.phase), (Some(1), Phase::Buy));
    assert_eq!([0, 1, 2].map(|seat| table.fact(seat, Fact::Set.plus(2))), [0, 1, 0]);
    assert_eq!(table.fact(1, Fact::SetAt.plus(2)), 9);
    assert_eq!(table.fact(2, Fact::SetAt.plus(4)), 6);
    assert_eq!(table.fact(0, Fact::SetAt), 5);
    assert_eq!(table.fact(1, Fact::SetAt.plus(1)), 2);
    assert_eq!(table.fact(2, Fact::SetAt.plus(3)), 0);
    // B3 knows equal colours by their new places.
    assert!(!table.allows("buy 0") && table.allows("buy 1"));
}

#[test]
fn a4_the_marker_passes_on_from_the_first_player_of_the_round() {
    let mut elsewhere = 0;
    for players in 2..=4 {
        let game = advanced(players, "advanced", &[]);
        for number in 0..20 {
            let mut table = Table::dealt(game.clone(), &deal(&game, number));
            let mut rng = Rng::from_seed(number);
            let (mut round, mut opener, mut winner) = (0, 0, players - 1);
            while let Some(seat) = table.mover() {
                match table.state.phase {
                    Phase::Bid if table.state.round() > round => {
                        assert_eq!(seat, (winner + 1) % players);
                        (round, opener) = (round + 1, seat);
                    }
                    Phase::Remove => {
                        winner = seat;
                        elsewhere += u32::from(winner != opener);
                    }
                    _ => {}
                }
                table.play_any(&mut rng);
            }
            assert_eq!(round, 6);
        }
    }
    assert!(elsewhere > 100, "{elsewhere}");
}
