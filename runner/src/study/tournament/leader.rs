use crate::export::answer::Answer;
use crate::export::failures::WITHHELD_WORD;
use crate::export::results::Results;
use crate::export::unit::FigureUnit;
use crate::games::on_blocks;
use crate::study::tournament::fit::{PairingRow, Pairings};
use drakkar_stats::meetings::{HALF, Meetings};
use drakkar_stats::p_value::{LEVEL, of_share, with_holm};
use drakkar_stats::verdict::Verdict;
use drakkar_stats::{ratings::Rating, ratio::Ratio};

pub struct RatingRow {
    pub number: usize,
    pub rank: usize,
    pub rating: Rating,
    pub superiority: Option<f64>,
    pub share: Ratio,
    pub alpha_rank: Option<f64>,
}

pub fn answer(
    results: &Results<'_>,
    ratings: &[RatingRow],
    pairings: &Pairings,
    meetings: &Meetings,
) -> Answer {
    let [first, second, ..] = ratings else { return Answer::default() };
    let [one, two] = [first, second].map(|rated| results.names[rated.number].as_str());
    let Some(pair) = pairings.get(&(first.number, second.number)) else {
        let sentences = vec![format!("{one} is first; it never met {two}, who is second.")];
        return Answer { sentences, next: None };
    };
    let often = |pair| often(&results.run.game, pair);
    let ranked: Vec<usize> = ratings.iter().map(|rated| rated.number).collect();
    let duels = duels(&ranked, pairings, meetings);
    let more =
        |(other, _): &(usize, PairDuel)| pairings.get(&(first.number, *other))?.blocks_needed;
    let open = || duels.iter().filter(|(_, duel)| *duel == PairDuel::Open);
    let blocks = open().filter_map(more).max();
    let next =
        blocks.map(|blocks| results.afresh(blocks.saturating_mul(results.run.games_per_block)));
    // Who ends ahead of the first one tells most, then whoever is not certainly behind it.
    let lost = duels.iter().find(|(_, duel)| *duel == PairDuel::Lost);
    let apart = lost.or_else(|| duels.iter().find(|(_, duel)| *duel != PairDuel::Won));
    let ahead = often(pair);
    let sentence = match apart.map(|&(other, duel)| (other, duel, &results.names[other])) {
        None => format!("{one} is strongest: it ends ahead of {two}, the second, {ahead}."),
        Some((other, PairDuel::Lost, name)) => {
            let back = pairings.get(&(other, first.number)).map(often).unwrap_or_default();
            format!("{one} is first, but {name} ends ahead of it significantly, {back}.")
        }
        Some((other, duel, _)) if other == second.number => {
            let but = match duel {
                PairDuel::Withheld => "the verdict is withheld",
                _ => "not distinguishably",
            };
            format!("{one} is first, but {but}: it ends ahead of {two} {ahead}.")
        }
        Some((other, duel, name)) => {
            let but = match (duel, pairings.get(&(first.number, other))) {
                (PairDuel::Open, Some(pair)) => {
                    format!("not distinguishably of {name}, {}", often(pair))
                }
                (PairDuel::Withheld, _) => format!("against {name} the verdict is withheld"),
                _ => format!("it never met {name}"),
            };
            format!("{one} is first: it ends ahead of {two}, the second, {ahead}, but {but}.")
        }
    };
    Answer { sentences: vec![sentence], next }
}

fn often(game: &str, pair: &PairingRow) -> String {
    format!(
        "in {} of their meetings {}",
        FigureUnit::Share.told(pair.score, pair.interval),
        on_blocks(game, pair.blocks as u64),
    )
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PairDuel {
    Won,
    Lost,
    Open,
    /// Games that are left out could turn it.
    Withheld,
    Unmet,
}

/// The first of these agents beside each of the others: a rating averages over opponents, so it need not beat each.
/// Certain is what is so by the p-value, adjusted for all of these comparisons, and by the verdict.
fn duels(ranked: &[usize], pairings: &Pairings, meetings: &Meetings) -> Vec<(usize, PairDuel)> {
    let Some((&one, others)) = ranked.split_first() else { return Vec::new() };
    let others = others.iter().copied();
    let pair = |other: usize| &meetings.pairs[Meetings::pair(one.min(other), one.max(other))];
    let raw = others.clone().map(|other| of_share(pair(other), HALF, HALF)).collect();
    let found = others.zip(with_holm(raw)).map(|(other, (_, p))| {
        let certain = p.is_some_and(|p| p <= LEVEL);
        let duel = match pairings.get(&(one, other)) {
            None => PairDuel::Unmet,
            Some(row) if row.verdict == WITHHELD_WORD => PairDuel::Withheld,
            Some(row) if certain && row.verdict == Verdict::Better.name() => PairDuel::Won,
            Some(row) if certain && row.verdict == Verdict::Worse.name() => PairDuel::Lost,
            Some(_) => PairDuel::Open,
        };
        (other, duel)
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::tournament::standings::pairings;
    use drakkar_stats::{bounds::Bounds, ratings::Estimates};

    /// Three agents, the first of which wins `percent` of its meetings with the second and with the third.
    fn met(percent: [i64; 2], blocks: i64) -> Meetings {
        let mut meetings = Meetings::new(3);
        for (other, percent) in [1, 2].into_iter().zip(percent) {
            let pair = &mut meetings.pairs[Meetings::pair(0, other)];
            (0..blocks).for_each(|k| pair.add_block(4 * i64::from(k * 37 % 100 < percent), 2));
        }
        meetings
    }

    fn found(meetings: &Meetings, bounds: Option<&[Bounds; 2]>) -> Vec<PairDuel> {
        let estimates = Estimates::new(&meetings.wins, 3, 1);
        let pairings = pairings(3, (meetings, &estimates), bounds, 0.0, 100);
        duels(&[0, 1, 2], &pairings, meetings).into_iter().map(|(_, duel)| duel).collect()
    }

    fn beside(percent: [i64; 2], blocks: i64) -> Vec<PairDuel> {
        found(&met(percent, blocks), None)
    }

    #[test]
    fn the_first_need_not_beat_everybody() {
        assert_eq!(beside([90, 90], 100), [PairDuel::Won, PairDuel::Won]);
        assert_eq!(beside([90, 20], 100), [PairDuel::Won, PairDuel::Lost]);
        assert_eq!(beside([90, 52], 100), [PairDuel::Won, PairDuel::Open]);
        assert_eq!(beside([50, 50], 0), [PairDuel::Unmet, PairDuel::Unmet]);
        // Its interval alone excludes one half, but it is one of two comparisons.
        assert_eq!(beside([50, 61], 100), [PairDuel::Open, PairDuel::Open]);
    }

    #[test]
    fn what_games_left_out_could_turn_is_neither_won_nor_open() {
        let bound = |percent| Bounds { pairs: met(percent, 100).pairs, ..Bounds::default() };
        let bounds = [bound([95, 95]), bound([85, 30])];
        assert_eq!(found(&met([90, 90], 100), Some(&bounds)), [PairDuel::Won, PairDuel::Withheld]);
    }
}
