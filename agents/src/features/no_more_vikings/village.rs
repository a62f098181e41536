//! What stands beside what in a village, and what longships threaten.

use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::{
    Column, NOT_FIRST, NOT_LAST, SIDE, Unit, parcels,
};
use drakkar_engine::games::no_more_vikings::state::State;
use drakkar_engine::seat::Seat;

use crate::features::{FeatureSink, number};

/// The inputs about a village that look at parcels, of which so many are `free`.
#[inline(always)]
pub(super) fn tell(
    game: &NoMoreVikings,
    state: &State,
    seat: Seat,
    free: i32,
    sink: &mut impl FeatureSink,
) {
    let [villagers, soldiers, cottages, fortresses, towers, _] = state[seat].units;
    let longships = state[seat].longships;
    // Guarded, villager, cottage; without a longship and with one.
    let mut columns = [[0; 3]; 2];
    for column in (0..SIDE as u8).map(Column) {
        let is_there = longships & column.bit() != 0;
        let prey = game.prey_of(state, seat, column).map(|(_, unit)| unit);
        let kind = match prey {
            _ if soldiers & column.parcels() != 0 => 0,
            Some(Unit::Villager) => 1,
            Some(Unit::Cottage) => 2,
            _ => continue,
        };
        columns[usize::from(is_there)][kind] += 1;
    }
    let [open, ships] = columns;
    sink.add("free: free parcels", free);
    let text = "{}_pairs: pairs of adjacent {}s, but not more than half of the {}s";
    sink.all(text, ["villager", "cottage"], [pairs(villagers), pairs(cottages)]);
    let sentries = number((soldiers & beside(fortresses)).count_ones());
    sink.add("sentries: soldiers beside a fortress", sentries);
    let text = "best_field: most houses and towers in the row and the column of a villager";
    sink.add(text, best_field(villagers, cottages | fortresses | towers));
    sink.add("ships: longships at its beach", number(longships.count_ones()));
    sink.add("ships.guarded: longships before columns with a soldier", ships[0]);
    let prey = ["villager", "cottage"];
    let text = "ships.{}: longships before columns without a soldier, with a {} as the first prey";
    sink.all(text, prey, [ships[1], ships[2]]);
    sink.add("guarded: columns with a soldier, but no longship", open[0]);
    let text = "open.{}: columns with neither longship nor soldier, with a {} as the first prey";
    sink.all(text, prey, [open[1], open[2]]);
}

pub(super) fn free(game: &NoMoreVikings, state: &State, seat: Seat) -> i32 {
    let built = state[seat].units.iter().fold(0, |built, units| built | units);
    number((game.board() & !built).count_ones())
}

/// Pairs of neighbours, but not more than can be formed if each belongs to one.
fn pairs(units: u64) -> i32 {
    let to_the_right = units & units >> 1 & NOT_LAST;
    let upwards = units & units >> SIDE;
    let pairs = to_the_right.count_ones() + upwards.count_ones();
    number(pairs.min(units.count_ones() / 2))
}

fn beside(parcels: u64) -> u64 {
    let right = (parcels & NOT_LAST) << 1;
    let left = (parcels & NOT_FIRST) >> 1;
    right | left | parcels << SIDE | parcels >> SIDE
}

/// What the best of these parcels would bring as a field (F3).
fn best_field(villagers: u64, houses: u64) -> i32 {
    let neighbours = parcels(villagers).map(|field| (houses & field.lines()).count_ones());
    number(neighbours.max().unwrap_or(0))
}
