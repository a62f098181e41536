//! What is hidden from whom (H1 to H7): draws, epochs, and who knows a stolen card, against a plain account.

use super::super::draw::shuffle;
use super::agreement::{each_game, each_table};
use super::table::Table;
use crate::game::Game;
use crate::games::no_more_vikings::component::parcels;
use crate::games::no_more_vikings::state::{MIXES, Phase, State};
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

fn drawn(table: &Table, seat: usize, seed: u64) -> State {
    table.game.view(&table.state, Seat::new(seat)).draw(&mut Rng::from_seed(seed))
}

/// The seats other than `seat`.
fn others(table: &Table, seat: usize) -> impl Iterator<Item = usize> {
    (0..table.game.players()).filter(move |&other| other != seat)
}

#[test]
fn h1_h2_a_draw_keeps_what_is_open_and_what_the_seat_knows() {
    each_table(3, |table, seen| {
        for seat in 0..table.game.players() {
            let (old, new) = (&table.state, drawn(table, seat, seen.into()));
            let current = usize::from(table.game.current(old));
            // Everything else than the hidden things is the same.
            let mut rest = new;
            rest.deck = old.deck;
            rest.mixes = old.mixes;
            if current != seat {
                rest.aside = old.aside;
            }
            for other in others(table, seat) {
                let player = &mut rest.players[other];
                let theirs = &old.players[other];
                assert_eq!(player.hand.count_ones(), theirs.hand.count_ones());
                assert_eq!(player.whims.count_ones(), theirs.whims.count_ones());
                assert_eq!(player.kinds, table.game.numbers.kinds_of(player.hand));
                assert_eq!(player.known, theirs.known & old.players[seat].hand);
                (player.hand, player.kinds, player.known) =
                    (theirs.hand, theirs.kinds, theirs.known);
                assert_eq!(player.whim == u8::MAX, theirs.whim == u8::MAX);
                assert!(player.whim == u8::MAX || player.whims >> player.whim & 1 == 1);
                (player.whims, player.whim) = (theirs.whims, theirs.whim);
                if table.state.phase == Phase::Token {
                    assert_eq!(player.token == 3, theirs.token == 3);
                    player.token = theirs.token;
                }
            }
            assert_eq!(rest, *old);
        }
    });
}

#[test]
fn h5_every_card_is_somewhere_and_hands_hold_action_cards() {
    each_table(3, |table, seen| {
        for seat in 0..table.game.players() {
            let new = drawn(table, seat, seen.into());
            let mut places = vec![new.discard, new.aside];
            places.extend(new.players.iter().map(|player| player.hand));
            places.push(new.deck.cards().iter().map(|card| 1_u64 << card).sum());
            let all = u64::MAX >> (64 - table.game.rule_set.card_count());
            assert_eq!(places.iter().fold(0, |sum, place| sum | place), all);
            let number: u32 = places.iter().map(|place| place.count_ones()).sum();
            assert_eq!(number, all.count_ones(), "none is in two places");
            for hand in new.players.iter().map(|player| player.hand).chain([new.aside]) {
                assert_eq!(hand & !table.game.numbers.actions, 0);
            }
            assert_eq!(new.deck.len(), table.state.deck.len());
            for mix in 0..MIXES as u8 {
                let mut mix = table.game.mix(&State { mix, ..new })
                    [..table.game.rule_set.card_count()]
                    .to_vec();
                mix.sort_unstable();
                assert!(mix.iter().copied().eq(0..mix.len() as u8));
            }
            let mut whims = 1 << new.whim;
            for player in &new.players[..table.game.players()] {
                assert_eq!(whims & player.whims, 0);
                whims |= player.whims;
            }
        }
    });
}

#[test]
fn h5_mixes_are_those_that_would_be_shuffled_at_once() {
    let table = Table::new(2, &[]);
    let cards = table.game.rule_set.card_count();
    let rng = &mut Rng::from_seed(4);
    let redealt = table.game.redeal(&table.state, rng).unwrap();
    // The deck is drawn before.
    let mut own = Rng::from_seed(4);
    shuffle(&mut table.state.deck.cards().to_vec(), &mut own);
    for mix in 0..MIXES as u8 {
        let mut shuffled: Vec<u8> = (0..cards as u8).collect();
        shuffle(&mut shuffled, &mut own);
        assert_eq!(table.game.mix(&State { mix, ..redealt })[..cards], shuffled);
    }
    assert_eq!(own, *rng);
}

#[test]
fn h5_states_that_differ_in_hidden_things_give_the_same_draw_and_view() {
    each_table(3, |table, seen| {
        for seat in 0..table.game.players() {
            let mut twin = table.clone();
            twin.state = drawn(table, seat, 77 + u64::from(seen));
            assert_eq!(drawn(&twin, seat, seen.into()), drawn(table, seat, seen.into()));
            if seen.is_multiple_of(5) {
                let [one, two] =
                    [table, &twin].map(|table| table.game.view(&table.state, Seat::new(seat)));
                assert_eq!(one.text(), two.text());
                assert_eq!(one.fields(), two.fields());
            }
        }
    });
}

/// Who has stolen which card from whom, as long as it has not left that hand.
#[derive(Default)]
struct Account(Vec<(usize, usize, u8)>);

impl Account {
    /// A decision has led from one table to the other.
    fn note(&mut self, before: &Table, after: &Table) {
        let hand = |table: &Table, seat: usize| table.state.players[seat].hand;
        self.0.retain(|&(thief, _, card)| hand(after, thief) >> card & 1 == 1);
        for thief in 0..before.game.players() {
            for victim in others(before, thief) {
                let moved = hand(before, victim) & hand(after, thief);
                self.0.extend(parcels(moved).map(|card| (thief, victim, card.0)));
            }
        }
    }

    /// Cards that a seat knows to be in the hands of others.
    fn known(&self, seat: usize) -> u64 {
        self.0.iter().filter(|(_, victim, _)| *victim == seat).map(|(_, _, card)| 1 << card).sum()
    }
}

#[test]
fn h3_the_victim_knows_the_card_until_it_leaves_the_thief() {
    let (mut most, mut twice) = (0, 0);
    each_game(30, |mut table, number| {
        let mut rng = Rng::from_seed(number);
        let mut account = Account::default();
        while table.mover().is_some() {
            for seat in 0..table.game.players() {
                assert_eq!(table.state.players[seat].known, account.known(seat));
                let new = drawn(&table, seat, number);
                for &(thief, _, card) in account.0.iter().filter(|(_, victim, _)| *victim == seat) {
                    assert_eq!(new.players[thief].hand >> card & 1, 1);
                }
            }
            let before = table.clone();
            table.play_any(&mut rng);
            let stolen = account.0.len();
            account.note(&before, &table);
            most = most.max(account.0.len());
            // A stolen card is stolen again.
            let again = |&(_, victim, card): &(usize, usize, u8)| {
                account.0.len() >= stolen
                    && before.state.players.iter().any(|p| p.known >> card & 1 == 1)
                    && before.state.players[victim].known >> card & 1 == 0
            };
            twice += u32::from(account.0.last().is_some_and(again));
        }
    });
    assert!(most >= 3 && twice > 0, "{most} {twice}");
}

#[test]
fn h3_a_third_seat_that_takes_a_card_holds_it() {
    let mut table = Table::turn(3, "").hand(0, "steal").hand(1, "bow").hand(2, "steal");
    let bow = table.state.players[1].hand;
    table.play("play steal 1").passed();
    assert_eq!((table.state.players[0].hand, table.state.players[1].known), (bow, bow));
    let view = |table: &Table, seat: usize, of: usize| {
        table.game.view(&table.state, Seat::new(seat)).hand(Seat::new(of))
    };
    assert_eq!((view(&table, 1, 0), view(&table, 2, 0)), (bow, 0));
    table.state.actions = 0;
    table.play("end");
    table.state.actions = 0;
    table.play("end; play steal 0").passed();
    assert_eq!((view(&table, 0, 2), view(&table, 1, 2), view(&table, 2, 2)), (bow, 0, bow));
    assert_eq!(table.state.players[1].known, 0);
}

#[test]
fn h6_epochs_rise_with_tokens_draws_plays_drops_counters_and_thefts() {
    each_table(6, |table, seen| {
        let mut next = table.clone();
        let action = next.play_any(&mut Rng::from_seed(seen.into()));
        let verb = action.split(' ').next().unwrap();
        let [old, new] = [&table.state, &next.state].map(|state| table.game.epoch(state));
        let tokens = table.state.phase == Phase::Token && next.state.phase != Phase::Token;
        let drawn = table.state.deck.len() != next.state.deck.len();
        let thefts = table.state.players.iter().zip(&next.state.players).any(|(old, new)| {
            new.hand.count_ones() > old.hand.count_ones() && table.state.phase == Phase::Respond
        });
        let visible = tokens || drawn || thefts || ["play", "drop", "counter"].contains(&verb);
        if visible {
            assert!(new > old, "{action}");
        } else if verb != "draw" && verb != "end" {
            assert_eq!(new, old, "{action}");
        }
    });
}

#[test]
fn h6_the_end_of_step_1_is_an_epoch_even_if_nothing_lands() {
    let mut table = Table::round(2, &[]);
    table.put_deck(&[]);
    let before = table.state.epoch;
    table.play("balanced");
    assert_eq!(table.game.epoch(&table.state), before, "tokens are still hidden");
    table.play("aggressive");
    assert_eq!(table.game.epoch(&table.state), before + 1);
}

#[test]
fn h7_the_others_cannot_tell_whims_and_tokens_apart_but_all_other_choices() {
    each_table(2, |table, _| {
        let (game, state) = (&table.game, &table.state);
        let mut list = Vec::new();
        game.legal(state, &mut list);
        let alike = matches!(state.phase, Phase::Whim | Phase::Token);
        let first = list[0];
        for &other in &list {
            assert!(game.indistinguishable(state, other, other));
            assert_eq!(game.indistinguishable(state, first, other), alike || other == first);
        }
    });
}

#[test]
fn h4_no_view_depends_on_the_deck_the_mixes_and_the_whims_in_the_box() {
    each_table(2, |table, seen| {
        if !seen.is_multiple_of(9) {
            return;
        }
        let mut twin = table.clone();
        let deck: Vec<u8> = table.state.deck.cards().iter().rev().copied().collect();
        twin.put_deck(&deck);
        for mix in twin.state.mixes.dealt() {
            mix[..table.game.rule_set.card_count()].reverse();
        }
        for seat in 0..table.game.players() {
            let [one, two] =
                [table, &twin].map(|table| table.game.view(&table.state, Seat::new(seat)));
            assert_eq!((one.text(), one.fields()), (two.text(), two.fields()));
            // Which whims are in the box can be seen from nothing: none is named that lies there.
            let whims = 1 << table.state.whim | table.state.players[seat].whims;
            for (number, whim) in table.game.rule_set.whims.iter().enumerate() {
                let told = format!(" {} (", whim.name);
                assert_eq!(one.text().contains(&told), whims >> number & 1 == 1, "{told}");
            }
            assert_eq!(drawn(&twin, seat, seen.into()), drawn(table, seat, seen.into()));
        }
    });
}

#[test]
fn h7_whims_stay_hidden_and_tokens_until_all_have_been_chosen() {
    let told = |table: &Table, action: &str| {
        let next = table.clone().after(action);
        table.game.public_text(&table.state, action.parse().unwrap(), &next.state)
    };
    let mut table = Table::new(2, &[]);
    assert!(table.game.is_secret(&table.state));
    assert_eq!(told(&table, "whim row").as_deref(), Some("(has chosen a whim)"));
    table.play("whim row");
    assert_eq!(told(&table, "whim angle").as_deref(), Some("(has chosen a whim)"));
    table.play("whim angle; at a1; at b1");
    assert_eq!(told(&table, "balanced").as_deref(), Some("(has chosen a token)"));
    let then = table.clone();
    table.play("balanced");
    let token = |table: &Table, seat: usize| {
        table.game.view(&table.state, Seat::new(seat)).token(Seat::new(0)).map(|token| token.name())
    };
    assert_eq!((token(&table, 0), token(&table, 1)), (Some("balanced"), None));
    table.play("aggressive");
    assert_eq!((token(&table, 0), token(&table, 1)), (Some("balanced"), Some("balanced")));
    let seen = table.game.public_text(&then.state, "balanced".parse().unwrap(), &table.state);
    assert_eq!(seen.as_deref(), Some("balanced"));
}
