//! From tableaus to figures: small, large and final scoring (G1 to G8, F1 to F8).

use serde::Serialize;

use super::VikingsOf;
use super::bonus::Bonus;
use super::cells::{Cells, ROWS};
use super::component::Colour;
use super::fact::VikingsFact as Fact;
use super::tableau::{Board, Tableau, on_board};
use super::variant::Variant;
use crate::fact::Sink;
use crate::games::play::Play;
use crate::seat::{PerSeat, Seat};

crate::data!(write Scoring);

/// Which scoring it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoringKind {
    /// After rounds 1, 3, 5 (G1).
    Small,
    /// After rounds 2, 4, 6 (G2).
    Large,
    /// After the large scoring of round 6 (F1).
    Final,
}

/// A scoring: the totals of every seat after all have scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Scoring {
    /// The round from 1.
    pub round: u8,
    /// Which scoring.
    pub kind: ScoringKind,
    /// Gold of every seat.
    pub gold: PerSeat<i32>,
    /// Glory of every seat.
    pub glory: PerSeat<i32>,
}

/// What a tableau shows at a large scoring: vikings that score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) repelled: [u32; 4],
    pub(super) nobles: u32,
    pub(super) scouts: u32,
    /// Those with a goldsmith in their column (G6).
    pub(super) above_goldsmiths: u32,
    /// Those with a fisherman in their column (G6).
    pub(super) above_fishermen: u32,
    pub(super) goldsmiths: u32,
    /// Unthreatened fishermen, who score with a bonus tile only (A9).
    pub(super) fishermen: u32,
}

/// Ships by sail among cells of row W.
#[inline(always)]
pub(super) fn by_sail<W: Cells>(board: &Board<W>, columns: W) -> [u32; 4] {
    // A sail that reaches a row reaches all above it, and each reaches row N.
    let reaching = |row: u32| (columns & board.sails.down(row)).count();
    let (n, s, g, f) = (columns.count(), reaching(2), reaching(3), reaching(4));
    [n - s, s - g, g - f, f]
}

#[inline(always)]
pub(super) fn goldsmiths<W: Cells>(board: &Board<W>) -> u32 {
    board.vikings.without(board.threatened()).in_row(3).count()
}

#[inline(always)]
pub(super) fn large<W: Cells>(board: &Board<W>) -> Tally {
    let safe = board.vikings.without(board.threatened());
    let repelling = board.repelling();
    let repelled = if repelling.is_empty() { [0; 4] } else { by_sail(board, repelling) };
    let scouts = safe.in_row(2);
    Tally {
        repelled,
        nobles: safe.in_row(1).count(),
        scouts: scouts.count(),
        // No sail that spares the scout reaches those below him.
        above_goldsmiths: (scouts & board.vikings.down(1)).count(),
        above_fishermen: (scouts & board.vikings.down(2)).count(),
        goldsmiths: safe.in_row(3).count(),
        fishermen: safe.in_row(4).count(),
    }
}

/// Unrepelled ships by sail (F2).
#[inline(always)]
pub(super) fn unrepelled<W: Cells>(board: &Board<W>) -> [u32; 4] {
    let ships = board.sails & W::ROW_W;
    by_sail(board, ships.without(board.repelling()))
}

/// Number of complete islands and tiles of the longest (F5, F6).
#[inline(always)]
pub(super) fn islands<W: Cells>(board: &Board<W>) -> (u32, u32) {
    let middles = board.land_left & board.land_right;
    let right_ends = board.land_left.without(board.land_right);
    // The front of every island that is complete so far but for its right end.
    let mut front = board.land_right.without(board.land_left);
    let (mut closed, mut longest, mut tiles) = (W::NONE, 0, 1);
    while !front.is_empty() {
        front = front.up(ROWS);
        tiles += 1;
        let ends = front & right_ends;
        if !ends.is_empty() {
            longest = tiles;
        }
        closed = closed | ends;
        front = front & middles;
    }
    (closed.count(), longest)
}

/// Vikings on tiles, and unthreatened fishermen among them (F7).
#[inline(always)]
pub(super) fn mouths_and_feeders<W: Cells>(board: &Board<W>) -> (u32, u32) {
    let fishermen = board.vikings.in_row(4);
    (board.vikings.count(), fishermen.without(board.threatened()).count())
}

impl Tableau {
    /// Takes glory away, but not below 0 if there is a floor; returns the actual loss.
    #[inline(always)]
    fn lose_glory(&mut self, amount: i32, floor: bool) -> i32 {
        let lost = if floor { amount.min(self.glory.max(0)) } else { amount };
        self.glory -= lost;
        lost
    }
}

impl<V: Variant, S: Sink<Scoring>> Play<'_, VikingsOf<V>, S> {
    /// Small scoring of all seats (G1).
    #[inline(always)]
    pub(super) fn small_scoring(&mut self) {
        for seat in 0..self.state.players() {
            let goldsmiths = on_board!(self.state.tableaus, seat, |board| goldsmiths(&board));
            let gold = (goldsmiths * self.game.rule_set.scoring.goldsmith_gold) as i32;
            self.state.tableaus.seat_mut(seat).gold += gold;
            self.sink.add(Seat::new(seat), Fact::GoldGoldsmiths, gold);
            self.bonus_gold(seat, goldsmiths);
        }
        self.report(ScoringKind::Small);
    }

    /// Large scoring of one seat, its boatswains used (G4 to G8).
    #[inline(always)]
    pub(super) fn large_scoring(&mut self, seat: usize) {
        let found = on_board!(self.state.tableaus, seat, |board| large(&board));
        self.score_large(seat, &found);
    }

    /// The same for what its tableau shows.
    #[inline(always)]
    pub(super) fn score_large(&mut self, seat: usize, found: &Tally) {
        let rules = &self.game.rule_set.scoring;
        // G4
        let (ship_gold, ship_glory) = self.game.worth_of_ships(found.repelled);
        // G7, G5, G6
        let smith_gold = (found.goldsmiths * rules.goldsmith_gold) as i32;
        let nobles = (found.nobles * rules.noble_glory) as i32;
        let scouts = (found.scouts * rules.scout_glory) as i32;
        let below = found.above_goldsmiths * rules.scout_goldsmith
            + found.above_fishermen * rules.scout_fisherman;
        let below = below as i32;
        let tableau = self.state.tableaus.seat_mut(seat);
        tableau.gold += ship_gold + smith_gold;
        tableau.glory += ship_glory + nobles + scouts + below;
        let id = Seat::new(seat);
        self.sink.add(id, Fact::GoldWarriors, ship_gold);
        self.sink.add(id, Fact::GoldGoldsmiths, smith_gold);
        self.sink.add(id, Fact::GloryWarriors, ship_glory);
        self.sink.add(id, Fact::GloryNobles, nobles);
        self.sink.add(id, Fact::GloryScouts, scouts);
        self.sink.add(id, Fact::GloryBelow, below);
        self.bonus_gold(seat, found.goldsmiths);
        self.bonus_glory(seat, found);
    }

    /// Final scoring (F2 to F7), each step for all seats before the next.
    #[inline(always)]
    pub(super) fn final_scoring(&mut self) {
        let (game, players) = (self.game, self.state.players());
        let scoring = &game.rule_set.scoring;
        let mut standing = [(0, 0, 0); 4];
        for (seat, own) in standing[..players].iter_mut().enumerate() {
            let id = Seat::new(seat);
            self.lose_ships(seat);
            let usual = scoring.gold_per_glory;
            let per_glory = game.instead(self.state, seat, Bonus::Gold3, usual, 1);
            let tableau = self.state.tableaus.seat_mut(seat);
            // F3
            let glory = tableau.gold / usual as i32;
            self.sink.add(id, Fact::GloryGold, glory);
            if V::ADVANCED {
                let more = tableau.gold / per_glory - glory;
                self.sink.add(id, Fact::GloryBonus.plus(Bonus::Gold3 as u32), more);
            }
            tableau.glory += tableau.gold / per_glory;
            tableau.gold %= per_glory;
            let (islands, longest) = on_board!(self.state.tableaus, seat, |board| islands(&board));
            self.sink.add(id, Fact::Islands, islands as i32);
            self.sink.add(id, Fact::Longest, longest as i32);
            let mut boatswains = self.state.tableaus.seat(seat).ashore(Colour::Boatswain.index());
            boatswains += game.bonus_boatswains(self.state, seat);
            *own = (boatswains, islands, longest);
        }
        let standing = &standing[..players];
        // F4 to F6: all tied players get all of it.
        let majority = |of: fn(&(u32, u32, u32)) -> u32, points: u32| {
            let most = standing.iter().map(of).max().unwrap_or(0);
            let points = if most > 0 || scoring.zero_majorities { points as i32 } else { 0 };
            move |own: &(u32, u32, u32)| if of(own) == most { points } else { 0 }
        };
        let boatswains = majority(|own| own.0, scoring.most_boatswains);
        let islands = majority(|own| own.1, scoring.most_islands);
        let longest = majority(|own| own.2, scoring.longest_island);
        for (seat, own) in standing.iter().enumerate() {
            let id = Seat::new(seat);
            let won = [boatswains(own), islands(own), longest(own)];
            self.state.tableaus.seat_mut(seat).glory += won.iter().sum::<i32>();
            let without = game.without_bonus_boatswains(self.state, seat, standing, won[0]);
            self.sink.add(id, Fact::GloryBoatswains, without);
            if V::ADVANCED {
                let more = won[0] - without;
                self.sink.add(id, Fact::GloryBonus.plus(Bonus::Boatswain as u32), more);
            }
            self.sink.add(id, Fact::GloryIslands, won[1]);
            self.sink.add(id, Fact::GloryLongest, won[2]);
            self.feed(seat);
            self.score_buildings(seat);
            self.sink.add(id, Fact::GloryStart, game.purses[seat & 3].1);
            for colour in Colour::ALL {
                let ashore = self.state.tableaus.seat(seat).ashore(colour.index());
                self.sink.add(id, Fact::Ashore.plus(colour.index()), ashore as i32);
            }
        }
        self.count_granted();
        self.count_appeared();
        self.report(ScoringKind::Final);
    }

    /// F2: unrepelled ships cost gold or glory; missing gold is paid in glory.
    #[inline(always)]
    fn lose_ships(&mut self, seat: usize) {
        let id = Seat::new(seat);
        let (lost, repelled) = on_board!(with ships, self.state.tableaus, seat, |board| {
            (unrepelled(&board), large(&board).repelled)
        });
        let (gold, glory) = self.game.worth_of_ships(lost);
        // Only losses happen here, so the floor ship by ship gives the same as once at the end.
        let tableau = self.state.tableaus.seat_mut(seat);
        let paid = gold.min(tableau.gold);
        tableau.gold -= paid;
        let floor = self.game.rule_set.scoring.glory_floor;
        let lost = tableau.lose_glory(gold - paid + glory, floor);
        self.sink.add(id, Fact::GloryShips, -lost);
        for (sail, count) in (0..).zip(repelled) {
            self.sink.add(id, Fact::Repelled.plus(sail), count as i32);
        }
    }

    /// F7: food.
    #[inline(always)]
    fn feed(&mut self, seat: usize) {
        let (id, rules) = (Seat::new(seat), &self.game.rule_set.scoring);
        let (on_tiles, feeders) =
            on_board!(self.state.tableaus, seat, |board| mouths_and_feeders(&board));
        let usual = rules.surplus_glory;
        let per_meal = self.game.instead(self.state, seat, Bonus::Food3, usual, 0);
        let tableau = self.state.tableaus.seat_mut(seat);
        let ashore: u32 = (0..6).map(|colour| tableau.ashore(colour)).sum();
        let left = (feeders * rules.fisherman_feeds) as i32 - (on_tiles + ashore) as i32;
        let surplus = left.max(0) * usual as i32;
        let more = left.max(0) * (per_meal - usual as i32);
        let shortage = (-left).max(0) * rules.unfed_penalty as i32;
        tableau.glory += surplus + more;
        let lost = tableau.lose_glory(shortage, rules.glory_floor);
        self.sink.add(id, Fact::GlorySurplus, surplus);
        if V::ADVANCED {
            self.sink.add(id, Fact::GloryBonus.plus(Bonus::Food3 as u32), more);
        }
        self.sink.add(id, Fact::GloryShortage, -lost);
    }

    #[inline(always)]
    pub(super) fn report(&mut self, kind: ScoringKind) {
        let state = &*self.state;
        self.sink.scoring(|| Scoring {
            round: state.round + 1,
            kind,
            gold: state.each(|own| own.gold),
            glory: state.each(|own| own.glory),
        });
    }
}

impl<V: Variant> VikingsOf<V> {
    #[inline(always)]
    fn worth_of_ships(&self, ships: [u32; 4]) -> (i32, i32) {
        let (mut gold, mut glory) = (0, 0);
        for (count, ship) in ships.into_iter().zip(self.rule_set.ships.list()) {
            gold += count * ship.gold;
            glory += count * ship.glory;
        }
        (gold as i32, glory as i32)
    }
}
