//! A whole placement: Vikings go one after the other to the place where the next one adds most.
//!
//! What the others send is not looked at, even where a drawn state has it: the number of their Vikings on
//! each space is expected from its stones.

use drakkar_engine::cpu::{Cpu, Task};
use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::action::Action;
use drakkar_engine::games::eketorp::component::{PLACES, Place, SIEGE_SPACES, SPACES};
use drakkar_engine::games::eketorp::state::State;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use super::village::VillageGains;
use super::{EketorpJudge, Valuation, power};

/// Places of one seat, and home as the last one.
const ENTRIES: usize = PLACES + 1;

/// The placement that a seat aims at, and what each action that it may choose next costs compared with that.
pub(super) struct PlacementPlan<'a> {
    /// Those of the seat, in its order.
    places: &'a [Place],
    /// How many Vikings are to go to each place.
    numbers: [u32; ENTRIES],
    /// What each action loses, in the order of the places; home is the last one.
    losses: [f64; ENTRIES],
}

struct Gains<'a> {
    at: Valuation<'a>,
    /// Worth of a stone, number of stones, others expected, for each space.
    worth: [f64; SPACES],
    stones: [f64; SPACES],
    others: [f64; SPACES],
    /// How the own hand compares with an average one: 1 if equal.
    strength: f64,
    sieges: [f64; PLACES],
    /// The first defender.
    guard: f64,
}

impl Gains<'_> {
    #[inline(always)]
    fn find(&mut self, seat: Seat) {
        let Valuation { weights, game, state, .. } = self.at;
        let others = Seat::all(game.players()).filter(|&other| other != seat);
        let free: u32 = others.clone().map(|other| game.free_vikings(state, other)).sum();
        let expected = weights.crowd * f64::from(free);
        let mut all = 0.0;
        for space in 0..SPACES {
            let stones = f64::from(state.stones[space].total());
            let worth = self.at.best_stone(state.stones[space]);
            let drawn = stones * (1.0 + weights.lure * (worth - 1.0)).max(0.0);
            (self.worth[space], self.stones[space], self.others[space]) = (worth, stones, drawn);
            all += drawn;
        }
        // Others who plan in the same way would all go to the same places, and expect nobody there. So the
        // own plan is varied by what nobody knows: it differs between drawn states, and between seats in one of them.
        let mut whim = Rng::from_seed(state.unknown_order() * 6 + seat.index() as u64);
        let part = if all > 0.0 { expected / all } else { 0.0 };
        for space in 0..SPACES {
            self.others[space] *= part;
            let whim = f64::from(whim.below(2001)) / 1000.0 - 1.0;
            self.worth[space] *= 1.0 + weights.whim * whim;
        }
        let hand = state[seat].hand;
        let (sum, best) = (hand.sum(), hand.highest());
        let average = f64::from(game.highest_card() + 1) / 2.0;
        let held = f64::from(sum) / f64::from(hand.total().max(1));
        self.strength = (1.0 + weights.hand * (held - average) / average).max(0.1);
        for village in Seat::all(game.players()) {
            let VillageGains { sieges, guard } = self.at.village(village, best);
            if village == seat {
                self.guard = guard;
            }
            let first = Place::siege(village.index(), 0).index();
            self.sieges[first..first + SIEGE_SPACES].copy_from_slice(&sieges);
        }
    }

    /// Of the next Viking at a place or at home, where there are `vikings` already, with `sieges` planned elsewhere.
    /// What those on a space bring home is in `brought`, and then what one more would.
    #[inline(always)]
    fn next(
        &self,
        place: Option<Place>,
        vikings: u32,
        sieges: u32,
        brought: &mut [f64; SPACES],
    ) -> f64 {
        let Some(place) = place else {
            return self.guard * power(self.at.weights.reserve, vikings);
        };
        if let Some(brought) = brought.get_mut(place.index()) {
            let more = self.space(place.index(), vikings + 1);
            return more - std::mem::replace(brought, more);
        }
        match vikings {
            0 if self.sieges[place.index()] > 0.0 => {
                self.sieges[place.index()] * power(self.at.weights.another, sieges)
            }
            0 => self.sieges[place.index()],
            _ => f64::NEG_INFINITY,
        }
    }

    /// What so many own Vikings bring home from a space.
    #[inline(always)]
    fn space(&self, space: usize, vikings: u32) -> f64 {
        let (worth, stones, others) = (self.worth[space], self.stones[space], self.others[space]);
        let own = f64::from(vikings);
        if own + others <= stones || own == 0.0 {
            return worth * own;
        }
        let strong = own * self.strength;
        let share = (stones * strong / (strong + others)).min(own).min(stones);
        let defeats = (own - share) * others / (own + others);
        worth * share - self.at.weights.defeat * self.at.weights.absence * defeats
    }
}

/// One Viking in so many goes elsewhere than planned, when the placement of another seat is guessed.
const STRAY: u32 = 4;

/// Places the Vikings of the seats that have placed as this heuristic would, but for some of them, which go
/// anywhere.
pub(super) fn guess_placements(
    judge: &EketorpJudge,
    game: &Eketorp,
    state: &mut State,
    seat: Seat,
    rng: &mut Rng,
) {
    for other in game.placed(state).filter(|&other| other != seat) {
        game.replace(state, other, std::iter::empty());
        let places = game.places(other);
        let plan = judge.see(game, state, |at| PlacementPlan::new(at, places, other, 0));
        // The entry behind the last place is home.
        let stray = plan.sent().filter_map(|place| {
            if rng.below(STRAY) > 0 {
                return Some(place);
            }
            places.get(rng.below(places.len() as u32 + 1) as usize).copied()
        });
        game.replace(state, other, stray);
    }
}

/// Replaces `actions` by those with which `seat` completes its placement as planned, the first one last.
pub(super) fn whole(at: Valuation<'_>, seat: Seat, actions: &mut Vec<Action>) {
    let Valuation { game, state, .. } = at;
    let places = game.places(seat);
    let plan = PlacementPlan::new(at, places, seat, state.from.into());
    actions.clear();
    actions.extend(plan.sent().map(|place| Action::Put { place }));
    // Nobody is asked who has no Viking left, or no place.
    let ends = plan.sent().last().is_some_and(|place| Some(&place) == places.last());
    if actions.len() < state[seat].home as usize && !ends {
        actions.push(Action::Home);
    }
    actions.reverse();
}

/// A number in the order of [`f64::total_cmp`], of which many are compared.
#[inline(always)]
fn rank(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

struct Planning<'a, 'p> {
    at: Valuation<'a>,
    places: &'p [Place],
    seat: Seat,
    from: usize,
}

impl<'p> Task for Planning<'_, 'p> {
    type Output = PlacementPlan<'p>;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> PlacementPlan<'p> {
        let Planning { at, places, seat, from } = self;
        let Valuation { state, .. } = at;
        let len = places.len();
        let (none, sieges) = ([0.0; SPACES], [0.0; PLACES]);
        let [worth, stones, others] = [none; 3];
        let mut gains = Gains { at, worth, stones, others, strength: 1.0, sieges, guard: 0.0 };
        gains.find(seat);
        let place = |entry: usize| places.get(entry).copied();
        // Behind the first place there are none yet.
        let mut vikings = [0; ENTRIES];
        vikings[from] = place(from).map_or(0, |place| state.vikings_at(place, seat));
        let besieged = places.iter().take(from).skip(SPACES);
        let mut sieges: u32 = besieged.map(|&place| state.vikings_at(place, seat)).sum();
        let mut next = [f64::NEG_INFINITY; ENTRIES];
        let mut ranks = [i64::MIN; ENTRIES];
        let mut brought = [0.0; SPACES];
        for entry in from..len + 1 {
            if entry < SPACES {
                brought[entry] = gains.space(entry, vikings[entry]);
            }
            next[entry] = gains.next(place(entry), vikings[entry], sieges, &mut brought);
            ranks[entry] = rank(next[entry]);
        }
        // What the Vikings at each place add together, and how many they are.
        let (mut planned, mut numbers) = ([0.0; ENTRIES], [0; ENTRIES]);
        let mut least = f64::INFINITY;
        for _ in 0..state[seat].home {
            // The last of equal ones.
            let (mut best, mut highest) = (from, i64::MIN);
            for (entry, &rank) in (from..).zip(&ranks[from..len + 1]) {
                if rank >= highest {
                    (best, highest) = (entry, rank);
                }
            }
            planned[best] += next[best];
            numbers[best] += 1;
            least = least.min(next[best]);
            vikings[best] += 1;
            if place(best).is_some_and(|place| !place.is_space()) {
                sieges += 1;
                for entry in SPACES.max(from)..len {
                    next[entry] = gains.next(place(entry), vikings[entry], sieges, &mut brought);
                    ranks[entry] = rank(next[entry]);
                }
            }
            next[best] = gains.next(place(best), vikings[best], sieges, &mut brought);
            ranks[best] = rank(next[best]);
        }
        // Instead of Vikings that can no longer go where they should, others go where the next one adds most.
        let mut losses = [0.0; ENTRIES];
        let mut passed_over = 0.0;
        let mut after = f64::NEG_INFINITY;
        for entry in (from..len + 1).rev() {
            after = after.max(next[entry]);
            losses[entry] = if numbers[entry] > 0 { 0.0 } else { least - next[entry] };
            // For now without those before.
            planned[entry] -= f64::from(numbers[entry]) * after;
        }
        for entry in from..len + 1 {
            losses[entry] += passed_over;
            passed_over += planned[entry].max(0.0);
        }
        PlacementPlan { places, numbers, losses }
    }
}

impl PlacementPlan<'_> {
    /// For the Vikings of `seat` that are at home, to its `places` from number `from` on.
    #[inline(always)]
    pub(super) fn new<'p>(
        at: Valuation<'_>,
        places: &'p [Place],
        seat: Seat,
        from: usize,
    ) -> PlacementPlan<'p> {
        at.judge.processor.run(Planning { at, places, seat, from })
    }

    /// Where Vikings are to go, one after the other; those that stay at home are left out.
    pub(super) fn sent(&self) -> impl Iterator<Item = Place> + '_ {
        let numbers = self.places.iter().zip(self.numbers);
        numbers.flat_map(|(&place, number)| std::iter::repeat_n(place, number as usize))
    }

    #[inline(always)]
    pub(super) fn value(&self, game: &Eketorp, seat: Seat, action: Action) -> f64 {
        let home = self.places.len();
        let Action::Put { place } = action else { return -self.losses[home] };
        -self.losses[game.rank(seat, place).min(home)]
    }
}
