//! One choice of a turn in which all seats choose at once: its actions, and how often each is chosen.

use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

/// The first secret choice of a seat in the turn, or the decision at hand.
#[derive(Clone, Debug)]
pub(super) struct Strategy<A> {
    pub(super) seat: Seat,
    pub(super) actions: Vec<A>,
    /// How much better each would have been than the strategies so far, at least 0.
    regrets: Vec<f64>,
    pub(super) now: Vec<f64>,
    /// The sum of all strategies; later ones weigh more.
    pub(super) sum: Vec<f64>,
    /// The value of each action: in a round, and in the end.
    pub(super) values: Vec<f64>,
}

impl<A: Copy + PartialEq> Strategy<A> {
    pub(super) fn new(seat: Seat, actions: &[A]) -> Strategy<A> {
        let none = Vec::new;
        let (regrets, now, sum, values) = (none(), none(), none(), none());
        let mut choice = Strategy { seat, actions: Vec::new(), regrets, now, sum, values };
        choice.add(actions);
        choice
    }

    pub(super) fn add(&mut self, actions: &[A]) {
        for action in actions {
            if !self.actions.contains(action) {
                self.actions.push(*action);
            }
        }
        let count = self.actions.len();
        self.regrets = vec![0.0; count];
        self.sum = vec![0.0; count];
        self.values = vec![0.0; count];
        self.now = vec![1.0 / count as f64; count];
    }

    pub(super) fn learn(&mut self, round: u32) {
        let values = &self.values;
        let mean: f64 = values.iter().zip(&self.now).map(|(value, part)| value * part).sum();
        let mut total = 0.0;
        for (regret, value) in self.regrets.iter_mut().zip(values) {
            *regret = (*regret + value - mean).max(0.0);
            total += *regret;
        }
        let even = 1.0 / values.len() as f64;
        for ((now, sum), regret) in self.now.iter_mut().zip(&mut self.sum).zip(&self.regrets) {
            *now = if total > 0.0 { regret / total } else { even };
            *sum += *now * f64::from(round + 1);
        }
    }

    /// Keeps to the average strategy from now on.
    pub(super) fn settle(&mut self) {
        let total: f64 = self.sum.iter().sum();
        for (now, sum) in self.now.iter_mut().zip(&self.sum) {
            *now = sum / total;
        }
    }

    /// One of the actions that `fits`, by these weights; `None` if none of them has any.
    pub(super) fn pick(
        &self,
        weights: &[f64],
        rng: &mut Rng,
        fits: impl Fn(A) -> bool,
    ) -> Option<usize> {
        let fitting = || (0..weights.len()).filter(|&k| weights[k] > 0.0 && fits(self.actions[k]));
        let total: f64 = fitting().map(|k| weights[k]).sum();
        let mut left = rng.unit() * total;
        let mut last = None;
        for k in fitting() {
            last = Some(k);
            left -= weights[k];
            if left < 0.0 {
                break;
            }
        }
        last
    }
}
