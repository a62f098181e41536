//! How a game ended: final values, places, win shares.

use crate::seat::{MAX_SEATS, PerSeat, Seat};

/// Win shares are counted in sixtieths, so that a win shared by up to six seats stays an integer.
pub const WHOLE_WIN: u32 = 60;

/// The end of a game, one value per seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The final score in the game's own unit (*Vikings*: glory).
    pub score: PerSeat<i32>,
    /// Places from 1; tied seats share the better place.
    pub place: PerSeat<u8>,
    /// Share of the win in sixtieths ([`WHOLE_WIN`]); they add up to [`WHOLE_WIN`].
    pub share: PerSeat<u8>,
}

impl Outcome {
    /// Ranks seats by score, then by `tie_break`; seats equal in both share place and win.
    #[inline(always)]
    pub fn ranked(score: PerSeat<i32>, tie_break: PerSeat<i32>) -> Outcome {
        match score.players() {
            2 => Outcome::ranked_among(2, score, tie_break),
            3 => Outcome::ranked_among(3, score, tie_break),
            4 => Outcome::ranked_among(4, score, tie_break),
            players => Outcome::ranked_among(players, score, tie_break),
        }
    }

    // If the number of seats is known at compile time, little code remains.
    #[inline(always)]
    fn ranked_among(players: usize, score: PerSeat<i32>, tie_break: PerSeat<i32>) -> Outcome {
        // Both in one number, so that no comparison, whose outcome is unpredictable, is a branch.
        let mut keys = [0; MAX_SEATS];
        let both = score.as_slice()[..players].iter().zip(&tie_break.as_slice()[..players]);
        for (key, (&score, &tie_break)) in keys.iter_mut().zip(both) {
            *key = (i64::from(score) << 32) + i64::from(tie_break);
        }
        // The number of seats that are better. With so few seats, comparing all pairs is faster
        // than sorting or counting.
        let mut better = [0; MAX_SEATS];
        for one in 0..players {
            for two in 0..one {
                better[one] += u8::from(keys[one] < keys[two]);
                better[two] += u8::from(keys[one] > keys[two]);
            }
        }
        let place = PerSeat::from_fn(players, |seat| 1 + better[seat.index()]);
        let mut winners = 0;
        for &better in &better[..players] {
            winners += u8::from(better == 0);
        }
        let part = WHOLE_WIN as u8 / winners.max(1);
        let share =
            PerSeat::from_fn(players, |seat| if better[seat.index()] == 0 { part } else { 0 });
        Outcome { score, place, share }
    }

    /// A seat's share of the win, from 0 to 1.
    #[inline]
    pub fn win_share(&self, seat: Seat) -> f64 {
        f64::from(self.share[seat]) / f64::from(WHOLE_WIN)
    }

    /// Ranks seats by score alone.
    #[inline]
    pub fn by_score(score: PerSeat<i32>) -> Outcome {
        Outcome::ranked(score, PerSeat::new(score.players(), 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    fn list(values: &[i32]) -> PerSeat<i32> {
        PerSeat::from_fn(values.len(), |seat: Seat| values[seat.index()])
    }

    #[test]
    fn ties_share_the_better_place_and_the_win() {
        let end = Outcome::ranked(list(&[7, 9, 9, 1]), list(&[0, 2, 2, 9]));
        assert_eq!(end.place.as_slice(), [3, 1, 1, 4]);
        assert_eq!(end.share.as_slice(), [0, 30, 30, 0]);
    }

    #[test]
    fn the_tie_break_decides_and_may_be_negative() {
        let end = Outcome::ranked(list(&[-3, -3, -4]), list(&[-5, 1, 40]));
        assert_eq!(end.place.as_slice(), [2, 1, 3]);
        assert_eq!(end.share.as_slice(), [0, 60, 0]);
    }
}
