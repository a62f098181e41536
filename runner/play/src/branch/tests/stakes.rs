//! A game in which everything has a known worth: the effects of branches are found exactly.

use std::fmt;
use std::str::FromStr;

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_engine::data::ToData;
use drakkar_engine::error::{KeyError, ParseError};
use drakkar_engine::fact::{FactInfo, Sink};
use drakkar_engine::game::{Game, View};
use drakkar_engine::outcome::Outcome;
use drakkar_engine::recorded::{Interventions, Recorded};
use drakkar_engine::rules::{Key, Preset, RuleTable};
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::{DealSeed, Rng};
use drakkar_stats::worth::Estimate;
use serde::{Deserialize, Serialize};

use super::{Branching, Treatment, branching, cells, play};
use crate::appraisal::{Appraisal, Continuation, Part};
use crate::branching::OTHERS;
use crate::discovery::{Discovery, DiscoveryQuery, discovery};

const SEATS: usize = 2;
const ROUNDS: usize = 4;

/// What beginning each round gives.
const FIRST: [i32; ROUNDS] = [5, -2, 3, 7];
/// What each thing gives by round.
const VALUES: [[i32; ROUNDS]; 2] = [[6, 4, 2, 8], [5, 1, -3, 8]];
/// How many times in each round a seat decides whether it takes one.
const CHOICES: [u32; ROUNDS] = [3, 1, 2, 1];

/// In each round, the seat that begins it gets something; then each seat may take one of two things so many times.
/// The first place goes round.
#[derive(Clone, Debug)]
pub struct Stakes(RuleSet);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// Whether a round may be the last one before all are played, each with probability 1/2.
    ends: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    rounds: usize,
}

drakkar_engine::data!(RuleSet, Deal);

static RULES: RuleTable = RuleTable::new(
    Stakes::ID,
    &[Preset { name: "all", about: "all rounds", toml: "ends = false\n" }],
    &[Key::switch("ends", "")],
);

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    rounds: usize,
    round: usize,
    first: usize,
    /// Decisions made in this round.
    made: u32,
    points: [i32; SEATS],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Take(usize),
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            ["take a", "take b", "pass"][if let Action::Take(kind) = self { *kind } else { 2 }],
        )
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let all = [Action::Take(0), Action::Take(1), Action::Pass];
        let found = all.into_iter().find(|action| action.to_string() == text);
        found.ok_or_else(|| ParseError::new("action", text, "expected such as `take a`"))
    }
}

impl Stakes {
    fn begin(state: &mut State) {
        state.made = 0;
        state.points[state.first] += FIRST[state.round];
    }
}

impl Game for Stakes {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = ();
    const HIDES: bool = false;

    fn players(&self) -> usize {
        SEATS
    }
    fn deal(&self, seed: DealSeed) -> Deal {
        let mut rng = Rng::from_seed(seed.seed.wrapping_mul(1 << 40).wrapping_add(seed.deal));
        let mut rounds = ROUNDS;
        if self.0.ends {
            rounds = 1 + (1..ROUNDS).take_while(|_| rng.below(2) == 0).count();
        }
        Deal { rounds }
    }
    fn state(&self, deal: &Deal) -> State {
        let mut state =
            State { rounds: deal.rounds, round: 0, first: 0, made: 0, points: [0; SEATS] };
        Stakes::begin(&mut state);
        state
    }
    fn to_move(&self, state: &State) -> Option<Seat> {
        let seat = (state.first + state.made as usize) % SEATS;
        (state.round < state.rounds).then(|| Seat::new(seat))
    }
    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        if self.to_move(state).is_some() {
            into.extend([Action::Take(0), Action::Take(1), Action::Pass]);
        }
    }
    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, action: Action, _: &mut S) {
        if let (Some(seat), Action::Take(kind)) = (self.to_move(state), action) {
            state.points[seat.index()] += VALUES[kind][state.round];
        }
        state.made += 1;
        if state.made == SEATS as u32 * CHOICES[state.round] {
            state.round += 1;
            if state.round < state.rounds {
                state.first = (state.first + 1) % SEATS;
                Stakes::begin(state);
            }
        }
    }
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(SEATS, |seat| state.points[seat.index()]))
    }
    fn clock(&self, state: &State) -> u32 {
        (state.round as u32) << 8 | state.made
    }
}

impl Recorded for Stakes {
    type RuleSet = RuleSet;
    const ID: &'static str = "stakes";
    const ABOUT: &'static str = "everything has a known worth";
    const PLAYERS: (usize, usize) = (SEATS, SEATS);
    const SCORE: &'static str = "points";
    const FACTS: &'static [FactInfo] = &[];

    fn rules() -> &'static RuleTable {
        &RULES
    }
    fn new(rules: RuleSet, _: usize) -> Result<Stakes, KeyError> {
        RULES.check(&rules.to_data())?;
        Ok(Stakes(rules))
    }
    fn rule_set(&self) -> &RuleSet {
        &self.0
    }
    fn text(&self, state: &State, _: Option<Seat>) -> String {
        format!("{state:?}\n")
    }
    fn interventions(&self) -> Option<&dyn Interventions<Stakes>> {
        Some(self)
    }
}

impl Interventions<Stakes> for Stakes {
    fn round(&self, state: &State) -> u32 {
        state.round as u32 + 1
    }
    fn first(&self, state: &State) -> Option<Seat> {
        Some(Seat::new(state.first))
    }
    fn set_first(&self, state: &mut State, seat: Seat) -> bool {
        state.points[state.first] -= FIRST[state.round];
        state.first = seat.index();
        Stakes::begin(state);
        true
    }
}

/// Takes what is worth most of what is not forbidden to it, or passes.
#[derive(Clone)]
struct Taker {
    forbidden: Option<usize>,
}

impl Agent<Stakes> for Taker {
    fn start_game(&mut self) {}
    fn choose(&mut self, view: &View<'_, Stakes>, rng: &mut Rng) -> Result<Action, AgentError> {
        let round = view.draw(rng).round;
        let value = |kind: usize| VALUES[kind][round];
        let may = (0..2).filter(|&kind| Some(kind) != self.forbidden && value(kind) > 0);
        // Of equal ones the first.
        let best = may.rev().max_by_key(|&kind| value(kind));
        Ok(best.map_or(Action::Pass, Action::Take))
    }
}

const ALL: [u32; ROUNDS] = [1, 2, 3, 4];
const CONTINUATION: Continuation = Continuation { agent: 0, rules: 0 };

fn stakes(ends: bool) -> Stakes {
    Stakes(RuleSet { ends })
}

fn plan(treatment: Treatment) -> Branching {
    let mut plan = branching(&[("a", 0), ("b", 1)], cells(treatment, 2, &ALL), false);
    plan.against = "pass".into();
    plan.next = treatment == Treatment::Take;
    plan
}

/// Free agents, and those that may not take a kind.
fn takers() -> Vec<Taker> {
    [None, Some(0), Some(1)].map(|forbidden| Taker { forbidden }).to_vec()
}

/// The mean of figures of rounds, each of which counts by its weight.
fn mean(figures: [i32; ROUNDS], weights: [u32; ROUNDS]) -> f64 {
    let sum: f64 =
        figures.iter().zip(weights).map(|(&one, weight)| f64::from(one) * f64::from(weight)).sum();
    sum / f64::from(weights.iter().sum::<u32>())
}

#[test]
fn a_thing_has_a_worth_against_nothing_by_decision_and_against_the_next() {
    let (game, plan) = (stakes(false), plan(Treatment::Take));
    let branches = play(&[game], &plan, takers, 5, 240);
    let appraisal = Appraisal { branching: &plan, branches: &branches, players: SEATS };
    // What is taken in the place of each: the other one if it is worth anything, otherwise nothing.
    let instead = [1, 0].map(|other: usize| VALUES[other].map(|value: i32| value.max(0)));
    for kind in 0..2 {
        let of = |part| appraisal.pooled(Treatment::Take, kind, CONTINUATION, part).unwrap().margin;
        let [worth, next] = [Part::Worth, Part::Next].map(of);
        let close = |found: Estimate, truth: f64| (found.value - truth).abs() < 1e-12;
        assert!(close(worth, mean(VALUES[kind], [1; ROUNDS])) && worth.error == 0.0);
        let against: [i32; ROUNDS] =
            std::array::from_fn(|round| VALUES[kind][round] - instead[kind][round]);
        assert!(close(next, mean(against, [1; ROUNDS])) && next.error == 0.0);
        let [often, share] = appraisal.per_decision(kind, CONTINUATION).unwrap();
        assert!(close(often, mean(VALUES[kind], CHOICES)), "{often:?}");
        assert!(share.value.is_finite());
        assert_eq!(appraisal.takes(kind, CONTINUATION), Some([1.0, 0.0][kind]));
        for (cell, entry) in plan.cells_of(kind, Treatment::Take) {
            let choices = SEATS as u32 * CHOICES[entry.round as usize - 1];
            assert_eq!(appraisal.per_game(cell), Some(f64::from(choices)));
        }
    }
    // The first one is worth 5, 4.857 if decisions count alike, and 2 against the next.
    assert_eq!(mean(VALUES[0], [1; ROUNDS]), 5.0);
    assert!((mean(VALUES[0], CHOICES) - 34.0 / 7.0).abs() < 1e-12);
}

/// If all are compared with what is taken instead, that is the worth.
#[test]
fn the_next_is_what_anything_else_is_compared_with() {
    let mut against_others = plan(Treatment::Take);
    against_others.against = OTHERS.into();
    against_others.next = false;
    let openers = || {
        // Opening with a kind is left to an agent only if it has several actions.
        let pairs = [Some(1), Some(0), Some(0), Some(1)].map(|forbidden| Taker { forbidden });
        [&takers()[..1], &pairs].concat()
    };
    let game = stakes(false);
    let others = play(std::slice::from_ref(&game), &against_others, openers, 5, 240);
    let beside = play(&[game], &plan(Treatment::Take), takers, 5, 240);
    for (others, beside) in others.sums.iter().zip(&beside.sums) {
        assert_eq!(others.margin.worth.contrast(), beside.margin.next);
        assert_eq!(others.margin.next.blocks, 0);
    }
}

#[test]
fn beginning_a_round_has_a_worth_for_good_and_one_for_this_round_alone() {
    let mut plan = plan(Treatment::Start);
    plan.kinds.truncate(1);
    plan.cells.truncate(ROUNDS);
    let branches = play(&[stakes(false)], &plan, || takers()[..1].to_vec(), 5, 120);
    let appraisal = Appraisal { branching: &plan, branches: &branches, players: SEATS };
    for round in 0..ROUNDS {
        let of = |part| appraisal.of_cell(round, CONTINUATION, part).unwrap()[0];
        let [good, once] = [Part::Worth, Part::Once].map(of);
        // What one seat gets, the other does not: it counts twice. The first place then changes at every round.
        let after = FIRST[round..].iter().rev().fold(0, |after, first| first - after);
        assert_eq!((good.value, good.error), (2.0 * f64::from(after), 0.0), "round {round}");
        assert_eq!((once.value, once.error), (2.0 * f64::from(FIRST[round]), 0.0), "round {round}");
    }
    assert_eq!(
        branches.of(ROUNDS - 1)[0].margin.worth.contrast(),
        branches.of(ROUNDS - 1)[0].margin.once
    );
}

/// In a game that ends early, rounds count by how many games reach them.
#[test]
fn rounds_that_few_games_reach_count_less() {
    let game = stakes(true);
    let (at, pursue) = ("take *".parse().unwrap(), []);
    let games = 2000;
    let query =
        DiscoveryQuery { at: &at, against: "pass", items: None, pursue: &pursue, seed: 3, games };
    let found: Discovery = discovery(&game, &mut takers()[0], &query).unwrap();
    let deals =
        (0..games).map(|number| game.deal(DealSeed { seed: 3, deal: u64::MAX - number }).rounds);
    let deals: Vec<usize> = deals.collect();
    let reached = |round: usize| deals.iter().filter(|&&rounds| rounds >= round).count() as u64;
    assert_eq!(found.reached, [1, 2, 3, 4].map(reached));
    assert!(found.reached[3] * 5 < found.reached[0] && found.rounds() == 4);
    let all = discovery(&stakes(false), &mut takers()[0], &query).unwrap();
    assert_eq!((all.weights(), all.rounds()), (Vec::new(), 4));
    let mut plan = plan(Treatment::Take);
    plan.reached = found.weights();
    let branches = play(std::slice::from_ref(&game), &plan, takers, 5, 400);
    let appraisal = Appraisal { branching: &plan, branches: &branches, players: SEATS };
    let worth = appraisal.pooled(Treatment::Take, 0, CONTINUATION, Part::Worth).unwrap().margin;
    let weights: [u32; ROUNDS] = std::array::from_fn(|round| found.reached[round] as u32);
    assert!((worth.value - mean(VALUES[0], weights)).abs() < 1e-9, "{worth:?}");
    // Nearly what the rounds are worth that are played: 6, 4, 2 and 8, each half as often as the one before.
    assert!((worth.value - mean(VALUES[0], [8, 4, 2, 1])).abs() < 0.1, "{worth:?}");
    // How often decisions occur is estimated, with an error that is as large as it is said to be.
    let truth = mean(VALUES[0], [8 * 3, 4, 2 * 2, 1]);
    let missed = (0..100).filter(|&seed| {
        let branches = play(std::slice::from_ref(&game), &plan, takers, seed, 400);
        let appraisal = Appraisal { branching: &plan, branches: &branches, players: SEATS };
        let (low, high) = appraisal.per_decision(0, CONTINUATION).unwrap()[0].alone();
        assert!(high - low < 0.4, "{low} to {high}");
        truth < low || truth > high
    });
    let missed = missed.count();
    assert!(missed <= 10, "{missed}");
}

/// A plan that says how often rounds are reached says it of all its rounds.
#[test]
fn every_round_has_a_weight() {
    let mut plan = plan(Treatment::Take);
    assert!(plan.fits(1));
    for (reached, fits) in
        [(vec![9, 3, 2, 1], true), (vec![9, 3], false), (vec![9, 3, 2, 0], false)]
    {
        plan.reached = reached;
        assert_eq!(plan.fits(1), fits);
    }
}
