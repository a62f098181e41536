//! What the heuristic of *No More Vikings!* prefers, in positions of its own games.

use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seed::{DealSeed, Rng};

use super::prospects::Outlook;
use super::village::{Grounds, Holding};
use super::*;
use crate::heuristic::choice::best;

/// Plays games, at random or not, and shows every position with a choice, the legal actions, and the one
/// preferred.
fn watch(
    game: &NoMoreVikings,
    random: bool,
    mut see: impl FnMut(&NoMoreVikings, &State, &[Action], Action),
) {
    let judge = Weights::default().judge(game);
    let rng = &mut Rng::from_seed(7);
    let mut actions = Vec::new();
    for deal in 0..30 {
        let mut state = game.state(&game.deal(DealSeed { seed: 5, deal }));
        while let Some(seat) = game.to_move(&state) {
            game.legal(&state, &mut actions);
            let chosen = best(&judge, game, &state, seat, &actions, rng);
            if actions.len() > 1 {
                see(game, &state, &actions, chosen);
            }
            let played = if random { game.random_legal(&state, rng) } else { chosen };
            game.apply(&mut state, played, &mut ()).unwrap();
        }
    }
}

#[test]
fn the_first_named_set_is_the_default() {
    let (name, toml) = Weights::NAMED[0];
    assert_eq!(name, "manual-1");
    assert_eq!(Weights::from_toml(toml).unwrap(), Weights::default());
}

#[test]
fn cards_are_drawn_before_anything_else() {
    let mut seen = 0;
    watch(&NoMoreVikings::base(3), false, |_, _, actions, chosen| {
        if actions.contains(&Action::Draw) {
            assert_eq!(chosen, Action::Draw);
            seen += 1;
        }
    });
    assert!(seen > 100, "{seen}");
}

/// A villager alone costs a point at the end, a cottage brings three.
#[test]
fn the_last_action_makes_a_cottage_rather_than_a_villager() {
    let mut seen = 0;
    watch(&NoMoreVikings::base(2), true, |game, state, actions, chosen| {
        let marries = |action: &Action| matches!(action, Action::Marry { .. });
        if state.round() as usize == game.rule_set().months.bonus.len()
            && state.actions == 1
            && actions.iter().any(marries)
        {
            assert!(!matches!(chosen, Action::Populate { .. } | Action::Move { .. }), "{chosen}");
            seen += 1;
        }
    });
    assert!(seen > 5, "{seen}");
}

/// Who is about to lose a cottage answers if he can; who is not does not help.
#[test]
fn edicts_save_the_own_cottage_and_nobody_elses() {
    let (mut own, mut other) = ([0, 0], [0, 0]);
    watch(&NoMoreVikings::base(3), false, |game, state, actions, chosen| {
        let Some(card) = game.announced(state).filter(|_| actions.contains(&Action::Edict)) else {
            return;
        };
        if card.kind == Kind::Burn && card.stands {
            let seat = game.to_move(state).unwrap();
            let count = if card.target == seat { &mut own } else { &mut other };
            count[usize::from(chosen != Action::Pass)] += 1;
        }
    });
    assert!(own[1] > 9 * own[0] && own[1] > 5, "{own:?}");
    assert!(other[0] > 9 * other[1] && other[0] > 5, "{other:?}");
}

/// Somebody always gains from a card that he plays, if nobody answers.
#[test]
fn cards_are_played_for_a_gain() {
    let mut played = 0;
    watch(&NoMoreVikings::base(4), false, |game, state, _, chosen| {
        let seat = game.to_move(state).unwrap();
        let judge = Weights::default().judge(game);
        if let Action::Play { .. } = chosen {
            let mut next = *state;
            game.apply(&mut next, chosen, &mut ()).unwrap();
            let grounds = Grounds::new();
            let now = Before::new(&judge, game, state, &grounds);
            let villages = now.villages(&next);
            let before = now.value(&now.worth, seat);
            let after = now.settled(&mut next, &villages, seat);
            let forced = state.actions > 0 || state.owed;
            assert!(after > before || forced, "{chosen}: {before} to {after}");
            played += 1;
        }
    });
    assert!(played > 200, "{played}");
}

/// Of two villagers, the one before whom a longship lies mostly becomes a soldier; a whim may want otherwise.
#[test]
fn soldiers_stand_where_longships_are() {
    let (mut guarding, mut all) = (0, 0);
    watch(&NoMoreVikings::base(2), false, |game, state, actions, chosen| {
        let longships = state[game.to_move(state).unwrap()].longships;
        let is_guard = |action: &Action| match action {
            Action::Enlist { parcel } => Some(longships >> parcel.column() & 1 != 0),
            _ => None,
        };
        let options: Vec<bool> = actions.iter().filter_map(is_guard).collect();
        if let Some(guard) = is_guard(&chosen)
            && options.contains(&true)
            && options.contains(&false)
            && !state.fog
        {
            guarding += u32::from(guard);
            all += 1;
        }
    });
    assert!(guarding * 10 >= all * 8 && all > 10, "{guarding} of {all}");
}

/// What a decision does not change need not be judged again.
#[test]
fn villages_before_a_decision_stand_for_those_after_it() {
    let game = NoMoreVikings::base(4);
    let judges = [1.0, 0.5].map(|tower| Weights { tower, ..Weights::default() }.judge(&game));
    let (mut same, mut all) = (0, 0);
    let grounds = Grounds::new();
    for random in [false, true] {
        watch(&NoMoreVikings::base(4), random, |game, state, actions, _| {
            // What they remember of villages is not mixed up.
            let judge = &judges[all as usize / 4 % 2];
            let before = Before::new(judge, game, state, &grounds);
            for &action in actions {
                let mut next = *state;
                game.apply(&mut next, action, &mut ()).unwrap();
                let villages = before.villages(&next);
                for seat in Seat::all(4) {
                    let outlook = Outlook::of(game, &next);
                    let holding = before.holding(&next, outlook, seat);
                    // Every few, also without what is remembered of whims.
                    let village = match all % 16 {
                        0 => Holding { grounds: &Grounds::new(), ..holding }.found(),
                        _ => holding.found(),
                    };
                    assert_eq!(villages[seat.index()].to_bits(), village.to_bits(), "{action}");
                    let stands = outlook == Outlook::of(game, state);
                    same += u32::from(stands && state[seat].has_as(&next[seat]));
                    all += 1;
                }
            }
        });
    }
    assert!(same > all / 2 && same < all, "{same} of {all}");
}

/// What is remembered of a card's effect, or left out of it, changes nothing.
#[test]
fn effects_are_those_of_the_best_choice() {
    let (mut all, mut filled, grounds, mut choices) = (0, 0, Grounds::new(), Vec::new());
    let small = |word: &str| {
        let set = ["board.rows=3", &format!("switches.full_board_end={word}")];
        let toml = NoMoreVikings::presets()[0].toml;
        let toml = rules::set(toml, &set.map(str::to_owned)).unwrap();
        NoMoreVikings::new(NoMoreVikings::read_toml(&toml).unwrap(), 3).unwrap()
    };
    let games = [NoMoreVikings::base(4), small("immediate"), small("round")];
    for (game, random) in games.iter().flat_map(|game| [(game, false), (game, true)]) {
        let judge = |rivalry| Weights { rivalry, ..Weights::default() }.judge(game);
        let judges = [0.5, -0.5].map(judge);
        watch(game, random, |game, state, actions, _| {
            let before = Before::new(&judges[all / 8 % 2], game, state, &grounds);
            let cards = |action: &&Action| matches!(action, Action::Play { .. } | Action::Pass);
            for &action in actions.iter().filter(cards) {
                let mut next = *state;
                game.apply(&mut next, action, &mut ()).unwrap();
                let villages = before.villages(&next);
                game.close_window(&mut next);
                let Some(card) = game.announced(&next) else { continue };
                let (mut after, mut highest) = (villages, f64::NEG_INFINITY);
                game.legal(&next, &mut choices);
                for &choice in &choices {
                    let mut then = next;
                    game.apply(&mut then, choice, &mut ()).unwrap();
                    filled += u32::from(then.filled != next.filled);
                    let worth = before.villages(&then);
                    let value = before.value(&worth, card.player);
                    if value > highest {
                        (after, highest) = (worth, value);
                    }
                }
                assert_eq!(before.after_effect(&next, &villages, card), after, "{action}");
                all += 1;
            }
        });
    }
    assert!(all > 1000 && filled > 0, "{all} {filled}");
}
