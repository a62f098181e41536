//! Secret choices: mixed strategies for all seats that choose face down in one turn.
//!
//! A choice that lies face down cannot be answered by those that follow, and one that can be foreseen can be exploited.
//! Therefore the choices of all seats in a turn, those already made and those to come, are taken as one game in which
//! everybody chooses at once, with the values that are expected where the choices become visible. It is solved by
//! regret matching (Hart, Mas-Colell, *A simple adaptive procedure leading to correlated equilibrium*, 2000), with
//! regrets that never fall below zero and later iterations weighing more (CFR+; Tammelin 2014): between two seats that
//! want the opposite, the average strategies approach an equilibrium.

mod answer;
mod choice;

use drakkar_engine::game::{Game, View};
use drakkar_engine::past::{Recall, Recalled, Unseen, is_face_down};
use drakkar_engine::seat::{MAX_SEATS, PerSeat, Seat};
use drakkar_engine::seed::Rng;

pub(crate) use self::answer::answer;
use self::choice::Strategy;
use crate::features::Features;
use crate::forecast::Predictor;
use crate::heuristic::{Judge, choice::best};

/// Rounds of regret matching where the values of all combinations of choices are known.
const ROUNDS: u32 = 24;
/// The same with more than two seats that choose.
const ROUNDS_TOGETHER: u32 = 40;
/// The same where each round plays one combination and looks at what every seat could have chosen instead.
const SAMPLED_ROUNDS: u32 = 48;
const COMBINATIONS: usize = 4096;
/// So many combinations and draws of what is hidden are tried, or each combination once.
const TRIES: usize = 512;
const DRAWS: usize = 16;
/// Draws in which the choices of the others are looked for.
const LOOKS: u64 = 4;
/// Decisions after which a turn that reveals nothing is judged where it stands.
const LONGEST: u32 = 200;

type Choosing<'c, A> = dyn FnMut(Seat, &[A], &mut Rng) -> A + 'c;

#[derive(Clone, Debug)]
pub(crate) struct Secrets<G: Game> {
    past: Recall<G>,
    /// Whether it is known what lies face down, even if nothing does.
    is_told: bool,
    epoch: u32,
    /// The decision at hand is the first.
    choices: Vec<Strategy<G::Action>>,
    /// Scratch: for each choice, the values of all combinations to its seat; the place of each choice; legal actions.
    payoffs: Vec<f64>,
    places: Vec<usize>,
    actions: Vec<G::Action>,
}

impl<G: Game> Secrets<G> {
    pub(crate) fn new() -> Secrets<G> {
        Secrets {
            past: Recall::default(),
            is_told: false,
            epoch: 0,
            choices: Vec::new(),
            payoffs: Vec::new(),
            places: Vec::new(),
            actions: Vec::new(),
        }
    }

    #[inline(always)]
    pub(crate) fn remember(&mut self, past: Recalled<'_, G>) {
        self.is_told = true;
        if !past.is_empty() || self.is_open() {
            self.past.keep(past);
        }
    }

    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.choices.clear();
    }

    pub(crate) fn forget(&mut self) {
        self.is_told = false;
        self.past.clear();
    }

    /// Whether something lies face down that the next decision follows.
    pub(crate) fn is_open(&self) -> bool {
        !self.past.is_empty()
    }

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
        let mut turn = Turn { secrets: self, view, forecast };
        for look in 0..LOOKS {
            turn.look(seed ^ look);
        }
        let combinations = turn.secrets.choices.iter().try_fold(1_usize, |product, choice| {
            product.checked_mul(choice.actions.len()).filter(|&product| product <= COMBINATIONS)
        });
        match combinations {
            Some(combinations) => turn.solve_whole(combinations, seed),
            None => turn.solve_sampled(rng),
        }
    }

    /// Finds the values of the actions of choice number `number` against the present strategies of the others.
    fn expect(&mut self, combinations: usize, number: usize) {
        let mut values = std::mem::take(&mut self.choices[number].values);
        values.fill(0.0);
        self.places.fill(0);
        let (first, later) = self.choices.split_first().expect("the decision at hand");
        let payoffs = &self.payoffs[number * combinations..][..combinations];
        for row in payoffs.chunks_exact(first.actions.len()) {
            let places = &mut self.places[1..];
            let others = || {
                let weights = later.iter().zip(&*places).map(|(choice, &place)| choice.now[place]);
                (1..).zip(weights).filter(|&(other, _)| other != number).map(|(_, weight)| weight)
            };
            if number == 0 {
                let weight: f64 = others().product();
                for (value, payoff) in values.iter_mut().zip(row) {
                    *value += weight * payoff;
                }
            } else {
                let value = &mut values[places[number - 1]];
                for (&weight, payoff) in first.now.iter().zip(row) {
                    *value += others().fold(weight, |weight, other| weight * other) * payoff;
                }
            }
            next_places(places, later);
        }
        self.choices[number].values = values;
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
        self.past.draw(view, rng, actions, choose).unwrap_or_else(|| view.draw(rng))
    }
}

/// Goes on to the next combination of the places of these choices, the first of which changes soonest.
fn next_places<A>(places: &mut [usize], choices: &[Strategy<A>]) {
    for (place, choice) in places.iter_mut().zip(choices) {
        *place += 1;
        if *place < choice.actions.len() {
            return;
        }
        *place = 0;
    }
}

/// A draw of what is hidden: the state, unless choices lie face down, and the generator after it.
#[derive(Clone)]
struct SecretDraw<G: Game> {
    rng: Rng,
    state: Option<G::State>,
}

struct Turn<'t, 'v, 'p, G: Game, J, F> {
    secrets: &'t mut Secrets<G>,
    view: &'t View<'v, G>,
    forecast: &'t mut Predictor<'p, G, J, F>,
}

impl<G: Game, J: Judge<G>, F: Features<G>> Turn<'_, '_, '_, G, J, F> {
    /// Plays the turn once at random and adds the choices that are met.
    fn look(&mut self, seed: u64) {
        let mut met: Vec<(Seat, Vec<G::Action>)> = Vec::new();
        let mut draw = self.draw(Rng::from_seed(seed));
        let first = self.secrets.choices[0].actions[0];
        let mut actions = std::mem::take(&mut self.secrets.actions);
        self.play(&mut draw, &mut actions, first, &mut |seat, actions, rng| {
            if !met.iter().any(|(other, _)| *other == seat) {
                met.push((seat, actions.to_vec()));
            }
            actions[rng.below(actions.len() as u32) as usize]
        });
        self.secrets.actions = actions;
        let choices = &mut self.secrets.choices;
        for (seat, actions) in met {
            match choices.iter_mut().find(|choice| choice.seat == seat) {
                Some(choice) => choice.add(&actions),
                None => choices.push(Strategy::new(seat, &actions)),
            }
        }
    }

    fn draw(&self, mut rng: Rng) -> SecretDraw<G> {
        let state = (!self.secrets.is_open()).then(|| self.view.draw(&mut rng));
        SecretDraw { rng, state }
    }

    /// Plays the turn from a drawn state to where the choices become visible: the decision at hand is
    /// `own`, the first secret choice of each other seat is made by `choose`, later ones at random, and
    /// what everybody sees as the judge rates it.
    fn play(
        &self,
        SecretDraw { rng, state }: &mut SecretDraw<G>,
        actions: &mut Vec<G::Action>,
        own: G::Action,
        choose: &mut Choosing<'_, G::Action>,
    ) -> G::State {
        let (view, game) = (self.view, self.view.game());
        let mut chosen = [false; MAX_SEATS];
        chosen[view.seat().index()] = true;
        let mut decide = |seat: Seat, actions: &[G::Action], rng: &mut Rng| match std::mem::replace(
            &mut chosen[seat.index()],
            true,
        ) {
            false => choose(seat, actions, rng),
            true => actions[rng.below(actions.len() as u32) as usize],
        };
        let mut state = state.unwrap_or_else(|| {
            let choose =
                |unseen: Unseen<'_, G>, rng: &mut Rng| decide(unseen.seat, unseen.actions, rng);
            self.secrets.draw(view, rng, actions, choose)
        });
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
                best(self.forecast.judge, game, &state, seat, actions, rng)
            };
        }
        state
    }

    /// The win shares that are expected after the choices at `places`, in a draw.
    fn outcome(&mut self, draw: &SecretDraw<G>) -> PerSeat<f64> {
        let mut actions = std::mem::take(&mut self.secrets.actions);
        let Secrets { choices, places, .. } = &*self.secrets;
        let own = choices[0].actions[places[0]];
        let state = self.play(&mut draw.clone(), &mut actions, own, &mut |seat, legal, rng| {
            let place = choices.iter().position(|choice| choice.seat == seat);
            let planned = place.map(|place| choices[place].actions[places[place]]);
            // In this draw, the seat may hold something else.
            let planned = planned.filter(|action| legal.contains(action));
            planned.unwrap_or_else(|| legal[rng.below(legal.len() as u32) as usize])
        });
        self.secrets.actions = actions;
        self.forecast.shares(self.view.game(), &state)
    }

    /// Tries all combinations, and considers all of them in each round.
    fn solve_whole(&mut self, combinations: usize, seed: u64) {
        let seats = self.secrets.choices.len();
        let tries = (TRIES / combinations).clamp(1, DRAWS);
        let is_equal = J::IGNORES_HIDDEN && self.secrets.is_told && self.forecast.net.is_none();
        let (differing, equal) = if is_equal { (1, tries) } else { (tries, 1) };
        let seeds = (0..differing as u64).map(|draw| seed ^ (draw + LOOKS));
        let draws: Vec<_> = seeds.map(|seed| self.draw(Rng::from_seed(seed))).collect();
        let Secrets { payoffs, places, .. } = &mut *self.secrets;
        payoffs.clear();
        payoffs.resize(combinations * seats, 0.0);
        places.clear();
        places.resize(seats, 0);
        for combination in 0..combinations {
            for draw in &draws {
                let shares = self.outcome(draw);
                let Secrets { payoffs, choices, .. } = &mut *self.secrets;
                for (number, choice) in choices.iter().enumerate() {
                    let share = shares[choice.seat] / tries as f64;
                    for _ in 0..equal {
                        payoffs[number * combinations + combination] += share;
                    }
                }
            }
            let Secrets { places, choices, .. } = &mut *self.secrets;
            next_places(places, choices);
        }
        let secrets = &mut *self.secrets;
        // Of two seats, each learns from what the other has just learned, which takes fewer rounds. With
        // more, the order in which they learn would be an advantage.
        let in_turn = seats <= 2;
        for round in 0..if in_turn { ROUNDS } else { ROUNDS_TOGETHER } {
            for number in 0..seats {
                secrets.expect(combinations, number);
                if in_turn {
                    secrets.choices[number].learn(round);
                }
            }
            if !in_turn {
                secrets.choices.iter_mut().for_each(|choice| choice.learn(round));
            }
        }
        secrets.choices.iter_mut().for_each(Strategy::settle);
        secrets.expect(combinations, 0);
    }

    /// Plays one combination in each round, and what every seat could have chosen instead.
    fn solve_sampled(&mut self, rng: &mut Rng) {
        let seats = self.secrets.choices.len();
        let mut means = vec![0.0; self.secrets.choices[0].actions.len()];
        for round in 0..SAMPLED_ROUNDS {
            let Secrets { choices, places, .. } = &mut *self.secrets;
            places.clear();
            places.extend(
                choices.iter().map(|choice| choice.pick(&choice.now, rng, |_| true).unwrap_or(0)),
            );
            let draw = self.draw(Rng::from_seed(rng.word()));
            for number in 0..seats {
                let choice = &self.secrets.choices[number];
                let (kept, seat) = (self.secrets.places[number], choice.seat);
                for place in 0..choice.actions.len() {
                    self.secrets.places[number] = place;
                    let value = self.outcome(&draw)[seat];
                    self.secrets.choices[number].values[place] = value;
                }
                self.secrets.places[number] = kept;
                self.secrets.choices[number].learn(round);
            }
            for (mean, value) in means.iter_mut().zip(&self.secrets.choices[0].values) {
                *mean += value / f64::from(SAMPLED_ROUNDS);
            }
        }
        self.secrets.choices[0].values = means;
    }
}
