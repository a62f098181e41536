//! Loot of a winning besieger (L2, L3, N7).

use super::Twin;
use super::placement::ENGINES;
use super::stone;

/// C3: the indices of the two walls next to a siege space, such as `2B`.
fn walls_of(place: &str) -> (usize, usize) {
    let engine = super::letter(&place[1..]);
    let index = ENGINES.iter().position(|&other| other == engine).expect("C, B or R");
    (2 * index, 2 * index + 1)
}

/// L2: stones from the top of a wall down.
fn top(wall: &[char], stones: usize) -> Vec<char> {
    wall[wall.len() - stones..].to_vec()
}

impl Twin {
    /// N7
    pub fn legal_loot(&self) -> Vec<String> {
        let conflict = self.conflict.as_ref().expect("a siege");
        let (low, high) = walls_of(&conflict.place);
        let walls = &self.players[conflict.defender].walls;
        let most = self.rules.siege.loot_max_stones;
        let mut legal = vec!["loot none".to_owned()]; // E2
        for one in 0..=walls[low].len() {
            for two in 0..=walls[high].len() {
                let mut stones = top(&walls[low], one);
                stones.extend(top(&walls[high], two));
                let few = most == 0 || stones.len() <= most; // E1
                if stones.is_empty() || !few || self.rules.value(&stones) > conflict.difference {
                    continue;
                }
                for kind in stone::kinds(&stones) {
                    legal.push(format!("loot {one} {two} {kind}"));
                }
            }
        }
        legal
    }

    /// L2, L3: one stone is kept, the others go to the supply.
    pub fn loot(&mut self, one: usize, two: usize, kept: char) {
        let conflict = self.conflict.clone().expect("a siege");
        let (low, high) = walls_of(&conflict.place);
        let mut stones = Vec::new();
        for (wall, number) in [(low, one), (high, two)] {
            for _ in 0..number {
                let stone = self.players[conflict.defender].walls[wall].pop();
                stones.push(stone.expect("a stone on the wall"));
            }
        }
        let value = self.rules.value(&stones);
        let owner = &mut self.players[conflict.defender];
        owner.count("lost", stones.len());
        owner.count("lost_points", value);
        let kept_value = self.rules.value(&[kept]);
        let winner = &mut self.players[conflict.attacker];
        winner.count("razed", stones.len());
        winner.count("razed_points", value);
        winner.count("looted", 1);
        winner.count("looted_points", kept_value);
        winner.carry(kept); // T3
        stone::remove(&mut stones, kept);
        for stone in stones {
            *self.supply.get_mut(&stone).expect("every kind") += 1;
        }
        self.end_turn();
    }
}
