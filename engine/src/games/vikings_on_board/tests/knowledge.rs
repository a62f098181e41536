//! Who knows what (H1 to H5, H7) in random games, against a plain account of who has seen which
//! token.

use super::agreement::RULES;
use super::naive::Naive;
use super::table::{Table, game, seeded};
use crate::game::Game;
use crate::games::vikings_on_board::rule_set::Return;
use crate::games::vikings_on_board::stack::Stack;
use crate::games::vikings_on_board::state::{NOBODY, Phase, State};
use crate::seat::Seat;
use crate::seed::Rng;

/// For each token of W2, top first, which seats know it.
struct Account(Vec<[bool; 4]>);

impl Account {
    fn new(table: &Table) -> Account {
        Account(vec![[false; 4]; table.state.w2.len() as usize])
    }

    /// `seat` has chosen `action` at `before`.
    fn note(&mut self, before: &Table, after: &Table, seat: usize, action: &str) {
        let rules = &before.game.rule_set.warehouse_2;
        let drawn = self.0.len().min(rules.draw as usize);
        if action == "go 9" && after.state.phase == Phase::Load2 {
            self.0[..drawn].iter_mut().for_each(|knows| knows[seat] = true);
        }
        let Some(load) = action.strip_prefix("load ") else { return };
        if before.state.phase != Phase::Load2 {
            return;
        }
        let good = load.chars().next().unwrap();
        let mut tokens: Vec<char> = Naive::read(before).w2.chars().take(drawn).collect();
        let mut back: Vec<[bool; 4]> = self.0.drain(..drawn).collect();
        let knew_all: [bool; 4] =
            std::array::from_fn(|other| back.iter().all(|knows| knows[other]));
        let loaded = tokens.iter().position(|&token| token == good).unwrap();
        tokens.remove(loaded);
        back.remove(loaded);
        let one_kind = tokens.windows(2).all(|pair| pair[0] == pair[1]);
        let told = rules.give_back == Return::DrawnOrder || one_kind;
        for knows in &mut back {
            *knows = std::array::from_fn(|other| other == seat || (told && knew_all[other]));
        }
        self.0.extend(back);
    }

    /// Places of tokens in W1 and W2 that `seat` does not know.
    fn unknown(&self, table: &Table, seat: usize) -> [Vec<usize>; 2] {
        let seen = table.state.phase == Phase::Load1 && usize::from(table.state.seat) == seat;
        let first = usize::from(seen)..table.state.w1.len() as usize;
        let second = (0..self.0.len()).filter(|&place| !self.0[place][seat]);
        [first.collect(), second.collect()]
    }
}

fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

/// A state that differs in nothing that `seat` knows.
fn twin(table: &Table, account: &Account, seat: usize, rng: &mut Rng) -> State {
    let mut state = table.state;
    for other in (0..table.game.players()).filter(|&other| other != seat) {
        shuffle(&mut state.barrels.at[other], rng);
    }
    let winner = state.departure.winner;
    if winner != NOBODY && usize::from(winner) != seat {
        state.departure.barrel = state.barrels.won(usize::from(winner)).trailing_zeros() as u8;
    }
    let naive = Naive::read(table);
    let mut stacks = [naive.w1, naive.w2].map(|text| text.chars().collect::<Vec<char>>());
    let unknown = account.unknown(table, seat);
    let places: Vec<(usize, usize)> =
        (0..2).flat_map(|stack| unknown[stack].iter().map(move |&place| (stack, place))).collect();
    let mut tokens: Vec<char> = places.iter().map(|&(stack, place)| stacks[stack][place]).collect();
    shuffle(&mut tokens, rng);
    for ((stack, place), token) in places.into_iter().zip(tokens) {
        stacks[stack][place] = token;
    }
    let [w1, w2] = stacks.map(|tokens| String::from_iter(tokens).parse::<Stack>().unwrap());
    State { w1, w2, ..state }
}

/// What everybody sees (H2), as text.
fn seen_by_all(table: &Table) -> String {
    let naive = Naive::read(table);
    let barrels = naive.barrels.iter().map(|barrels| {
        let mut places: Vec<&String> = barrels.iter().map(|(_, place)| place).collect();
        places.sort_unstable();
        places
    });
    let State { old, new, free, round, turn, stern, departures, phase, seat, epoch, .. } =
        table.state;
    let row = (old, new, free, round, turn, stern, departures, phase, seat, epoch);
    let stacks = [naive.w1.len(), naive.w2.len()];
    let table = (naive.ships, naive.bows, naive.market, table.all_goods(), stacks);
    format!("{table:?} {:?} {row:?}", barrels.collect::<Vec<_>>())
}

/// Every decision of random games with the account of what has been seen.
fn each_decision(games: u64, mut look: impl FnMut(&Table, &Account, &mut Rng)) {
    for (players, changes) in (2..=4).flat_map(|players| RULES.map(|changes| (players, changes))) {
        let game = game(players, changes).unwrap();
        for number in 0..games {
            let mut rng = Rng::from_seed(number);
            let mut table = Table::dealt(game.clone(), &seeded(&game, number));
            let mut account = Account::new(&table);
            while let Some(seat) = table.mover() {
                look(&table, &account, &mut rng);
                let before = table.clone();
                let action = table.play_any(&mut rng);
                account.note(&before, &table, seat, &action);
            }
        }
    }
}

#[test]
fn h7_states_that_differ_in_hidden_parts_give_the_same_view() {
    let mut different = 0;
    each_decision(6, |table, account, rng| {
        let game = &table.game;
        for seat in Seat::all(game.players()) {
            let other = twin(table, account, seat.index(), rng);
            different += u32::from(other != table.state);
            let views = [game.view(&table.state, seat), game.view(&other, seat)];
            let seed = rng.word();
            let [one, two] = views.map(|view| view.draw(&mut Rng::from_seed(seed)));
            assert_eq!(one, two, "seat {seat}\n{}", table.text());
            let [one, two] = views.map(|view| {
                let tokens: Vec<_> = (0..30).map(|place| view.token(place)).collect();
                (tokens, view.unused().collect::<Vec<u8>>())
            });
            assert_eq!(one, two);
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
fn h1_h2_h3_h5_a_drawn_state_keeps_what_the_seat_knows() {
    let mut changed = 0;
    each_decision(4, |table, account, rng| {
        for seat in 0..table.game.players() {
            let view = table.game.view(&table.state, Seat::new(seat));
            let drawn = Table { state: view.draw(rng), ..table.clone() };
            assert_eq!(seen_by_all(&drawn), seen_by_all(table));
            // Who has seen which places follows from what everybody saw: with a chosen order too, as
            // `under` is asked for or not.
            assert_eq!(drawn.state.known, table.state.known);
            let [old, new] = [Naive::read(table), Naive::read(&drawn)];
            assert_eq!(new.barrels[seat], old.barrels[seat]);
            let [unknown_1, unknown_2] = account.unknown(table, seat);
            for (old, new, unknown) in
                [(&old.w1, &new.w1, unknown_1), (&old.w2, &new.w2, unknown_2)]
            {
                for (place, (old, new)) in old.chars().zip(new.chars()).enumerate() {
                    assert!(
                        old == new || unknown.contains(&place),
                        "seat {seat}\n{}",
                        table.text()
                    );
                }
            }
            let letters =
                |naive: &Naive| super::naive::sorted(&format!("{}{}", naive.w1, naive.w2));
            assert_eq!(letters(&new), letters(&old));
            changed += u32::from(drawn.state != table.state);
        }
    });
    assert!(changed > 10_000, "{changed}");
}

#[test]
fn h4_the_view_knows_the_tokens_that_the_account_knows() {
    let mut known = 0;
    each_decision(25, |table, account, _| {
        for seat in Seat::all(table.game.players()) {
            let view = table.game.view(&table.state, seat);
            for (place, knows) in account.0.iter().enumerate() {
                let token = table.state.w2.get(place as u32);
                let expected = knows[seat.index()].then_some(token);
                assert_eq!(view.token(place as u32), expected, "seat {seat}\n{}", table.text());
                known += u32::from(expected.is_some());
            }
            assert_eq!(view.token(account.0.len() as u32), None);
        }
    });
    assert!(known > 10_000, "{known}");
}

#[test]
fn h6_the_epoch_rises_when_a_supply_becomes_visible() {
    let game = game(3, &["warehouse_2.return=choice"]).unwrap();
    for number in 0..40 {
        let mut table = Table::dealt(game.clone(), &seeded(&game, number));
        let mut rng = Rng::from_seed(number);
        while table.mover().is_some() {
            let before = game.epoch(&table.state);
            let action = table.play_any(&mut rng);
            let drawn = matches!(table.state.phase, Phase::Load1 | Phase::Load2);
            let rises = drawn || action.starts_with("load");
            assert_eq!(game.epoch(&table.state) > before, rises, "{action}");
            assert!(game.epoch(&table.state) >= before);
        }
    }
}
