use std::slice;

use crate::export::figure::{exact_share, shown};
use crate::export::names;
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::unit::FigureUnit;
use crate::games::on_fresh;
use crate::journal::chunks::{ChunkCheck, ChunkIndex};
use crate::plan::{purpose::Compare, purpose::Purpose, run::AgentEntry, run::Plan};
use crate::study::compare::duel::DuelEffect;
use crate::study::compare::stopping::{End, Interim, StoppingRule};
use crate::study::tune::plan::{REFERENCE, TESTS, Test, Tune};
use crate::study::{execute::PlayedPart, plan_file::Request, tune::work::Work};
use crate::{disk::chunk_folder::ChunkFolder, error::Error, journal::monitor::Monitor};

/// Looks of a test that is played to its end, or more.
const LOOKS: u64 = 64;

#[derive(Clone)]
pub struct Tested {
    test: String,
    agent: String,
    against: String,
    /// The common opponents; empty if the two played each other.
    opponents: String,
    games: u64,
    deals: u64,
    figure: String,
    effect: Option<DuelEffect>,
    llr: Option<f64>,
    verdict: &'static str,
}

impl Tested {
    pub fn is_better(&self) -> bool {
        self.verdict == BETTER
    }

    pub fn is_worse(&self) -> bool {
        self.verdict == WORSE
    }
}

const BETTER: &str = "better";
const WORSE: &str = "worse";
const NOT_BETTER: &str = "not better";
const REVERSED: &str = "-reversed";

/// Plays a test of a result against its start to its end, or resumes it. They play each other, or
/// each alone against the same opponents. If the result is not better, a second test on other deals asks whether the start
/// is: then the result is worse. Its row follows.
pub fn confirm(
    work: &Work<'_>,
    test: &Test,
    [result, start]: [&AgentEntry; 2],
) -> Result<Vec<Tested>, Error> {
    let mut tested = vec![play(work, test, [result, start])?];
    if tested[0].verdict == NOT_BETTER {
        let reverse = Test { name: format!("{}{REVERSED}", test.name), ..test.clone() };
        let reversed = play(work, &reverse, [start, result])?;
        if reversed.is_better() {
            tested[0].verdict = WORSE;
        }
        tested.push(reversed);
    }
    Ok(tested)
}

fn play(work: &Work<'_>, test: &Test, contenders: [&AgentEntry; 2]) -> Result<Tested, Error> {
    let part = format!("{TESTS}/{}", test.name);
    let plan = plan(work, test, contenders)?;
    work.ws.play(Tune::KIND.file, (&plan, &part), PlayedPart::Kept, None)?;
    verdict(test, &plan, &ChunkFolder::new(&work.ws.out.join(part)))
}

fn plan(work: &Work<'_>, test: &Test, contenders: [&AgentEntry; 2]) -> Result<Plan, Error> {
    let agents: Vec<AgentEntry> = contenders.into_iter().chain(&test.opponents).cloned().collect();
    let players = work.context.players;
    let opponents = test.opponents.as_ref().map(|_| 2);
    let purpose = || Purpose::Compare(Compare::of(opponents, players, Some(test.stopping)));
    // Published results have these deals, whatever the test is called.
    let part = format!("test {}", test.name.replace(REFERENCE, "panel-"));
    let plan = |chunk| work.plan(&agents, purpose(), &part, test.games, chunk);
    let whole = plan(None)?;
    // The test ends between two chunks, and should end soon.
    let chunk = (whole.run.blocks / LOOKS).max(1);
    if chunk < whole.run.chunk { plan(Some(chunk)) } else { Ok(whole) }
}

fn verdict(test: &Test, plan: &Plan, place: &ChunkFolder) -> Result<Tested, Error> {
    let nothing = || Error::input(&place.plan(), "is no comparison that has been played");
    let Some(Purpose::Compare(compare)) = &plan.run.purpose else { return Err(nothing()) };
    let mut rule = StoppingRule::new(compare, &plan.run);
    let mut chunks = ChunkIndex::open(plan, slice::from_ref(place))?;
    chunks.catch_up(&mut rule)?;
    // The test was played to its end, so what stops it here has been damaged since.
    if let Some(chunk) = rule.next() {
        let found = chunks.look(ChunkCheck::Bytes, chunk)?;
        let fault = found.iter().find_map(|found| found.fault(chunk));
        let reason = fault.unwrap_or_else(|| format!("chunk {chunk} is not there"));
        let what = format!("{} is not as it was written", place.root().display());
        return Err(Error::Refused { what, reasons: vec![reason] });
    }
    let Interim { blocks, effect, llr, end, .. } = *rule.path.last().ok_or_else(nothing)?;
    let mut names = names::of_run(&plan.run).into_iter().map(|[name, _]| name);
    let [agent, against, opponents] = [(); 3].map(|()| names.next().unwrap_or_default());
    Ok(Tested {
        test: test.name.clone(),
        agent,
        against,
        opponents,
        games: blocks * plan.run.games_per_block,
        deals: blocks,
        figure: compare.primary.clone(),
        effect,
        llr,
        verdict: match end {
            Some(End::Upper) => BETTER,
            Some(End::Lower) => NOT_BETTER,
            // The games were too few to decide.
            Some(End::Narrow | End::Decided) | None => "undecided",
        },
    })
}

pub fn answer(verdicts: &[Tested], start: &str, game: &str) -> Vec<String> {
    let Some((first, references)) = verdicts.split_first() else { return Vec::new() };
    let found = match first.verdict {
        BETTER => format!("The result is better than {start}"),
        WORSE => format!("The result is worse than {start}, which is kept"),
        "undecided" => format!("Whether the result is better than {start} is undecided"),
        _ => format!("The result is not better than {start}"),
    };
    let told = |test: &Tested, unit: FigureUnit| {
        shown(test.effect, |effect| unit.told(effect.value, effect.interval))
    };
    let share = told(first, FigureUnit::Share);
    let par = shown(first.effect, |effect| exact_share(effect.par));
    let mut sentences = vec![format!(
        "{found}: {share} {} not used in the search; {par} if they were equal.",
        on_fresh(game)
    )];
    for test in references.iter().filter(|test| !test.test.ends_with(REVERSED)) {
        let does = match test.verdict {
            WORSE => "it does worse",
            NOT_BETTER => "it is not better",
            _ => continue,
        };
        let change = told(test, FigureUnit::Points);
        sentences.push(format!(
            "Against {} {does} than {start}: its win share is {change}.",
            test.opponents
        ));
    }
    sentences
}

pub fn table(verdicts: &[Tested]) -> DeclaredTable<&Tested> {
    DeclaredTable::of(verdicts)
        .word("test", |row| &*row.test)
        .kept("agent", |row| &*row.agent)
        .kept("against", |row| &*row.against)
        .kept("opponents", |row| &*row.opponents)
        .plain("games", |row| row.games)
        .kept("deals", |row| row.deals)
        .kept("metric", |row| &*row.figure)
        .estimated("estimate", ("95 % interval", ["low", "high"]), |row| {
            let (value, interval) = row.effect.map(|one| (one.value, one.interval)).unzip();
            (FigureUnit::Share, value, interval.flatten())
        })
        .figure(("if equal", "even_share"), exact_share, |row| Some(row.effect?.par))
        .kept("log_likelihood_ratio", |row| row.llr)
        .plain("verdict", |row| row.verdict)
}

pub fn sheet(verdicts: &[Tested], game: &str) -> Sheet {
    let about = |Tested { test, agent, against, opponents, .. }: &Tested| match opponents.as_str() {
        "" => format!("{test}: {agent} against {against}; the share of all wins\n"),
        opponents => format!(
            "{test}: {agent} less {against}, each alone against {opponents}; the difference of win shares\n"
        ),
    };
    let remark = verdicts.iter().map(about).collect::<String>()
        + "The estimate of a test that stopped early is biased.";
    let title = format!("Sequential tests {}", on_fresh(game));
    Sheet { remark, ..table(verdicts).sheet("verdict", title) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_that_the_result_does_not_beat_are_named() {
        let tested = |test: &str, opponents: &str, verdict| Tested {
            test: test.to_owned(),
            agent: "result".to_owned(),
            against: "start".to_owned(),
            opponents: opponents.to_owned(),
            games: 0,
            deals: 0,
            figure: String::new(),
            effect: None,
            llr: None,
            verdict,
        };
        let verdicts = [
            tested("start", "", BETTER),
            tested("reference-1", "a", NOT_BETTER),
            tested("reference-1-reversed", "a", NOT_BETTER),
            tested("reference-2", "b", WORSE),
            tested("reference-2-reversed", "b", BETTER),
            tested("reference-3", "c", BETTER),
            tested("reference-4", "d", "undecided"),
        ];
        let said = answer(&verdicts, "start", "goofspiel");
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(said[1].starts_with("Against a it is not better than start: "), "{said:?}");
        assert!(said[2].starts_with("Against b it does worse than start: "), "{said:?}");
    }
}
