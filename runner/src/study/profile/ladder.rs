use std::{collections::BTreeMap, path::Path};

use serde::Deserialize;

use crate::{error::Error, export::verify};
use drakkar_stats::components::{Components, SeatResult, components};
use drakkar_stats::ratio::Ratio;
use drakkar_stats::{finished::WHOLE_WIN, jackknife::IntervalEstimate, meetings::halves};

pub struct Ladder {
    /// How often the better of two levels ends ahead of the other, in halves, out of how many meetings of two
    /// seats. By the numbers of the lower and of the higher level.
    pub ahead: BTreeMap<(usize, usize), Ratio>,
    pub neighbours: Ratio,
    /// Parts of the variance of win shares, and of margins; none if all are equal.
    pub shares: Option<Components>,
    pub margins: Option<Components>,
    pub blocks: usize,
    /// Elo of the highest level over the lowest; none if one of them always loses.
    pub spread: Option<IntervalEstimate>,
}

#[derive(Deserialize)]
struct RatedLevel {
    agent: String,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

/// What is read of a row of `games.csv`; a game that failed has no results.
#[derive(Deserialize)]
struct LadderLine {
    block: u64,
    /// Only with several line-ups.
    #[serde(default)]
    arm: u64,
    seating: u64,
    seat: usize,
    agent: String,
    score: Option<i64>,
    place: Option<u8>,
    win_share: Option<f64>,
}

struct Ended {
    level: usize,
    score: i64,
    place: u8,
    share: i64,
}

pub fn ladder(folder: &Path, levels: &[&str], players: usize) -> Result<Ladder, Error> {
    let path = &folder.join("games.csv");
    let wrong = |reason: &str| Error::input(path, reason);
    let lines: Vec<LadderLine> = verify::rows(path)?;
    let ratings: Vec<RatedLevel> = verify::rows(&folder.join("ratings.csv"))?;
    let mut places = Vec::new();
    let (mut shares, mut margins) = (Vec::new(), Vec::new());
    let mut ahead: BTreeMap<(usize, usize), Ratio> = BTreeMap::new();
    let mut neighbours = Ratio::default();
    for block in lines.chunk_by(|one, next| one.block == next.block) {
        let (mut share_row, mut margin_row) = (Vec::new(), Vec::new());
        let mut met: BTreeMap<(usize, usize), [i64; 2]> = BTreeMap::new();
        let mut seats = Vec::new();
        for game in block.chunk_by(|one, next| (one.arm, one.seating) == (next.arm, next.seating)) {
            let results: Option<Vec<Ended>> = game.iter().map(|line| line.result(levels)).collect();
            let results = results.filter(|results| results.len() == players);
            let results = results.ok_or_else(|| wrong("a game has no result for each seat"))?;
            let total: i64 = results.iter().map(|result| result.score).sum();
            for (line, result) in game.iter().zip(&results) {
                let player = line.arm as usize * levels.len() + result.level;
                seats.push(SeatResult { player, seat: line.seat, seating: line.seating as usize });
                share_row.push(result.share);
                // The margin over the mean of the others, times their number.
                margin_row.push(players as i64 * result.score - total);
            }
            meet(&results, &mut met);
        }
        if places.is_empty() {
            places = seats;
        } else if places != seats {
            return Err(wrong("blocks differ in who sits where"));
        }
        shares.push(share_row);
        margins.push(margin_row);
        let mut near = [0; 2];
        for (&(low, high), &[n, d]) in &met {
            ahead.entry((low, high)).or_default().add_block(n, d);
            if high == low + 1 {
                near = [near[0] + n, near[1] + d];
            }
        }
        neighbours.add_block(near[0], near[1]);
    }
    Ok(Ladder {
        spread: spread(&ratings, levels),
        ahead,
        neighbours,
        blocks: shares.len(),
        shares: components(&places, &shares),
        margins: components(&places, &margins),
    })
}

fn spread(ratings: &[RatedLevel], levels: &[&str]) -> Option<IntervalEstimate> {
    let highest = ratings.iter().find(|rated| Some(&&*rated.agent) == levels.last())?;
    Some(IntervalEstimate { value: highest.elo?, interval: highest.elo_low.zip(highest.elo_high) })
}

impl LadderLine {
    fn result(&self, levels: &[&str]) -> Option<Ended> {
        Some(Ended {
            level: levels.iter().position(|level| *level == self.agent)?,
            score: self.score?,
            place: self.place?,
            share: (self.win_share? * f64::from(WHOLE_WIN)).round() as i64,
        })
    }
}

/// Adds the meetings of a game: how often the higher level was ahead, in halves, and how many there were.
fn meet(results: &[Ended], met: &mut BTreeMap<(usize, usize), [i64; 2]>) {
    for low in results {
        for high in results.iter().filter(|high| high.level > low.level) {
            let sum = met.entry((low.level, high.level)).or_default();
            sum[0] += halves(high.place, low.place);
            sum[1] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(rows: &str) -> Result<Ladder, Error> {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("games.csv");
        let rows_of = "agent,elo,elo_low,elo_high\nhigh,90.5,40.0,\nlow,0.0,0.0,0.0\n";
        fs::write(place.path().join("ratings.csv"), rows_of).unwrap();
        let head = "game,block,seating,seat,agent,score,place,win_share,fact";
        fs::write(&path, format!("{head}\n{rows}")).unwrap();
        ladder(place.path(), &["low", "high"], 2)
    }

    /// Two deals in both seatings: the higher level wins three games, and one is shared.
    const ROWS: &str = "0,0,0,0,low,3,2,0.000000,1\n0,0,0,1,high,7,1,1.000000,1\n\
                        1,0,1,0,high,5,1,0.500000,1\n1,0,1,1,low,5,1,0.500000,1\n\
                        2,1,0,0,low,3,2,0.000000,1\n2,1,0,1,high,4,1,1.000000,1\n\
                        3,1,1,0,high,9,1,1.000000,1\n3,1,1,1,low,1,2,0.000000,1\n";

    #[test]
    fn meetings_and_parts_follow_from_the_rows() {
        let found = read(ROWS).unwrap();
        assert_eq!((found.blocks, found.neighbours.n, found.neighbours.d), (2, 7, 4));
        assert_eq!(found.ahead[&(0, 1)], found.neighbours);
        assert_eq!(found.spread, Some(IntervalEstimate { value: 90.5, interval: None }));
        let (shares, margins) = (found.shares.unwrap(), found.margins.unwrap());
        assert!(shares.skill.value > 0.5 && margins.skill.value > 0.3);
        assert_eq!(shares.skill.interval, None, "two deals are too few");
    }

    /// A deal that is good for everybody is no luck of anybody.
    #[test]
    fn margins_are_those_over_the_others() {
        let rows = "0,0,0,0,low,3,2,0.0,1\n0,0,0,1,high,7,1,1.0,1\n\
                    1,0,1,0,high,7,1,1.0,1\n1,0,1,1,low,3,2,0.0,1\n\
                    2,1,0,0,low,103,2,0.0,1\n2,1,0,1,high,107,1,1.0,1\n\
                    3,1,1,0,high,107,1,1.0,1\n3,1,1,1,low,103,2,0.0,1\n";
        let Components { skill, seat, deal, rest } = read(rows).unwrap().margins.unwrap();
        assert_eq!([skill, seat, deal, rest].map(|part| part.value), [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn games_without_results_are_refused() {
        let error = |rows: &str| read(rows).err().unwrap().to_string();
        let failed = ROWS.replacen("low,3,2,0.000000", "low,,,", 1);
        assert!(error(&failed).ends_with("games.csv: a game has no result for each seat"));
        let other = ROWS.replacen("2,1,0,0,low", "2,1,0,0,high", 1);
        assert!(error(&other.replacen("2,1,0,1,high", "2,1,0,1,low", 1)).contains("blocks differ"));
    }
}
