//! Step 5, first half: stones from the material spaces (T1, T2, E6).

use super::material::SPACES;
use super::{Phase, Twin, stone};

impl Twin {
    /// The spaces are served in the order A to G.
    pub fn start_gathering(&mut self) {
        self.phase = Phase::Take;
        self.start_space(0);
    }

    /// E6: first player clockwise, one stone per Viking in turn, again and again.
    fn start_space(&mut self, space: usize) {
        self.space = space;
        self.queue.clear();
        let place = SPACES[space].to_string();
        for time in 0..self.vikings_on(&place) {
            for seat in self.clockwise() {
                if self.players[seat].on(&place) > time {
                    self.queue.push(seat);
                }
            }
        }
        self.seat = self.queue.first().copied().unwrap_or(self.first);
    }

    /// N9: the kinds on the space. Nothing when all Vikings are served or no stone is left.
    pub fn legal_takes(&self) -> Vec<String> {
        if self.queue.is_empty() {
            return Vec::new();
        }
        let kinds = stone::kinds(&self.spaces[self.space]);
        kinds.iter().map(|kind| format!("take {kind}")).collect()
    }

    /// T2
    pub fn take(&mut self, kind: char) {
        stone::remove(&mut self.spaces[self.space], kind);
        let value = self.rules.value(&[kind]);
        let player = &mut self.players[self.seat];
        player.carry(kind);
        player.count("gathered", 1);
        player.count("gathered_points", value);
        self.queue.remove(0);
        self.seat = self.queue.first().copied().unwrap_or(self.first);
    }

    /// T2: Vikings that are still not served take nothing.
    pub fn next_space(&mut self) {
        for seat in std::mem::take(&mut self.queue) {
            self.players[seat].count("empty_handed", 1);
        }
        if self.space < 6 {
            self.start_space(self.space + 1);
        } else {
            self.go_home();
        }
    }

    /// T1
    fn go_home(&mut self) {
        for player in &mut self.players {
            player.home += player.sent.values().sum::<usize>();
            player.sent.clear();
        }
        self.held.clear();
        self.space = 0;
        self.start_building();
    }
}
