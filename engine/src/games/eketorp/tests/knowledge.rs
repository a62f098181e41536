//! Who knows which hand (U1 to U3), when hidden things become visible, and what is known of dealt hands
//! (S3), against a plain account of what has been played and swapped.

use super::agreement::RULES;
use super::table::{Table, game, hand, seeded};
use crate::game::Game;
use crate::games::eketorp::component::Cards;
use crate::games::eketorp::deal::Deal;
use crate::games::eketorp::fact::EketorpFact;
use crate::games::eketorp::state::Phase;
use crate::seat::Seat;
use crate::seed::Rng;

/// What everybody can conclude about the hands.
pub struct Account {
    dealt: Vec<Cards>,
    /// Whether everybody knows a seat's hand.
    pub known: Vec<bool>,
    /// Whether a seat still holds what is left of its dealt hand.
    pub first: Vec<bool>,
    /// Whether a card above 3 of a seat's dealt hand has been played.
    pub proven: Vec<bool>,
    /// Cards of its dealt hand that a seat has discarded unseen.
    pub hidden: Vec<Cards>,
}

impl Account {
    pub fn new(deal: &Deal) -> Account {
        let dealt: Vec<Cards> = deal.hands.iter().map(|(_, hand)| hand).collect();
        let all = |value| vec![value; dealt.len()];
        let hidden = vec![Cards::NONE; dealt.len()];
        Account { known: all(false), first: all(true), proven: all(false), hidden, dealt }
    }

    /// A decision has led from one table to the other.
    pub fn note(&mut self, before: &Table, after: &Table) {
        for seat in 0..self.dealt.len() {
            let [old, new] = [before, after].map(|table| &table.state.players[seat]);
            let more = |fact: EketorpFact| after.fact(seat, fact) - before.fact(seat, fact);
            let mut rest = old.hand;
            if more(EketorpFact::Swaps) > 0 {
                if self.first[seat] {
                    self.hidden[seat] = old.hand;
                }
                (self.known[seat], self.first[seat]) = (false, false);
                rest = Cards::NONE;
            }
            // A swap is a decision, so cards are played after it. The last one brings the pile to hand.
            let played = more(EketorpFact::CardsPlayed);
            let picked_up = played >= i32::from(old.cards);
            if self.first[seat] && played > 0 {
                let gone = if picked_up { rest } else { without(rest, new.hand) };
                self.proven[seat] |= gone.above(3) != Cards::NONE;
            }
            if picked_up {
                (self.known[seat], self.first[seat]) = (true, false);
            }
        }
    }
}

fn without(mut cards: Cards, others: Cards) -> Cards {
    cards.take(others);
    cards
}

/// Every decision of random games with the account.
pub fn each_decision(games: u64, mut look: impl FnMut(&Table, &Account, &mut Rng)) {
    for (players, changes) in (3..=6).flat_map(|players| RULES.map(|changes| (players, changes))) {
        let game = game(players, changes).unwrap();
        for number in 0..games {
            let mut rng = Rng::from_seed(number);
            let deal = seeded(&game, number);
            let mut table = Table::dealt(game.clone(), &deal);
            let mut account = Account::new(&deal);
            while table.mover().is_some() {
                look(&table, &account, &mut rng);
                let before = table.clone();
                table.play_any(&mut rng);
                account.note(&before, &table);
            }
        }
    }
}

#[test]
fn u1_hands_are_known_as_the_account_says() {
    let mut known = 0;
    each_decision(6, |table, account, _| {
        for seat in Seat::all(table.game.players()) {
            let other = Seat::new((seat.index() + 1) % table.game.players());
            assert_eq!(table.state.is_known(seat), account.known[seat.index()], "{}", table.text());
            let hand = table.state.players[seat.index()].hand;
            let view = table.game.view(&table.state, other);
            assert_eq!(view.hand(seat), account.known[seat.index()].then_some(hand));
            assert_eq!(table.game.view(&table.state, seat).hand(seat), Some(hand));
            known += u32::from(account.known[seat.index()]);
        }
    });
    assert!(known > 1000, "{known}");
}

#[test]
fn s3_what_is_known_of_dealt_hands() {
    let mut kept_back = 0;
    each_decision(6, |table, account, _| {
        if !table.game.rule_set.setup.redeal {
            assert_eq!(table.state.unproven, 0);
            return;
        }
        for seat in 0..table.game.players() {
            let bit = |seats: u8| seats >> seat & 1 == 1;
            assert_eq!(bit(table.state.first_hand), account.first[seat]);
            assert_eq!(bit(table.state.unproven), !account.proven[seat], "{}", table.text());
            let player = &table.state.players[seat];
            if !account.proven[seat] && !account.first[seat] {
                assert_eq!(u32::from(player.dealt), account.hidden[seat].total());
                kept_back += 1;
            }
        }
    });
    assert!(kept_back > 100, "{kept_back}");
}

#[test]
fn u3_cards_discarded_from_open_hands_are_open() {
    let mut table =
        Table::with(game(3, &["setup.amulets=20"]).unwrap(), &["1256", "2344", "3456"], "1234");
    table.send(&["D", "D", ""]).play("swap");
    assert_eq!((table.state.discarded, table.state.players[0].discarded), (hand(""), hand("1256")));
    let seen = |table: &Table, by: usize| table.game.view(&table.state, Seat::new(by)).fields();
    assert_eq!(seen(&table, 0)["seats"][0]["discarded"], serde_json::json!([1, 2, 5, 6]));
    for by in [1, 2] {
        let fields = seen(&table, by);
        assert_eq!(fields["seats"][0]["discarded"], serde_json::Value::Null);
        assert_eq!(
            (&fields["seats"][0]["discarded_unseen"], &fields["discarded"]),
            (&serde_json::json!(4), &serde_json::json!([]))
        );
    }
}

/// How often and with how many cards a seat has swapped is open (2.11), and so is where its dealt hand has gone.
#[test]
fn swaps_and_what_is_left_of_the_dealt_hand_are_open() {
    let set_up = game(3, &["setup.amulets=20"]).unwrap();
    let mut table = Table::with(set_up, &["1256", "2344", "3456"], "12345612");
    table.send(&["D", "D", ""]);
    let told = |table: &Table| {
        let view = table.game.view(&table.state, Seat::new(1));
        let seat = &view.fields()["seats"][0];
        let told = ["swaps", "swapped", "hand_dealt", "high_among"].map(|key| seat[key].clone());
        (
            serde_json::json!(told),
            view.text().lines().find(|line| line.starts_with("seat 0:")).unwrap().to_owned(),
        )
    };
    let (values, line) = told(&table);
    assert_eq!(values, serde_json::json!([0, 0, true, 4]));
    assert!(line.contains("| 4 cards (dealt, one above 3), pile - | 20 amulets"), "{line}");
    let (values, line) = told(table.play("swap"));
    assert_eq!(values, serde_json::json!([1, 4, false, 4]));
    assert!(line.ends_with("16 amulets, 4 cards in 1 swap, one above 3 among 4 of them"), "{line}");
    assert_eq!(told(table.play("swap")).0, serde_json::json!([2, 8, false, 4]));
    let table = Table::new(3, &[]).sent(&["D", "D", ""]).after("keep; keep; card 5; card 2");
    assert_eq!(told(&table).0, serde_json::json!([0, 0, true, 0]), "a 5 has been seen");
}

/// N8: where a seat may go on building follows from what all have seen it build.
#[test]
fn the_lowest_wall_for_the_next_stone_is_open() {
    let mut table = Table::new(3, &[]).sent(&["A B", "", ""]);
    while table.state.phase != Phase::Build {
        let any = table.legal()[0].clone();
        table.play(&any);
    }
    let told = |table: &Table| {
        let view = table.game.view(&table.state, Seat::new(2));
        (view.fields()["from_wall"].clone(), view.text())
    };
    assert_eq!(told(&table).0, 1);
    let (wall, text) = told(table.play("build g 4"));
    assert_eq!(wall, 4);
    assert!(text.contains("seat 0 builds, from wall 4 on\n"), "{text}");
}

#[test]
fn u5_only_the_attacker_knows_its_card() {
    let table = Table::new(3, &[]).sent(&["D", "D", ""]).after("keep; keep; card 5");
    for by in 0..3 {
        let view = table.game.view(&table.state, Seat::new(by));
        assert_eq!(view.text().contains("plays 5"), by == 0);
        let own = &view.fields()["seats"][0]["own_card"];
        assert_eq!(own, &if by == 0 { serde_json::json!(5) } else { serde_json::Value::Null });
    }
}

#[test]
fn the_epoch_rises_when_hidden_things_become_visible() {
    let mut risen = [0; 4];
    each_decision(3, |table, _, rng| {
        let mut after = table.clone();
        let action = after.play_any(rng);
        let before = table.game.epoch(&table.state);
        let rises = table.game.epoch(&after.state) > before;
        assert!(table.game.epoch(&after.state) >= before);
        let played = (0..table.game.players()).any(|seat| {
            after.fact(seat, EketorpFact::CardsPlayed) > table.fact(seat, EketorpFact::CardsPlayed)
        });
        let reasons = [
            // Placements are revealed, or a material card is turned up.
            table.phase() == Phase::Place && after.phase() != Phase::Place,
            after.state.round > table.state.round,
            played,
            action == "swap",
        ];
        assert_eq!(rises, reasons.contains(&true), "{action}\n{}", table.text());
        risen.iter_mut().zip(reasons).for_each(|(count, reason)| *count += u32::from(reason));
    });
    assert!(risen.iter().all(|&count| count > 100), "{risen:?}");
}
