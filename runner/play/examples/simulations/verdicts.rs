//! How often a statement is made where the truth is known: wrong ones seldom, right ones often.

use drakkar_engine::seed::Rng;
use drakkar_stats::counters::SHARE_UNIT;
use drakkar_stats::interval::of_share;
use drakkar_stats::p_value::{self, LEVEL, with_holm};
use drakkar_stats::ratio::Ratio;
use drakkar_stats::sequential::Decision;
use drakkar_stats::verdict::{POWER, Verdict, blocks_for_verdict, verdict};
use drakkar_stats::worth::{Estimate, Judgement, apart, rate};

use crate::deviation::Kinds;
use crate::error_rates::{end, model, test};
use crate::model::{Case, Model, normal, repetition};
use crate::rate::Rate;

/// One line of `verdicts.csv`.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Row {
    pub statement: &'static str,
    pub case: String,
    /// The true value that it is about.
    pub truth: f64,
    pub repetitions: u64,
    /// Per cent of the runs in which it is made, with the 95 % interval of that.
    pub said: f64,
    pub said_low: f64,
    pub said_high: f64,
    /// Per cent that are promised: at most where it is wrong, at least where it is right.
    pub at_most: Option<f64>,
    pub at_least: Option<f64>,
}

/// A statement, and a simulation of a run that says whether it is made.
pub struct Statement {
    name: &'static str,
    case: String,
    truth: f64,
    at_most: Option<f64>,
    at_least: Option<f64>,
    made: Box<dyn Fn(&mut Rng) -> bool + Send + Sync>,
}

impl Statement {
    fn new(
        name: &'static str,
        (case, truth): (String, f64),
        made: impl Fn(&mut Rng) -> bool + Send + Sync + 'static,
    ) -> Statement {
        Statement { name, case, truth, at_most: None, at_least: None, made: Box::new(made) }
    }

    /// The same where the statement would be wrong.
    fn if_wrong(self, is_wrong: bool) -> Statement {
        Statement { at_most: is_wrong.then_some(100.0 * LEVEL), ..self }
    }
}

pub fn statements() -> Vec<Statement> {
    [fair(), apart_from_the_others(), helped(), worse(), matters(), decided()]
        .into_iter()
        .flatten()
        .collect()
}

/// Simulates one statement.
pub fn row(number: usize, statement: &Statement, repetitions: u64) -> Row {
    let made = |&run: &u64| (statement.made)(&mut repetition(number, run));
    let said = Rate::new((0..repetitions).filter(made).count() as u64, repetitions);
    Row {
        statement: statement.name,
        case: statement.case.clone(),
        truth: statement.truth,
        repetitions,
        said: said.value(),
        said_low: said.low(),
        said_high: said.high(),
        at_most: statement.at_most,
        at_least: statement.at_least,
    }
}

const KINDS: usize = 14;

/// Verdicts of `balance` with a margin of 1 on kinds that are by turns so far above and below the mean of the others.
fn judged(far: f64, error: f64, rng: &mut Rng) -> Vec<Judgement> {
    let own = far * (KINDS - 1) as f64 / KINDS as f64;
    let worth = |kind: usize| if kind.is_multiple_of(2) { own } else { -own };
    let kind = |kind: usize| {
        let value = worth(kind) + error * normal(rng);
        Estimate { value, error, samples: 1000 }
    };
    rated(&(0..KINDS).map(kind).collect::<Vec<_>>(), 1.0)
}

fn rated(kinds: &[Estimate], margin: f64) -> Vec<Judgement> {
    let weights = vec![1.0; kinds.len()];
    let beyond: Vec<Estimate> = (0..kinds.len()).map(|kind| apart(kinds, &weights, kind)).collect();
    rate(kinds, &beyond, margin)
}

/// *Fair* by margin: of one kind where that is right, of any kind where it is wrong.
fn fair() -> Vec<Statement> {
    let all = [0.5, 0.25, 0.125].into_iter().flat_map(|error| {
        [0.0, 0.5, 1.0, 1.5].map(|far| {
            let (is_wrong, whose) = (far >= 1.0, if far >= 1.0 { KINDS } else { 1 });
            let of = if is_wrong { "any of 14 item types" } else { "one of 14 item types" };
            let case = format!("{of}, error of an effect {error} equivalence margins");
            Statement::new("fair", (case, far), move |rng| {
                let judged = judged(far, error, rng);
                judged[..whose].iter().any(|one| one.verdict == Verdict::Equal)
            })
            .if_wrong(is_wrong)
        })
    });
    all.collect()
}

/// *Strong* or *weak* of any kind where all are worth the same.
fn apart_from_the_others() -> Vec<Statement> {
    let all = [0.5, 0.25, 0.125].map(|error| {
        let case = format!("any of 14 item types, error of an effect {error} equivalence margins");
        Statement::new("strong or weak", (case, 0.0), move |rng| {
            let is_clear =
                |one: &Judgement| matches!(one.verdict, Verdict::Better | Verdict::Worse);
            judged(0.0, error, rng).iter().any(is_clear)
        })
        .if_wrong(true)
    });
    all.into()
}

/// `balance --equalize` says that a player is helped: the truth is the reach of the kinds before; afterwards it is the
/// same, or half of it.
fn helped() -> Vec<Statement> {
    let all = [2, 4, 14].into_iter().flat_map(|count| {
        [1.0, 3.0].into_iter().flat_map(move |last| {
            [0.0, 1.0, 2.0, 4.0, 10.0].into_iter().flat_map(move |reach| {
                let before = Kinds { count, reach, last };
                [1.0, 0.5].into_iter().filter(move |&part| part == 1.0 || reach > 0.0).map(
                    move |part| {
                        let after = Kinds { reach: part * reach, ..before };
                        let change =
                            if part == 1.0 { "nothing changed" } else { "half as unequal" };
                        let case = format!("{}, {change}", before.title());
                        Statement::new("a player is helped", (case, reach), move |rng| {
                            after.measured(rng).is_below(&before.measured(rng))
                        })
                        .if_wrong(part == 1.0)
                    },
                )
            })
        })
    });
    all.collect()
}

const PLAIN: Case = Case {
    name: "plain",
    line_up: &["a", "o"],
    share: 0.5,
    shared: 0.1,
    luck: 0.5,
    unequal_seats: false,
};
const FOUR: Case = Case { line_up: &["a", "o", "o", "o"], share: 0.25, ..PLAIN };

/// `tune` calls its result worse than the start: the truth is its Elo. The first test must find it not better, and a
/// second one, on other deals, the start better.
fn worse() -> Vec<Statement> {
    let all = [PLAIN, FOUR].into_iter().flat_map(|case| {
        [20.0, 0.0, -10.0, -20.0].map(|elo| {
            let test = test(case, (0.0, 20.0));
            let models = [elo, -elo].map(|elo| model(case, elo));
            Statement::new("worse than the start", (case.title(), elo), move |rng| {
                let [first, second] =
                    models.each_ref().map(|model| end(&test, model, (64, 50_000), rng).0);
                [first, second] == [Decision::Lower, Decision::Upper]
            })
            .if_wrong(elo >= 0.0)
        })
    });
    all.collect()
}

/// `tune` says that any of ten changed weights matters: the truth is the loss of win share without each.
fn matters() -> Vec<Statement> {
    let all = [PLAIN, FOUR].into_iter().flat_map(|case| {
        [0.0, 0.02].map(|loss| {
            let model = Model::new(&Case { share: case.share - loss, ..case });
            let title = format!("any of 10 weights, 400 deals, {}", case.title());
            Statement::new("a changed weight matters", (title, loss), move |rng| {
                let p = (0..10)
                    .map(|_| p_value::of_share(&played(&model, 400, rng), SHARE_UNIT, case.share));
                let adjusted = with_holm(p.collect());
                adjusted.iter().any(|(_, p)| p.is_some_and(|p| p <= LEVEL))
            })
            .if_wrong(loss == 0.0)
        })
    });
    all.collect()
}

fn played(model: &Model, blocks: u64, rng: &mut Rng) -> Ratio {
    let mut share = Ratio::default();
    (0..blocks).for_each(|_| share.add_block(model.block(rng).0[0], model.games));
    share
}

/// A verdict after the number of samples that is named for it, where the truth is what was measured.
fn decided() -> Vec<Statement> {
    let promised = |statement| Statement { at_least: Some(100.0 * POWER), ..statement };
    let shares = [(PLAIN, 0.53, 0.0), (FOUR, 0.265, 0.0), (PLAIN, 0.5, 0.03), (PLAIN, 0.51, 0.04)];
    let shares = shares.map(|(case, share, margin)| {
        let (par, model) = (case.share, Model::new(&Case { share, ..case }));
        let (all, before) = (20_000, 200);
        let pilot = played(&model, all, &mut repetition(0, 0));
        let reach = 1.96 * pilot.error(SHARE_UNIT).unwrap_or_default();
        let reach = reach * libm::sqrt(all as f64 / before as f64);
        let open = Some((share - reach, share + reach));
        let blocks =
            blocks_for_verdict(share, par, open, LEVEL, margin, before).unwrap_or_default();
        let title = format!(
            "{}, {blocks} blocks in place of {before}, equivalence margin {margin}",
            case.title()
        );
        Statement::new("decided", (title, share), move |rng| {
            let found = played(&model, blocks, rng);
            let value = found.value(SHARE_UNIT).unwrap_or_default();
            verdict(value, par, of_share(&found, SHARE_UNIT), margin) != Verdict::Open
        })
    });
    let kinds = [2.0, 1.0].map(|far| {
        let truth = move |kind: usize| if kind == 0 { far } else { 0.0 };
        let exact = |kind| Estimate { value: truth(kind), error: 1.0, samples: 1000 };
        let first = rated(&(0..KINDS).map(exact).collect::<Vec<_>>(), 0.0);
        let more = first[0].more.unwrap_or_default();
        let error = 1.0 / libm::sqrt(more);
        let title = format!("one of 14 item types, {more:.2} times as many decisions");
        Statement::new("decided", (title, far), move |rng| {
            let kind = |kind| {
                let value = truth(kind) + error * normal(rng);
                Estimate { value, error, samples: (1000.0 * more) as i128 }
            };
            rated(&(0..KINDS).map(kind).collect::<Vec<_>>(), 0.0)[0].verdict != Verdict::Open
        })
    });
    shares.into_iter().chain(kinds).map(promised).collect()
}
