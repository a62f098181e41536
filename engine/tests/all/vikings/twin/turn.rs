//! A round: the offer, a player's turn and the end of the round (sections 3 to 5 of the rules).

use super::auction::Auction;
use super::component::{COLOURS, Island, Row, Tile, Viking, cell};
use super::{Lot, Phase, SPACES, Twin, read_cell, scoring};

impl Twin {
    /// A6, then the auction (A1), or without it the offer at once.
    pub(super) fn begin_round(&mut self) {
        self.fill_row();
        self.seat = self.first;
        let drawn = self.bag[self.round - 1].clone();
        if self.rules.auction {
            self.phase = Phase::Bid(Auction::new(self.players.len(), drawn));
            return;
        }
        // O2: the vikings in the order of the colours from space 0 upwards.
        let mut vikings = Vec::new();
        for colour in COLOURS {
            for &viking in &drawn {
                if viking == colour {
                    vikings.push(viking);
                }
            }
        }
        self.begin_purchases(vikings);
    }

    /// O1: lays out the tiles of the round beside the vikings of the spaces; the seat with the
    /// marker begins to buy.
    pub(super) fn begin_purchases(&mut self, vikings: Vec<Viking>) {
        let mut tiles: Vec<Option<Tile>> = vec![None; SPACES];
        let mut next_for_island = 0;
        let mut ships = 0;
        for &tile in &self.stacks[self.round - 1] {
            match tile {
                Tile::Island(_) => {
                    tiles[next_for_island] = Some(tile);
                    next_for_island += 1;
                }
                Tile::Ship(_) => {
                    tiles[SPACES - 1 - ships] = Some(tile);
                    ships += 1;
                }
            }
        }
        self.wheel = Vec::new();
        for space in 0..SPACES {
            let tile = tiles[space].expect("O1: islands and ships meet without gap");
            self.wheel.push(Some(Lot { tile, viking: vikings[space] }));
        }
        self.purchases = 0;
        self.seat = self.first;
        self.phase = Phase::Buy;
    }

    /// B2: the player pays and the lot leaves the wheel; the start tile comes next at the player's
    /// first purchase (P7), otherwise the tile of the lot.
    pub(super) fn buy(&mut self, price: i64) {
        let offers = self.offers();
        let &(space, _, lot) = offers.iter().find(|offer| offer.1 == price).expect("a lot");
        let highest = offers.last().expect("a lot").0 == space;
        self.bonus_due = self.gives_bonus(space, price, highest);
        self.wheel[space] = None;
        let player = &mut self.players[self.seat];
        player.pay_price(price);
        self.phase = if player.started { Phase::Place(lot) } else { Phase::Start(lot) };
    }

    /// P7.
    pub(super) fn start(&mut self, lot: Lot, row: Row) {
        let player = &mut self.players[self.seat];
        player.tableau.place_island(Island::LeftEnd, cell(row, 1), None);
        player.started = true;
        self.phase = Phase::Place(lot);
    }

    /// P1.
    pub(super) fn place_ship(&mut self, lot: Lot, column: usize) {
        let Tile::Ship(sail) = lot.tile else { unreachable!("the lot is a ship") };
        let tableau = &mut self.players[self.seat].tableau;
        tableau.ships.insert(column, sail);
        tableau.put_ashore(lot.viking);
        self.end_placing();
    }

    /// P2-P6; the place is a cell, followed by `+` if the viking goes on the tile.
    pub(super) fn place_island(&mut self, lot: Lot, place: &str) {
        let Tile::Island(island) = lot.tile else { unreachable!("the lot is an island") };
        let player = &mut self.players[self.seat];
        match place.strip_suffix('+') {
            Some(place) => player.lay(island, read_cell(place), Some(lot.viking)),
            None => {
                player.lay(island, read_cell(place), None);
                player.tableau.put_ashore(lot.viking);
            }
        }
        self.end_placing();
    }

    /// P4: the tile is gone, the viking goes ashore.
    pub(super) fn discard(&mut self, lot: Lot) {
        self.players[self.seat].tableau.put_ashore(lot.viking);
        self.end_placing();
    }

    /// A7: after placing, a bonus tile may be taken; with none face up nobody is asked.
    fn end_placing(&mut self) {
        if self.bonus_due && !self.row.is_empty() {
            self.phase = Phase::Take;
        } else {
            self.end_turn();
        }
    }

    /// The next seat buys, or the round ends after 12 purchases (B4).
    pub(super) fn end_turn(&mut self) {
        self.purchases += 1;
        if self.purchases < SPACES {
            self.seat = self.next_seat(self.seat);
            self.phase = Phase::Buy;
        } else if self.round % 2 == 1 {
            // G1
            for player in &mut self.players {
                scoring::small(&self.rules, player);
            }
            self.note_scoring("small");
            self.next_round();
        } else {
            // G2
            self.seat = self.first;
            self.ask_boatswains();
        }
    }

    // ---- legal actions -------------------------------------------------------------------------

    /// O3: the spaces that still hold a lot, with price and lot, in ascending order.
    pub(super) fn offers(&self) -> Vec<(usize, i64, Lot)> {
        let mut offers = Vec::new();
        let mut lowest = None;
        for (space, lot) in self.wheel.iter().enumerate() {
            if let Some(lot) = lot {
                let lowest = *lowest.get_or_insert(space);
                offers.push((space, (space - lowest) as i64, *lot));
            }
        }
        offers
    }

    /// B1-B3.
    pub(super) fn legal_buys(&self) -> Vec<String> {
        let player = &self.players[self.seat];
        let offers = self.offers();
        let mut actions = Vec::new();
        for &(space, price, lot) in &offers {
            let allowed = if price > 0 {
                // B2
                player.gold + player.glory >= price
            } else {
                // B3
                let same_colour_elsewhere =
                    offers.iter().any(|other| other.0 != space && other.2.viking == lot.viking);
                let lowest_above_zero =
                    offers.iter().map(|other| other.1).filter(|&other| other > 0).min();
                let gold_too_short = match lowest_above_zero {
                    Some(lowest) => player.gold < lowest,
                    None => false, // the last lot: no other lot holds a viking at all
                };
                !same_colour_elsewhere || gold_too_short
            };
            if allowed {
                actions.push(format!("buy {price}"));
            }
        }
        actions
    }

    /// P1-P5.
    pub(super) fn legal_placements(&self, lot: Lot) -> Vec<String> {
        let tableau = &self.players[self.seat].tableau;
        let island = match lot.tile {
            Tile::Ship(_) => {
                let columns = tableau.ship_columns();
                return columns.iter().map(|column| format!("ship {column}")).collect();
            }
            Tile::Island(island) => island,
        };
        let mut actions = Vec::new();
        for place in tableau.island_cells(island) {
            actions.push(format!("tile {}", place.name()));
            if lot.viking == Viking::Of(place.row) {
                actions.push(format!("tile {}+", place.name()));
            }
        }
        if actions.is_empty() {
            actions.push("discard".to_string());
        }
        actions
    }
}
