use std::array;
use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

use drakkar_engine::cpu::{Cpu, Task};
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::accessors::Lack;
use drakkar_engine::games::no_more_vikings::action::Action;
use drakkar_engine::games::no_more_vikings::component::{
    Column, KINDS, Kind, MAX_PLAYERS, NOT_LAST, SIDE, UNITS, Unit,
};
use drakkar_engine::games::no_more_vikings::rule_set::MAX_WHIMS;
use drakkar_engine::games::no_more_vikings::state::{Player, State};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::prospects::{Outlook, SeatProspects};
use super::{NoMoreVikingsJudge, Weights};
use crate::heuristic::memo::Memo;

/// Actions that a unit of each kind takes from nothing, in the order of [`Unit::ALL`]: villager, soldier, cottage,
/// fortress, tower, field.
const ACTIONS: [u64; UNITS] = [1, 2, 3, 7, 10, 2];

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

/// What a village was worth before the latest decision, with the judge and the outlook.
pub(super) type LatestVillage = ([u64; 2], Player, f64);

/// The choices for a kind of card against a seat, as they were judged latest.
pub(super) struct CardEffect {
    /// The judge, the outlook, and the player if his village counts.
    pub(super) question: [u64; 2],
    /// The player and the target.
    pub(super) players: [Player; 2],
    /// What their villages are worth after each choice that may be the best: none before it leaves the player at least
    /// as much and the target no more. A village that does not change is worth 0 here.
    pub(super) best: Vec<[f64; 2]>,
}

impl CardEffect {
    pub(super) fn unknown() -> CardEffect {
        CardEffect { question: [u64::MAX; 2], players: [Player::EMPTY; 2], best: Vec::new() }
    }
}

/// What grounds are worth, and what was needed latest for each seat and whim.
pub(super) struct Grounds {
    worth: RefCell<Memo<VillageGround, f64>>,
    wishes: [[LatestWish; MAX_WHIMS]; MAX_PLAYERS],
    prospects: RefCell<[SeatProspects; MAX_PLAYERS]>,
    pub(super) latest: RefCell<[LatestVillage; MAX_PLAYERS]>,
    /// By the kind of the card and the target.
    pub(super) effects: RefCell<[[CardEffect; MAX_PLAYERS]; KINDS]>,
    /// Scratch.
    pub(super) choices: RefCell<Vec<Action>>,
}

impl Grounds {
    pub(super) fn new() -> Grounds {
        let unknown = || Cell::new(([u64::MAX; 4], Wish::default()));
        let wishes = array::from_fn(|_| array::from_fn(|_| unknown()));
        Grounds {
            worth: RefCell::new(Memo::new(10)),
            wishes,
            prospects: RefCell::new(array::from_fn(|_| SeatProspects::unknown())),
            latest: RefCell::new([([u64::MAX; 2], Player::EMPTY, 0.0); MAX_PLAYERS]),
            effects: RefCell::new(array::from_fn(|_| array::from_fn(|_| CardEffect::unknown()))),
            choices: RefCell::default(),
        }
    }
}

thread_local! {
    pub(super) static GROUNDS: Box<Grounds> = Box::new(Grounds::new());
}

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
    /// Points now, and what may be expected of units, longships, whims and cards. Depends on nothing but the
    /// [`Outlook`] and what the seat has.
    pub(super) fn worth(self) -> f64 {
        self.judge.processor.run(self)
    }

    /// The same, without what is remembered of villages.
    #[cfg(test)]
    pub(super) fn found(&self) -> f64 {
        let mut prospects = SeatProspects::unknown();
        self.see(&mut prospects);
        prospects.with_cards(self.ground(&prospects))
    }

    #[inline(always)]
    fn remembered(&self) -> f64 {
        let Holding { judge, grounds, state, outlook, seat, .. } = *self;
        let player = &state[seat];
        let outlook = outlook.of_seat(seat);
        let prospects = &mut grounds.prospects.borrow_mut()[seat.index() % MAX_PLAYERS];
        self.see(prospects);
        let [a, b, c, d, e, f] = player.units;
        // Without the token.
        let beside = player.beside_units() & !(0xFF << 24);
        let ground = [a | c | e, b | c | f, d | e | f, beside, outlook, judge.number];
        let find = || judge.processor.run(WithoutCards(*self, prospects));
        prospects.with_cards(grounds.worth.borrow_mut().answer(VillageGround(ground), find))
    }

    /// Makes `known` the prospects of the seat.
    #[inline(always)]
    fn see(&self, known: &mut SeatProspects) {
        let question = [self.outlook.of_seat(self.seat), self.judge.number];
        let is_new = known.question != question;
        if is_new {
            known.question = question;
            self.look(known);
        }
        let hand = self.state[self.seat].hand;
        if is_new || known.hand != hand {
            known.hand = hand;
            self.hold(known);
        }
    }

    #[inline(always)]
    fn look(&self, known: &mut SeatProspects) {
        let Holding { judge, game, outlook, seat, .. } = *self;
        let Weights { villager, couple, tower, edict, lasting, landing, .. } = judge.weights;
        let (raids, comes) = (outlook.raids(), outlook.comes(seat));
        let later = f64::from(outlook.later());
        // The part of this round that counts.
        let time = judge.time(outlook.later(), if comes { 0.5 } else { 0.0 });
        (known.time, known.turns) = (time, later + if comes { 1.0 } else { 0.0 });
        known.hopes = [time * villager, time * couple, tower * later.min(4.0), time * edict];
        let losses = [judge.villager(time), judge.points[Unit::Cottage as usize], 0.0];
        for (unit, loss) in losses.into_iter().enumerate() {
            known.losses[0][unit] = if raids { loss } else { 0.0 };
            known.losses[1][unit] = loss * lasting * later.min(2.0);
            known.losses[2][unit] = loss * landing * lasting * later.min(3.0);
        }
        let sunk = f64::from(game.rule_set().scoring.sunk_longship);
        let sunk = sunk - judge.points[Unit::Soldier as usize];
        known.sunk = if raids { sunk } else { sunk * lasting };
    }

    #[inline(always)]
    fn hold(&self, known: &mut SeatProspects) {
        let Holding { judge, game, state, outlook, seat, .. } = *self;
        let counts = !outlook.is_over() && known.turns > 0.0;
        let mut kinds = if counts { state[seat].kinds } else { 0 };
        let mut place = 0;
        known.cards = [[-0.0; 4]; KINDS.div_ceil(4)];
        while kinds != 0 {
            let kind = Kind::from_index(kinds.trailing_zeros());
            let number = f64::from(game.held_of(state, seat, kind));
            known.cards[place / 4][place % 4] = judge.held[kind as usize] * number * known.time;
            place += 1;
            kinds &= kinds - 1;
        }
        known.fours = place.div_ceil(4);
    }

    /// The worth without cards.
    #[inline(always)]
    fn ground(&self, prospects: &SeatProspects) -> f64 {
        let Holding { judge, game, state, outlook, seat, .. } = *self;
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
        let couples = (villagers & villagers >> 1 & NOT_LAST) | (villagers & villagers >> SIDE);
        let pairs = couples.count_ones().min(villagers.count_ones() / 2);
        let [villager, couple, tower, edict] = prospects.hopes;
        let mut value = score
            + villager * f64::from(villagers.count_ones())
            + couple * f64::from(pairs)
            + tower * f64::from(towers.count_ones())
            + edict * f64::from(state[seat].edicts);
        value -= self.danger(prospects);
        value += judge.hope(own, prospects.turns);
        value += judge.hope(official, prospects.turns);
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
    fn danger(&self, prospects: &SeatProspects) -> f64 {
        let Holding { game, outlook, .. } = *self;
        let [villagers, soldiers, cottages, ..] = self.state[self.seat].units;
        let longships = self.state[self.seat].longships;
        let [losses, staying, landing] = &prospects.losses;
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
                    danger -= prospects.sunk;
                } else {
                    let first = next();
                    let second = if outlook.raids() { next() } else { first };
                    danger += losses[first];
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

struct WithoutCards<'a>(Holding<'a>, &'a SeatProspects);
impl Task for WithoutCards<'_> {
    type Output = f64;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> f64 {
        self.0.ground(self.1)
    }
}

impl Task for Holding<'_> {
    type Output = f64;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> f64 {
        self.remembered()
    }
}

/// Part of a whim's worth that is left if it still needs so many actions.
pub(super) fn patience(weights: &Weights, actions: f64) -> f64 {
    libm::exp(-weights.patience * actions)
}

fn columns_of(parcels: u64) -> u8 {
    let half = parcels | parcels >> 32;
    let quarter = half | half >> 16;
    (quarter | quarter >> 8) as u8
}
