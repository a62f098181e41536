//! Step 5, second half: building (T4 to T6, N8), and whether the game ends (F1).

use super::{Phase, Twin, stone};

impl Twin {
    /// F1, with the stones carried home.
    fn game_ends(&self) -> bool {
        let full = self.rules.village.full;
        let stones = self.players.iter().map(|player| player.village().len() + player.load.len());
        self.round == self.rules.game.rounds || stones.max().expect("seats") >= full
    }

    /// T5, T6
    pub fn start_building(&mut self) {
        if self.game_ends() {
            self.build_in_order();
            self.note_scoring();
            self.phase = Phase::Over;
            return;
        }
        self.seat = self.first;
        self.phase = Phase::Build;
    }

    /// T6, E10: in the order g w c s on the lowest-numbered wall with room, or beside the village.
    fn build_in_order(&mut self) {
        let height = self.rules.village.wall_height;
        for player in &mut self.players {
            for kind in std::mem::take(&mut player.load) {
                match player.walls.iter_mut().find(|wall| wall.len() < height) {
                    Some(wall) => wall.push(kind),
                    None => player.beside.push(kind),
                }
            }
        }
    }

    /// N8: nothing for a seat without stones left.
    pub fn legal_builds(&self) -> Vec<String> {
        let player = &self.players[self.seat];
        let height = self.rules.village.wall_height;
        let room = |wall: usize| height - player.walls[wall - 1].len();
        let mut legal = Vec::new();
        for kind in stone::kinds(&player.load) {
            for wall in player.last_wall..=6 {
                let upwards: usize = (wall..=6).map(room).sum();
                if room(wall) > 0 && upwards >= player.load.len() {
                    legal.push(format!("build {kind} {wall}"));
                }
            }
        }
        legal
    }

    /// T4
    pub fn build(&mut self, kind: char, wall: usize) {
        let player = &mut self.players[self.seat];
        stone::remove(&mut player.load, kind);
        player.walls[wall - 1].push(kind);
        player.last_wall = wall;
    }

    /// T5: from the first player clockwise.
    pub fn next_to_build(&mut self) {
        let player = &mut self.players[self.seat];
        assert!(player.load.is_empty(), "T4: all stones must be built");
        player.last_wall = 1;
        self.seat = self.next(self.seat);
        if self.seat == self.first {
            self.note_scoring();
            self.end_round();
        }
    }
}
