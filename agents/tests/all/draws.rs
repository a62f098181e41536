//! Chance that an action reveals: several draws, the same for all actions.

use drakkar_agents::agent::Agent;
use drakkar_agents::contract::{self, Changes, Unsteady};
use drakkar_agents::greedy::{Greedy, Horizon};
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::mcts::{Mcts, Settings};
use drakkar_engine::game::Game;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};

use crate::dice_game::{Action, Deal, Dice, One, Peeking, Several, State};
use crate::table::mean;

/// What `agent` chooses in a turn that has brought so much, with so many generators.
fn rolls(agent: &mut impl Agent<Dice>, turn: i32, die: u8, of: u64) -> u64 {
    let start = Dice.state(&Deal { seed: 1 });
    let state = State { turn, die, rolls: 5, step: 9, ..start };
    let goes_on = |seed: &u64| {
        agent.start_game();
        let choice = agent.choose(&Dice.view(&state, Seat::new(0)), &mut Rng::from_seed(*seed));
        [Action::Roll, Action::Keep].contains(&choice.unwrap())
    };
    (0..of).filter(goes_on).count() as u64
}

/// A roll is worth 5/6 of the points of the turn and what the die brings, holding all of these: the two are equal at 20.
#[test]
fn greedy_rolls_until_there_is_too_much_to_lose() {
    for look in [Horizon::Action, Horizon::Turn] {
        let mut greedy = Greedy::new(Several {}, &Dice).with_look(look);
        assert_eq!([0, 4].map(|turn| rolls(&mut greedy, turn, 0, 200)), [200, 200]);
        assert!(rolls(&mut greedy, 39, 0, 200) < 60);
        assert_eq!([0, 20, 39].map(|turn| rolls(&mut greedy, turn, 3, 100)), [100; 3]);
        // One draw says whether the die is a one: whatever is at stake.
        let mut one = Greedy::new(One {}, &Dice).with_look(look);
        assert_eq!(rolls(&mut one, 4, 0, 200), rolls(&mut one, 39, 0, 200));
    }
}

/// An analysis tells the values that the choice was made by.
#[test]
fn an_analysis_has_the_means() {
    let state = State { turn: 6, rolls: 5, step: 9, ..Dice.state(&Deal { seed: 1 }) };
    let mut greedy = Greedy::new(Several {}, &Dice);
    for seed in 0..50 {
        let view = Dice.view(&state, Seat::new(0));
        let found = greedy.analyse(&view, &mut Rng::from_seed(seed)).unwrap();
        let [roll, hold] = [0, 1].map(|place| found.actions[place].value.unwrap());
        assert_eq!(hold, 6.0);
        // A sixteenth of a whole number, since so many draws were made; more than nothing at stake is lost with a one.
        assert_eq!((roll * 16.0).fract(), 0.0);
        assert!((0.0..11.0).contains(&roll), "{roll}");
        assert_eq!(found.choice == Action::Roll, roll > hold);
    }
}

/// Shares of the wins of `one` in so many pairs of games.
fn duel(one: &mut impl Agent<Dice>, two: &mut impl Agent<Dice>, pairs: u64) -> (f64, f64) {
    let shares: Vec<f64> = (0..pairs)
        .map(|deal| {
            let games = [0, 1].map(|own| {
                let mut state = Dice.state(&Dice.deal(DealSeed { seed: 3, deal }));
                one.start_game();
                two.start_game();
                while let Some(seat) = Dice.to_move(&state) {
                    let rng = &mut DecisionKey::new(3, deal, own, seat).at(Dice.clock(&state));
                    let view = Dice.view(&state, seat);
                    let is_own = seat.index() as u64 == own;
                    let choice =
                        if is_own { one.choose(&view, rng) } else { two.choose(&view, rng) };
                    Dice.apply(&mut state, choice.unwrap(), &mut ()).unwrap();
                }
                let share = Dice.outcome(&state).share[Seat::new(own as usize)];
                f64::from(share) / f64::from(WHOLE_WIN)
            });
            games.iter().sum::<f64>() / 2.0
        })
        .collect();
    mean(shares.iter().copied())
}

#[test]
fn a_search_whose_chance_is_judged_by_draws_is_stronger() {
    let settings = || Settings::default().with_iterations(30).unwrap();
    let mut several = Mcts::new(settings(), Several {}, &Dice);
    let mut one = Mcts::new(settings(), One {}, &Dice);
    let (share, error) = duel(&mut several, &mut one, 150);
    println!("{share} +- {error}");
    assert!(share - 4.0 * error > 0.5, "{share} +- {error}");
    let mut greedy = Greedy::new(Several {}, &Dice);
    let (share, error) = duel(&mut greedy, &mut Greedy::new(One {}, &Dice), 150);
    assert!(share - 4.0 * error > 0.8, "{share} +- {error}");
}

/// The generator is where one draw leaves it, so that choices are those that one draw gives.
#[test]
fn where_nothing_is_revealed_there_is_one_draw() {
    for seed in 0..50 {
        let state =
            State { die: 1 + (seed % 6) as u8, turn: 7, rolls: 5, ..Dice.state(&Deal { seed: 1 }) };
        let view = Dice.view(&state, Seat::new(0));
        let [mut several, mut one] = [Rng::from_seed(seed), Rng::from_seed(seed)];
        let choice = Greedy::new(Several {}, &Dice).choose(&view, &mut several).unwrap();
        assert_eq!(choice, Greedy::new(One {}, &Dice).choose(&view, &mut one).unwrap());
        assert_eq!(several, one);
    }
}

#[test]
fn every_agent_keeps_the_contract() {
    for look in [Horizon::Action, Horizon::Turn] {
        contract::check(&Dice, &Greedy::new(Several {}, &Dice).with_look(look), 0..20).unwrap();
    }
    let settings = Settings::default().with_iterations(20).unwrap();
    contract::check(&Dice, &Mcts::new(settings, Several {}, &Dice), 0..5).unwrap();
}

#[test]
fn greedy_that_depends_on_one_draw_is_told_where_to_look() {
    let steady = contract::check_draws(&Dice, Several {}, 0..30).unwrap();
    assert!(steady.decisions > 500, "{steady:?}");
    let error = contract::check_draws(&Dice, Peeking {}, 0..30).unwrap_err();
    let Unsteady::Often(Changes { first: Some((_, one, other)), .. }) = &error else {
        panic!("{error}");
    };
    assert!([["roll", "hold"], ["hold", "roll"]].contains(&[one, other].map(|text| &text[..])));
    let told = error.to_string();
    assert!(told.contains("`Judge::value`") && told.contains("`Judge::DRAWS`"), "{told}");
}

/// Built-in judges see one draw, since their values hardly depend on what is hidden.
#[test]
fn built_in_games_keep_their_choice() {
    fn check<G: Recorded + Playable>() {
        for preset in G::presets() {
            let Some(game) = crate::every_game::game::<G>(preset.name, &[], G::PLAYERS.0) else {
                continue;
            };
            let found = contract::check_draws(&game, G::Heuristic::standard(), 0..10);
            let changes = found.unwrap_or_else(|error| panic!("{}: {error}", G::ID));
            // Goofspiel has secret choices alone, which are mixed.
            assert_eq!(changes.decisions > 100, G::ID != "goofspiel", "{}: {changes:?}", G::ID);
        }
    }
    macro_rules! check_all {
        ($([$id:literal $module:ident: $whole:ident $($part:ident)*])*) => {
            $(
                #[cfg(feature = $id)]
                check::<drakkar_engine::games::$module::$whole>();
            )*
        };
    }
    drakkar_engine::for_each_game!(check_all);
}
