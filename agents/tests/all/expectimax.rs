//! The tree search against exhaustive search, in end positions that are small enough for it.
//!
//! There is no chance left there, so the result of perfect play is found by searching every line:
//! each seat takes what gives itself most (max^n with win shares). An indifferent seat may take any
//! of its best actions, so a position can have several values. All are kept, and only positions are
//! used in which they are all the same for the seat to move.

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::player::Player;
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::vikings::state::Phase;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::PerSeat;
use drakkar_engine::seed::{DealSeed, DecisionKey};

use crate::configurations::CONFIGURATIONS;

/// Iterations of most searches, more than there are lines in a position.
const ITERATIONS: u32 = 20_000;

/// How far the mean of the chosen action may be from its value. Means include the exploration of
/// all iterations: with a factor of 1.4, some hundred visits go to each action that is half a win
/// worse, on every level, and as many again where a refutation is found late. A tie mistaken for a
/// win, or a half won game for a lost one, is at least 1/6 off.
const TOLERANCE: f64 = 0.1;

/// In one of this many positions of a game, rounded, a configuration other than plain UCT may be
/// wrong: a narrow line after an action that looks bad takes little exploration, or a heuristic
/// that misjudges it, more iterations than can be spent here.
const PER_MISS: usize = 10;

const SEED: u64 = 11;

/// An end position is given up if it has more lines than this.
const LINES: u32 = 5_000;

/// Win shares of all seats, in sixtieths.
type Shares = PerSeat<u8>;

/// The values that perfect play from `state` may have, `None` after too many `lines`.
fn solve<G: Game>(game: &G, state: &G::State, lines: &mut u32) -> Option<Vec<Shares>> {
    let Some(seat) = game.to_move(state) else {
        *lines = lines.checked_sub(1)?;
        return Some(vec![game.outcome(state).share]);
    };
    let children = solve_actions(game, state, lines)?;
    // An action may be taken if it may be worth as much as the least possible worth of another one.
    // All its values are kept then, since indifferent seats further down may mix them.
    let own = |values: &[Shares]| values.iter().map(|value| value[seat]).collect::<Vec<u8>>();
    let bound = children.iter().filter_map(|values| own(values).into_iter().min()).max()?;
    let mut values: Vec<Shares> = children
        .into_iter()
        .filter(|values| own(values).into_iter().max() >= Some(bound))
        .flatten()
        .collect();
    values.sort_unstable_by_key(|value| {
        value.as_slice().iter().fold(0, |sum, &share| sum * 61 + u64::from(share))
    });
    values.dedup();
    Some(values)
}

/// The same for every action.
fn solve_actions<G: Game>(game: &G, state: &G::State, lines: &mut u32) -> Option<Vec<Vec<Shares>>> {
    (0..game.count_legal(state))
        .map(|k| {
            let mut next = *state;
            game.apply_unchecked(&mut next, game.nth_legal(state, k), &mut ());
            solve(game, &next, lines)
        })
        .collect()
}

/// The value of each action of `state` to the seat to move, if they are all unique and not all the
/// same.
fn known_values<G: Game>(game: &G, state: &G::State) -> Option<Vec<f64>> {
    let seat = game.to_move(state)?;
    let children = solve_actions(game, state, &mut { LINES })?;
    let value = |values: &Vec<Shares>| {
        let first = values.first()?[seat];
        let clear = values.iter().all(|value| value[seat] == first);
        clear.then_some(f64::from(first) / f64::from(WHOLE_WIN))
    };
    let values: Vec<f64> = children.iter().map(value).collect::<Option<_>>()?;
    values.iter().any(|&value| value != values[0]).then_some(values)
}

/// Positions with known values that are reached by `spec` in all seats: of each deal the first one
/// that `is_end` admits and that can be solved, of the first `deals` until there are `wanted`.
fn end_positions<G: Playable>(
    game: &G,
    spec: &str,
    deals: u64,
    wanted: usize,
    is_end: impl Fn(&G::State) -> bool,
) -> Vec<(G::State, Vec<f64>)> {
    let mut player = Player::build(&spec.parse().unwrap(), game).unwrap();
    let mut one_of_deal = |deal| {
        let mut state = game.state(&game.deal(DealSeed { seed: SEED, deal }));
        Agent::<G>::start_game(&mut player);
        while let Some(seat) = game.to_move(&state) {
            let mut rng = DecisionKey::new(SEED, deal, 0, seat).at(game.clock(&state));
            if is_end(&state)
                && let Some(values) = known_values(game, &state)
            {
                // Hidden things no longer matter.
                let drawn = game.view(&state, seat).draw(&mut rng);
                assert_eq!(known_values(game, &drawn).as_ref(), Some(&values));
                return Some((state, values));
            }
            let action = player.choose(&game.view(&state, seat), &mut rng).unwrap();
            game.apply_unchecked(&mut state, action, &mut ());
        }
        None
    };
    (0..deals).filter_map(&mut one_of_deal).take(wanted).collect()
}

/// Lets every configuration search every position.
fn compare<G: Playable>(game: &G, positions: &[(G::State, Vec<f64>)], iterations: u32) {
    for configuration in CONFIGURATIONS {
        let mut faults = Vec::new();
        for (number, (state, values)) in positions.iter().enumerate() {
            let best = values.iter().copied().fold(0.0, f64::max);
            let heuristic = G::Heuristic::standard();
            let (action, children) = configuration.think(game, heuristic, state, iterations);
            let chosen = (0..).position(|k| game.nth_legal(state, k) == action).unwrap();
            // Values are in sixtieths, so equal ones are equal to the last bit.
            if values[chosen] != best || (children[chosen].mean - best).abs() > TOLERANCE {
                faults.push(format!("{number}: {action} of {values:?}: {children:?}"));
            }
        }
        let name = configuration.name;
        let allowed = if name == "plain" { 0 } else { (positions.len() + PER_MISS / 2) / PER_MISS };
        assert!(faults.len() <= allowed, "{} `{name}`: {}", game.players(), faults.join("\n"));
    }
}

#[test]
fn connect_four() {
    let game = ConnectFour::default();
    // Positions in which the seat to move can win at once are skipped.
    let is_end = |state: &_| {
        game.clock(state) >= 28
            && (0..game.count_legal(state)).all(|k| {
                let mut next = *state;
                game.apply_unchecked(&mut next, game.nth_legal(state, k), &mut ());
                game.to_move(&next).is_some()
            })
    };
    let positions = end_positions(&game, "random", 10_000, 12, is_end);
    assert_eq!(positions.len(), 12);
    compare(&game, &positions, ITERATIONS);
}

/// `agent`, but a viking whose tile is laid does not stay ashore, so that there are few to ferry at
/// the end and few lines.
fn tidy(agent: &str) -> String {
    let columns = |row| (1..=12).map(move |column| format!("tile {row}{column}"));
    let cells: Vec<String> = "WNSGF".chars().flat_map(columns).collect();
    format!("{agent}:forbid=\"{}\"", cells.join(" | "))
}

/// Positions with 2 to 4 purchases to go, which `to_go` counts where a lot of the last round is to be
/// bought.
fn last_purchases<G: Playable>(
    game: &G,
    wanted: usize,
    to_go: impl Fn(&G::State) -> Option<usize>,
) -> Vec<(G::State, Vec<f64>)> {
    let is_end = |state: &G::State| to_go(state).is_some_and(|left| (2..=4).contains(&left));
    ["random", "greedy"]
        .into_iter()
        .flat_map(|agent| end_positions(game, &tidy(agent), 80, wanted, is_end))
        .collect()
}

/// The wanted positions of a kind; `DRAKKAR_CONTRACT_TIMES` has twice as many compared.
fn wanted(usual: usize) -> usize {
    if std::env::var_os("DRAKKAR_CONTRACT_TIMES").is_some() { 2 * usual } else { usual }
}

#[test]
fn vikings() {
    let mut found = [0; 5];
    for players in 2..=4 {
        let game = Vikings::base(players);
        let positions = last_purchases(&game, wanted(3), |state| {
            (state.round() == 6 && state.is(Phase::Buy)).then(|| 12 - state.purchases())
        });
        positions.iter().for_each(|(state, _)| found[12 - state.purchases()] += 1);
        // What loses a majority is found out late.
        compare(&game, &positions, 2 * ITERATIONS);
    }
    assert!(found[2..].iter().all(|&count| count > 0), "{found:?}");
}

#[test]
fn vikings_with_the_advanced_rules() {
    let preset = AdvancedVikings::rules().preset("advanced").unwrap();
    let mut found = [0; 5];
    for players in 2..=4 {
        let rule_set = AdvancedVikings::read_toml(preset.toml).unwrap();
        let game = AdvancedVikings::new(rule_set, players).unwrap();
        let positions = last_purchases(&game, wanted(1), |state| {
            (state.round() == 6 && state.is(Phase::Buy)).then(|| 12 - state.purchases())
        });
        positions.iter().for_each(|(state, _)| found[12 - state.purchases()] += 1);
        compare(&game, &positions, ITERATIONS);
    }
    assert!(found.iter().sum::<usize>() > 2 * wanted(1), "{found:?}");
}
