//! What one village is worth.

use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::{Column, Kind, NOT_LAST, SIDE, Unit};
use drakkar_engine::games::no_more_vikings::state::{Phase, State};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::{NoMoreVikingsJudge, Weights};

/// Actions that a unit of each kind takes from nothing, in the order of [`Unit::ALL`]: villager, soldier, cottage,
/// fortress, tower, field.
const ACTIONS: [f64; 6] = [1.0, 2.0, 3.0, 7.0, 10.0, 2.0];

/// What the worth of a village depends on, beside what its seat has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Outlook {
    is_over: bool,
    /// Whether the seat's turn of this round is not over yet.
    comes: bool,
    /// Whether there will be raids in this round. Those that are over or do not take place leave those of the
    /// rounds to come.
    raids: bool,
    /// Rounds to come.
    later: u32,
    /// The official whim.
    whim: usize,
}

impl Outlook {
    pub(super) fn of(game: &NoMoreVikings, state: &State, seat: Seat) -> Outlook {
        Outlook {
            is_over: state.phase == Phase::Over,
            comes: game.turn_comes(state, seat),
            raids: !state.fog && state.phase != Phase::Month,
            later: game.rounds_to_come(state),
            whim: state.whim.into(),
        }
    }
}

/// A village to be judged.
#[derive(Clone, Copy)]
pub(super) struct Holding<'a> {
    pub(super) judge: &'a NoMoreVikingsJudge,
    pub(super) game: &'a NoMoreVikings,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
}

impl Holding<'_> {
    /// How much prospects count, by the rounds to come and `more` of this one.
    pub(super) fn time(&self, more: f64) -> f64 {
        let left = f64::from(self.game.rounds_to_come(self.state)) + more;
        left / (left + self.judge.weights.horizon)
    }

    /// What a villager is worth who may still become something.
    fn villager(&self, time: f64) -> f64 {
        self.judge.points[Unit::Villager as usize] + self.judge.weights.villager * time
    }

    /// Points now, and what may be expected of units, longships, whims and cards. Depends on nothing but the
    /// [`Outlook`] and what the seat has.
    pub(super) fn worth(&self) -> f64 {
        let Holding { judge: NoMoreVikingsJudge { weights, .. }, game, state, seat } = *self;
        let score = f64::from(game.score_now(state, seat));
        let outlook = Outlook::of(game, state, seat);
        if outlook.is_over {
            return score;
        }
        let comes = outlook.comes;
        let time = self.time(if comes { 0.5 } else { 0.0 });
        let [villagers, _, _, _, towers, _] = state[seat].units;
        let couples = (villagers & villagers >> 1 & NOT_LAST) | (villagers & villagers >> SIDE);
        let pairs = couples.count_ones().min(villagers.count_ones() / 2);
        let later = f64::from(outlook.later);
        let mut value = score
            + time * weights.villager * f64::from(villagers.count_ones())
            + time * weights.couple * f64::from(pairs)
            + weights.tower * later.min(4.0) * f64::from(towers.count_ones())
            + time * weights.edict * f64::from(state[seat].edicts);
        value -= self.danger(time, outlook);
        for whim in [state.own_whim(seat), Some(outlook.whim)].into_iter().flatten() {
            value += self.hope(whim, later + if comes { 1.0 } else { 0.0 });
        }
        if comes || later > 0.0 {
            let kinds = u32::from(state[seat].kinds);
            for (kind, held) in Kind::ALL.into_iter().zip(self.judge.held) {
                if kinds & kind.bit() != 0 {
                    value += held * f64::from(game.held_of(state, seat, kind)) * time;
                }
            }
        }
        value
    }

    fn danger(&self, time: f64, Outlook { raids, later, .. }: Outlook) -> f64 {
        let Holding { judge: NoMoreVikingsJudge { weights, points, .. }, game, .. } = self;
        let [villagers, soldiers, cottages, ..] = self.state[self.seat].units;
        let longships = self.state[self.seat].longships;
        let later = f64::from(later);
        let losses = [self.villager(time), points[Unit::Cottage as usize]];
        let mut danger = 0.0;
        let at_risk = (longships | columns_of(villagers | cottages)) & columns_of(game.board());
        for column in (0..SIDE as u8).map(Column).filter(|column| at_risk & column.bit() != 0) {
            let parcels = column.parcels() & game.board();
            let guarded = soldiers & parcels != 0;
            let mut prey = (villagers | cottages) & parcels;
            let mut next = || {
                let first = prey & prey.wrapping_neg();
                prey &= prey - u64::from(prey != 0);
                match first {
                    0 => 0.0,
                    _ if first & villagers != 0 => losses[0],
                    _ => losses[1],
                }
            };
            if longships & column.bit() != 0 {
                if guarded {
                    // The soldier goes, and brings a point.
                    let gain = f64::from(game.rule_set().scoring.sunk_longship)
                        - points[Unit::Soldier as usize];
                    danger -= if raids { gain } else { gain * weights.lasting };
                } else {
                    let first = next();
                    let second = if raids { next() } else { first };
                    danger += if raids { first } else { 0.0 };
                    danger += second * weights.lasting * later.min(2.0);
                }
            } else if !guarded {
                danger += next() * weights.landing * weights.lasting * later.min(3.0);
            }
        }
        danger
    }

    /// What a whim that is not fulfilled may still bring.
    fn hope(&self, whim: usize, turns: f64) -> f64 {
        let NoMoreVikingsJudge { weights, patience: few, .. } = self.judge;
        let lack = self.game.lack(self.state, self.seat, whim);
        let needed = lack.units.into_iter().zip(ACTIONS);
        let actions: f64 = needed.map(|(units, each)| f64::from(units) * each).sum();
        let actions = actions + f64::from(lack.excess);
        // A fulfilled one is part of the score.
        if actions == 0.0 || actions > 3.0 * turns {
            return 0.0;
        }
        // Whole numbers.
        let still_waiting = few.get(actions as usize).copied();
        let still_waiting = still_waiting.unwrap_or_else(|| patience(weights, actions));
        weights.whim * f64::from(lack.points) * still_waiting
    }

    /// What so many actions bring: couples marry, single villagers find somebody to marry, and what is left
    /// settles villagers.
    pub(super) fn plan(&self, mut left: u32) -> f64 {
        let villagers = self.state[self.seat].units[Unit::Villager as usize];
        let neighbours = (villagers >> 1 & NOT_LAST) | villagers >> SIDE;
        let count = villagers.count_ones();
        let mut couples = (villagers & neighbours).count_ones().min(count / 2);
        let mut singles = count - 2 * couples;
        let villager = self.villager(self.time(0.0));
        let cottage = self.judge.points[Unit::Cottage as usize];
        let mut gain = 0.0;
        while left > 0 {
            if couples > 0 {
                (couples, left) = (couples - 1, left - 1);
                gain += cottage - 2.0 * villager;
            } else if singles > 0 && left >= 2 {
                (singles, left) = (singles - 1, left - 2);
                gain += cottage - villager;
            } else if left >= 3 {
                left -= 3;
                gain += cottage;
            } else {
                left -= 1;
                gain += villager;
            }
        }
        gain
    }
}

/// Part of a whim's worth that is left if it still needs so many actions.
pub(super) fn patience(weights: &Weights, actions: f64) -> f64 {
    libm::exp(-weights.patience * actions)
}

/// The columns that have parcels of a set, as bits.
fn columns_of(parcels: u64) -> u8 {
    let half = parcels | parcels >> 32;
    let quarter = half | half >> 16;
    (quarter | quarter >> 8) as u8
}
