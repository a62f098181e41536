//! Secret choices: mixed strategies for all seats that choose face down in one turn.
//!
//! A choice that lies face down cannot be answered by those that follow, so no order of the seats is
//! better than another, and a choice that can be foreseen can be exploited. Therefore the choices of all
//! seats in a turn, those already made and those to come, are taken as one game in which everybody
//! chooses at once. Its end is where the choices become visible, and its values are what the heuristic
//! or the net expects there. It is solved by regret matching (Hart, Mas-Colell, *A simple adaptive
//! procedure leading to correlated equilibrium*, 2000), with regrets that never fall below zero and later
//! iterations weighing more (Tammelin, *Solving large imperfect information games using CFR+*, 2014):
//! between two seats that want the opposite, the average strategies approach an equilibrium.

mod answer;
mod choice;

use drakkar_engine::game::{Game, View};
use drakkar_engine::past::{Recall, Recalled, Unseen, is_face_down};
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::Rng;

pub(crate) use self::answer::answer;
use self::choice::Strategy;
use crate::features::Features;
use crate::forecast::Predictor;
use crate::heuristic::{Judge, best};

/// Rounds of regret matching where the values of all combinations of choices are known.
const ROUNDS: u32 = 24;
/// The same with more than two seats that choose.
const ROUNDS_TOGETHER: u32 = 40;
/// The same where each round plays one combination and looks at what every seat could have chosen instead.
const SAMPLED_ROUNDS: u32 = 48;
/// Most combinations that are all tried.
const COMBINATIONS: usize = 4096;
/// So many combinations and draws of what is hidden are tried, or each combination once.
const TRIES: usize = 512;
/// Most draws of what is hidden.
const DRAWS: usize = 16;
/// Draws in which the choices of the others are looked for.
const LOOKS: u64 = 4;
/// Decisions after which a turn that reveals nothing is judged where it stands.
const LONGEST: u32 = 200;

/// Makes the first secret choice of a seat.
type Choosing<'c, A> = dyn FnMut(Seat, &[A], &mut Rng) -> A + 'c;

/// The strategies of a turn.
#[derive(Debug)]
pub(crate) struct Secrets<G: Game> {
    past: Recall<G>,
    epoch: u32,
    /// The decision at hand is the first.
    choices: Vec<Strategy<G::Action>>,
    /// Scratch: values of each combination to each seat with a choice, the place of each choice, legal
    /// actions.
    payoffs: Vec<f64>,
    places: Vec<usize>,
    actions: Vec<G::Action>,
}

impl<G: Game> Secrets<G> {
    pub(crate) fn new() -> Secrets<G> {
        Secrets {
            past: Recall::default(),
            epoch: 0,
            choices: Vec::new(),
            payoffs: Vec::new(),
            places: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// What was decided before the next decision.
    #[inline(always)]
    pub(crate) fn remember(&mut self, past: Recalled<'_, G>) {
        if !past.is_empty() || self.is_open() {
            self.past.keep(past);
        }
    }

    /// A decision begins, for which there are no strategies yet.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.choices.clear();
    }

    /// Forgets what was decided before.
    pub(crate) fn forget(&mut self) {
        self.past.clear();
    }

    /// Whether something lies face down that the next decision follows.
    pub(crate) fn is_open(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there are strategies.
    pub(crate) fn is_solved(&self) -> bool {
        !self.choices.is_empty()
    }

    /// Whether the decision between `actions` is made face down, or follows choices that were. Which
    /// decisions are secret is public, so any drawn state will do.
    #[inline(always)]
    pub(crate) fn concern(&self, game: &G, drawn: &G::State, actions: &[G::Action]) -> bool {
        G::HIDES && (self.is_open() || is_face_down(game, drawn, actions))
    }

    /// Finds strategies for the decision of `view` among `allowed` actions, and for the others, in this
    /// epoch.
    pub(crate) fn solve<J: Judge<G>, F: Features<G>>(
        &mut self,
        view: &View<'_, G>,
        epoch: u32,
        allowed: &[G::Action],
        forecast: &mut Predictor<'_, G, J, F>,
        rng: &mut Rng,
    ) {
        self.choices.clear();
        self.choices.push(Strategy::new(view.seat(), allowed));
        self.epoch = epoch;
        let seed = rng.word();
        for look in 0..LOOKS {
            self.look(view, forecast, seed ^ look);
        }
        let combinations = self.choices.iter().try_fold(1_usize, |product, choice| {
            product.checked_mul(choice.actions.len()).filter(|&product| product <= COMBINATIONS)
        });
        match combinations {
            Some(combinations) => self.solve_whole(view, combinations, forecast, seed),
            None => self.solve_sampled(view, forecast, rng),
        }
    }

    /// Plays the turn once at random and adds the choices that are met.
    fn look<J: Judge<G>, F: Features<G>>(
        &mut self,
        view: &View<'_, G>,
        forecast: &Predictor<'_, G, J, F>,
        seed: u64,
    ) {
        let mut met: Vec<(Seat, Vec<G::Action>)> = Vec::new();
        let mut rng = Rng::from_seed(seed);
        let first = self.choices[0].actions[0];
        let mut actions = std::mem::take(&mut self.actions);
        self.play(view, forecast, &mut rng, &mut actions, first, &mut |seat, actions, rng| {
            if !met.iter().any(|(other, _)| *other == seat) {
                met.push((seat, actions.to_vec()));
            }
            actions[rng.below(actions.len() as u32) as usize]
        });
        self.actions = actions;
        for (seat, actions) in met {
            match self.choices.iter_mut().find(|choice| choice.seat == seat) {
                Some(choice) => choice.add(&actions),
                None => self.choices.push(Strategy::new(seat, &actions)),
            }
        }
    }

    /// Plays the turn from a drawn state to where the choices become visible: the decision at hand is
    /// `own`, the first secret choice of each other seat is made by `choose`, later ones at random, and
    /// what everybody sees as the judge rates it.
    fn play<J: Judge<G>, F: Features<G>>(
        &self,
        view: &View<'_, G>,
        forecast: &Predictor<'_, G, J, F>,
        rng: &mut Rng,
        actions: &mut Vec<G::Action>,
        own: G::Action,
        choose: &mut Choosing<'_, G::Action>,
    ) -> G::State {
        let game = view.game();
        let mut chosen = [false; drakkar_engine::seat::MAX_SEATS];
        chosen[view.seat().index()] = true;
        let mut decide = |seat: Seat, actions: &[G::Action], rng: &mut Rng| match std::mem::replace(
            &mut chosen[seat.index()],
            true,
        ) {
            false => choose(seat, actions, rng),
            true => actions[rng.below(actions.len() as u32) as usize],
        };
        let before = self
            .past
            .draw(view, rng, actions, |unseen, rng| decide(unseen.seat, unseen.actions, rng));
        let mut state = before.unwrap_or_else(|| view.draw(rng));
        let epoch = game.epoch(&state);
        let mut action = own;
        for _ in 0..LONGEST {
            game.apply_unchecked(&mut state, action, &mut ());
            let Some(seat) = game.to_move(&state).filter(|_| game.epoch(&state) == epoch) else {
                break;
            };
            game.legal(&state, actions);
            action = if is_face_down(game, &state, actions) {
                decide(seat, actions, rng)
            } else {
                best(forecast.judge, game, &state, seat, actions, rng)
            };
        }
        state
    }

    /// The win shares that are expected after the choices at `places`, in a draw.
    fn outcome<J: Judge<G>, F: Features<G>>(
        &mut self,
        view: &View<'_, G>,
        forecast: &mut Predictor<'_, G, J, F>,
        mut rng: Rng,
    ) -> PerSeat<f64> {
        let own = self.choices[0].actions[self.places[0]];
        let mut actions = std::mem::take(&mut self.actions);
        let state =
            self.play(view, forecast, &mut rng, &mut actions, own, &mut |seat, legal, rng| {
                let place = self.choices.iter().position(|choice| choice.seat == seat);
                let planned = place.map(|place| self.choices[place].actions[self.places[place]]);
                // In this draw, the seat may hold something else.
                let planned = planned.filter(|action| legal.contains(action));
                planned.unwrap_or_else(|| legal[rng.below(legal.len() as u32) as usize])
            });
        self.actions = actions;
        forecast.shares(view.game(), &state)
    }

    /// Tries all combinations, and considers all of them in each round.
    fn solve_whole<J: Judge<G>, F: Features<G>>(
        &mut self,
        view: &View<'_, G>,
        combinations: usize,
        forecast: &mut Predictor<'_, G, J, F>,
        seed: u64,
    ) {
        let seats = self.choices.len();
        let draws = (TRIES / combinations).clamp(1, DRAWS);
        self.payoffs.clear();
        self.payoffs.resize(combinations * seats, 0.0);
        self.places.clear();
        self.places.resize(seats, 0);
        for combination in 0..combinations {
            for draw in 0..draws as u64 {
                let rng = Rng::from_seed(seed ^ (draw + LOOKS));
                let shares = self.outcome(view, forecast, rng);
                for (number, choice) in self.choices.iter().enumerate() {
                    self.payoffs[combination * seats + number] +=
                        shares[choice.seat] / draws as f64;
                }
            }
            self.next_places();
        }
        // Of two seats, each learns from what the other has just learned, which takes fewer rounds. With
        // more, the order in which they learn would be an advantage.
        let in_turn = seats <= 2;
        for round in 0..if in_turn { ROUNDS } else { ROUNDS_TOGETHER } {
            for number in 0..seats {
                self.expect(combinations, number);
                if in_turn {
                    self.choices[number].learn(round);
                }
            }
            if !in_turn {
                self.choices.iter_mut().for_each(|choice| choice.learn(round));
            }
        }
        for choice in &mut self.choices {
            choice.settle();
        }
        self.expect(combinations, 0);
    }

    fn next_places(&mut self) {
        for (place, choice) in self.places.iter_mut().zip(&self.choices) {
            *place += 1;
            if *place < choice.actions.len() {
                return;
            }
            *place = 0;
        }
    }

    /// Finds the values of the actions of choice number `number` against the present strategies of the others.
    fn expect(&mut self, combinations: usize, number: usize) {
        let seats = self.choices.len();
        let mut values = std::mem::take(&mut self.choices[number].values);
        values.fill(0.0);
        self.places.fill(0);
        for combination in 0..combinations {
            let mut weight = 1.0;
            for (other, choice) in self.choices.iter().enumerate() {
                if other != number {
                    weight *= choice.now[self.places[other]];
                }
            }
            values[self.places[number]] += weight * self.payoffs[combination * seats + number];
            self.next_places();
        }
        self.choices[number].values = values;
    }

    /// Plays one combination in each round, and what every seat could have chosen instead.
    fn solve_sampled<J: Judge<G>, F: Features<G>>(
        &mut self,
        view: &View<'_, G>,
        forecast: &mut Predictor<'_, G, J, F>,
        rng: &mut Rng,
    ) {
        let seats = self.choices.len();
        let mut means = vec![0.0; self.choices[0].actions.len()];
        for round in 0..SAMPLED_ROUNDS {
            self.places.clear();
            for choice in &self.choices {
                self.places.push(choice.pick(&choice.now, rng, |_| true).unwrap_or(0));
            }
            let draw = Rng::from_seed(rng.word());
            for number in 0..seats {
                let (kept, seat) = (self.places[number], self.choices[number].seat);
                for place in 0..self.choices[number].actions.len() {
                    self.places[number] = place;
                    let value = self.outcome(view, forecast, draw.clone())[seat];
                    self.choices[number].values[place] = value;
                }
                self.places[number] = kept;
                self.choices[number].learn(round);
            }
            for (mean, value) in means.iter_mut().zip(&self.choices[0].values) {
                *mean += value / f64::from(SAMPLED_ROUNDS);
            }
        }
        self.choices[0].values = means;
    }

    /// The strategy of the decision at hand: the probability of each allowed action.
    pub(crate) fn own(&self) -> impl Iterator<Item = (G::Action, f64)> + '_ {
        let choice = &self.choices[0];
        let total: f64 = choice.sum.iter().sum();
        choice.actions.iter().zip(&choice.sum).map(move |(&action, part)| (action, part / total))
    }

    /// The win share to expect of an action of the decision at hand: if the others keep to their strategies
    /// where all combinations were tried, otherwise over the rounds.
    pub(crate) fn value(&self, action: G::Action) -> Option<f64> {
        let choice = &self.choices[0];
        let place = choice.actions.iter().position(|&other| other == action)?;
        choice.values.get(place).copied()
    }

    /// An action of the decision at hand, by its strategy.
    pub(crate) fn choose(&self, rng: &mut Rng) -> G::Action {
        let choice = &self.choices[0];
        choice.actions[choice.pick(&choice.sum, rng, |_| true).unwrap_or(0)]
    }

    /// One of `legal` actions for the first secret choice of another seat in this turn, by its strategy;
    /// `None` without one.
    pub(crate) fn guess(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> Option<G::Action> {
        let choice = self.choices.iter().skip(1).find(|choice| choice.seat == seat)?;
        if game.epoch(state) != self.epoch {
            return None;
        }
        let place = choice.pick(&choice.sum, rng, |action| legal.contains(&action))?;
        Some(choice.actions[place])
    }

    /// A state that agrees with what the seat of `view` knows, with the secret choices of the others as
    /// `choose` makes them.
    pub(crate) fn draw(
        &self,
        view: &View<'_, G>,
        rng: &mut Rng,
        actions: &mut Vec<G::Action>,
        choose: impl FnMut(Unseen<'_, G>, &mut Rng) -> G::Action,
    ) -> G::State {
        match self.past.draw(view, rng, actions, choose) {
            Some(state) => state,
            None => view.draw(rng),
        }
    }
}

impl<G: Game> Clone for Secrets<G> {
    fn clone(&self) -> Secrets<G> {
        Secrets { past: self.past.clone(), ..Secrets::new() }
    }
}
