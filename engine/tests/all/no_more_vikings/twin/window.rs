//! Responses (W1 to W6).

use super::piece::Piece;
use super::step::{Response, Window};
use super::{Step, Twin};

impl Twin {
    /// W3: as far as the whole table can see.
    pub fn may_respond(&self, window: &Window) -> bool {
        let player = &self.players[window.asked];
        let other = window.asked != window.owner();
        other && (player.edicts > 0 || window.top_is_card() && !player.hand.is_empty())
    }

    pub fn legal_responses(&self, window: &Window) -> Vec<String> {
        let player = &self.players[window.asked];
        let mut legal = vec!["pass".to_owned()];
        if player.edicts > 0 {
            legal.push("edict".to_owned());
        }
        if window.top_is_card() && player.hand.iter().any(|&card| self.kind(card) == "counter") {
            legal.push("counter".to_owned());
        }
        legal
    }

    /// W2, W4
    pub fn respond(&mut self, mut window: Window, word: &str) {
        let seat = window.asked;
        match word {
            "pass" => return self.ask_next(window),
            "edict" => {
                self.players[seat].edicts -= 1;
                self.give_back(Piece::Edict);
                self.players[seat].count("edicts_played");
            }
            "counter" => {
                self.play_card(seat, "counter");
                self.players[seat].count("counters_played");
            }
            other => panic!("`{other}` is no response"),
        }
        window.responses.push(Response { seat, kind: word.to_owned() });
        self.ask_next(window);
    }

    /// W2, W6: the next seat clockwise, until the owner of the top is reached.
    pub fn ask_next(&mut self, mut window: Window) {
        window.asked = self.next(window.asked);
        if window.asked != window.owner() {
            self.agenda.push(Step::Window(window));
        } else if window.responses.len().is_multiple_of(2) {
            self.agenda.push(Step::Effect(window.play));
        } else {
            self.players[window.play.seat].count("cards_cancelled");
        }
    }
}
