use crate::study::profile::{analysis::AnalysedDecision, replay_stats::ReplayedGame};
use drakkar_stats::forecast::{Forecast, ForecastScale, known_from};
use drakkar_stats::{finished::WHOLE_WIN, ratio::Ratio};

/// Parts of a game, and forecasts, are added up in millionths.
pub const MILLIONTH: f64 = 1e-6;
pub const PARTS: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

#[derive(Clone, Debug, Default)]
pub struct Tension {
    pub behind: Ratio,
    pub last: Ratio,
    /// In analysed games: the part after which the winner's forecast stays above one half, how often that
    /// was so by each of the parts, and how often its forecast was below par at half of the game.
    pub known: Ratio,
    pub known_by: [Ratio; PARTS.len()],
    pub doubted: Ratio,
    /// Fitted on games of even and of odd number, and used for the others.
    pub scales: [Option<ForecastScale>; 2],
}

pub fn tension(
    watched: &[ReplayedGame],
    thoughts: &[Vec<AnalysedDecision>],
    players: usize,
) -> Tension {
    let mut found = Tension::default();
    let par = 1.0 / players as f64;
    for (seen, winner) in watched.iter().filter_map(|seen| Some((seen, seen.winner()?))) {
        let own = seen.half[winner];
        let mut others = (0..players).filter(|&seat| seat != winner).map(|seat| seen.half[seat]);
        found.behind.add_block(i64::from(others.clone().any(|other| other > own)), 1);
        found.last.add_block(i64::from(others.all(|other| other > own)), 1);
    }
    found.scales = [0, 1].map(|half| {
        let games = thoughts.iter().zip(watched).enumerate().filter(|(game, _)| game % 2 == half);
        let forecasts = games.flat_map(|(game, (thoughts, seen))| {
            thoughts.iter().filter_map(move |thought| {
                let won = f64::from(seen.shares[thought.seat]) / f64::from(WHOLE_WIN);
                Some(Forecast { game, share: thought.share?, won })
            })
        });
        ForecastScale::fitted(&forecasts.collect::<Vec<_>>(), par)
    });
    for (game, (thoughts, seen)) in thoughts.iter().zip(watched).enumerate() {
        let Some((winner, scale)) = seen.winner().zip(found.scales[1 - game % 2]) else { continue };
        let own = thoughts.iter().filter(|thought| thought.seat == winner);
        let forecasts = own.filter_map(|thought| {
            let part = thought.decision as f64 / seen.decisions.max(1) as f64;
            Some((part, scale.calibrated(thought.share?)))
        });
        let forecasts: Vec<(f64, f64)> = forecasts.collect();
        let known = known_from(forecasts.iter().copied());
        found.known.add_block((known / MILLIONTH).round() as i64, 1);
        for (ratio, part) in found.known_by.iter_mut().zip(PARTS) {
            ratio.add_block(i64::from(known <= part), 1);
        }
        let last = forecasts.iter().rev().find(|(part, _)| *part <= 0.5);
        let doubted = last.is_some_and(|&(_, share)| share < par);
        found.doubted.add_block(i64::from(doubted), 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thought(decision: usize, seat: usize, share: f64) -> AnalysedDecision {
        AnalysedDecision { decision, seat, share: Some(share), choice: None }
    }

    /// Four games of ten decisions; the search knows who will win from the middle on.
    #[test]
    fn winners_are_known_when_forecasts_say_so() {
        let game = |winner: usize| {
            let seen = ReplayedGame {
                decisions: 10,
                half: vec![i32::from(winner == 1), 0],
                shares: if winner == 0 { vec![60, 0] } else { vec![0, 60] },
                ..ReplayedGame::default()
            };
            let share = |seat: usize| if seat == winner { 0.9 } else { 0.1 };
            let late = (4..10).map(|at| thought(at, at % 2, share(at % 2)));
            let early = (0..4).map(|at| thought(at, at % 2, 0.5 - share(at % 2) / 10.0));
            (seen, early.chain(late).collect::<Vec<_>>())
        };
        let (seen, thoughts): (Vec<_>, Vec<_>) = [0, 1, 1, 0].map(game).into_iter().unzip();
        let found = tension(&seen, &thoughts, 2);
        // Seat 0 decides at 0.4, seat 1 at 0.5.
        assert_eq!((found.known.n, found.known.d), (1_800_000, 4));
        assert_eq!(found.known_by.map(|ratio| ratio.n), [0, 0, 0, 2, 4, 4, 4, 4, 4]);
        // Seat 0 leads at half of the games that seat 1 wins.
        assert_eq!((found.behind.n, found.last.n, found.behind.d), (2, 2, 4));
        assert_eq!((found.doubted.n, found.doubted.d), (0, 4));
    }

    /// Forecasts are right in games of odd number and the wrong way round in the others: what is fitted on
    /// one half is of no use for the other.
    #[test]
    fn no_game_is_judged_by_a_scale_that_it_was_fitted_on() {
        let game = |number: usize| {
            let (shares, half) = (vec![60, 0], vec![0, 0]);
            let seen = ReplayedGame { decisions: 10, half, shares, ..ReplayedGame::default() };
            let right = if number % 2 == 1 { 0.8 } else { 0.2 };
            let share = |at: usize| if at.is_multiple_of(2) { right } else { 1.0 - right };
            (seen, (0..10).map(|at| thought(at, at % 2, share(at))).collect::<Vec<_>>())
        };
        let (seen, thoughts): (Vec<_>, Vec<_>) = (0..4).map(game).unzip();
        let found = tension(&seen, &thoughts, 2);
        assert_eq!(found.scales.map(|scale| scale.unwrap().factor > 1.0), [false, true]);
        assert_eq!(found.known.n, 4_000_000);
    }

    #[test]
    fn shared_wins_have_no_winner() {
        let seen =
            ReplayedGame { half: vec![0, 0], shares: vec![30, 30], ..ReplayedGame::default() };
        let found = tension(&[seen], &[Vec::new()], 2);
        assert_eq!((found.behind.d, found.known.d, found.scales), (0, 0, [None, None]));
    }
}
