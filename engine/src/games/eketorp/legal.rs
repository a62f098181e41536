//! Legal actions: counted, picked by number, listed. Their order: places in the seat's order, then `home`;
//! fights by seat and place, then sieges; `swap`, `keep`; cards, kinds and walls ascending; `loot none`, then
//! the others by their numbers.

use super::Eketorp;
use super::action::Action;
use super::component::{Kind, Place, Values};
use super::state::{Phase, State};
use crate::cpu::Cpu;

impl Eketorp {
    /// [`count_legal`](crate::game::Game::count_legal).
    #[inline(always)]
    pub(super) fn count(&self, state: &State) -> u32 {
        match state.phase {
            Phase::Place => u32::from(self.numbers.places - state.from) + 1,
            Phase::Choose => {
                let at = state.player(state.seat).at;
                let own = at & state.fights;
                let others = self.numbers.seats().filter(|&other| other != usize::from(state.seat));
                let fights = others.map(|other| (own & state.players[other].at).count_ones());
                fights.sum::<u32>() + (at & state.sieges).count_ones()
            }
            Phase::AttackerSwap | Phase::DefenderSwap => 2,
            Phase::AttackerCard | Phase::DefenderCard => {
                state.player(state.seat).hand.values().len()
            }
            Phase::Loot => self.loot(state).count(),
            Phase::Take => state.stones[usize::from(state.from)].kinds().count_ones(),
            Phase::Build => {
                let kinds = state.player(state.seat).load.kinds();
                self.offered_walls(state).count_ones() * kinds.count_ones()
            }
            Phase::Over => 0,
        }
    }

    /// [`nth_legal`](crate::game::Game::nth_legal).
    #[inline(always)]
    pub(super) fn nth<C: Cpu>(&self, cpu: C, state: &State, k: u32) -> Action {
        let kind = |kinds: u32, k| Kind::from_index(cpu.nth_set(kinds.into(), k) / 8);
        match state.phase {
            Phase::Place => {
                let number = state.from + k as u8;
                if number >= self.numbers.places {
                    return Action::Home;
                }
                Action::Put { place: self.numbers.place(state.seat, number) }
            }
            Phase::Choose => self.nth_fight(cpu, state, k),
            Phase::AttackerSwap | Phase::DefenderSwap if k == 0 => Action::Swap,
            Phase::AttackerSwap | Phase::DefenderSwap => Action::Keep,
            Phase::AttackerCard | Phase::DefenderCard => {
                let values = state.player(state.seat).hand.values();
                Action::Card { value: Values::at(cpu.nth_set(values.0, k)) }
            }
            Phase::Loot => self.loot(state).nth(k),
            Phase::Take => {
                Action::Take { kind: kind(state.stones[usize::from(state.from)].kinds(), k) }
            }
            Phase::Build | Phase::Over => {
                let kinds = state.player(state.seat).load.kinds();
                let walls = self.offered_walls(state);
                // With one kind, as is usual, no division.
                let number = walls.count_ones().max(1);
                let (kind_k, wall_k) = if k < number { (0, k) } else { (k / number, k % number) };
                let wall = cpu.nth_set(walls.into(), wall_k) as u8;
                Action::Build { kind: kind(kinds, kind_k), wall }
            }
        }
    }

    #[inline(always)]
    fn nth_fight<C: Cpu>(&self, cpu: C, state: &State, mut k: u32) -> Action {
        let at = state.player(state.seat).at;
        let own = at & state.fights;
        for other in self.numbers.seats().filter(|&other| other != usize::from(state.seat)) {
            let both = own & state.players[other].at;
            let number = both.count_ones();
            if k < number {
                let place = Place(cpu.nth_set(both.into(), k) as u8);
                return Action::Fight { place, seat: other as u8 };
            }
            k -= number;
        }
        Action::Siege { place: Place(cpu.nth_set((at & state.sieges).into(), k) as u8) }
    }

    /// [`legal`](crate::game::Game::legal).
    #[inline(always)]
    pub(super) fn list<C: Cpu>(&self, cpu: C, state: &State, into: &mut Vec<Action>) {
        into.clear();
        if state.phase == Phase::Loot {
            return self.loot(state).list(into);
        }
        into.extend((0..self.count(state)).map(|k| self.nth(cpu, state, k)));
    }

    /// [`is_legal`](crate::game::Game::is_legal).
    #[inline(always)]
    pub(super) fn has<C: Cpu>(&self, cpu: C, state: &State, action: Action) -> bool {
        (0..self.count(state)).any(|k| self.nth(cpu, state, k) == action)
    }
}
