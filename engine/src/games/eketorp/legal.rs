//! Legal actions: counted, picked by number, listed. Their order: places in the seat's order, then `home`;
//! fights by seat and place, then sieges; `swap`, `keep`; cards ascending; `loot none`, then the others by
//! their numbers; kinds and walls ascending.

use super::Eketorp;
use super::action::Action;
use super::component::{Cards, Kind, Place};
use super::scoring::Scoring;
use super::state::{Phase, State};
use crate::cpu::Cpu;
use crate::fact::Sink;
use crate::games::bits::bits;
use crate::games::task::Picked;

impl Eketorp {
    #[inline(always)]
    fn pick_fight<C: Cpu>(&self, cpu: C, state: &State, choose: impl FnOnce(u32) -> u32) -> Action {
        let at = state.player(state.seat).at;
        let (fights, sieges) = (at & state.fights, at & state.sieges);
        let others = || self.numbers.seats().filter(|&other| other != usize::from(state.seat));
        let both = |other: usize| fights & state.players[other].at;
        let count: u32 = others().map(|other| both(other).count_ones()).sum();
        let mut k = choose(count + sieges.count_ones());
        for other in others() {
            let both = both(other);
            let number = both.count_ones();
            if k < number {
                let place = Place(cpu.nth_set(both.into(), k) as u8);
                return Action::Fight { place, seat: other as u8 };
            }
            k -= number;
        }
        Action::Siege { place: Place(cpu.nth_set(sieges.into(), k) as u8) }
    }

    #[inline(always)]
    fn list_fights(&self, state: &State, into: &mut Vec<Action>) {
        let at = state.player(state.seat).at;
        for other in self.numbers.seats().filter(|&other| other != usize::from(state.seat)) {
            let both = places(at & state.fights & state.players[other].at);
            into.extend(both.map(|place| Action::Fight { place, seat: other as u8 }));
        }
        into.extend(places(at & state.sieges).map(|place| Action::Siege { place }));
    }
}

#[inline(always)]
fn places(set: u32) -> impl Iterator<Item = Place> {
    bits(set).map(|place| Place(place as u8))
}

impl Picked for Eketorp {
    #[inline(always)]
    fn pick<C: Cpu>(&self, cpu: C, state: &State, choose: impl FnOnce(u32) -> u32) -> Action {
        match state.phase {
            Phase::Place => {
                let places = self.numbers.places;
                let number = state.from + choose(u32::from(places - state.from) + 1) as u8;
                if number >= places {
                    return Action::Home;
                }
                Action::Put { place: self.numbers.place(state.seat, number) }
            }
            Phase::Choose => self.pick_fight(cpu, state, choose),
            Phase::AttackerSwap | Phase::DefenderSwap => match choose(2) {
                0 => Action::Swap,
                _ => Action::Keep,
            },
            Phase::AttackerCard | Phase::DefenderCard => {
                let values = state.player(state.seat).hand.values();
                let k = choose(values.count_ones());
                Action::Card { value: Cards::value_at(cpu.nth_set(values, k)) }
            }
            Phase::Loot => {
                let loot = self.loot(state);
                loot.nth(choose(loot.count()))
            }
            Phase::Take => {
                let kinds = state.stones[usize::from(state.from)].kinds();
                Action::Take { kind: nth_kind(cpu, kinds, choose(kinds.count_ones())) }
            }
            Phase::Build | Phase::Over => {
                let kinds = state.player(state.seat).load.kinds();
                let walls = u32::from(state.walls);
                let number = walls.count_ones().max(1);
                let k = choose(number * kinds.count_ones());
                // With one kind, as is usual, no division.
                let (kind, wall) = if k < number { (0, k) } else { (k / number, k % number) };
                Action::Build {
                    kind: nth_kind(cpu, kinds, kind),
                    wall: cpu.nth_set(walls.into(), wall) as u8,
                }
            }
        }
    }

    #[inline(always)]
    fn list<C: Cpu>(&self, cpu: C, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match state.phase {
            Phase::Place => {
                let places = &self.numbers.places_of(state.seat)[usize::from(state.from)..];
                into.extend(places.iter().map(|&place| Action::Put { place }));
                into.push(Action::Home);
            }
            Phase::Choose => self.list_fights(state, into),
            Phase::AttackerSwap | Phase::DefenderSwap => into.extend([Action::Swap, Action::Keep]),
            Phase::AttackerCard | Phase::DefenderCard => {
                let values = bits(state.player(state.seat).hand.values());
                into.extend(values.map(|bit| Action::Card { value: Cards::value_at(bit) }));
            }
            Phase::Build => {
                for kind in bits(state.player(state.seat).load.kinds()) {
                    let kind = Kind::from_index(kind / 8);
                    let walls = bits(state.walls);
                    into.extend(walls.map(|wall| Action::Build { kind, wall: wall as u8 }));
                }
            }
            Phase::Loot | Phase::Take | Phase::Over => {
                into.extend((0..self.count(cpu, state)).map(|k| self.pick(cpu, state, |_| k)))
            }
        }
    }

    #[inline(always)]
    fn play<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        self.carry_out(state, action, sink);
    }
}

#[inline(always)]
fn nth_kind<C: Cpu>(cpu: C, kinds: u32, k: u32) -> Kind {
    Kind::from_index(cpu.nth_set(kinds.into(), k) / 8)
}
