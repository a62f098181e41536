use crate::export::sheet::DeclaredTable;
use crate::study::profile::tension::{MILLIONTH, PARTS, Tension, tension};
use crate::study::profile::{
    analysis::AnalysedDecision, analysis::SearchChoice, replay_stats::ReplayedGame,
};
use crate::study::profile::{ladder::Ladder, luck::Lucky, plan::Profile};
use drakkar_stats::interval::{Interval, of_ratio, of_share};
use drakkar_stats::{components::Components, finished::WHOLE_WIN, jackknife::IntervalEstimate};
use drakkar_stats::{luck::Game, luck::Parts, luck::parts, median::Counts, median::median};
use drakkar_stats::{meetings::HALF, p_value::of_all_shares, ratio::Ratio};

#[derive(Clone, Default, PartialEq, Debug)]
pub struct FigureRow {
    pub figure: &'static str,
    /// The levels, the seat, the part, if any.
    pub at: String,
    pub value: f64,
    pub interval: Option<Interval>,
    pub count: u64,
    pub counted: &'static str,
    pub unit: &'static str,
    /// Of the win share of a seat: the p-value of par, adjusted for all seats.
    pub p_holm: Option<f64>,
}

/// Metrics as people call them, by metric and place, in the order of tables; others are in the file alone.
pub const PROFILE: [(&str, &str); 25] = [
    ("decisions", "decisions of a game"),
    ("decisions_of_a_seat", "decisions of a seat"),
    ("real_decisions", "decisions with a choice"),
    ("actions_mean", "actions to choose from, mean"),
    ("actions_median", "actions to choose from, median"),
    ("reveals", "times that something is revealed"),
    ("win_share_explained players", "win share: who plays"),
    ("win_share_explained seat", "win share: the seat alone"),
    ("win_share_explained deal", "win share: deal and seat"),
    ("win_share_explained rest", "win share: all else"),
    ("score_margin_explained players", "score margin: who plays"),
    ("score_margin_explained seat", "score margin: the seat alone"),
    ("score_margin_explained deal", "score margin: deal and seat"),
    ("score_margin_explained rest", "score margin: all else"),
    ("neighbours_ahead", "next level ahead"),
    ("lead_changes", "changes of the lead"),
    ("behind_at_half", "winner behind at half"),
    ("last_at_half", "winner last at half"),
    ("below_even_at_half", "winner below even share at half"),
    ("winner_known", "winner known after"),
    ("same_choice", "two searches agree"),
    ("plain_choice", "plain search agrees"),
    ("close_choice", "best two as good as equal"),
    ("greedy_error_rate", "greedy error rate"),
    ("greedy_loss", "win share lost by greedy"),
];

pub const SHARE: &str = "share";
pub const EXPLAINED: [&str; 2] = ["win_share_explained", "score_margin_explained"];
/// With what people call them.
pub const PARTS_OF_VARIANCE: [(&str, &str); 3] =
    [("players_part", "who sits where"), ("luck_part", "luck"), ("decisions_part", "decisions")];

pub struct Found {
    pub ladder: Ladder,
    pub lucky: Vec<Lucky>,
    pub watched: Vec<ReplayedGame>,
    pub thoughts: Vec<Vec<AnalysedDecision>>,
}

pub fn columns(rows: &[FigureRow]) -> DeclaredTable<&FigureRow> {
    DeclaredTable::of(rows)
        .kept_all(["metric", "at"], |row| [row.figure, &*row.at])
        .kept("value", |row| row.value)
        .kept_all(["low", "high"], |row| <[Option<f64>; 2]>::from(row.interval.unzip()))
        .kept("count", |row| row.count)
        .kept_all(["counted", "unit"], |row| [row.counted, row.unit])
}

struct FigureRows(Vec<FigureRow>);

impl FigureRows {
    fn add(
        &mut self,
        (figure, at): (&'static str, &str),
        found: Option<IntervalEstimate>,
        (count, counted): (u64, &'static str),
        unit: &'static str,
    ) {
        let Some(IntervalEstimate { value, interval }) = found else { return };
        let at = at.to_owned();
        self.0.push(FigureRow { figure, at, value, interval, count, counted, unit, p_holm: None });
    }

    fn share(
        &mut self,
        name: (&'static str, &str),
        ratio: &Ratio,
        unit: f64,
        counted: &'static str,
    ) {
        let found = estimate(ratio, unit, of_share);
        let count = if counted == "games" { ratio.blocks } else { ratio.d };
        self.add(name, found, (count as u64, counted), SHARE);
    }

    fn mean(&mut self, figure: &'static str, ratio: &Ratio, unit: f64, name: &'static str) {
        let count = (ratio.blocks as u64, "games");
        self.add((figure, ""), estimate(ratio, unit, of_ratio), count, name);
    }
}

fn estimate(
    ratio: &Ratio,
    unit: f64,
    interval: impl Fn(&Ratio, f64) -> Option<Interval>,
) -> Option<IntervalEstimate> {
    let value = ratio.value(unit)?;
    Some(IntervalEstimate { value, interval: interval(ratio, unit) })
}

fn ratio<T>(games: &[T], of: impl Fn(&T) -> (u64, u64)) -> Ratio {
    let mut ratio = Ratio::default();
    for game in games {
        let (n, d) = of(game);
        ratio.add_block(n as i64, d as i64);
    }
    ratio
}

impl Found {
    pub fn rows(&self, profile: &Profile, levels: &[&str]) -> Vec<FigureRow> {
        let mut rows = FigureRows(Vec::new());
        self.length(profile, &mut rows);
        self.skill(levels, &mut rows);
        self.seats(profile.table.players, &mut rows);
        self.tension(profile.table.players, &mut rows);
        self.choice(&mut rows);
        rows.0
    }

    fn length(&self, profile: &Profile, rows: &mut FigureRows) {
        let games = &self.watched;
        let decisions = ratio(games, |seen| (seen.decisions, 1));
        rows.mean("decisions", &decisions, 1.0, "decisions");
        let own = 1.0 / profile.table.players as f64;
        rows.mean("decisions_of_a_seat", &decisions, own, "decisions");
        rows.mean("real_decisions", &ratio(games, |seen| (seen.real(), 1)), 1.0, "decisions");
        rows.mean("reveals", &ratio(games, |seen| (seen.reveals, 1)), 1.0, "times");
        let all = |seen: &ReplayedGame| {
            seen.legal.iter().map(|(&legal, count)| u64::from(legal) * count).sum()
        };
        let legal = ratio(games, |seen| (all(seen), seen.real()));
        let mean = estimate(&legal, 1.0, of_ratio);
        let count = (legal.d as u64, "decisions");
        rows.add(("actions_mean", ""), mean, count, "actions");
        let counts: Vec<Counts> = games.iter().map(|seen| seen.legal.clone()).collect();
        let middle = median(&counts, profile.table.seed_of("median"));
        rows.add(("actions_median", ""), middle, count, "actions");
    }

    fn skill(&self, levels: &[&str], rows: &mut FigureRows) {
        let Ladder { ahead, neighbours, shares, margins, blocks, spread, .. } = &self.ladder;
        for (figure, parts) in EXPLAINED.into_iter().zip([shares, margins]) {
            let Some(Components { skill, seat, deal, rest }) = parts else { continue };
            for (at, part) in [("players", skill), ("seat", seat), ("deal", deal), ("rest", rest)] {
                rows.add((figure, at), Some(*part), (*blocks as u64, "deals"), SHARE);
            }
        }
        self.luck(rows);
        rows.share(("neighbours_ahead", ""), neighbours, HALF, "meetings");
        for (&(low, high), ratio) in ahead {
            let at = format!("{} {}", levels[high], levels[low]);
            rows.share(("ahead", &at), ratio, HALF, "meetings");
        }
        let ends = levels.last().zip(levels.first());
        let at = ends.map(|(high, low)| format!("{high} {low}")).unwrap_or_default();
        rows.add(("rating_range", &at), *spread, (*blocks as u64, "deals"), "Elo");
    }

    fn luck(&self, rows: &mut FigureRows) {
        for Lucky { who, games } in &self.lucky {
            let Some(Parts { players, luck, decisions }) = parts(games) else { continue };
            let count = (games.len() as u64, "games");
            let parts = PARTS_OF_VARIANCE.into_iter().zip([players, luck, decisions]);
            for ((figure, _), part) in parts {
                rows.add((figure, who), Some(part), count, SHARE);
            }
            let reveals = ratio(games, |game| (game.reveals, 1));
            let found = estimate(&reveals, 1.0, of_ratio);
            rows.add(("chance_reveals", who), found, count, "times");
        }
        let games: Vec<Game> = self.lucky.iter().flat_map(|lucky| lucky.games.clone()).collect();
        let exact = ratio(&games, |game| (game.is_exact.into(), 1));
        let found = estimate(&exact, 1.0, |_, _| None);
        rows.add(("hands_kept", ""), found, (games.len() as u64, "games"), SHARE);
    }

    fn seats(&self, players: usize, rows: &mut FigureRows) {
        let won = |seat: usize| ratio(&self.watched, |seen| (seen.shares[seat].into(), 1));
        let (won, unit): (Vec<Ratio>, _) =
            ((0..players).map(won).collect(), 1.0 / f64::from(WHOLE_WIN));
        let p = of_all_shares(&won.iter().collect::<Vec<_>>(), unit, 1.0 / players as f64);
        for (seat, (won, p)) in won.iter().zip(p).enumerate() {
            rows.share(("seat_win_share", &format!("seat {seat}")), won, unit, "games");
            rows.0.iter_mut().last().into_iter().for_each(|row| row.p_holm = p);
        }
    }

    fn tension(&self, players: usize, rows: &mut FigureRows) {
        let changes = ratio(&self.watched, |seen| (seen.lead_changes, 1));
        rows.mean("lead_changes", &changes, 1.0, "times");
        let found = tension(&self.watched, &self.thoughts, players);
        let Tension { behind, last, known, known_by, doubted, scales } = &found;
        rows.share(("behind_at_half", ""), behind, 1.0, "games");
        if players > 2 {
            rows.share(("last_at_half", ""), last, 1.0, "games");
        }
        rows.share(("below_even_at_half", ""), doubted, 1.0, "games");
        let share = estimate(known, MILLIONTH, |known, unit| {
            of_ratio(known, unit).map(|(low, high)| (low.max(0.0), high.min(1.0)))
        });
        rows.add(("winner_known", ""), share, (known.blocks as u64, "games"), SHARE);
        for (part, ratio) in PARTS.iter().zip(known_by) {
            rows.share(("winner_known_by", &part.to_string()), ratio, 1.0, "games");
        }
        for (half, scale) in ["even", "odd"].iter().zip(scales) {
            let games = self.thoughts.len() + usize::from(*half == "even");
            let found = scale
                .map(|scale| IntervalEstimate { value: scale.factor, interval: scale.interval });
            let at = format!("{half} games");
            rows.add(("forecast_scale", &at), found, (games as u64 / 2, "games"), "factor");
        }
    }

    fn choice(&self, rows: &mut FigureRows) {
        let choices = |thoughts: &Vec<AnalysedDecision>| -> Vec<_> {
            thoughts.iter().filter_map(|thought| thought.choice).collect()
        };
        let games: Vec<Vec<_>> = self.thoughts.iter().map(choices).collect();
        let count = |games: &Vec<SearchChoice>| games.len() as u64;
        let same = ratio(&games, |game| {
            (game.iter().filter(|choice| choice.same).count() as u64, count(game))
        });
        rows.share(("same_choice", ""), &same, 1.0, "decisions");
        let plain = ratio(&games, |game| {
            (game.iter().map(|choice| u64::from(choice.plain)).sum(), count(game))
        });
        rows.share(("plain_choice", ""), &plain, 0.5, "decisions");
        // Each figure is the sum of both ways.
        let known = |of: fn(&SearchChoice) -> Option<f64>| {
            let mut ratio = Ratio::default();
            for game in &games {
                let found: Vec<f64> = game.iter().filter_map(of).collect();
                let sum: f64 = found.iter().sum();
                ratio.add_block((sum / MILLIONTH).round() as i64, 2 * found.len() as i64);
            }
            ratio
        };
        for (figure, ratio) in [
            ("close_choice", known(|choice| choice.close.map(f64::from))),
            ("greedy_error_rate", known(|choice| choice.wrong.map(f64::from))),
            ("greedy_loss", known(|choice| choice.lost)),
        ] {
            let found = estimate(&ratio, MILLIONTH, of_ratio);
            let count = (ratio.d as u64 / 2, "decisions");
            rows.add((figure, ""), found, count, SHARE);
        }
    }
}
