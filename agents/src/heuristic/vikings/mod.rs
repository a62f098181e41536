//! *Vikings*: an estimate of a seat's final glory. Point values come from the rule set in force; the weights say how
//! much each prospect counts.

use std::sync::Arc;

use drakkar_engine::cpu::{Cpu, Processor, Task};
use drakkar_engine::game::{Game, View};
use drakkar_engine::games::vikings::VikingsOf;
use drakkar_engine::games::vikings::action::Action;
use drakkar_engine::games::vikings::bonus::{Bonus, Kinds};
use drakkar_engine::games::vikings::component::{LOTS, ROUNDS};
use drakkar_engine::games::vikings::state::{Phase, StateOf, TableOf};
use drakkar_engine::games::vikings::tableau_stats::{Buyer, Hand, Survey, Verdict};
use drakkar_engine::games::vikings::variant::Variant;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use self::advanced::AdvancedDecision;
use self::prospects::{Prospects, TimeValues};
use self::tile_worths::KnownTime;
use super::favourite::Favourite;
use super::{Heuristic, Judge, NamedTexts, Playable};
use crate::features;
use crate::mcts::{Root, Truncation};

mod advanced;
mod prospects;
mod tile_worths;
mod weights;

pub use weights::{AdvancedWeights, Weights};

impl<V: Variant> Playable for VikingsOf<V> {
    type Heuristic = Weights;
}

/// The values at every time of a game under one rule set.
#[derive(Clone, Debug)]
pub struct VikingsJudge {
    /// By round and whether the seat has scored in it.
    at: Arc<[[KnownTime; 2]; ROUNDS]>,
    processor: Processor,
}

/// Binds `$prospects` to those of a seat, perhaps in another round or after it has scored: the usual ones, or those with
/// its bonus tiles. What they refer to is too large to be passed by value.
macro_rules! seen_by {
    (let $prospects:ident = $opinion:expr, $game:expr, $state:expr, $seat:expr) => {
        let at = ($state.round() - 1, $state.has_scored($seat));
        seen_by!(let $prospects = $opinion, $game, $state, $seat, at);
    };
    (let $prospects:ident = $opinion:expr, $game:expr, $state:expr, $seat:expr, $at:expr) => {
        let (round, scored) = $at;
        let usual = &$opinion.at[round][usize::from(scored)];
        let tiles = $state.tiles($seat);
        let (other, mut more);
        let (values, worths) = if let Some(raised) = usual.raised::<V>(tiles) {
            (&usual.values, raised)
        } else if tiles.count(Bonus::Gold3) + tiles.count(Bonus::Food3) > 0 {
            // These change the value of other things.
            other = TimeValues::new(&usual.values.weights, $game, round, scored, tiles);
            (&other, &other.worths)
        } else {
            more = usual.values.worths;
            usual.values.add_tiles(&mut more, $game, tiles);
            (&usual.values, &more)
        };
        let $prospects = Prospects { values, worths, tiles };
    };
}
use seen_by;

#[derive(Clone, Copy)]
struct Deciding<'a, V: Variant> {
    judge: &'a VikingsJudge,
    prospects: Prospects<'a>,
    game: &'a VikingsOf<V>,
    state: &'a TableOf<V>,
    seat: Seat,
}

impl<V: Variant> Deciding<'_, V> {
    /// Whether this is a placement, but not the last one of the game.
    #[inline(always)]
    fn places(&self, action: Action) -> bool {
        let is_last = self.state.round() == ROUNDS && self.state.purchases() + 1 >= LOTS;
        matches!(action, Action::Tile { .. } | Action::Ship { .. } | Action::Start { .. })
            && !is_last
    }

    /// After a placement: before anything else happens, which is the same for all placements of a
    /// decision; only the last one of a game is followed to the end.
    #[inline(always)]
    fn after(&self, action: Action) -> f64 {
        let Deciding { judge, prospects, game, state, seat } = *self;
        if self.places(action) {
            return game.judge_after(state, action, prospects);
        }
        let mut next = state.alone();
        game.apply_unchecked(&mut next, action, &mut ());
        judge.value(game, &next, seat)
    }
}

/// A purchase changes nothing but the purse and the hand, and one lot may win a bonus tile (A7).
impl<V: Variant> Buyer for &Deciding<'_, V> {
    /// The value of the tableau, and the price of that lot.
    type Known = (f64, Option<u8>);

    #[inline(always)]
    fn before(self, survey: &Survey) -> (f64, Option<u8>) {
        (self.prospects.tableau(survey), self.game.winning_price(self.state))
    }

    #[inline(always)]
    fn bought(
        self,
        &(tableau, winning): &(f64, Option<u8>),
        survey: &Survey,
        price: u8,
        hand: &Hand,
    ) -> f64 {
        let prospects = self.prospects;
        let left = survey.gold - i32::from(price);
        let purse = prospects.purse(left.max(0), survey.glory + left.min(0));
        let value = prospects.hand(hand, survey) + (tableau + purse);
        if winning == Some(price) { value + self.prize(survey.safe, survey.gold) } else { value }
    }
}

impl<V: Variant> Heuristic<VikingsOf<V>> for Weights {
    type Judge = VikingsJudge;
    type Features = features::vikings::Inputs;
    const NAMED: NamedTexts = weights::SETS;
    const NETS: NamedTexts = weights::NETS;
    const SCALES: NamedTexts = weights::SCALES;

    fn with_net(players: usize, is_short: bool) -> Option<(Truncation, Root)> {
        Some(match players {
            2 | 3 => {
                (Truncation::Decisions(4), if is_short { Root::Halving } else { Root::Selection })
            }
            // Those to the next scoring are worth their time.
            _ => (Truncation::Scoring, Root::Selection),
        })
    }

    fn judge(&self, game: &VikingsOf<V>) -> VikingsJudge {
        let at = |round, scored| {
            KnownTime::new(TimeValues::new(self, game, round, scored, Kinds::NONE), game)
        };
        let rounds = std::array::from_fn(|round| [at(round, false), at(round, true)]);
        VikingsJudge { at: Arc::new(rounds), processor: Processor::detect() }
    }

    fn counts(game: &VikingsOf<V>, key: &str) -> bool {
        !key.starts_with("advanced.") || game.rule_set().advanced.switched_on().is_some()
    }
}

impl VikingsJudge {
    /// What a seat owns, and its [`Judge::value`].
    pub(crate) fn survey<V: Variant>(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        seat: Seat,
    ) -> (Survey, f64) {
        if game.to_move(state).is_none() {
            return (game.survey(state, seat), self.value(game, state, seat));
        }
        seen_by!(let prospects = self, game, state, seat);
        game.judge(state, seat, Surveyed(prospects))
    }

    /// [`Judge::actions`], compiled for what is to be done with each.
    #[inline(always)]
    fn each<V: Variant>(
        &self,
        processor: Processor,
        game: &VikingsOf<V>,
        state: &TableOf<V>,
        seat: Seat,
        actions: &[Action],
        tell: &mut (impl FnMut(Action, f64) + ?Sized),
    ) {
        seen_by!(let prospects = self, game, state, seat);
        let deciding = Deciding { judge: self, prospects, game, state, seat };
        if state.is(Phase::Buy) {
            VikingsOf::judge_lots(processor, state, actions, &deciding, tell);
            return;
        }
        // All are placements or none is.
        if actions.first().is_some_and(|&action| deciding.places(action)) {
            game.judge_placements(processor, state, actions, prospects, tell);
            return;
        }
        if state.is(Phase::Boatswain) || state.is(Phase::Land) {
            let after = game.after_boatswains(state);
            seen_by!(let later = self, game, state, seat, after.unwrap_or_default());
            let verdicts = [Some(prospects), after.map(|_| later)];
            game.judge_boatswains(processor, state, actions, verdicts, &mut |action, value| {
                tell(action, value.unwrap_or_else(|| deciding.after(action)));
            });
            return;
        }
        let open = if V::ADVANCED { deciding.open() } else { AdvancedDecision::Nothing };
        if let AdvancedDecision::Bids(bidding) = &open {
            // There can be dozens of them.
            for &action in actions {
                tell(action, bidding.value(action));
            }
            return;
        }
        for &action in actions {
            tell(action, open.value(action).unwrap_or_else(|| deciding.after(action)));
        }
    }
}

struct Best<'a, V: Variant, F> {
    judge: &'a VikingsJudge,
    game: &'a VikingsOf<V>,
    state: &'a TableOf<V>,
    seat: Seat,
    actions: &'a [Action],
    below: F,
}

impl<V: Variant, F: FnMut(u32) -> u32> Task for Best<'_, V, F> {
    type Output = Action;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Action {
        let Best { judge, game, state, seat, actions, mut below } = self;
        let (mut best, mut favourite) = (actions[0], Favourite::NONE);
        if V::ADVANCED && state.is(Phase::Bid) {
            seen_by!(let prospects = judge, game, state, seat);
            let bidding = Deciding { judge, prospects, game, state, seat }.bidding();
            let mut place = 0;
            while let Some(&action) = actions.get(place) {
                let value = bidding.value(action);
                if favourite.takes(value, &mut below) {
                    best = action;
                }
                // Bids rise, so those that follow a loss are no better; only `pass` comes after them.
                let is_lost = value < favourite.value.min(0.0) && prospects.gold >= 0.0;
                place = if is_lost { actions.len() - 1 } else { place }.max(place + 1);
            }
        } else {
            judge.each(cpu.processor(), game, state, seat, actions, &mut |action, value| {
                if favourite.takes(value, &mut below) {
                    best = action;
                }
            });
        }
        best
    }
}

struct Surveyed<'a>(Prospects<'a>);
impl Verdict for Surveyed<'_> {
    type Output = (Survey, f64);
    #[inline(always)]
    fn of(self, survey: &Survey) -> (Survey, f64) {
        (*survey, self.0.of(survey))
    }
}

impl<V: Variant> Judge<VikingsOf<V>> for VikingsJudge {
    const EXPECTS_SCORES: bool = true;
    /// There are none.
    const RATES_SECRETS: bool = true;
    const DRAWS: usize = 1;

    fn value(&self, game: &VikingsOf<V>, state: &StateOf<V>, seat: Seat) -> f64 {
        if game.to_move(state).is_none() {
            // A hundredth of the gold, which breaks ties (F8).
            return f64::from(state.glory(seat)) + 0.01 * f64::from(state.gold(seat));
        }
        seen_by!(let prospects = self, game, state, seat);
        game.judge(state, seat, prospects)
    }

    /// The logistic curve of this scale has a standard deviation of 14.5 glory, about that of the
    /// difference between the final glory of two greedy players (11 each). 3 and 14 made `mcts` weaker; they
    /// changed the prior too. Scales that fit results are in [`Heuristic::SCALES`].
    fn scale(&self, _: &VikingsOf<V>, _: &StateOf<V>) -> f64 {
        8.0
    }

    fn round(&self, _: &VikingsOf<V>, state: &StateOf<V>) -> usize {
        state.round() - 1
    }

    /// Bids, vikings to remove or set, and bonus tiles are judged by themselves.
    fn rates_positions(&self, _: &VikingsOf<V>, state: &StateOf<V>) -> bool {
        !(state.is(Phase::Bid)
            || state.is(Phase::Remove)
            || state.is(Phase::Set)
            || state.is(Phase::Take))
    }

    #[inline(always)]
    fn value_after(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        action: Action,
        seat: Seat,
    ) -> f64 {
        seen_by!(let prospects = self, game, state, seat);
        Deciding { judge: self, prospects, game, state, seat }.after(action)
    }

    #[inline(always)]
    fn best(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        seat: Seat,
        actions: &[Action],
        below: impl FnMut(u32) -> u32,
    ) -> Action {
        self.processor.run(Best { judge: self, game, state, seat, actions, below })
    }

    #[inline(always)]
    fn best_seen(
        &self,
        view: &View<'_, VikingsOf<V>>,
        actions: &[Action],
        below: impl FnMut(u32) -> u32,
    ) -> Option<Action> {
        let (game, state, seat) = (view.game(), view.table(), view.seat());
        Some(self.processor.run(Best { judge: self, game, state, seat, actions, below }))
    }

    #[inline(always)]
    fn actions(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        seat: Seat,
        actions: &[Action],
        tell: &mut dyn FnMut(Action, f64),
    ) {
        self.each(self.processor, game, state, seat, actions, tell);
    }
}

#[cfg(test)]
mod tests;
