//! Agents, single states and rows of games of every game, under every preset and number of seats.

use std::collections::BTreeSet;

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::heuristic::Playable;
use drakkar_agents::random::Random;
use drakkar_agents::registry::{AnyGame, Registry};
use drakkar_engine::games::IDS;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use drakkar_labs::{EveryGame, Lab, Labs};
use drakkar_play::erased::{Seated, Table};
use drakkar_play::position::{ActionName, GamePosition, PositionError};
use drakkar_play::rows_of_games::{RowBuffers, RowError, RowsOfGames};

/// Every preset with every number of seats; once if it has two names.
fn tables(lab: &Lab) -> Vec<Box<dyn Table>> {
    let mut tables = Vec::new();
    let mut known = Vec::new();
    for (_, rules) in lab.presets() {
        if known.contains(rules) {
            continue;
        }
        known.push(rules.clone());
        for players in lab.info().players.0..=lab.info().players.1 {
            tables.push(lab.open(std::slice::from_ref(rules), players).unwrap());
        }
    }
    tables
}

fn every_table(check: impl Fn(&str, &dyn Table)) {
    for lab in Labs::standard().iter() {
        for table in tables(lab) {
            check(lab.info().id, &*table);
        }
    }
}

/// Plays random actions to the end and shows every state in which somebody decides.
fn walk(
    position: &mut dyn GamePosition,
    rng: &mut Rng,
    mut show: impl FnMut(&dyn GamePosition, &mut Rng),
) {
    while position.to_move().is_some() {
        show(position, rng);
        let k = rng.below(position.count_legal());
        position.apply(ActionName::Nth(k.into())).unwrap();
    }
}

#[test]
fn actions_are_numbered_by_their_sorted_texts_and_none_is_missing() {
    every_table(|id, table| {
        let actions = table.actions().expect(id);
        assert!(actions.is_sorted_by(|one, two| one < two), "{id}");
        let greedy = table.seat(&[Seated::new(&"greedy".parse().unwrap())]).unwrap();
        for deal in 0..3 {
            let mut position = table.position(DealSeed { seed: 3, deal });
            while position.to_move().is_some() {
                let (texts, numbers) = (position.legal(), position.legal_numbers().unwrap());
                let named: BTreeSet<&String> =
                    numbers.iter().map(|&number| &actions[number as usize]).collect();
                assert_eq!(named, texts.iter().collect(), "{id}");
                let choice = greedy.ask(0, &*position, 5).unwrap();
                let number = actions.iter().position(|text| *text == choice).unwrap();
                let mut twin = position.copied();
                position.apply(ActionName::Number(number as u64)).unwrap();
                twin.apply(ActionName::Text(&choice)).unwrap();
                assert!(position.is_same(&*twin), "{id}");
            }
        }
    });
}

#[test]
fn a_draw_looks_the_same_to_its_seat_and_a_log_gives_the_state_again() {
    every_table(|id, table| {
        let mut position = table.position(DealSeed { seed: 4, deal: 1 });
        let inputs = table.inputs().len();
        walk(&mut *position, &mut Rng::from_seed(2), |position, rng| {
            let seat = position.to_move().unwrap();
            let (mut seen, mut again) = (vec![7.0; inputs], vec![9.0; inputs]);
            let drawn = position.draw(seat, rng.word());
            position.observe(seat, &mut seen);
            drawn.observe(seat, &mut again);
            assert_eq!(seen, again, "{id}");
            assert_eq!(position.text(Some(seat)), drawn.text(Some(seat)), "{id}");
            assert_eq!(position.fields(seat), drawn.fields(seat), "{id}");
            assert_eq!(position.legal(), drawn.legal(), "{id}");
            if rng.below(8) == 0 {
                for one in [position, &*drawn] {
                    let recalled = table.recall(&one.log()).unwrap();
                    assert!(recalled.is_same(one) && recalled.log() == one.log(), "{id}");
                }
                assert_eq!(drawn.record("custom", &[]), Err(PositionError::Drawn));
            }
        });
        let agents = vec!["random".to_owned(); table.players()];
        let record = position.record("custom", &agents).unwrap();
        let lab = Labs::standard();
        lab.find(id).unwrap().verify(&record).unwrap();
    });
}

/// Two deals that look alike to a seat give it the same information, and an own decision changes it.
#[test]
fn information_is_that_of_the_seat_alone() {
    every_table(|id, table| {
        let mut position = table.position(DealSeed { seed: 4, deal: 1 });
        let mut known = vec![BTreeSet::new(); table.players()];
        walk(&mut *position, &mut Rng::from_seed(2), |position, _| {
            let seat = position.to_move().unwrap();
            assert!(known[seat.index()].insert(position.information(seat)), "{id}");
        });
    });
}

#[test]
fn agents_play_on_from_a_position() {
    every_table(|id, table| {
        let crew = table.seat(&[Seated::new(&"greedy".parse().unwrap())]).unwrap();
        let position = table.position(DealSeed { seed: 4, deal: 1 });
        let all = vec![0; table.players()];
        let end = crew.playout(&all, &*position, 7).unwrap();
        assert_eq!(end, crew.playout(&all, &*position, 7).unwrap(), "{id}");
        let opinion = crew.think(0, &*position, 7).unwrap();
        assert_eq!(opinion.choice, crew.ask(0, &*position, 7).unwrap(), "{id}");
        assert_eq!(opinion.actions.len(), position.count_legal() as usize, "{id}");
    });
    let labs = Labs::standard();
    let open = |id: &str, players| {
        let lab = labs.find(id).unwrap();
        let (_, rules) = lab.presets().next().unwrap();
        lab.open(std::slice::from_ref(rules), players).unwrap()
    };
    let crew = open("goofspiel", 2).seat(&[Seated::new(&"random".parse().unwrap())]).unwrap();
    for (id, players) in [("goofspiel", 3), ("connect-four", 2)] {
        let position = open(id, players).position(DealSeed { seed: 0, deal: 0 });
        assert_eq!(crew.ask(0, &*position, 1), Err(PositionError::Stranger));
    }
}

#[test]
fn what_is_not_possible_is_refused_and_changes_nothing() {
    every_table(|id, table| {
        let mut position = table.position(DealSeed { seed: 4, deal: 1 });
        let (before, all) = (position.copied(), table.actions().unwrap());
        let legal = position.legal();
        let illegal = all.iter().find(|text| !legal.contains(text));
        let count = u64::from(position.count_legal());
        let texts = ["", "nonsense", "buy 99999999999999999999"]
            .into_iter()
            .chain(illegal.map(String::as_str));
        let names = texts.map(ActionName::Text).chain([
            ActionName::Number(all.len() as u64),
            ActionName::Number(u64::MAX),
            ActionName::Nth(count),
            ActionName::Nth(u64::MAX),
        ]);
        for name in names {
            assert!(position.apply(name).is_err(), "{id} {name:?}");
            assert!(position.is_same(&*before), "{id}");
        }
        walk(&mut *position, &mut Rng::from_seed(2), |_, _| {});
        assert_eq!(position.apply(ActionName::Nth(0)), Err(PositionError::Over), "{id}");
        assert!(position.legal().is_empty() && position.legal_numbers() == Some(Vec::new()));
    });
}

/// Lists for all rows.
struct Lists {
    inputs: Vec<f32>,
    mask: Vec<bool>,
    to_move: Vec<i64>,
    rewards: Vec<f32>,
    done: Vec<bool>,
}

impl Lists {
    fn of(games: &dyn RowsOfGames) -> Lists {
        let rows = games.rows();
        Lists {
            inputs: vec![7.0; rows * games.inputs()],
            mask: vec![true; rows * games.actions().unwrap()],
            to_move: vec![-1; rows],
            rewards: vec![7.0; rows * games.players()],
            done: vec![true; rows],
        }
    }

    fn split(&mut self) -> (RowBuffers<'_>, &mut [f32], &mut [bool]) {
        let Lists { inputs, mask, to_move, rewards, done } = self;
        let into = RowBuffers { inputs: Some(inputs), mask: Some(mask), to_move: Some(to_move) };
        (into, rewards, done)
    }

    fn bytes(&self) -> Vec<u8> {
        self.mask.iter().copied().map(u8::from).collect()
    }
}

/// Rows are games of their own: each is as if it was played alone, whatever the number of threads.
#[test]
fn rows_are_games_whatever_the_number_of_threads() {
    const ROWS: usize = 130;
    every_table(|id, table| {
        let mut ended = Vec::new();
        for threads in [1, 3] {
            let mut games = table.rows_of_games(ROWS, 9);
            let (mut lists, mut chosen) = (Lists::of(&*games), vec![0; ROWS]);
            let actions = games.actions().unwrap();
            let mut alone: Vec<_> =
                (0..3).map(|deal| table.position(DealSeed { seed: 9, deal })).collect();
            games.reset(9, threads, lists.split().0).unwrap();
            let (mut sum, mut over) = (0_u64, 0);
            for _ in 0..120 {
                for (row, position) in alone.iter().enumerate() {
                    let (seat, players) = (position.to_move().unwrap(), table.players() as f32);
                    assert_eq!(lists.to_move[row], seat.index() as i64, "{id}");
                    let mask = &lists.mask[row * actions..][..actions];
                    let legal: Vec<u32> = (0..)
                        .zip(mask)
                        .filter(|(_, yes)| **yes)
                        .map(|(number, _)| number)
                        .collect();
                    assert_eq!(Some(legal), position.legal_numbers(), "{id}");
                    let mut seen = vec![0.0; games.inputs()];
                    position.observe(seat, &mut seen);
                    assert_eq!(lists.inputs[row * games.inputs()..][..games.inputs()], seen);
                    assert!(games.position(row).is_same(&**position) && players > 1.0, "{id}");
                }
                games.sample(Some(&lists.bytes()), &mut chosen).unwrap();
                let (into, rewards, done) = lists.split();
                games.step(&chosen, threads, into, rewards, done).unwrap();
                over += lists.done.iter().filter(|&&done| done).count();
                for (row, position) in alone.iter_mut().enumerate() {
                    position.apply(ActionName::Number(chosen[row] as u64)).unwrap();
                    let rewards = &lists.rewards[row * table.players()..][..table.players()];
                    assert_eq!(lists.done[row], position.to_move().is_none(), "{id}");
                    let outcome = position.outcome();
                    for (seat, &reward) in Seat::all(table.players()).zip(rewards) {
                        let share = table.players() as f64 * outcome.win_share(seat) - 1.0;
                        let expected = if lists.done[row] { share } else { 0.0 };
                        assert!((f64::from(reward) - expected).abs() < 1e-6, "{id}");
                    }
                    if lists.done[row] {
                        // The next deal of this row follows those of all others.
                        let deal = (row + ROWS) as u64;
                        *position = table.position(DealSeed { seed: 9, deal });
                    }
                }
                for &number in &chosen {
                    sum = sum.wrapping_mul(31).wrapping_add(number as u64);
                }
                if lists.done[..alone.len()].contains(&true) {
                    // One change of deals was seen for each.
                    break;
                }
            }
            ended.push((sum, over, lists.inputs));
        }
        assert!(ended[0] == ended[1], "{id}");
    });
}

#[test]
fn a_step_with_an_illegal_action_does_nothing() {
    let labs = Labs::standard();
    let lab = labs.find("connect-four").unwrap();
    let (_, rules) = lab.presets().next().unwrap();
    let table = lab.open(std::slice::from_ref(rules), 2).unwrap();
    let mut games = table.rows_of_games(2, 0);
    let mut lists = Lists::of(&*games);
    for (chosen, error) in [
        ([0, 7], "row 1: there is no action number 7: there are 7, from 0"),
        ([-1, 0], "row 0: there is no action number -1: there are 7, from 0"),
    ] {
        let (into, rewards, done) = lists.split();
        let refused = games.step(&chosen, 1, into, rewards, done).unwrap_err();
        assert_eq!(refused.to_string(), error);
    }
    assert!(games.position(0).is_same(&*table.position(DealSeed { seed: 0, deal: 0 })));
    for _ in 0..6 {
        let (into, rewards, done) = lists.split();
        games.step(&[3, 2], 1, into, rewards, done).unwrap();
    }
    let before = games.position(1);
    let (into, rewards, done) = lists.split();
    let refused = games.step(&[3, 1], 1, into, rewards, done).unwrap_err();
    assert_eq!(refused.to_string(), "row 0: action `drop 4` is not legal here");
    assert!(games.position(1).is_same(&*before));
    let nothing = vec![0; 2 * 7];
    assert_eq!(games.sample(Some(&nothing), &mut [0, 0]), Err(RowError::NothingAllowed { row: 0 }));
}

struct Any;

impl AnyGame for Any {
    fn build<G: Playable>(&self, _: &G, _: &str) -> Result<Box<dyn Agent<G>>, AgentError> {
        Ok(Box::new(Random::default()))
    }
}

#[test]
fn an_agent_for_every_game_is_one_for_every_game() {
    let registry = Registry::new().with_every_game("any", "anything", Any);
    let mut ids = IDS.to_vec();
    ids.sort_unstable();
    assert_eq!(registry.agents()[0].games(), ids);
}
