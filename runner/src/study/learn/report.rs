use std::path::Path;

use crate::export::answer::{Answer, Next, StudyReport};
use crate::export::cell::{Cell, Column, Value};
use crate::export::figure::{fixed, shown};
use crate::export::manifest;
use crate::export::sheet::{DeclaredTable, Sheet, TableFile};
use crate::export::unit::FigureUnit;
use crate::games::fresh;
use crate::study::learn::gate::{GateEffect, GateResult};
use crate::study::learn::plan::{Generations, NET, TABLE};
use crate::study::plan_file::Request;
use drakkar_agents::mcts::Settings;
use drakkar_stats::sequential::Decision;

/// So many nets in a row that are not better end the training.
const VAIN: usize = 2;

pub struct GenerationRow {
    pub generation: u32,
    /// The generation with the best net before; none if no net was the best yet.
    pub before: Option<u32>,
    pub net_sha256: String,
    pub log_loss: f64,
    pub equal_iterations: GateResult,
    /// Whether that took equal time, too; otherwise the test at equal time, if there was one.
    pub same_time: bool,
    pub equal_time: Option<GateResult>,
    pub references: Vec<GateResult>,
}

pub fn best(rows: &[GenerationRow]) -> Option<&GenerationRow> {
    rows.iter().rev().find(|row| row.is_better())
}

pub fn is_vain(rows: &[GenerationRow]) -> bool {
    rows.iter().rev().take_while(|row| !row.is_better()).count() == VAIN
}

impl GenerationRow {
    pub fn is_better(&self) -> bool {
        self.equal_iterations.decision == Decision::Upper
    }

    fn opponent(&self) -> String {
        match self.before {
            Some(best) => format!("generation {best}"),
            None => self.equal_iterations.against.clone(),
        }
    }

    pub fn sentence(&self) -> String {
        let (number, opponent) = (self.generation, self.opponent());
        let found = match self.equal_iterations.verdict() {
            UNDECIDED => {
                format!("whether generation {number} is better than {opponent} is {UNDECIDED}")
            }
            verdict => format!("generation {number} is {verdict} than {opponent}"),
        };
        format!("{found}: {}", strength(&self.equal_iterations.effect))
    }
}

const UNDECIDED: &str = "undecided";

impl GateResult {
    fn verdict(&self) -> &'static str {
        match self.decision {
            Decision::Upper => "better",
            Decision::Lower => "not better",
            Decision::Continue => UNDECIDED,
        }
    }
}

fn strength(effect: &GateEffect) -> String {
    let ends = effect.low.zip(effect.high);
    let share = shown(effect.value, |share| FigureUnit::Share.told(share, ends));
    let elo = effect.elo.map(|elo| format!(", {elo:+.0} Elo"));
    let games = effect.games;
    format!("{share} of the wins{} in {games} games", elo.unwrap_or_default())
}

type OfRow = fn(&GenerationRow) -> Option<&GateResult>;

impl DeclaredTable<&GenerationRow> {
    fn share_of(self, part: &str, of: OfRow) -> Self {
        let key = |word: &str| format!("{part}_{word}");
        self.kept(&key("games"), |row| of(row).map(|found| found.effect.games))
            .kept(&key("share"), |row| of(row)?.effect.value)
            .kept(&key("share_low"), |row| of(row)?.effect.low)
            .kept(&key("share_high"), |row| of(row)?.effect.high)
    }

    fn test_of(self, part: &str, own_iterations: u32, of: OfRow) -> Self {
        let key = |word: &str| format!("{part}_{word}");
        self.kept(&key("own_iterations"), |row| of(row).map(|_| own_iterations))
            .kept(&key("iterations"), |row| of(row)?.iterations)
            .share_of(part, of)
            .kept(&key("elo"), |row| of(row)?.effect.elo)
            .kept(&key("elo_low"), |row| of(row)?.effect.elo_low)
            .kept(&key("elo_high"), |row| of(row)?.effect.elo_high)
            .kept(&key("verdict"), |row| of(row).map(GateResult::verdict))
    }
}

pub fn file(whole: &Generations, rows: &[GenerationRow]) -> TableFile {
    DeclaredTable::of_file(rows)
        .kept("generation", |row| row.generation)
        .kept("net_sha256", |row| &*row.net_sha256)
        .kept("log_loss", |row| row.log_loss)
        .kept("best_before", |row| row.opponent())
        .test_of("equal_iterations", whole.test_iterations, |row| Some(&row.equal_iterations))
        .test_of("equal_time", whole.test_iterations, |row| row.equal_time.as_ref())
        .share_of("greedy", |row| row.references.first())
        .share_of("uct", |row| row.references.get(1))
        .kept("became_best", |row| row.is_better())
        .file()
}

pub fn report(whole: &Generations, out: &Path, rows: &[GenerationRow]) -> StudyReport {
    let iterations = whole.test_iterations;
    let sentence = match best(rows) {
        Some(best) => format!(
            "Generation {} is the best: at {iterations} iterations against {}, the search with its net gets {}.",
            best.generation,
            best.opponent(),
            strength(&best.equal_iterations.effect),
        ),
        None => format!(
            "No generation is better than {}, so there is no {NET}; every net is in the folder of its \
             generation.",
            rows.first().map(GenerationRow::opponent).unwrap_or_default(),
        ),
    };
    let mut sentences = vec![sentence];
    sentences.extend(best(rows).and_then(|best| match &best.equal_time {
        None => best.same_time.then(|| {
            "Equal iterations take equal time, as both nets have the same size.".to_owned()
        }),
        Some(found) => Some(format!(
            "At equal time, {iterations} iterations against {}, it gets {}.",
            found.iterations.map(|count| count.to_string()).unwrap_or_default(),
            strength(&found.effect)
        )),
    }));
    let ended = if is_vain(rows) {
        "Two generations in a row were not better, which ended the training.".to_owned()
    } else {
        format!("The training ended after {} generations, as many as there may be.", rows.len())
    };
    sentences.push(ended);
    let stopped = |row: &GenerationRow| row.equal_iterations.decision != Decision::Continue;
    if rows.iter().any(stopped) {
        sentences.push(format!(
            "An estimate after stopping early is biased: publish that of {} (compare --confirm).",
            fresh(&whole.first.table.game)
        ));
    }
    let search = whole.first.table.names().search_with(Settings::default(), &out.join(NET));
    let next =
        best(rows).and_then(|_| whole.first.table.compare([&search, "mcts"])).map(Next::Command);
    let net = best(rows).map(|_| NET);
    let files = net.into_iter().chain([TABLE, Generations::KIND.file, manifest::FILE]);
    StudyReport {
        title: whole.first.table.title(),
        sheets: vec![tests(rows, iterations), others(rows)],
        files: files.map(str::to_owned).collect(),
        answer: Answer { sentences, next },
        ..StudyReport::default()
    }
}

fn tests(rows: &[GenerationRow], iterations: u32) -> Sheet {
    let title = format!("Each net against the best before, both with {iterations} iterations");
    DeclaredTable::of(rows)
        .word("generation", |row| row.generation)
        .word("against", |row| row.opponent())
        .word("verdict", |row| row.equal_iterations.verdict())
        .figure("log loss", |loss| fixed(loss, 3), |row| Some(row.log_loss))
        .estimated("share", Column::interval("share"), |row| {
            let GateEffect { value, low, high, .. } = row.equal_iterations.effect;
            (FigureUnit::Share, value, low.zip(high))
        })
        .cell(("Elo", ["elo", "elo_low", "elo_high"]), |row| {
            let GateEffect { elo, elo_low, elo_high, .. } = row.equal_iterations.effect;
            let elos = [elo, elo_low, elo_high].map(Value::from);
            Cell::new(shown(elo, |elo| format!("{elo:+.1}")), elos)
        })
        .sheet("generations", title)
}

fn others(rows: &[GenerationRow]) -> Sheet {
    let share = |found: Option<&GateResult>| {
        let figures = |GateEffect { value, low, high, .. }| [value, low, high];
        let [value, low, high] = found.map_or([None; 3], |found| figures(found.effect));
        let text = shown(value, |share| FigureUnit::Share.told(share, low.zip(high)));
        Cell::new(text, [value, low, high].map(Value::from))
    };
    let title = "Shares at equal time, with the iterations of the best before, and against others";
    DeclaredTable::of(rows)
        .word("generation", |row| row.generation)
        .cell(("at equal time", ["equal_time_share", "equal_time_low", "equal_time_high"]), |row| {
            match row.same_time {
                true => Cell::new("as above", [(); 3].map(|()| Value::Nothing)),
                false => share(row.equal_time.as_ref()),
            }
        })
        .plain(("iterations", "equal_time_iterations"), |row| row.equal_time.as_ref()?.iterations)
        .cell(("against greedy", ["greedy_share", "greedy_low", "greedy_high"]), |row| {
            share(row.references.first())
        })
        .cell(("against uct", ["uct_share", "uct_low", "uct_high"]), |row| {
            share(row.references.get(1))
        })
        .sheet("others", title)
}
