//! States that differ only in what a seat does not know (U1 to U6): equal views, equal draws; and what
//! a drawn state keeps.

use super::knowledge::{Account, each_decision};
use super::table::{Table, game};
use crate::game::Game;
use crate::games::eketorp::component::{Cards, SPACES};
use crate::games::eketorp::state::{Phase, State};
use crate::games::eketorp::{deal, draw, placement};
use crate::seat::Seat;
use crate::seed::Rng;

fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

fn cards(values: &[u8]) -> Cards {
    let mut cards = Cards::NONE;
    values.iter().for_each(|&value| cards.add(Cards::of(value.into(), 1)));
    cards
}

/// A state that differs from that of `table` only in what `seat` does not know; a rare one without other
/// cards where no shuffle fits S3.
fn twin(table: &Table, account: &Account, seat: usize, rng: &mut Rng) -> State {
    let mut state = table.state;
    let players = table.game.players();
    let number = table.game.rule_set.materials.cards.len();
    shuffle(&mut state.materials[usize::from(state.round) + 1..number], rng);
    for _ in 0..200 {
        let mut other = state;
        if shuffle_cards(&mut other, account, seat, players, table.game.rule_set.setup.redeal, rng)
        {
            state = other;
            break;
        }
    }
    let attacker = usize::from(state.duel.attacker);
    if state.phase == Phase::DefenderCard && attacker != seat {
        let player = &state.players[attacker];
        state.duel.card = player.hand.nth(rng.below(player.cards.into()));
    }
    if state.phase == Phase::Place {
        let placing = state.seat;
        let mut other = state.first;
        loop {
            if usize::from(other) != seat {
                place_anyhow(table, &mut state, other, other == placing, rng);
            }
            if other == placing {
                break;
            }
            other = table.game.numbers.next(other);
        }
    }
    state
}

/// Hidden hands, cards discarded unseen and the talon; returns whether S3 holds.
fn shuffle_cards(
    state: &mut State,
    account: &Account,
    seat: usize,
    players: usize,
    redeal: bool,
    rng: &mut Rng,
) -> bool {
    let mut pool: Vec<u8> = state.talon.iter().collect();
    let others = || (0..players).filter(|&other| other != seat);
    for other in others() {
        let player = &state.players[other];
        pool.extend(player.discarded.iter());
        if !account.known[other] {
            pool.extend(player.hand.iter());
        }
    }
    shuffle(&mut pool, rng);
    for other in others() {
        let player = &mut state.players[other];
        let discarded: Vec<u8> = pool.drain(..player.discarded.total() as usize).collect();
        player.discarded = cards(&discarded);
        let mut dealt = &discarded[..account.hidden[other].total() as usize];
        let hand: Vec<u8>;
        if !account.known[other] {
            hand = pool.drain(..usize::from(player.cards)).collect();
            player.hand = cards(&hand);
            dealt = if account.first[other] { &hand } else { dealt };
        }
        if redeal && !account.proven[other] && dealt.iter().all(|&value| value <= 3) {
            return false;
        }
    }
    state.talon.lay(&pool);
    true
}

/// A placement of all Vikings that stay out, or its beginning.
fn place_anyhow(table: &Table, state: &mut State, seat: u8, unfinished: bool, rng: &mut Rng) {
    let numbers = &table.game.numbers;
    draw::take_back(&table.game, state, seat);
    let mut rank = 0;
    let number = rng.below(u32::from(state.player(seat).home) + u32::from(!unfinished));
    for _ in 0..number {
        // One place is left for the next Viking of a placement that goes on.
        let next = rank + rng.below(4) as u8;
        if next + u8::from(unfinished) >= numbers.places {
            break;
        }
        let place = numbers.place(seat, next);
        placement::set_out(state, seat, place);
        rank = next + u8::from(!place.is_space());
    }
    if unfinished {
        state.from = rank;
    }
}

#[test]
fn u1_to_u6_states_that_differ_in_hidden_things_look_the_same() {
    let mut different = 0;
    each_decision(1, |table, account, rng| {
        let game = &table.game;
        for seat in Seat::all(game.players()) {
            let other = twin(table, account, seat.index(), rng);
            different += u32::from(other != table.state);
            let views = [game.view(&table.state, seat), game.view(&other, seat)];
            let seed = rng.word();
            let [one, two] = views.map(|view| view.draw(&mut Rng::from_seed(seed)));
            assert_eq!(one, two, "seat {seat}\n{}", table.text());
            // Texts take most of the time.
            if rng.below(4) == 0 {
                let [one, two] = views.map(|view| (view.text(), view.fields()));
                assert_eq!(one, two, "seat {seat}");
            }
            if game.to_move(&table.state) == Some(seat) {
                let [one, two] = views.map(|view| {
                    let mut list = Vec::new();
                    view.legal(&mut list);
                    assert_eq!(list.len() as u32, view.count_legal());
                    list
                });
                assert_eq!(one, two);
            }
        }
    });
    assert!(different > 10_000, "{different}");
}

#[test]
fn a_drawn_state_keeps_what_the_seat_knows() {
    let mut changed = 0;
    each_decision(1, |table, account, rng| {
        let game = &table.game;
        for seat in Seat::all(game.players()) {
            let view = game.view(&table.state, seat);
            let drawn = Table { state: view.draw(rng), ..table.clone() };
            let again = game.view(&drawn.state, seat);
            if rng.below(4) == 0 {
                assert_eq!((again.text(), again.fields()), (view.text(), view.fields()));
            }
            check_cards(&drawn, account, seat.index());
            check_placements(&drawn);
            changed += u32::from(drawn.state != table.state);
            // It can be played on.
            let mut end = drawn;
            game.playout(&mut end.state, rng);
        }
    });
    assert!(changed > 10_000, "{changed}");
}

/// The cards of C5, and hands as S3 deals them.
fn check_cards(drawn: &Table, account: &Account, seat: usize) {
    let state = &drawn.state;
    let mut all = state.discarded;
    state.talon.iter().for_each(|value| all.add(Cards::of(value.into(), 1)));
    for (other, player) in state.players.iter().enumerate().take(drawn.game.players()) {
        [player.hand, player.pile, player.discarded].iter().for_each(|&part| all.add(part));
        assert_eq!(player.hand.total(), u32::from(player.cards));
        if other != seat && drawn.game.rule_set.setup.redeal && !account.proven[other] {
            let dealt = if account.first[other] { player.hand } else { player.discarded };
            assert!(dealt.above(3) != Cards::NONE, "seat {seat} of {other}\n{}", drawn.text());
        }
    }
    assert_eq!(all, deal::deck(&drawn.game.rule_set));
    if state.phase == Phase::DefenderCard {
        let attacker = &state.players[usize::from(state.duel.attacker)];
        assert!(attacker.hand.count(state.duel.card.into()) > 0, "U5");
    }
}

/// P1 to P3.
fn check_placements(drawn: &Table) {
    let state = &drawn.state;
    if state.phase == Phase::Take {
        // Some have taken their stones and are on their way.
        return;
    }
    for seat in 0..drawn.game.players() {
        let player = &state.players[seat];
        let out: u32 = state.crowds.iter().map(|crowd| crowd.of(seat)).sum();
        let sieges = (player.at >> SPACES).count_ones();
        assert_eq!(
            u32::from(player.home) + out + sieges + player.sick.total(),
            u32::from(drawn.game.numbers.vikings),
        );
        assert_eq!(player.at >> (SPACES + 3 * seat) & 7, 0, "none against himself");
        for (space, crowd) in state.crowds.iter().enumerate() {
            assert_eq!(player.at >> space & 1 == 1, crowd.of(seat) > 0);
        }
    }
}

#[test]
fn u4_a_seat_sees_its_own_placement_and_that_others_have_finished() {
    let table = Table::new(4, &[]).after("put A; put A; put 2B; home; put B; home; put C; put 0R");
    for seat in Seat::all(4) {
        let view = table.game.view(&table.state, seat);
        let vikings = view.fields()["spaces"].clone();
        let own: Vec<i64> =
            (0..3).filter_map(|space| vikings[space]["vikings"][seat.index()].as_i64()).collect();
        let expected = [[2, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]][seat.index()];
        assert_eq!(own, expected);
        let shown = (0..4).filter(|&other| !vikings[0]["vikings"][other].is_null()).count();
        assert_eq!((shown, vikings[0]["vikings"].as_array().unwrap().len()), (1, 4));
        assert_eq!(view.text().contains("2B by 0"), seat.index() == 0);
        assert_eq!(view.fields()["to_move"], 2);
    }
    // Seat 2 is still placing: nobody else draws a part of its placement; seat 3 has not begun.
    let mut rng = Rng::from_seed(1);
    let mut others = [0; 2];
    for _ in 0..50 {
        let drawn = table.game.view(&table.state, Seat::new(3)).draw(&mut rng);
        assert_eq!((drawn.players[2].at, drawn.players[2].home, drawn.from), (0, 6, 0));
        others = [0, 1]
            .map(|seat| others[seat] + u32::from(drawn.players[seat] != table.state.players[seat]));
        let drawn = table.game.view(&table.state, Seat::new(2)).draw(&mut rng);
        assert_eq!((drawn.players[2], drawn.from), (table.state.players[2], table.state.from));
        assert_eq!(drawn.players[3].home, 6);
    }
    assert!(others.iter().all(|&count| count > 40), "placements are drawn anew");
}

#[test]
fn u6_material_cards_that_are_turned_up_stay() {
    let mut table = Table::new(3, &[]);
    table.rest().rest();
    let mut rng = Rng::from_seed(1);
    for _ in 0..50 {
        let drawn = table.game.view(&table.state, Seat::new(0)).draw(&mut rng);
        assert_eq!(drawn.materials[..3], [0, 1, 2]);
        let mut rest = drawn.materials[3..12].to_vec();
        rest.sort_unstable();
        assert_eq!(rest, (3..12).collect::<Vec<u8>>());
    }
}

#[test]
fn s3_a_draw_that_shuffles_in_vain_puts_cards_in_place() {
    // Five of 23 unseen cards are above 3, and each of the five others holds one of them: of 33,649 shuffles one
    // fits.
    let changes = ["cards.highest=4", "setup.hand=1", "cards.copies=6"];
    let game = game(6, &changes).unwrap();
    let table = Table::with(game, &["4"; 6], "");
    let mut rng = Rng::from_seed(1);
    for seat in Seat::all(6) {
        let drawn = table.game.view(&table.state, seat).draw(&mut rng);
        assert_eq!(drawn.players.map(|player| player.hand.to_string()), ["4"; 6]);
    }
}
