use super::*;
use crate::schedule::order_of;
use drakkar_agents::random::Random;
use drakkar_engine::games::connect_four::{Action, ConnectFour, State};
use drakkar_engine::seed::DealSeed;

type Step = (State, Seat, Action);

struct Steps(Vec<Step>);

impl Observer<ConnectFour> for Steps {
    fn decision(&mut self, _: &ConnectFour, state: &State, seat: Seat, action: Action) {
        self.0.push((*state, seat, action));
    }
}

fn play(from: &mut State) -> Vec<Step> {
    let mut steps = Steps(Vec::new());
    let (game, order) = (ConnectFour::default(), order_of(&[0, 0]));
    let (keys, stop) = (&keys(3, 9, 1, 2), &AtomicBool::new(false));
    let seated = &mut SeatedAgents { agents: &mut [Random::default()], order: &order, keys, stop };
    play_on(&game, from, &mut Past::new(), seated, None, Some(&mut steps)).unwrap();
    steps.0
}

#[test]
fn a_game_goes_on_from_any_of_its_states_as_it_did() {
    let game = ConnectFour::default();
    let mut end = game.state(&game.deal(DealSeed { seed: 3, deal: 9 }));
    let steps = play(&mut end);
    for cut in [1, steps.len() / 2, steps.len() - 1] {
        let mut state = steps[cut].0;
        assert_eq!(play(&mut state), steps[cut..]);
        assert_eq!(state, end);
    }
}

/// Always drops into the first column.
#[derive(Clone)]
struct Stubborn;

impl Agent<ConnectFour> for Stubborn {
    fn start_game(&mut self) {}
    fn choose(
        &mut self,
        _: &View<'_, ConnectFour>,
        _: &mut drakkar_engine::seed::Rng,
    ) -> Result<Action, AgentError> {
        Ok(Action::Drop { column: 0 })
    }
}

/// Forgives fouls, and keeps the decisions.
struct Forgiving(Vec<Step>, Vec<Foul>, bool);

impl Observer<ConnectFour> for Forgiving {
    fn decision(&mut self, _: &ConnectFour, state: &State, seat: Seat, action: Action) {
        self.0.push((*state, seat, action));
    }

    fn asks_agents(&mut self) -> bool {
        self.2
    }

    fn forgives(&mut self, foul: &Foul) -> bool {
        self.1.push(foul.clone());
        true
    }
}

/// A seat whose foul is forgiven plays as a random agent from there on, with the seat's own numbers.
#[test]
fn a_seat_that_loses_by_a_foul_plays_at_random() {
    let (game, keys) = (ConnectFour::default(), keys(0, 0, 0, 2));
    let told = [false, true].map(|asks| {
        let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
        let mut watch = Forgiving(Vec::new(), Vec::new(), asks);
        let (mut agents, order) = ([Stubborn, Stubborn], order_of(&[0, 1]));
        let stop = &AtomicBool::new(false);
        let seated = &mut SeatedAgents { agents: &mut agents, order: &order, keys: &keys, stop };
        play_on(&game, &mut state, &mut Past::new(), seated, None, Some(&mut watch)).unwrap();
        assert_eq!(game.to_move(&state), None);
        watch
    });
    assert_eq!((&told[0].0, &told[0].1), (&told[1].0, &told[1].1));
    let Forgiving(steps, fouls, _) = &told[0];
    assert_eq!(fouls.iter().map(|foul| foul.seat.index()).collect::<Vec<_>>(), [0, 1]);
    for (state, seat, action) in &steps[6..] {
        let mut rng = keys[seat.index()].at(game.clock(state));
        if *seat == fouls[0].seat {
            assert_eq!(*action, game.random_legal(state, &mut rng));
        }
    }
    assert!(steps.len() > 8);
}

#[test]
fn an_illegal_choice_ends_the_game_with_its_reason() {
    let game = ConnectFour::default();
    let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    let order = order_of(&[0, 0]);
    let (keys, stop) = (&keys(0, 0, 0, 2), &AtomicBool::new(false));
    let seated = &mut SeatedAgents { agents: &mut [Stubborn], order: &order, keys, stop };
    let foul = play_on(&game, &mut state, &mut Past::new(), seated, None, None);
    assert_eq!(foul.unwrap_err().to_string(), "seat 0 chose `drop 1`, which is not legal");
    assert_eq!(game.clock(&state), 6);
}
