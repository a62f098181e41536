//! A determinization (2.11): a table that differs from another only in what a seat does not know.

use drakkar_engine::seed::Rng;

use super::player::Player;
use super::variation::shuffle;
use super::{Phase, Twin};

impl Twin {
    /// Redraws all that `seat` does not know (U1 to U6).
    pub fn redraw(&self, seat: usize, rng: &mut Rng) -> Twin {
        let mut any = |most: usize| rng.below(most as u32 + 1) as usize;
        let mut drawn = self.clone();
        let mut cards = self.unseen(seat);
        loop {
            shuffle(&mut cards, &mut any);
            drawn.hand_out(seat, &cards);
            // S3
            let valid = |player: &Player| player.dealt().iter().any(|&card| card > 3);
            if !self.rules.setup.redeal || drawn.players.iter().all(valid) {
                break;
            }
        }
        // U5
        if let Some(conflict) = &mut drawn.conflict
            && conflict.card.is_some()
            && conflict.attacker != seat
        {
            let hand = &drawn.players[conflict.attacker].hand;
            conflict.card = Some(hand[any(hand.len() - 1)]);
        }
        drawn.place_anew(seat, &mut any);
        // U6
        shuffle(&mut drawn.materials[self.round..], &mut any);
        drawn
    }

    /// U1 to U3: gives the others' hidden hands and unknown discarded cards, and the talon, these
    /// cards.
    fn hand_out(&mut self, seat: usize, cards: &[usize]) {
        let mut cards = cards.to_vec();
        for (other, player) in self.players.iter_mut().enumerate() {
            if other == seat {
                continue;
            }
            if !player.hand_public {
                player.hand = cards.split_off(cards.len() - player.hand.len());
                player.hand.sort_unstable();
            }
            for swap in player.swaps.iter_mut().filter(|swap| !swap.public) {
                swap.cards = cards.split_off(cards.len() - swap.cards.len());
                swap.cards.sort_unstable();
            }
        }
        assert_eq!(cards.len(), self.talon.len());
        self.talon = cards;
    }

    /// U4: the placements of the other seats that have placed.
    fn place_anew(&mut self, seat: usize, any: &mut impl FnMut(usize) -> usize) {
        if self.phase != Phase::Place {
            return;
        }
        let asked = self.seat;
        for other in self.clockwise() {
            if other == asked {
                break;
            }
            if other == seat {
                continue;
            }
            let player = &mut self.players[other];
            player.home += player.sent.values().sum::<usize>();
            player.sent.clear();
            player.last_place = None;
            self.seat = other;
            loop {
                let legal = self.legal_places();
                if legal.is_empty() {
                    break;
                }
                match legal[any(legal.len() - 1)].split_once(' ') {
                    Some((_, place)) => self.put(place),
                    None => break,
                }
            }
        }
        self.seat = asked;
    }
}

impl Player {
    /// S3: the dealt hand, as far as it went into the hand, onto piles, or away for amulets.
    pub fn dealt(&self) -> Vec<usize> {
        let mut cards = self.dealt_played.clone();
        if self.hand_dealt {
            cards.extend(&self.hand);
        }
        for swap in self.swaps.iter().filter(|swap| swap.dealt) {
            cards.extend(&swap.cards);
        }
        cards
    }
}
