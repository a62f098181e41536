//! The values after each placement of a decision.

use drakkar_engine::games::vikings::component::Colour;
use drakkar_engine::games::vikings::placements::{Comparison, Placement};
use drakkar_engine::games::vikings::tableau_stats::Survey;

use super::{
    ABOVE_FISHERMEN, ABOVE_GOLDSMITHS, ASHORE, BOATSWAINS, BOATSWAINS_ASHORE, FISHERMEN, FISHERS,
    FREE, Figures, ISLANDS, LONGEST, MOST_FREE, NOTHING, OPEN_ISLANDS, Prospects, SAFE, THREATENED,
    WAITING, features,
};

/// What the placements of a tile share.
pub struct KnownFigures {
    figures: Figures<i32>,
    /// The place of the viking in hand among the figures, and how many of his colour are ashore without him.
    viking: usize,
    others: i32,
    /// With him.
    ashore: [i32; 6],
    free: [i32; 5],
    /// [`Prospects::ferries`] with him ashore and without, as long as no tile without a viking is added.
    ferries: [f64; 2],
    food: f64,
    kept: f64,
    bonus: f64,
    purse: f64,
}

impl Comparison for Prospects<'_> {
    type Known = KnownFigures;

    #[inline(always)]
    fn before(self, survey: &Survey, viking: Colour) -> KnownFigures {
        let (figures, colour, kept) = (features(survey), viking.index() as usize, self.kept());
        let Survey { mut ashore, free, .. } = *survey;
        let (others, without) = (ashore[colour], self.ferries(&ashore, &free));
        ashore[colour] += 1;
        KnownFigures {
            figures,
            viking: if colour == BOATSWAINS { BOATSWAINS_ASHORE } else { ASHORE + colour },
            others,
            ferries: [self.ferries(&ashore, &free), without],
            ashore,
            free,
            food: self.food(survey.safe[FISHERMEN]),
            kept,
            bonus: self.bonus(kept, 0, 0),
            purse: self.purse(survey.gold, survey.glory),
        }
    }

    #[inline(always)]
    fn after(self, before: &mut KnownFigures, placement: &Placement) -> f64 {
        let Placement { row, viking, is_safe, .. } = *placement;
        let KnownFigures { ashore, free, .. } = before;
        let (mut ferries, mut food) = (before.ferries[usize::from(viking)], before.food);
        // The one figure that is not set for every placement, so it is changed back.
        let (place, more) = match (viking, is_safe) {
            (true, true) => {
                if row == FISHERMEN {
                    food = self.food(before.figures.as_flattened()[FISHERS] + 1);
                }
                (SAFE[row], 1)
            }
            (true, false) => (THREATENED, 1),
            (false, true) => {
                if free[row] < ashore[row] {
                    let mut free = *free;
                    free[row] += 1;
                    ferries = self.ferries(ashore, &free);
                }
                (FREE + row, i32::from(free[row] < MOST_FREE))
            }
            (false, false) => (NOTHING, 0),
        };
        let counts = before.figures.as_flattened_mut();
        // Remainders change nothing; without them, it would be checked that there are such places.
        let (place, own) = (place % counts.len(), before.viking % counts.len());
        counts[WAITING] = placement.waiting_ships;
        counts[ABOVE_GOLDSMITHS] = placement.above_goldsmiths;
        counts[ABOVE_FISHERMEN] = placement.above_fishermen;
        counts[ISLANDS] = placement.islands;
        counts[LONGEST] = placement.longest;
        counts[OPEN_ISLANDS] = placement.open_islands;
        counts[own] = before.others + i32::from(!viking);
        // The last one, since its place is known so late that all are loaded: not put together in registers, one by one.
        counts[place] += more;
        let total = self.total(&before.figures);
        before.figures.as_flattened_mut()[place] -= more;
        let bonus = match (placement.buildings, placement.building_room) {
            (0, 0) => before.bonus,
            (glory, room) => self.bonus(before.kept, glory, room),
        };
        total + food + ferries + bonus + before.purse
    }
}
