//! The use of boatswains and longboats and the large scoring that follows it (G2, G3, A5 and the
//! tile `longboat` of the rules).

use super::bonus::Kind;
use super::component::{ROWS, Row, Viking, cell};
use super::player::Player;
use super::tableau::Tableau;
use super::{Phase, ROUNDS, Rules, Twin, read_cell, read_row, scoring};

/// The vikings that one use of a boatswain moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// G3: all the vikings of one colour, as many as there are free tiles.
    All(Row),
    /// G3: exactly one viking of each colour that has both a viking ashore and a free tile.
    Each,
    /// A5: one single viking.
    One(Row),
}

/// One use of a boatswain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ferry {
    pub moves: Moves,
    /// Section 7: with a longboat, which leaves the game with the boatswain.
    pub longboat: bool,
}

impl Ferry {
    /// The notation of section 8.
    pub fn name(self) -> String {
        let verb = if self.longboat { "longboat" } else { "ferry" };
        match self.moves {
            Moves::All(row) | Moves::One(row) => format!("{verb} {}", row.letter()),
            Moves::Each => format!("{verb} each"),
        }
    }
}

/// How many vikings of the row's colour have a viking ashore and a free tile to go to.
fn movable(tableau: &Tableau, row: Row) -> usize {
    tableau.count_ashore(Viking::Of(row)).min(tableau.free_columns(row, 0).len())
}

/// The vikings that would be moved: colours (top row first) and numbers.
fn moved_by(tableau: &Tableau, moves: Moves) -> Vec<(Row, usize)> {
    let mut moved = Vec::new();
    for row in ROWS {
        let most = match moves {
            Moves::All(colour) if colour == row => movable(tableau, row),
            Moves::One(colour) if colour == row => 1,
            Moves::All(_) | Moves::One(_) => 0,
            Moves::Each => 1,
        };
        let number = movable(tableau, row).min(most);
        if number > 0 {
            moved.push((row, number));
        }
    }
    moved
}

/// G3 and section 8: what the full power of a boatswain can move. Moving one of each colour is left
/// out if it would move exactly the vikings that some other use moves.
fn full_power(tableau: &Tableau, rules: &Rules) -> Vec<Moves> {
    let mut uses = Vec::new();
    for row in ROWS {
        let ashore = tableau.count_ashore(Viking::Of(row));
        let room = movable(tableau, row) == ashore || !rules.all_or_none;
        if movable(tableau, row) > 0 && room {
            uses.push(Moves::All(row));
        }
    }
    let each = moved_by(tableau, Moves::Each);
    let same_as_another = uses.iter().any(|&moves| moved_by(tableau, moves) == each);
    if !each.is_empty() && !same_as_another {
        uses.push(Moves::Each);
    }
    uses
}

/// A5: what a weak boatswain can move.
fn weak_power(tableau: &Tableau, _: &Rules) -> Vec<Moves> {
    let rows = ROWS.into_iter().filter(|&row| movable(tableau, row) > 0);
    rows.map(Moves::One).collect()
}

/// G3, the other reading: of these uses those that move most.
fn keep_most(tableau: &Tableau, uses: &mut Vec<Moves>) {
    let moved = |moves: &Moves| -> usize {
        moved_by(tableau, *moves).iter().map(|(_, number)| number).sum()
    };
    let most = uses.iter().map(moved).max().unwrap_or(0);
    uses.retain(|moves| moved(moves) == most);
}

/// All uses of a boatswain that move somebody and may be chosen. A longboat is never compulsory, so
/// its uses are compared with each other alone.
fn ferries(player: &Player, rules: &Rules, last: bool) -> Vec<Ferry> {
    let mut ferries = Vec::new();
    if player.tableau.count_ashore(Viking::Boatswain) == 0 {
        return ferries;
    }
    let power = if rules.weak_boatswains { weak_power } else { full_power };
    let uses = |power: fn(&Tableau, &Rules) -> Vec<Moves>| {
        let mut uses = power(&player.tableau, rules);
        if last && rules.most_at_last {
            keep_most(&player.tableau, &mut uses);
        }
        uses
    };
    for moves in uses(power) {
        ferries.push(Ferry { moves, longboat: false });
    }
    if player.has(Kind::Longboat) {
        for moves in uses(full_power) {
            ferries.push(Ferry { moves, longboat: true });
        }
    }
    ferries
}

impl Twin {
    /// All uses of a boatswain that the current seat has.
    fn ferries(&self) -> Vec<Ferry> {
        ferries(&self.players[self.seat], &self.rules, self.round == ROUNDS)
    }

    /// G3. This is asked only while a boatswain can move somebody, so after round 6 the player
    /// must go on.
    pub(super) fn legal_ferries(&self) -> Vec<String> {
        let mut actions: Vec<String> = self.ferries().iter().map(|ferry| ferry.name()).collect();
        if self.round < ROUNDS {
            actions.push("stop".to_string());
        }
        actions
    }

    /// Section 8, `land`: with k vikings to land and f free tiles to the right of the last one
    /// chosen, the first f - k + 1 of them.
    pub(super) fn legal_landings(&self, to_land: &[(Row, usize)], last: usize) -> Vec<String> {
        let (row, k) = to_land[0];
        let free = self.players[self.seat].tableau.free_columns(row, last);
        let f = free.len();
        free.iter()
            .take(f - k + 1)
            .map(|&column| format!("land {}", cell(row, column).name()))
            .collect()
    }

    /// G2: the current seat is asked for its boatswains if one of them can move anybody, otherwise
    /// it scores.
    pub(super) fn ask_boatswains(&mut self) {
        if self.ferries().is_empty() {
            self.score_large();
        } else {
            self.phase = Phase::Ferry;
        }
    }

    /// G3, A5: one boatswain is used and leaves the game; a longboat goes with him.
    pub(super) fn ferry(&mut self, verb: &str, rest: &str) {
        let longboat = verb == "longboat";
        let moves = match rest {
            "each" => Moves::Each,
            letter if longboat || !self.rules.weak_boatswains => Moves::All(read_row(letter)),
            letter => Moves::One(read_row(letter)),
        };
        let player = &mut self.players[self.seat];
        let to_land = moved_by(&player.tableau, moves);
        player.tableau.spend_boatswain();
        if longboat {
            player.spend(Kind::Longboat);
        }
        self.go_on_landing(to_land, 0);
    }

    /// The first viking still to land goes to the tile chosen for him.
    pub(super) fn land(&mut self, mut to_land: Vec<(Row, usize)>, place: &str) {
        let place = read_cell(place);
        self.players[self.seat].tableau.land(place.row, place.column);
        to_land[0].1 -= 1;
        self.go_on_landing(to_land, place.column);
    }

    /// Section 8, `land`: takes the colours in turn, fills the tiles without asking where all the
    /// free tiles to the right of the last one chosen are needed, and asks where there is a choice.
    /// After the last landing comes the next boatswain.
    fn go_on_landing(&mut self, mut to_land: Vec<(Row, usize)>, mut last: usize) {
        while !to_land.is_empty() {
            let (row, k) = to_land[0];
            if k > 0 {
                let free = self.players[self.seat].tableau.free_columns(row, last);
                if free.len() > k {
                    self.phase = Phase::Land { to_land, last };
                    return;
                }
                for column in free {
                    self.players[self.seat].tableau.land(row, column);
                }
            }
            to_land.remove(0);
            last = 0;
        }
        self.ask_boatswains();
    }

    /// G2: the current seat, done with boatswains, scores; then comes the next seat, or the end of
    /// the scoring.
    pub(super) fn score_large(&mut self) {
        scoring::large(&self.rules, &mut self.players[self.seat]);
        let next = self.next_seat(self.seat);
        if next != self.first {
            self.seat = next;
            self.ask_boatswains();
            return;
        }
        self.note_scoring("large");
        if self.round < ROUNDS {
            self.next_round();
        } else {
            // F1
            scoring::finale(&self.rules, &mut self.players);
            self.note_scoring("final");
            self.phase = Phase::Over;
        }
    }
}
