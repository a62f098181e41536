//! Legal actions by number. Their order: actions of the token (populate, enlist, cultivate, marry, fortress, tower, move),
//! then `draw`, cards by kind and seat, `end`; `pass`, `edict`, `counter`; all others ascending by whim, token, kind,
//! parcel, column.

use super::NoMoreVikings;
use super::action::Action;
use super::component::{
    Column, EDICT, Kind, NOT_FIRST, NOT_LAST, Parcel, SIDE, Token, Unit, parcels,
};
use super::scoring::Scoring;
use super::state::{Phase, Player, State};
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::games::bits::bits;
use crate::games::play::Play;
use crate::games::task::Picked;

enum Choice {
    Whim(u64),
    Token,
    Turn,
    /// Kinds of the cards laid aside.
    Drop(u32),
    /// Whether it has an edict, and whether it has a counter that could be played.
    Respond(bool, bool),
    At(u64),
    Sink(u8),
    /// Own columns with longships and the opponent's without.
    Divert(u8, u8),
}

impl NoMoreVikings {
    #[inline(always)]
    fn choice(&self, state: &State) -> Choice {
        let player = state.player(state.seat);
        match state.phase {
            Phase::Whim => Choice::Whim(player.whims),
            Phase::Token => Choice::Token,
            Phase::Turn => Choice::Turn,
            Phase::Drop => Choice::Drop(self.numbers.kinds_of(state.aside)),
            Phase::Respond => {
                let counter = state.window.is_card && player.kinds & Kind::Counter.bit() != 0;
                Choice::Respond(player.edicts > 0, counter)
            }
            Phase::Effect => self.effect_choice(state),
            Phase::Event | Phase::Month if state.gain => Choice::At(self.free(state, state.seat)),
            Phase::Event | Phase::Month => Choice::At(player.unit(state.asked)),
            Phase::Tower => Choice::Sink(player.longships),
            Phase::Soldier => {
                let column = Column(state.raiders.trailing_zeros() as u8);
                Choice::At(player.unit(Unit::Soldier) & column.parcels())
            }
            Phase::Settle => Choice::At(self.free(state, state.seat)),
            Phase::Over => Choice::At(0),
        }
    }

    /// K5: what the player of a card chooses from.
    #[inline(always)]
    fn effect_choice(&self, state: &State) -> Choice {
        let player = state.player(state.seat);
        let target = state.player(state.window.target);
        match state.window.kind {
            Kind::Settler | Kind::Builder => Choice::At(self.free(state, state.seat)),
            Kind::Recruit | Kind::Harvest => Choice::At(player.unit(Unit::Villager)),
            Kind::Abduct => Choice::At(target.unit(Unit::Villager)),
            Kind::Burn => Choice::At(target.unit(Unit::Cottage)),
            Kind::Duel => Choice::At(target.unit(Unit::Soldier)),
            Kind::Divert => {
                Choice::Divert(player.longships, self.numbers.beach & !target.longships)
            }
            // Bow and beacon; the others ask for nothing.
            _ => Choice::Sink(target.longships),
        }
    }

    /// K3: the seats against which a card of this kind can be played; for a kind that names no seat, one
    /// bit if it can be.
    #[inline(always)]
    pub(super) fn targets(&self, state: &State, kind: Kind) -> u32 {
        let player = state.player(state.seat);
        let own = 1 << (state.seat & 7);
        let villagers = player.unit(Unit::Villager);
        let able = |able: bool| u32::from(able);
        let opponents = self.numbers.everybody & !own;
        match kind {
            Kind::Settler => able(state.has(Unit::Villager) && self.free(state, state.seat) != 0),
            Kind::Recruit => able(state.has(Unit::Soldier) && villagers != 0),
            Kind::Builder => able(state.has(Unit::Cottage) && self.free(state, state.seat) != 0),
            Kind::Bow => able(player.longships != 0),
            Kind::Beacon => seats(state, |player| player.longships != 0),
            Kind::Divert if player.longships != 0 => {
                opponents & seats(state, |player| player.longships != self.numbers.beach)
            }
            Kind::Abduct => opponents & seats(state, |player| player.unit(Unit::Villager) != 0),
            Kind::Burn => opponents & seats(state, |player| player.unit(Unit::Cottage) != 0),
            Kind::Duel => opponents & seats(state, |player| player.unit(Unit::Soldier) != 0),
            Kind::Steal => opponents & seats(state, |player| player.hand != 0),
            Kind::Harvest => able(state.has(Unit::Field) && villagers != 0),
            Kind::Favour => able(state.supply[EDICT] > 0),
            _ => 0,
        }
    }

    #[inline(always)]
    fn count_plays(&self, state: &State) -> u32 {
        let (mut kinds, mut count) = (state.player(state.seat).kinds, 0);
        while kinds != 0 {
            let kind = Kind::from_index(kinds.trailing_zeros());
            count += self.targets(state, kind).count_ones();
            kinds &= kinds - 1;
        }
        count
    }

    #[inline(always)]
    fn nth_play<C: Cpu>(&self, cpu: C, state: &State, mut k: u32) -> Option<Action> {
        let mut kinds = state.player(state.seat).kinds;
        while kinds != 0 {
            let kind = Kind::from_index(kinds.trailing_zeros());
            let targets = self.targets(state, kind);
            let count = targets.count_ones();
            if k < count {
                let seat = kind.names_seat().then(|| cpu.nth_set(targets.into(), k) as u8);
                return Some(Action::Play { kind, seat });
            }
            k -= count;
            kinds &= kinds - 1;
        }
        None
    }

    #[inline(always)]
    fn pick_turn<C: Cpu>(&self, cpu: C, state: &State, choose: impl FnOnce(u32) -> u32) -> Action {
        let options = (state.actions > 0).then(|| self.options(state));
        let count = options.as_ref().map_or(0, Options::count);
        let draw = u32::from(state.owed);
        let plays = self.count_plays(state);
        // A9.
        let end = u32::from(count + draw == 0);
        let k = choose(count + draw + plays + end);
        match options {
            Some(options) if k < count => return options.nth(cpu, k),
            _ if k < count + draw => return Action::Draw,
            _ => {}
        }
        self.nth_play(cpu, state, k - count - draw).unwrap_or(Action::End)
    }
}

impl Picked for NoMoreVikings {
    #[inline(always)]
    fn pick<C: Cpu>(&self, cpu: C, state: &State, choose: impl FnOnce(u32) -> u32) -> Action {
        let nth = |set: u64, k: u32| cpu.nth_set(set, k) as u8;
        match self.choice(state) {
            Choice::Turn => self.pick_turn(cpu, state, choose),
            Choice::Respond(edict, counter) => {
                match choose(1 + u32::from(edict) + u32::from(counter)) {
                    0 => Action::Pass,
                    1 if edict => Action::Edict,
                    _ => Action::Counter,
                }
            }
            Choice::At(set) => Action::At { parcel: Parcel(nth(set, choose(set.count_ones()))) },
            Choice::Token => {
                Action::Token { token: Token::ALL[choose(3) as usize % Token::ALL.len()] }
            }
            Choice::Sink(set) => {
                Action::Sink { column: Column(nth(set.into(), choose(set.count_ones()))) }
            }
            Choice::Drop(kinds) => {
                let k = choose(kinds.count_ones());
                Action::Drop { kind: Kind::from_index(nth(kinds.into(), k).into()) }
            }
            Choice::Divert(from, to) => {
                let width = to.count_ones();
                let k = choose(from.count_ones() * width);
                Action::Divert {
                    from: Column(nth(from.into(), k / width.max(1))),
                    to: Column(nth(to.into(), k % width.max(1))),
                }
            }
            Choice::Whim(set) => self.keep(nth(set, choose(set.count_ones()))),
        }
    }

    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match self.choice(state) {
            Choice::Turn => {}
            Choice::At(set) => {
                into.extend(parcels(set).map(|parcel| Action::At { parcel }));
                return;
            }
            _ => {
                into.extend((0..self.count(cpu, state)).map(|k| self.pick(cpu, state, |_| k)));
                return;
            }
        }
        if state.actions > 0 {
            self.options(state).list(into);
        }
        if state.owed {
            into.push(Action::Draw);
        }
        // A9.
        let end = into.is_empty();
        for kind in bits(state.player(state.seat).kinds).map(Kind::from_index) {
            let seats = bits(self.targets(state, kind));
            let seats = seats.map(|seat| kind.names_seat().then_some(seat as u8));
            into.extend(seats.map(|seat| Action::Play { kind, seat }));
        }
        if end {
            into.push(Action::End);
        }
    }

    #[inline(always)]
    fn play<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        Play { game: self, state, sink }.carry_out(action);
    }
}

#[inline(always)]
fn seats(state: &State, holds: impl Fn(&Player) -> bool) -> u32 {
    let mut seats = 0;
    for (seat, player) in state.players.iter().enumerate() {
        seats |= u32::from(holds(player)) << seat;
    }
    seats
}

/// Actions of one parcel: populate, enlist, cultivate.
const SINGLES: usize = 3;
/// Actions of two adjacent parcels: marry, fortress, tower, move.
const PAIRS: usize = 4;
/// From the first parcel to the second one: away from the beach, towards it, right, left.
const STEPS: [i8; 4] = [SIDE as i8, -(SIDE as i8), 1, -1];

#[derive(Clone, Copy)]
struct Options {
    singles: [u64; SINGLES],
    /// For each step the first parcels.
    pairs: [[u64; STEPS.len()]; PAIRS],
}

/// Parcels of `first` whose neighbour in each step is one of `second`.
#[inline(always)]
const fn adjacent(first: u64, second: u64) -> [u64; STEPS.len()] {
    [
        first & second >> SIDE,
        first & second << SIDE,
        first & second >> 1 & NOT_LAST,
        first & second << 1 & NOT_FIRST,
    ]
}

const fn only_if(condition: bool, set: u64) -> u64 {
    if condition { set } else { 0 }
}

impl NoMoreVikings {
    #[inline(always)]
    fn options(&self, state: &State) -> Options {
        let player = state.player(state.seat);
        let free = self.free(state, state.seat);
        let [villagers, soldiers, cottages, fortresses, ..] = player.units;
        let marrying = only_if(state.has(Unit::Cottage), villagers);
        let walling = only_if(state.has(Unit::Fortress), cottages);
        let towering = only_if(state.has(Unit::Tower), fortresses);
        Options {
            singles: [
                only_if(state.has(Unit::Villager), free),
                only_if(state.has(Unit::Soldier), villagers),
                only_if(state.has(Unit::Field), villagers),
            ],
            pairs: [
                adjacent(marrying, marrying),
                adjacent(walling, walling),
                adjacent(towering, soldiers),
                adjacent(villagers | soldiers, free),
            ],
        }
    }
}

impl Options {
    #[inline(always)]
    fn count(&self) -> u32 {
        let count = |sets: &[u64]| sets.iter().map(|set| set.count_ones()).sum::<u32>();
        count(&self.singles) + self.pairs.iter().map(|sets| count(sets)).sum::<u32>()
    }

    #[inline(always)]
    fn list(&self, into: &mut Vec<Action>) {
        for (number, set) in self.singles.into_iter().enumerate() {
            into.extend(parcels(set).map(|parcel| single(number, parcel)));
        }
        for (number, sets) in self.pairs.into_iter().enumerate() {
            for (set, step) in sets.into_iter().zip(STEPS) {
                into.extend(parcels(set).map(|parcel| pair(number, parcel, step)));
            }
        }
    }

    #[inline(always)]
    fn nth<C: Cpu>(&self, cpu: C, mut k: u32) -> Action {
        for (number, set) in self.singles.into_iter().enumerate() {
            let count = set.count_ones();
            if k < count {
                return single(number, Parcel(cpu.nth_set(set, k) as u8));
            }
            k -= count;
        }
        for (number, sets) in self.pairs.into_iter().enumerate() {
            for (set, step) in sets.into_iter().zip(STEPS) {
                let count = set.count_ones();
                if k < count {
                    return pair(number, Parcel(cpu.nth_set(set, k) as u8), step);
                }
                k -= count;
            }
        }
        Action::End
    }
}

#[inline(always)]
fn single(number: usize, parcel: Parcel) -> Action {
    match number {
        0 => Action::Populate { parcel },
        1 => Action::Enlist { parcel },
        _ => Action::Cultivate { parcel },
    }
}

#[inline(always)]
fn pair(number: usize, one: Parcel, step: i8) -> Action {
    let two = Parcel(one.0.wrapping_add_signed(step));
    match number {
        0 => Action::Marry { house: one, free: two },
        1 => Action::Fortress { house: one, free: two },
        2 => Action::Tower { fortress: one, soldier: two },
        _ => Action::Move { from: one, to: two },
    }
}
