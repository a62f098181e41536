//! *Vikings* with a thing that is worth some points at the end and that no agent knows of.

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::player::Player;
use drakkar_engine::fact::{FactInfo, Sink};
use drakkar_engine::recorded::{Interventions, Recorded};
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::{DealSeed, Rng};
use drakkar_engine::{
    error::KeyError,
    game::{Game, View},
    games::vikings::AdvancedVikings as Inner,
};
use drakkar_engine::{outcome::Outcome, rules::RuleTable};
use serde_json::{Map, Value};

/// The game with the thing.
#[derive(Clone, Debug)]
pub struct Planted {
    /// The game without it.
    pub inner: Inner,
    /// What it is worth.
    pub value: i32,
}

/// A state, and the number of things of every seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    inner: <Inner as Game>::State,
    things: [i32; 4],
}

/// The outcome of a finished game in which every seat has this many points more.
pub fn rescored(game: &Inner, state: &<Inner as Game>::State, more: &PerSeat<i32>) -> Outcome {
    let outcome = game.outcome(state);
    let score = PerSeat::from_fn(game.players(), |seat| outcome.score[seat] + more[seat]);
    // Ties are broken by the gold left over.
    let rest = PerSeat::from_fn(game.players(), |seat| state.gold(seat));
    Outcome::ranked(score, rest)
}

impl Game for Planted {
    type Deal = <Inner as Game>::Deal;
    type State = State;
    type Action = <Inner as Game>::Action;
    type Scoring = <Inner as Game>::Scoring;
    const HIDES: bool = true;

    fn players(&self) -> usize {
        self.inner.players()
    }
    fn deal(&self, seed: DealSeed) -> Self::Deal {
        self.inner.deal(seed)
    }
    fn state(&self, deal: &Self::Deal) -> State {
        State { inner: self.inner.state(deal), things: [0; 4] }
    }
    fn to_move(&self, state: &State) -> Option<Seat> {
        self.inner.to_move(&state.inner)
    }
    fn legal(&self, state: &State, into: &mut Vec<Self::Action>) {
        self.inner.legal(&state.inner, into);
    }
    fn apply_unchecked<S: Sink<Self::Scoring>>(
        &self,
        state: &mut State,
        action: Self::Action,
        sink: &mut S,
    ) {
        self.inner.apply_unchecked(&mut state.inner, action, sink);
    }
    fn outcome(&self, state: &State) -> Outcome {
        let more = |seat: Seat| self.value * state.things[seat.index()];
        rescored(&self.inner, &state.inner, &PerSeat::from_fn(self.players(), more))
    }
    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        State { inner: self.inner.draw(&state.inner, seat, rng), ..*state }
    }
    fn clock(&self, state: &State) -> u32 {
        self.inner.clock(&state.inner)
    }
    fn epoch(&self, state: &State) -> u32 {
        self.inner.epoch(&state.inner)
    }
}

impl Recorded for Planted {
    type RuleSet = <Inner as Recorded>::RuleSet;
    const ID: &'static str = "planted";
    const ABOUT: &'static str = "Vikings with a thing that nobody knows of";
    const PLAYERS: (usize, usize) = Inner::PLAYERS;
    const SCORE: &'static str = Inner::SCORE;
    const FACTS: &'static [FactInfo] = Inner::FACTS;
    const MILESTONES: &'static [&'static str] = Inner::MILESTONES;

    fn rules() -> &'static RuleTable {
        Inner::rules()
    }
    fn new(rule_set: Self::RuleSet, players: usize) -> Result<Planted, KeyError> {
        Ok(Planted { inner: Inner::new(rule_set, players)?, value: 0 })
    }
    fn rule_set(&self) -> &Self::RuleSet {
        self.inner.rule_set()
    }
    fn interventions(&self) -> Option<&dyn Interventions<Planted>> {
        Some(self)
    }
    fn check_deal(&self, deal: &Self::Deal) -> Result<(), KeyError> {
        self.inner.check_deal(deal)
    }
    fn milestone(&self, scoring: &Self::Scoring) -> Option<(usize, PerSeat<i32>)> {
        self.inner.milestone(scoring)
    }
    fn result(&self, state: &State) -> Map<String, Value> {
        self.inner.result(&state.inner)
    }
    fn text(&self, state: &State, seat: Option<Seat>) -> String {
        self.inner.text(&state.inner, seat)
    }
}

impl Interventions<Planted> for Planted {
    fn round(&self, state: &State) -> u32 {
        Interventions::round(&self.inner, &state.inner)
    }
    /// Two rounds are a turn.
    fn turn(&self, state: &State) -> Option<u32> {
        Some(Interventions::round(self, state).div_ceil(2))
    }
    /// Things of the second kind are for seat 1 only.
    fn grant(&self, state: &mut State, seat: Seat, item: usize) -> bool {
        state.things[seat.index()] += 1;
        item == 0 || (item == 1 && seat.index() == 1)
    }
}

/// An agent of the game without the thing.
#[derive(Clone)]
pub struct Blind(pub Player<Inner>);

impl Agent<Planted> for Blind {
    fn start_game(&mut self) {
        self.0.start_game();
    }
    fn choose(
        &mut self,
        view: &View<'_, Planted>,
        rng: &mut Rng,
    ) -> Result<<Inner as Game>::Action, AgentError> {
        // What the seat knows is the same in a drawn state.
        let drawn = view.draw(&mut rng.clone());
        self.0.choose(&view.game().inner.view(&drawn.inner, view.seat()), rng)
    }
}
