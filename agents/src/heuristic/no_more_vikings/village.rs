//! What one village is worth.

use std::array;
use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

use drakkar_engine::cpu::{Cpu, Task};
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::action::Action;
use drakkar_engine::games::no_more_vikings::component::{
    Column, Kind, MAX_PLAYERS, NOT_LAST, SIDE, UNITS, Unit,
};
use drakkar_engine::games::no_more_vikings::open::Lack;
use drakkar_engine::games::no_more_vikings::rule_set::MAX_WHIMS;
use drakkar_engine::games::no_more_vikings::state::{Phase, State};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::{NoMoreVikingsJudge, Weights};
use crate::heuristic::memo::Memo;

/// Actions that a unit of each kind takes from nothing, in the order of [`Unit::ALL`]: villager, soldier, cottage,
/// fortress, tower, field.
const ACTIONS: [u64; UNITS] = [1, 2, 3, 7, 10, 2];

/// What the worth of villages depends on, beside what their seats have: whether the game is over, whether there will be
/// raids in this round, the seats whose turn of this round is not over yet, the rounds to come and the official whim.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Outlook(u64);

impl Outlook {
    #[inline(always)]
    pub(super) fn of(game: &NoMoreVikings, state: &State) -> Outlook {
        let is_over = u64::from(state.phase == Phase::Over);
        // Those that are over or do not take place leave those of the rounds to come.
        let raids = u64::from(!state.fog && state.phase != Phase::Month);
        let comes = u64::from(game.turns_to_come(state));
        let later = u64::from(game.rounds_to_come(state));
        Outlook(is_over | raids << 1 | comes << 8 | u64::from(state.whim) << 16 | later << 32)
    }

    #[inline(always)]
    fn is_over(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline(always)]
    fn raids(self) -> bool {
        self.0 & 2 != 0
    }

    #[inline(always)]
    fn comes(self, seat: Seat) -> bool {
        self.0 >> (8 + seat.index()) & 1 != 0
    }

    #[inline(always)]
    fn later(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// All that the worth of a village depends on, but for cards: what stands on each parcel as a number in binary, and the
/// rest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct VillageGround([u64; 6]);

/// Of all but the number of the judge.
impl Hash for VillageGround {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for &word in &self.0[..5] {
            state.write_u64(word);
        }
    }
}

/// What a whim needs, with houses, fields, numbers of units and the judge.
type LatestWish = Cell<([u64; 4], Wish)>;

/// What grounds are worth, and what was needed latest for each seat and whim.
pub(super) struct Grounds {
    worth: RefCell<Memo<VillageGround, f64>>,
    wishes: [[LatestWish; MAX_WHIMS]; MAX_PLAYERS],
    /// Scratch.
    pub(super) choices: RefCell<Vec<Action>>,
}

impl Grounds {
    pub(super) fn new() -> Grounds {
        let unknown = || Cell::new(([u64::MAX; 4], Wish::default()));
        let wishes = array::from_fn(|_| array::from_fn(|_| unknown()));
        Grounds { worth: RefCell::new(Memo::new(10)), wishes, choices: RefCell::default() }
    }
}

thread_local! {
    pub(super) static GROUNDS: Grounds = Grounds::new();
}

/// A village to be judged.
#[derive(Clone, Copy)]
pub(super) struct Holding<'a> {
    pub(super) judge: &'a NoMoreVikingsJudge,
    pub(super) game: &'a NoMoreVikings,
    pub(super) grounds: &'a Grounds,
    pub(super) state: &'a State,
    pub(super) outlook: Outlook,
    pub(super) seat: Seat,
}

impl Holding<'_> {
    /// How much prospects count.
    #[inline(always)]
    fn time(&self) -> f64 {
        // The part of this round that counts.
        let more = if self.outlook.comes(self.seat) { 0.5 } else { 0.0 };
        self.judge.time(self.outlook.later(), more)
    }

    /// Points now, and what may be expected of units, longships, whims and cards. Depends on nothing but the
    /// [`Outlook`] and what the seat has.
    pub(super) fn worth(self) -> f64 {
        self.judge.processor.run(self)
    }

    /// The same, without what is remembered of villages.
    #[cfg(test)]
    pub(super) fn found(&self) -> f64 {
        self.with_cards(self.ground())
    }

    #[inline(always)]
    fn remembered(&self) -> f64 {
        let Holding { judge, state, outlook, seat, .. } = *self;
        let player = &state[seat];
        let [a, b, c, d, e, f] = player.units;
        // Without the token, and without the turns of others.
        let beside = player.beside_units() & !(0xFF << 24);
        let outlook = outlook.0 & !(0xFF << 8) | u64::from(outlook.comes(seat)) << 8;
        let ground = [a | c | e, b | c | f, d | e | f, beside, outlook, judge.number];
        let find = || judge.processor.run(WithoutCards(*self));
        self.grounds.worth.borrow_mut().answer(VillageGround(ground), find)
    }

    #[inline(always)]
    fn with_cards(&self, ground: f64) -> f64 {
        let Holding { judge, game, state, outlook, seat, .. } = *self;
        let mut value = ground;
        if !outlook.is_over() && (outlook.comes(seat) || outlook.later() > 0) {
            let (mut kinds, time) = (state[seat].kinds, self.time());
            while kinds != 0 {
                let kind = Kind::from_index(kinds.trailing_zeros());
                let number = game.held_of(state, seat, kind);
                value += judge.held[kind as usize] * f64::from(number) * time;
                kinds &= kinds - 1;
            }
        }
        value
    }

    /// The worth without cards.
    #[inline(always)]
    fn ground(&self) -> f64 {
        let Holding { judge, game, state, outlook, seat, .. } = *self;
        let weights = &judge.weights;
        let units = state[seat].units;
        let [villagers, _, cottages, fortresses, towers, fields] = units;
        let mut counts = 0;
        for unit in units {
            counts = counts << 8 | u64::from(unit.count_ones());
        }
        let question = [cottages | fortresses, fields, counts, judge.number];
        let official = self.wish(state.whim.into(), question);
        let own = match state.own_whim(seat) {
            Some(whim) => self.wish(whim, question),
            None => Wish::default(),
        };
        let score = game.score_but_whims(state, seat) + own.fulfilled() + official.fulfilled();
        let score = f64::from(score);
        if outlook.is_over() {
            return score;
        }
        let time = self.time();
        let couples = (villagers & villagers >> 1 & NOT_LAST) | (villagers & villagers >> SIDE);
        let pairs = couples.count_ones().min(villagers.count_ones() / 2);
        let later = f64::from(outlook.later());
        let mut value = score
            + time * weights.villager * f64::from(villagers.count_ones())
            + time * weights.couple * f64::from(pairs)
            + weights.tower * later.min(4.0) * f64::from(towers.count_ones())
            + time * weights.edict * f64::from(state[seat].edicts);
        value -= self.danger(time);
        let turns = later + if self.outlook.comes(self.seat) { 1.0 } else { 0.0 };
        value += judge.hope(own, turns);
        value += judge.hope(official, turns);
        value
    }

    /// What a whim needs; `question` holds all that this depends on, but for the whim.
    #[inline(always)]
    fn wish(&self, whim: usize, question: [u64; 4]) -> Wish {
        let Holding { game, grounds, state, seat, .. } = *self;
        let latest = &grounds.wishes[seat.index() % MAX_PLAYERS][whim % MAX_WHIMS];
        let (known, mut wish) = latest.get();
        if known != question {
            wish = Wish::of(&game.lack(state, seat, whim));
            latest.set((question, wish));
        }
        wish
    }

    #[inline(always)]
    fn danger(&self, time: f64) -> f64 {
        let Holding { judge, game, outlook, .. } = *self;
        let NoMoreVikingsJudge { weights, points, .. } = judge;
        let [villagers, soldiers, cottages, ..] = self.state[self.seat].units;
        let longships = self.state[self.seat].longships;
        let (raids, later) = (outlook.raids(), f64::from(outlook.later()));
        // Of a villager, a cottage, and nothing; then of what comes in later rounds.
        let losses = [judge.villager(time), points[Unit::Cottage as usize], 0.0];
        let staying = losses.map(|loss| loss * weights.lasting * later.min(2.0));
        let landing = losses.map(|loss| loss * weights.landing * weights.lasting * later.min(3.0));
        let mut danger = 0.0;
        let mut at_risk = (longships | columns_of(villagers | cottages)) & columns_of(game.board());
        while at_risk != 0 {
            let column = Column(at_risk.trailing_zeros() as u8);
            at_risk &= at_risk - 1;
            let parcels = column.parcels() & game.board();
            let guarded = soldiers & parcels != 0;
            let mut prey = (villagers | cottages) & parcels;
            let mut next = || {
                let first = prey & prey.wrapping_neg();
                prey &= prey - u64::from(prey != 0);
                match first {
                    0 => 2,
                    _ => usize::from(first & villagers == 0),
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
                    danger += if raids { losses[first] } else { 0.0 };
                    danger += staying[second];
                }
            } else if !guarded {
                danger += landing[next()];
            }
        }
        danger
    }
}

/// A whim, and the actions that it still needs.
#[derive(Clone, Copy, Default)]
struct Wish {
    points: i32,
    actions: u64,
}

impl Wish {
    #[inline(always)]
    fn of(lack: &Lack) -> Wish {
        let mut actions = u64::from(lack.excess);
        for (&units, each) in lack.units.iter().zip(ACTIONS) {
            actions += u64::from(units) * each;
        }
        Wish { points: lack.points, actions }
    }

    #[inline(always)]
    fn fulfilled(self) -> i32 {
        if self.actions == 0 { self.points } else { 0 }
    }
}

impl NoMoreVikingsJudge {
    /// How much prospects count, by the rounds to come and `more` of this one.
    #[inline(always)]
    pub(super) fn time(&self, later: u32, more: f64) -> f64 {
        let left = f64::from(later) + more;
        left / (left + self.weights.horizon)
    }

    /// What a villager is worth who may still become something.
    #[inline(always)]
    fn villager(&self, time: f64) -> f64 {
        self.points[Unit::Villager as usize] + self.weights.villager * time
    }

    /// What a whim that is not fulfilled may still bring.
    #[inline(always)]
    fn hope(&self, Wish { points, actions }: Wish, turns: f64) -> f64 {
        let needed = actions as f64;
        // A fulfilled one is part of the score.
        if actions == 0 || needed > 3.0 * turns {
            return 0.0;
        }
        let still_waiting = self.patience.get(actions as usize).copied();
        let still_waiting = still_waiting.unwrap_or_else(|| patience(&self.weights, needed));
        self.weights.whim * f64::from(points) * still_waiting
    }

    /// What so many actions bring: couples marry, single villagers find somebody to marry, and what is left
    /// settles villagers.
    pub(super) fn plan(&self, villagers: u64, later: u32, mut left: u32) -> f64 {
        let neighbours = (villagers >> 1 & NOT_LAST) | villagers >> SIDE;
        let count = villagers.count_ones();
        let mut couples = (villagers & neighbours).count_ones().min(count / 2);
        let mut singles = count - 2 * couples;
        let villager = self.villager(self.time(later, 0.0));
        let cottage = self.points[Unit::Cottage as usize];
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

/// The [ground](Holding::ground).
struct WithoutCards<'a>(Holding<'a>);
impl Task for WithoutCards<'_> {
    type Output = f64;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> f64 {
        self.0.ground()
    }
}

/// The [worth](Holding::worth).
impl Task for Holding<'_> {
    type Output = f64;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> f64 {
        self.with_cards(self.remembered())
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
