//! Section 2.11: what one seat knows of the table. Two games that differ only in what a seat does
//! not know give it equal sights.

use std::collections::BTreeMap;

use super::player::Player;
use super::stone::Supply;
use super::{Phase, Twin};

/// The view of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    pub seat: usize,
    // Whose turn it is, and for what.
    pub to_move: Option<usize>,
    pub phase: Phase,
    pub round: usize,
    pub first: usize,
    pub conflict: Option<SeenConflict>,
    /// The space from which stones are taken, and who is still to be served there (E6).
    pub space: usize,
    pub queue: Vec<usize>,
    // The board.
    pub spaces: Vec<Vec<char>>,
    pub supply: Supply,
    pub held: Vec<String>,
    /// The numbers of the material cards turned up so far (U6).
    pub materials: Vec<usize>,
    /// The size of the talon (U2).
    pub talon: usize,
    pub players: Vec<SeenPlayer>,
}

/// The fight or siege that is being held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenConflict {
    pub place: String,
    pub siege: bool,
    pub attacker: usize,
    pub defender: usize,
    pub difference: usize,
    /// The card that the attacker has chosen, for himself alone (U5).
    pub card: Option<usize>,
}

/// A seat as another seat, or itself, sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenPlayer {
    /// Vikings at home and on the board, which others do not see in step 2 (U4).
    pub home: Option<usize>,
    pub sent: Option<BTreeMap<String, usize>>,
    pub last_place: Option<String>,
    pub hospital: Vec<usize>,
    /// The number of cards in the hand, a chosen one included.
    pub hand_size: usize,
    /// The own hand and public hands (U1).
    pub hand: Option<Vec<usize>>,
    pub hand_public: bool,
    /// Whether what is in the hand has been there since the deal (S3).
    pub hand_dealt: bool,
    /// The cards of the dealt hand that have been played (S3).
    pub dealt_played: Vec<usize>,
    pub pile: Vec<usize>,
    pub amulets: usize,
    pub swaps: Vec<SeenSwap>,
    pub walls: Vec<Vec<char>>,
    pub beside: Vec<char>,
    pub load: Vec<char>,
    pub last_wall: usize,
}

/// Cards discarded for amulets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenSwap {
    pub size: usize,
    /// The own ones, and those of hands that were public (U3).
    pub cards: Option<Vec<usize>>,
    pub public: bool,
    pub dealt: bool,
}

impl Twin {
    /// Everything that a seat may know, as one value to compare.
    pub fn sight(&self, seat: usize) -> Sight {
        let conflict = self.conflict.as_ref().map(|conflict| SeenConflict {
            place: conflict.place.clone(),
            siege: conflict.siege,
            attacker: conflict.attacker,
            defender: conflict.defender,
            difference: conflict.difference,
            card: if conflict.attacker == seat { conflict.card } else { None },
        });
        let players = self.players.iter().enumerate();
        Sight {
            seat,
            to_move: self.to_move(),
            phase: self.phase,
            round: self.round,
            first: self.first,
            conflict,
            space: self.space,
            queue: self.queue.clone(),
            spaces: self.spaces.clone(),
            supply: self.supply.clone(),
            held: self.held.clone(),
            materials: self.materials[..self.round].to_vec(),
            talon: self.talon.len(),
            players: players
                .map(|(other, player)| see(player, other == seat, self.phase))
                .collect(),
        }
    }

    /// The cards of which a seat does not know where they are, in ascending order: those that a
    /// determinization shuffles.
    pub fn unseen(&self, seat: usize) -> Vec<usize> {
        let mut cards = self.talon.clone();
        for (other, player) in self.players.iter().enumerate() {
            if other == seat {
                continue;
            }
            if !player.hand_public {
                cards.extend(&player.hand);
            }
            for swap in player.swaps.iter().filter(|swap| !swap.public) {
                cards.extend(&swap.cards);
            }
        }
        cards.sort_unstable();
        cards
    }
}

fn see(player: &Player, own: bool, phase: Phase) -> SeenPlayer {
    let placed = own || phase != Phase::Place;
    SeenPlayer {
        home: if placed { Some(player.home) } else { None },
        sent: if placed { Some(player.sent.clone()) } else { None },
        last_place: if placed { player.last_place.clone() } else { None },
        hospital: player.hospital.clone(),
        hand_size: player.hand.len(),
        hand: if own || player.hand_public { Some(player.hand.clone()) } else { None },
        hand_public: player.hand_public,
        hand_dealt: player.hand_dealt,
        dealt_played: player.dealt_played.clone(),
        pile: player.pile.clone(),
        amulets: player.amulets,
        swaps: player
            .swaps
            .iter()
            .map(|swap| SeenSwap {
                size: swap.cards.len(),
                cards: if own || swap.public { Some(swap.cards.clone()) } else { None },
                public: swap.public,
                dealt: swap.dealt,
            })
            .collect(),
        walls: player.walls.clone(),
        beside: player.beside.clone(),
        load: player.load.clone(),
        last_wall: player.last_wall,
    }
}
