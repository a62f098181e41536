use std::path::PathBuf;

use clap::{
    Args, builder::PossibleValue, builder::PossibleValuesParser, builder::TypedValueParser,
};
use serde::de::DeserializeOwned;

use crate::flags::{agents::KnownAgents, rule_source::RuleSource};
use crate::plan::purpose::{CompareRules, Purpose};
use crate::plan::run::{AgentEntry, Plan, Run};
use crate::{error::Error, export::figure::counted};
use crate::{flags::number::at_least, flags::number::whole, study::planned::planned};
use drakkar_play::{erased::Table, lab::Lab, schedule::Policy};
use drakkar_stats::layout::OnFailure;

#[derive(Args, Clone, Debug)]
pub struct GameFlags {
    #[command(flatten)]
    pub rules: RuleSource,

    /// A run.json, or a learn.json; its agents have the weights that they had then
    #[arg(long = "base", value_name = "FILE", hide = true)]
    pub base_file: Option<PathBuf>,

    /// Flags from a file: TOML with a key for each flag; for run, tournament and compare also the
    /// run.json of the same command, for learn learn.json. Flags on the command line override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl GameFlags {
    pub fn base(&self) -> Result<Vec<AgentEntry>, Error> {
        let plan = self.base_file.as_deref().map(Plan::read_file).transpose()?;
        Ok(plan.map_or_else(Vec::new, |plan| plan.run.agents))
    }
}

#[derive(Args, Debug)]
pub struct RunFlags {
    /// Master seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    pub seed: u64,

    /// Orders in which the agents sit on each deal
    #[arg(long, default_value = SEATINGS[0].0, value_parser = named::<Policy>(&SEATINGS))]
    seating: Policy,

    /// What happens to a game in which an agent fails: another program, or an agent of your own
    #[arg(long, value_name = "WHAT", default_value = ON_FAILURE[0].0,
          value_parser = named::<OnFailure>(&ON_FAILURE))]
    on_failure: OnFailure,

    /// Blocks of a chunk, which is kept as soon as it is finished [default: about four seconds of
    /// one thread by the agents' budgets]; changes no result except the rows of compare.csv, one for
    /// each chunk, where --sprt, --until and --looks may stop, and which deals --confirm has
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, 1_000_000_000))]
    chunk: Option<u64>,

    /// Also keeps games.csv: one row for each game and seat
    #[arg(long)]
    per_game: bool,
}

const SEATINGS: [(&str, &str); 3] = [
    (
        "permutations",
        "All distinct orders up to 24; where there are more, a balanced sample of 24 for each deal",
    ),
    ("rotations", "The matchup rotated round the table"),
    ("fixed", "The matchup as given"),
];

const ON_FAILURE: [(&str, &str); 2] = [
    ("lose", "Its seat loses; it plays at random from there on, and the others finish the game"),
    (
        "leave-out",
        "The games of its matchup on this deal are left out, and so is a verdict that they could turn",
    ),
];

fn named<T: DeserializeOwned + Clone + Send + Sync + 'static>(
    values: &'static [(&str, &str)],
) -> impl TypedValueParser<Value = T> {
    let names = values.iter().map(|(name, about)| PossibleValue::new(*name).help(*about));
    PossibleValuesParser::new(names).try_map(|name| serde_json::from_value(name.into()))
}

/// What a command plays, apart from flags of every run; how many games, and on fresh deals; by which second rule set.
pub type RunParts = (Run, [u64; 2], Option<SecondRules>);

pub struct SecondRules {
    pub flag: &'static str,
    pub source: RuleSource,
    pub equivalence: Option<f64>,
}

pub trait RunArgs: Args {
    const ABOUT: &'static str;
    const EXAMPLES: &'static str;

    /// Changes of the rules beyond the first rule set's; without `--rules`, these are of a preset that uses them.
    fn changes(&self) -> &[String] {
        &[]
    }

    fn run_parts(
        &self,
        known: &mut KnownAgents<'_>,
        source: &RuleSource,
    ) -> Result<RunParts, Error>;
}

#[derive(Args, Debug)]
pub struct StudyArgs<Own: Args> {
    #[command(flatten)]
    table: GameFlags,

    #[command(flatten)]
    pub own: Own,

    #[command(flatten)]
    run_flags: RunFlags,
}

impl<Own: RunArgs> StudyArgs<Own> {
    pub fn plan(&self, record_every: Option<u64>) -> Result<(Plan, Vec<String>), Error> {
        let StudyArgs { table: GameFlags { rules: source, .. }, own, run_flags } = self;
        let lab = source.lab()?;
        let mut source = source.clone();
        if source.rules.is_none() {
            let changes = [&source.changes[..], own.changes()].concat();
            let all = RuleSource { changes, ..source.clone() };
            source.rules = all.usual(lab, |_| true).map(|preset| preset.name.to_owned());
        }
        let source = &source;
        // The rules are read once: they may come from a pipe.
        let mut rules = vec![source.read(lab, &source.text(lab)?)?];
        let base = &self.table.base()?;
        let mut known = KnownAgents { base, ..KnownAgents::of(lab, &rules[0]) };
        let (mut asked, games, second) = own.run_parts(&mut known, source)?;
        match &second {
            None => source.used(lab, &rules[0], |_| true)?,
            Some(second) => {
                let other = second.source.read(lab, &second.source.text(lab)?)?;
                let is_common = |change: &String| source.changes.contains(change);
                second.source.used(lab, &other, |change| !is_common(change))?;
                // What both rule sets have, one of them uses.
                let idle = source.idle(lab, &other);
                source.used(lab, &rules[0], |change| idle.contains(&change))?;
                rules.push(other);
            }
        }
        let table = lab.open(&rules, asked.players).map_err(|error| match &second {
            Some(second) if error.number > 0 => second.source.blame(error.error),
            _ => source.blame(error.error),
        })?;
        if let Some(second) = &second {
            asked.purpose = Some(second.purpose(lab, &*table)?);
        }
        let &RunFlags { seating, on_failure, seed, chunk, per_game } = run_flags;
        let asked = Run {
            seating,
            on_failure: Some(on_failure),
            seed: seed.to_string(),
            chunk: chunk.unwrap_or_default(),
            per_game,
            record_every,
            ..asked
        };
        let plan = planned(asked, games, &*table)?;
        let remarks = remarks(&plan);
        Ok((plan, remarks))
    }
}

impl SecondRules {
    fn purpose(&self, lab: &Lab, table: &dyn Table) -> Result<Purpose, Error> {
        let (first, second) = (table.rules(0), table.rules(1));
        if first == second {
            return Err(Error::flag(self.flag, "both rule sets are the same"));
        }
        Ok(Purpose::CompareRules(CompareRules {
            rules: lab.name_of(second).to_owned(),
            rule_set: second.clone(),
            paired: table.deals_alike(),
            equivalence: self.equivalence,
            primary: "win_share".to_owned(),
        }))
    }
}

fn remarks(plan: &Plan) -> Vec<String> {
    let Run { blocks, games_per_block: size, seating, .. } = plan.run;
    let (asked, games) = (plan.games_asked, blocks * size);
    let rounded = format!(
        "{} rounded up to {games}: {} of {} on one deal",
        counted(asked, "game is", "games are"),
        counted(blocks, "block", "blocks"),
        counted(size, "game", "games")
    );
    let neighbours = seating == Policy::Rotations && plan.run.different().len() > 2;
    let rates_agents = match &plan.run.purpose {
        Some(Purpose::Tournament(_)) => true,
        Some(Purpose::Compare(compare)) => !compare.opponents,
        _ => false,
    };
    let seats = seating == Policy::Fixed && rates_agents;
    let remarks = [
        (games != asked, &*rounded),
        (
            neighbours,
            "with rotations every agent keeps its neighbours, and one that acts after a weak player gains; \
             only `--seating permutations` compares more than two different agents fairly",
        ),
        (
            seats,
            "with fixed seats the advantage of a seat counts as its agent's strength; only \
             `--seating permutations` compares agents fairly",
        ),
        (
            plan.run.irreproducible,
            "an agent with a budget in milliseconds, or in another program, makes this run \
             irreproducible: it is marked so, and cannot be audited",
        ),
    ];
    remarks.iter().filter(|(holds, _)| *holds).map(|(_, text)| (*text).to_owned()).collect()
}
