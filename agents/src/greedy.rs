//! One action ahead.

use std::fmt;

use drakkar_engine::game::{Game, View};
use drakkar_engine::past::Recalled;
use drakkar_engine::seed::Rng;

use crate::agent::{Agent, AgentError, Analysis, Judgement, Log};
use crate::draws::Estimator;
use crate::filter::Filter;
use crate::forecast::Predictor;
use crate::heuristic::choice::{best, best_blind, values};
use crate::heuristic::{Heuristic, Judge, favourite::best_by};
use crate::net::{Evaluator, Net};
use crate::restriction::Patterns;
use crate::secret::Secrets;

/// Plays the action that leads to the position with the highest value, or looks at the [whole turn](Horizon::Turn).
///
/// All actions of a decision are tried on one drawn state, or on [several](Judge::DRAWS) where one reveals something.
/// Equal ones are equally likely. A single legal action is played without a draw, and so is the best one that the judge
/// [sees without one](Judge::best_seen), unless it looks ahead or has a net. Choices that lie face down until others have
/// chosen too are mixed, unless the judge [rates them](Judge::RATES_SECRETS).
#[derive(Clone)]
pub struct Greedy<G: Game, H: Heuristic<G>> {
    heuristic: H,
    judge: H::Judge,
    net: Option<Evaluator<G, H::Features>>,
    look: Horizon,
    actions: Vec<G::Action>,
    filter: Option<Filter>,
    /// Boxed because few games use it: a player should stay small.
    secrets: Box<Secrets<G>>,
}

/// How far a greedy player looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Horizon {
    /// To the position after the next action.
    #[default]
    Action,
    /// To the position after the best action that the seat can make right after the next one, if it is to move again
    /// before something hidden becomes visible. Decisions whose actions the heuristic judges [by
    /// themselves](Judge::rates_positions) are made as with [`Horizon::Action`].
    Turn,
}

impl fmt::Display for Horizon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Horizon::Action => "action",
            Horizon::Turn => "turn",
        })
    }
}

type Own<'a, G, H> = Estimator<'a, G, <H as Heuristic<G>>::Judge, <H as Heuristic<G>>::Features>;

impl<G: Game, H: Heuristic<G>> Greedy<G, H> {
    /// A greedy player of `game` with `heuristic`.
    pub fn new(heuristic: H, game: &G) -> Greedy<G, H> {
        let judge = heuristic.judge(game);
        let (look, actions) = (Horizon::Action, Vec::new());
        let secrets = Box::new(Secrets::new());
        Greedy { heuristic, judge, net: None, look, actions, filter: None, secrets }
    }

    /// The same player, looking as far as that.
    pub fn with_look(self, look: Horizon) -> Greedy<G, H> {
        Greedy { look, ..self }
    }

    /// The same player, but it takes the action after which `net`, if any, expects most of the win.
    pub fn with_net(self, net: Option<Evaluator<G, H::Features>>) -> Greedy<G, H> {
        Greedy { net, ..self }
    }

    /// Its net, if it has one.
    pub fn net(&self) -> Option<&Net> {
        self.net.as_ref().map(Evaluator::net)
    }

    /// The same player, but it must not choose what `restriction` forbids.
    pub fn with_restriction(self, restriction: Option<Patterns>) -> Greedy<G, H> {
        Greedy { filter: restriction.map(Filter::new), ..self }
    }

    /// What estimates the allowed actions of `view` in a drawn state, and these.
    #[inline(always)]
    fn estimator<'a>(
        &'a mut self,
        view: &View<'a, G>,
        state: &G::State,
    ) -> (Own<'a, G, H>, &'a [G::Action]) {
        let Greedy { judge, net, look, actions, filter, .. } = self;
        let (game, seat) = (view.game(), view.seat());
        let turn = *look == Horizon::Turn && judge.rates_positions(game, state);
        let (net, filter) = (net.as_mut(), filter.as_mut());
        (Estimator { game, judge, net, seat, filter, turn }, actions)
    }

    /// The values of the allowed actions on average over drawn states, of which `state` is the first; `None` if one is
    /// enough. The other draws do not advance `rng`.
    #[inline(always)]
    fn averages(&mut self, view: &View<'_, G>, state: &G::State, rng: &Rng) -> Option<Vec<f64>> {
        let (mut estimator, actions) = self.estimator(view, state);
        let mut draws = Rng::from_seed(rng.clone().word());
        estimator
            .see_chance(state, actions)
            .then(|| estimator.averages(state, actions, || view.draw(&mut draws)))
    }

    /// Its heuristic.
    pub fn heuristic(&self) -> &H {
        &self.heuristic
    }
}

impl<G: Game + 'static, H: Heuristic<G> + 'static> Agent<G> for Greedy<G, H> {
    #[inline(always)]
    fn chooses_listed(&self) -> bool {
        true
    }

    #[inline(always)]
    fn start_game(&mut self) {}

    #[inline(always)]
    fn recalls(&self) -> bool {
        G::HIDES && !H::Judge::RATES_SECRETS
    }

    #[inline(always)]
    fn remember(&mut self, past: Recalled<'_, G>) {
        self.secrets.remember(past);
    }

    #[inline(always)]
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, AgentError> {
        let Greedy { actions, filter, secrets, .. } = self;
        if !H::Judge::RATES_SECRETS {
            secrets.begin();
        }
        view.legal(actions);
        if let Some(filter) = filter {
            filter.keep_allowed(actions);
            filter.count();
        }
        if let [only] = actions[..] {
            return Ok(only);
        }
        let looks_ahead = self.net.is_some() || self.look == Horizon::Turn;
        if H::Judge::RATES_SECRETS
            && H::Judge::DRAWS == 1
            && !looks_ahead
            && let Some(best) = best_blind(&self.judge, view, actions, rng)
        {
            return Ok(best);
        }
        let state = match self.net {
            None if H::Judge::RATES_SECRETS => self.judge.draw(view, rng),
            _ => view.draw(rng),
        };
        let game = view.game();
        if !H::Judge::RATES_SECRETS && secrets.concern(game, &state, actions) {
            let (judge, net) = (&self.judge, self.net.as_mut());
            let forecast = &mut Predictor { judge, net, scale: None };
            secrets.solve(view, game.epoch(&state), actions, forecast, rng);
            secrets.forget();
            return Ok(secrets.choose(rng));
        }
        if let Some(values) = self.averages(view, &state, rng) {
            let mut values = values.into_iter();
            return Ok(best_by(&self.actions, rng, |_| values.next().unwrap_or_default()));
        }
        let Greedy { judge, net, look, actions, .. } = self;
        let seat = view.seat();
        if let Some(net) = net {
            let actions = &*actions;
            return Ok(best_by(actions, rng, |action| net.share_after(game, &state, action, seat)));
        }
        if *look == Horizon::Turn && judge.rates_positions(game, &state) {
            let (mut estimator, actions) = self.estimator(view, &state);
            return Ok(best_by(actions, rng, |action| estimator.after_turn(&state, action)));
        }
        Ok(best(judge, game, &state, seat, actions, rng))
    }

    /// Gives the heuristic's value of each action that is not forbidden, or the win share that the
    /// net expects after it.
    fn analyse(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, AgentError> {
        let mut own = rng.clone();
        let state = view.draw(&mut own);
        let choice = self.choose(view, rng)?;
        let mut actions = values::<G, H>(&self.judge, view, &state);
        let is_solved = self.secrets.is_solved();
        let averages = (!is_solved).then(|| self.averages(view, &state, &own)).flatten();
        let (game, seat) = (view.game(), view.seat());
        let sees_turn = self.estimator(view, &state).0.turn;
        for (k, judgement) in (0..).zip(&mut actions) {
            let action = view.nth_legal(k);
            // The choice was made among the allowed ones.
            let Some(place) = self.actions.iter().position(|&allowed| allowed == action) else {
                *judgement = Judgement::default();
                continue;
            };
            let average = averages.as_ref().map(|values| values[place]);
            if is_solved {
                let win_share = self.secrets.value(action);
                *judgement = Judgement { win_share, ..Judgement::default() };
            } else if let Some(net) = &mut self.net {
                let share = average.unwrap_or_else(|| net.share_after(game, &state, action, seat));
                *judgement = Judgement { win_share: Some(share), ..Judgement::default() };
            } else if let Some(average) = average {
                judgement.value = Some(average);
            } else if sees_turn {
                let (mut estimator, _) = self.estimator(view, &state);
                judgement.value = Some(estimator.after_turn(&state, action));
            }
        }
        Ok(Analysis { choice, actions, shares: None })
    }

    fn take_log(&mut self) -> Log {
        self.filter.as_mut().map(Filter::take_log).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::games::connect_four::{Action, ConnectFour, State};
    use drakkar_engine::seat::Seat;
    use drakkar_engine::seed::DealSeed;
    use serde::{Deserialize, Serialize};

    use super::*;

    /// Values its disc at the bottom of a column by the column's number, but not above `cap`.
    #[derive(Clone, Debug, Serialize, Deserialize)]
    struct Columns {
        cap: u32,
    }

    drakkar_engine::data!(Columns);

    impl Default for Columns {
        fn default() -> Columns {
            Columns { cap: 9 }
        }
    }

    impl Heuristic<ConnectFour> for Columns {
        type Judge = Columns;
        type Features = crate::heuristic::Without;

        fn judge(&self, _: &ConnectFour) -> Columns {
            self.clone()
        }
    }

    impl Judge<ConnectFour> for Columns {
        fn value(&self, _: &ConnectFour, state: &State, seat: Seat) -> f64 {
            let highest = 63 - state.discs(seat).leading_zeros();
            f64::from((highest / 7).min(self.cap))
        }

        fn scale(&self, _: &ConnectFour, _: &State) -> f64 {
            1.0
        }
    }

    /// How often each column is chosen in `games` openings.
    fn counts(cap: u32, games: u64) -> [u32; 7] {
        let game = ConnectFour::default();
        let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
        let view = game.view(&state, Seat::new(0));
        let mut counts = [0; 7];
        for seed in 0..games {
            let mut agent = Greedy::new(Columns { cap }, &game);
            let choice = agent.choose(&view, &mut Rng::from_seed(seed));
            let Action::Drop { column } = choice.unwrap();
            counts[usize::from(column)] += 1;
        }
        counts
    }

    #[test]
    fn the_best_action_is_played() {
        assert_eq!(counts(9, 10), [0, 0, 0, 0, 0, 0, 10]);
    }

    #[test]
    fn equally_good_actions_are_equally_likely() {
        let counts = counts(3, 40_000);
        assert_eq!(counts[..3], [0, 0, 0]);
        // Standard deviation 87.
        assert!(counts[3..].iter().all(|&n| n.abs_diff(10_000) < 350), "{counts:?}");
    }

    #[test]
    fn a_single_action_needs_no_chance() {
        let game = ConnectFour::default();
        let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
        // Columns 1 to 6 are filled without a line.
        for column in [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3] {
            game.apply(&mut state, Action::Drop { column }, &mut ()).unwrap();
        }
        for column in [4, 5, 4, 5, 5, 4, 5, 4, 4, 5, 4, 5] {
            game.apply(&mut state, Action::Drop { column }, &mut ()).unwrap();
        }
        let (mut rng, before) = (Rng::from_seed(1), Rng::from_seed(1));
        let seat = game.to_move(&state).unwrap();
        let mut agent = Greedy::new(Columns::default(), &game);
        let action = agent.choose(&game.view(&state, seat), &mut rng).unwrap();
        assert_eq!((action, rng), (Action::Drop { column: 6 }, before));
    }
}
