//! What chance decides (S2, S4), from a seed and as data.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::bonus::Bonus;
use super::component::{Colour, DRAWN, LOTS, MAX_PER_COLOUR, ROUNDS, START_TILES, Tile};
use super::rule_set::RuleSet;
use crate::cpu::Cpu;
use crate::error::KeyError;
use crate::games::notation::as_text;
use crate::seed::{DealSeed, shuffle};

const TILES: u32 = 0;
const VIKINGS: u32 = 1;
const BONUS: u32 = 2;

crate::data!(Deal);

/// The lower four bits of every byte.
const NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;

/// A round's tiles in the order in which they are laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack(pub [Tile; LOTS]);

/// A round's vikings: how many of each colour, by [`Colour::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Draw(pub [u8; 6]);

/// One deal: everything that chance decides in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The stacks of the six rounds.
    pub stacks: [Stack; ROUNDS],
    /// The vikings drawn in the six rounds.
    pub bag: [Draw; ROUNDS],
    /// The order of the bonus tiles; empty without them, and then optional.
    #[serde(default)]
    pub bonus: Vec<Bonus>,
}

impl Stack {
    /// The tile of every space (O1), four bits each: islands from space 0 up, ships from 11 down.
    #[inline(always)]
    pub(super) fn on_wheel<C: Cpu>(self, cpu: C) -> u64 {
        let mut bytes = [0; 16];
        for (byte, tile) in bytes.iter_mut().zip(self.0) {
            *byte = tile.bits() as u8;
        }
        let bytes = u128::from_le_bytes(bytes);
        let (low, high) = (bytes as u64, (bytes >> 64) as u64);
        let tiles = cpu.extract(low, NIBBLES) | cpu.extract(high, NIBBLES) << 32;
        let islands = ((tiles | tiles >> 1) & 0x1111_1111_1111) * 15;
        // From the highest space down.
        let ships = cpu.extract(tiles, !islands & ((1 << (4 * LOTS)) - 1)).swap_bytes();
        let ships = (ships >> 4 & NIBBLES) | (ships & NIBBLES) << 4;
        cpu.extract(tiles, islands) | ships >> (64 - 4 * LOTS)
    }
}

impl Draw {
    /// The number of every colour, four bits each.
    #[inline(always)]
    pub(super) fn packed<C: Cpu>(self, cpu: C) -> u32 {
        let [a, b, c, d, e, f] = self.0;
        cpu.extract(u64::from_le_bytes([a, b, c, d, e, f, 0, 0]), NIBBLES) as u32
    }
}

/// How many tiles of each kind are dealt (C3, C4, C6), in the order of [`Tile::ALL`].
pub(super) fn tile_counts(rule_set: &RuleSet) -> [u32; 10] {
    let tiles = &rule_set.tiles;
    let [n, s, g, f] = rule_set.ships.list().map(|ship| ship.count);
    let middles = tiles.middles_per_building;
    let [left_ends, right_ends] = [tiles.left_ends - START_TILES, tiles.right_ends];
    [left_ends, right_ends, middles, middles, middles, middles, n, s, g, f]
}

/// Tiles and bag before they are shuffled (C2 to C4).
#[derive(Clone, Debug)]
pub(super) struct Components {
    tiles: [Tile; ROUNDS * LOTS],
    /// Each viking as 1 of his colour, eight bits per colour; only the first `vikings` are valid.
    bag: [u64; 6 * MAX_PER_COLOUR as usize],
    vikings: usize,
    drawn: usize,
    bonus: Vec<Bonus>,
}

/// Vikings of a round: with the auction one more than lots (A1).
pub(super) fn vikings_per_round(rule_set: &RuleSet) -> usize {
    if rule_set.advanced.auction { DRAWN } else { LOTS }
}

impl Components {
    pub(super) fn new(rule_set: &RuleSet) -> Components {
        let mut tiles = [Tile::LEFT_END; ROUNDS * LOTS];
        let mut rest = &mut tiles[..];
        for (tile, count) in Tile::ALL.into_iter().zip(tile_counts(rule_set)) {
            let (these, others) = rest.split_at_mut(count as usize);
            these.fill(tile);
            rest = others;
        }
        let mut bag = [0; 6 * MAX_PER_COLOUR as usize];
        let per_colour = rule_set.vikings.per_colour as usize;
        for (colour, vikings) in (0..6).zip(bag.chunks_exact_mut(per_colour)) {
            vikings.fill(1 << (8 * colour));
        }
        let counted = Bonus::ALL.into_iter().zip(rule_set.bonus.counts());
        let bonus = counted.filter(|_| rule_set.advanced.bonus_tiles);
        let bonus =
            bonus.flat_map(|(kind, count)| std::iter::repeat_n(kind, count as usize)).collect();
        let drawn = vikings_per_round(rule_set);
        Components { tiles, bag, vikings: 6 * per_colour, drawn, bonus }
    }

    /// Shuffles tiles and bag (S2), each from its own stream.
    pub(super) fn deal(&self, seed: DealSeed) -> Deal {
        let mut tiles = self.tiles;
        shuffle(&mut tiles, &mut seed.stream(TILES));
        let mut bag = self.bag;
        shuffle(&mut bag[..self.vikings], &mut seed.stream(VIKINGS));
        let (stacks, _) = tiles.as_chunks::<LOTS>();
        let mut bonus = self.bonus.clone();
        if !bonus.is_empty() {
            shuffle(&mut bonus, &mut seed.stream(BONUS));
        }
        Deal {
            stacks: std::array::from_fn(|round| Stack(stacks[round])),
            bag: std::array::from_fn(|round| {
                let all = &bag[round * DRAWN..][..DRAWN];
                let unused = if self.drawn == LOTS { all[LOTS] } else { 0 };
                let counts = all.iter().sum::<u64>() - unused;
                Draw(*counts.to_le_bytes().first_chunk().expect("8 bytes are more than 6"))
            }),
            bonus,
        }
    }
}

pub(super) fn check(rule_set: &RuleSet, deal: &Deal) -> Result<(), KeyError> {
    let refuse = |key: &str, reason: String| Err(KeyError::new(key, reason));
    for (tile, count) in Tile::ALL.into_iter().zip(tile_counts(rule_set)) {
        let found = deal.stacks.iter().flat_map(|stack| stack.0).filter(|&t| t == tile).count();
        if found != count as usize {
            return refuse("stacks", format!("{found} tiles `{tile}`, but the rules have {count}"));
        }
    }
    let expected = vikings_per_round(rule_set);
    for (round, draw) in (1..).zip(&deal.bag) {
        let drawn: usize = draw.0.iter().map(|&n| usize::from(n)).sum();
        if drawn != expected {
            let reason = format!("round {round} has {drawn} vikings instead of {expected}");
            return refuse("bag", reason);
        }
    }
    let most = rule_set.vikings.per_colour;
    for colour in Colour::ALL {
        let found: u32 = deal.bag.iter().map(|draw| u32::from(draw.0[colour as usize])).sum();
        if found > most {
            return refuse("bag", format!("{found} vikings `{colour}`, but the rules have {most}"));
        }
    }
    if !rule_set.advanced.bonus_tiles {
        if !deal.bonus.is_empty() {
            return refuse("bonus", "must be empty without bonus tiles".into());
        }
        return Ok(());
    }
    for (kind, count) in Bonus::ALL.into_iter().zip(rule_set.bonus.counts()) {
        let found = deal.bonus.iter().filter(|&&tile| tile == kind).count();
        if found != count as usize {
            return refuse("bonus", format!("{found} tiles `{kind}`, but the rules have {count}"));
        }
    }
    Ok(())
}

as_text!(Stack, Draw);

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In one piece, as each has its cost.
        f.write_str(&self.0.map(Tile::letter).concat())
    }
}

impl FromStr for Stack {
    type Err = String;

    fn from_str(text: &str) -> Result<Stack, String> {
        let tiles: Result<Vec<Tile>, _> = text.chars().map(Tile::from_letter).collect();
        let tiles = tiles.map_err(|error| error.to_string())?;
        let found = tiles.len();
        let wrong = |_| format!("stack `{text}` has {found} tiles instead of {LOTS}");
        tiles.try_into().map(Stack).map_err(wrong)
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Colour::letters(|colour| self.0[colour as usize].into()))
    }
}

impl FromStr for Draw {
    type Err = String;

    fn from_str(text: &str) -> Result<Draw, String> {
        let (mut draw, mut last) = (Draw::default(), 0);
        for letter in text.chars() {
            let place =
                Colour::ON_WHEEL.iter().position(|colour| colour.name().starts_with(letter));
            let Some(place) = place else {
                return Err(format!("vikings `{text}`: expected letters of FGSNWB"));
            };
            if place < last {
                return Err(format!("vikings `{text}` are not in the order F G S N W B"));
            }
            last = place;
            let count = &mut draw.0[Colour::ON_WHEEL[place] as usize];
            *count = count.saturating_add(1);
        }
        Ok(draw)
    }
}
