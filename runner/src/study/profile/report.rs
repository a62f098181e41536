use crate::export::answer::{Answer, StudyReport, none_differs};
use crate::export::cell::{Cell, Column, Value};
use crate::export::figure::{exact_share, fixed, joined};
use crate::export::manifest;
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::tables::WIN_SHARE;
use crate::export::unit::FigureUnit;
use crate::study::profile::figures::{EXPLAINED, FigureRow, PARTS_OF_VARIANCE, PROFILE, SHARE};
use crate::study::profile::plan::{FILE, LADDER, Profile, RECORDS};
use crate::{plan::run::AgentEntry, study::plan_file::Request};
use drakkar_stats::p_value::LEVEL;

struct Figures<'r>(&'r [FigureRow]);

impl<'r> Figures<'r> {
    fn at(&self, figure: &str, at: &str) -> Option<&'r FigureRow> {
        self.0.iter().find(|row| row.figure == figure && row.at == at)
    }

    fn told(&self, figure: &str, at: &str) -> Option<String> {
        self.at(figure, at).map(told_of)
    }

    fn all(&self, figure: &'r str) -> impl Iterator<Item = &'r FigureRow> + use<'r> {
        self.0.iter().filter(move |row| row.figure == figure)
    }
}

fn unit_of(row: &FigureRow) -> FigureUnit {
    if row.unit == SHARE { FigureUnit::Share } else { FigureUnit::Plain }
}

fn told_of(row: &FigureRow) -> String {
    unit_of(row).told(row.value, row.interval)
}

pub fn report(profile: &Profile, rows: &[FigureRow], scored: bool) -> StudyReport {
    let figures = Figures(rows);
    let sheets =
        [Some(table(&figures)), lucks(&figures), seats(&figures), Some(matrix(profile, &figures))];
    let files = [FILE, RECORDS, Profile::KIND.file, manifest::FILE];
    let sentences = [
        Some(luck(&figures, profile.player.name())),
        explained(&figures),
        steps(&figures),
        length(&figures),
        seat(&figures, profile.table.players),
        tension(&figures, scored),
        choice(&figures),
    ];
    StudyReport {
        title: format!("{}: what kind of game it is", profile.table.title()),
        sheets: sheets.into_iter().flatten().collect(),
        files: files.map(str::to_owned).into(),
        answer: Answer { sentences: sentences.into_iter().flatten().collect(), next: None },
        ..StudyReport::default()
    }
}

fn luck(figures: &Figures<'_>, level: &str) -> String {
    let [players, luck, decisions] = PARTS_OF_VARIANCE.map(|(part, _)| part);
    // Without an interval, nobody knows how far a figure is from the truth.
    let both = |part: &str, other: &str, who: &str| {
        let known = |part| figures.at(part, who).filter(|row| row.interval.is_some());
        Some([known(part)?, known(other)?].map(told_of))
    };
    let among = match both(luck, decisions, level) {
        Some([luck, decisions]) => {
            format!("{luck} of the variance of win shares is luck, and {decisions} decisions")
        }
        None => "too few games were decided to tell luck from decisions".to_owned(),
    };
    let ladder = match both(luck, players, LADDER) {
        Some([luck, who]) => format!("luck is {luck}, and who sits where {who}"),
        None => "too few games were decided".to_owned(),
    };
    let kept = figures.at("hands_kept", "");
    let rough = kept.is_some_and(|kept| kept.value < 1.0).then_some(
        ". This is an approximation: the game does not say how to deal anew with all hands kept",
    );
    let rough = rough.unwrap_or_default();
    format!("With {level} in all seats, {among}; in the rating ladder {ladder}{rough}.")
}

fn explained(figures: &Figures<'_>) -> Option<String> {
    let part = |at: &str| figures.told(EXPLAINED[0], at);
    Some(format!(
        "In the rating ladder, who plays explains {} of the variance of win shares, the seat by itself {}, and what a deal gives to a \
         seat, whoever sits there, {}.",
        part("players")?,
        part("seat")?,
        part("deal")?
    ))
}

fn steps(figures: &Figures<'_>) -> Option<String> {
    let ahead = figures.told("neighbours_ahead", "")?;
    let spread = figures.all("rating_range").next().and_then(|row| {
        let (high, low) = row.at.split_once(' ')?;
        Some(format!("; {high} is {} Elo above {low}", told_of(row)))
    });
    Some(format!(
        "The better of two neighbouring levels ends ahead in {ahead} of their meetings{}.",
        spread.unwrap_or_default()
    ))
}

fn length(figures: &Figures<'_>) -> Option<String> {
    let all = figures.told("decisions", "")?;
    let real = figures.told("real_decisions", "")?;
    let median = figures.at("actions_median", "").map(|row| row.value);
    let choice = median.map(|count| format!(", half of them between at most {count} actions"));
    Some(format!(
        "A game has {all} decisions; {real} of them leave a choice{}.",
        choice.unwrap_or_default()
    ))
}

fn seat(figures: &Figures<'_>, players: usize) -> Option<String> {
    let par = 1.0 / players as f64;
    let apart = |row: &&FigureRow| {
        let apart = row.interval.is_some_and(|(low, high)| low > par || high < par);
        apart && row.p_holm.is_some_and(|p| p <= LEVEL)
    };
    let rows = figures.all("seat_win_share").filter(apart);
    let text = joined(rows.map(|row| format!("{} wins {}", row.at, told_of(row))), ", ");
    figures.at("seat_win_share", "seat 0")?;
    let par = exact_share(par);
    Some(match text.is_empty() {
        true => none_differs("seat", &par) + ".",
        false => format!("Where all are equally strong, {text}; {par} would be even."),
    })
}

fn tension(figures: &Figures<'_>, scored: bool) -> Option<String> {
    let known = figures.told("winner_known", "")?;
    if !scored {
        return Some(format!(
            "There is no score during play; the winner is known after {known} of a game."
        ));
    }
    let behind = figures.told("behind_at_half", "")?;
    let changes = figures.told("lead_changes", "")?;
    Some(format!(
        "The lead changes {changes} times, the winner is known after {known} of a game, and is behind at half \
         of it in {behind} of games."
    ))
}

fn choice(figures: &Figures<'_>) -> Option<String> {
    let close = figures.told("close_choice", "")?;
    let wrong = figures.told("greedy_error_rate", "")?;
    Some(format!(
        "The best two actions are as good as equal in {close} of choices, and greedy's choice is an error in \
         {wrong}."
    ))
}

fn table(figures: &Figures<'_>) -> Sheet {
    let rows = PROFILE.iter().filter_map(|(key, words)| {
        let (figure, at) = key.split_once(' ').unwrap_or((key, ""));
        Some((*key, *words, figures.at(figure, at)?))
    });
    let table = DeclaredTable::of(rows)
        .said("metric", |(key, words, _)| Cell::new(*words, [Value::from(*key)]))
        .estimated("value", ("95 % interval", ["low", "high"]), |(.., row)| {
            (unit_of(row), Some(row.value), row.interval)
        })
        .plain("count", |(.., row)| row.count)
        .plain("of", |(.., row)| row.counted);
    let remark = "Win share and score margin: what explains their variance in the rating ladder. A part that is 0 is estimated below 0 \
         half of the time.".to_owned();
    Sheet { remark, ..table.sheet("profile", "Metrics") }
}

fn lucks(figures: &Figures<'_>) -> Option<Sheet> {
    let rows = figures.all(PARTS_OF_VARIANCE[1].0);
    let mut table = DeclaredTable::of(rows).word("who plays", |row| &*row.at);
    for (part, title) in PARTS_OF_VARIANCE {
        table = table.estimated(title, Column::interval(part), |row| {
            let found = figures.at(part, &row.at);
            let value = found.map(|found| found.value);
            (FigureUnit::Share, value, found.and_then(|found| found.interval))
        });
    }
    table.sheet("luck", "Parts of the variance of win shares, by who plays").filled()
}

fn seats(figures: &Figures<'_>) -> Option<Sheet> {
    DeclaredTable::of(figures.all("seat_win_share"))
        .word("seat", |row| row.at.trim_start_matches("seat "))
        .estimated(("win share", WIN_SHARE[0]), Column::interval(WIN_SHARE[0]), |row| {
            (FigureUnit::Share, Some(row.value), row.interval)
        })
        .sheet("seats", "Win share by seat, all seats taken by the strongest level")
        .filled()
}

fn matrix(profile: &Profile, figures: &Figures<'_>) -> Sheet {
    let names: Vec<&str> = profile.levels.iter().map(AgentEntry::name).collect();
    let short = |name: &str| name.trim_start_matches("level-").to_owned();
    let whole = |share: f64| format!("{} %", fixed(100.0 * share, 0));
    let mut table = DeclaredTable::of(&names).word("level", |own| short(own));
    for other in &names {
        let number = short(other);
        table = table.figure((&*number, &*format!("ahead_of_{number}")), whole, |own| {
            let value = |at: String| figures.at("ahead", &at).map(|row| row.value);
            value(format!("{own} {other}"))
                .or_else(|| value(format!("{other} {own}")).map(|behind| 1.0 - behind))
        });
    }
    table.sheet("levels", "How often the level of the row ends ahead of that of the column")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_with_their_intervals() {
        let row = FigureRow {
            figure: "winner_known",
            value: 0.5,
            interval: Some((0.25, 0.75)),
            unit: SHARE,
            ..FigureRow::default()
        };
        assert_eq!(told_of(&row), "50 % (25 % to 75 %)");
        let part = FigureRow { figure: "luck_part", interval: Some((-0.014, 0.75)), ..row.clone() };
        assert_eq!(told_of(&part), "50 % (-1 % to 75 %)");
        let times = FigureRow { unit: "times", interval: None, ..row };
        assert_eq!(told_of(&times), "0.50");
    }

    #[test]
    fn luck_is_told_as_approximate_where_hands_are_not_kept() {
        let row = |figure: &'static str, at: &str, value: f64| FigureRow {
            figure,
            at: at.to_owned(),
            value,
            interval: Some((value - 0.12, value + 0.12)),
            unit: SHARE,
            ..FigureRow::default()
        };
        let mut rows = vec![row("hands_kept", "", 1.0)];
        for who in ["level-8", LADDER] {
            rows.push(row("players_part", who, 0.25));
            rows.push(row("luck_part", who, 0.5));
            rows.push(row("decisions_part", who, 0.25));
        }
        let report = luck(&Figures(&rows), "level-8");
        let exact = "With level-8 in all seats, 50 % (38 % to 62 %) of the variance of win shares is luck, and 25 % (13 % \
                     to 37 %) decisions; in the rating ladder luck is 50 % (38 % to 62 %), and who sits where 25 % (13 % \
                     to 37 %).";
        assert_eq!(report, exact);
        rows[0].value = 0.9;
        let report = luck(&Figures(&rows), "level-8");
        assert!(report.ends_with("how to deal anew with all hands kept."), "{report}");
        // Of one decided game, there are figures without an interval.
        let few = "too few games were decided";
        rows[2].interval = None;
        let report = luck(&Figures(&rows), "level-8");
        let start = format!("With level-8 in all seats, {few} to tell luck from decisions; in the");
        assert!(report.starts_with(&format!("{start} rating ladder luck is 50 %")), "{report}");
        rows[5].interval = None;
        let report = luck(&Figures(&rows), "level-8");
        assert!(report.starts_with(&format!("{start} rating ladder {few}.")), "{report}");
    }

    /// The interval of one of three seats may exclude par by chance.
    #[test]
    fn a_seat_is_named_if_it_stands_out_among_all() {
        let seat = |number: usize, p: f64| FigureRow {
            figure: "seat_win_share",
            at: format!("seat {number}"),
            value: 0.4,
            interval: Some((0.34, 0.46)),
            unit: SHARE,
            p_holm: Some(p),
            ..FigureRow::default()
        };
        let none = "No seat's win share is distinguishable from 33.33 %.";
        let rows = [seat(0, 0.09), seat(1, 0.09), seat(2, 0.2)];
        assert_eq!(super::seat(&Figures(&rows), 3).as_deref(), Some(none));
        let rows = [seat(0, 0.04), seat(1, 0.09), seat(2, 0.2)];
        let report = super::seat(&Figures(&rows), 3).unwrap();
        assert!(report.contains("seat 0 wins 40.0 %") && !report.contains("seat 1"), "{report}");
    }
}
