//! `drakkar balance`: what the things are worth that seats may take.

use clap::{Args as ClapArgs, ValueEnum};
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::player::Player;
use drakkar_agents::restriction::Pattern;
use drakkar_agents::spec::{Kind as AgentKind, Spec};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DealSeed;

use crate::cli::agents::{differing, players, read};
use crate::cli::compare::deal_alike;
use crate::cli::one_step::{Step, Tables, play_plan};
use crate::cli::rule_source::RuleSource;
use crate::cli::vary::{Vary, grid};
use crate::cli::volume::{Table, games};
use crate::error::Error;
use crate::games::with_game;
use crate::journal::branching::{Branching, Cell, Fair, How, Kind, PRIMARY, Target, Variant};
use crate::journal::plan::Plan;
use crate::journal::purpose::Purpose;
use crate::play::schedule::Policy;
use crate::stats::interval::FEWEST_SAMPLES;
use crate::study::moments::{Pilot, Quest};
use crate::study::wish::Wish;

const EXAMPLES: &str = "\
Examples:
  drakkar balance
      are the bonus tiles of Vikings fair? four greedy players with tuned weights, in a minute or two
  drakkar balance --players 2 --agents greedy mcts:iterations=50 --games 300 --deadline 1h
      the same decisions in the hands of weaker and stronger players
  drakkar balance --vary bonus.noble1.value=0..3 --judge taken
      what another value would do
  drakkar balance --fair bonus.noble1.value=1..4 --target food3
      the value at which one kind is worth as much as another
  drakkar balance --rules base --at 'buy *' --against 'buy 3'
      any actions of any game against another one that is legal beside them

What is measured: the worth of a kind is the mean, over decisions at which it may be taken, of the
result of taking it less that of leaving it for the same seat, all seats then played by the stated
agents on the same deal with the same keys of all chance. Every round counts the same.
Files: bonus_effect.csv, bonus_effect_rounds.csv, bonus_granted.csv, restricted.csv, first.csv,
what_if.csv; of whole games of the trunk bonus_observed.csv, seats.csv, strategy.csv, pace.csv;
manifest.json.
Exit code: 0 done, 1 failed games, 2 wrong call or input, 75 files or deadline: try again later or
elsewhere, 130 interrupted.
";

/// Measures what the things are worth that seats may take, and whether that is fair
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) question: Question,

    #[command(flatten)]
    step: Step,

    #[command(flatten)]
    tables: Tables,
}

/// How things are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Judge {
    /// Decisions at which a thing may be taken: taken, against left, against gone
    Taken,
    /// One more thing for a seat at the start of a round, against nothing
    Granted,
    /// A seat that may not take a thing from the first decision on, against one that may
    Restricted,
    /// A seat that begins a round for nothing, against another one that does
    Leading,
    /// Whole games of the trunk: how often things are offered and taken, when, at what price, who wins
    Observed,
}

/// Everything that decides which games are played.
#[derive(ClapArgs, Debug)]
pub(crate) struct Question {
    #[command(flatten)]
    table: Table,

    /// Who plays on after a decision; each takes all seats, at the same decisions [default: greedy with
    /// the weights tuned for these rules and seats, if there are such]
    #[arg(long, value_name = "AGENT", num_args = 1..)]
    agents: Vec<String>,

    /// Who plays up to a decision, in all seats [default: as for --agents]
    #[arg(long, value_name = "AGENT")]
    trunk: Option<String>,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N")]
    players: Option<usize>,

    /// Decisions for each kind, spread evenly over the rounds
    #[arg(long, value_name = "N", default_value = "6000", value_parser = games)]
    games: u64,

    /// Decisions for each kind that stands out, on fresh deals; 0 for none [default: as --games]
    #[arg(long, value_name = "N", value_parser = again)]
    again: Option<u64>,

    /// Master seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Differences of the margin (own score less the mean of the others) up to this count as equal
    #[arg(long, value_name = "POINTS", default_value_t = 0.5)]
    margin: f64,

    /// Pattern of the actions to judge: words, * for any [default: those that take the game's items]
    #[arg(long, value_name = "PATTERN", requires = "against")]
    at: Option<String>,

    /// The action that they are compared with [default: the one that takes no item]
    #[arg(long, value_name = "ACTION")]
    against: Option<String>,

    /// How things are judged [default: taken; where the game's own items are meant, all]
    #[arg(long, value_name = "HOW", value_enum, num_args = 1.., value_delimiter = ',')]
    judge: Vec<Judge>,

    /// Plays the same decisions under other values of the rules: KEY=A..B or KEY=A,B,C; several make a
    /// grid
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<Vary>,

    /// Says at which of these values the thing that the key is about is worth the target
    #[arg(long, value_name = "KEY=VALUES", conflicts_with = "vary")]
    fair: Option<Vary>,

    /// What it is to be worth: others (the mean of the other kinds), the name of a kind, or points
    #[arg(long, value_name = "TARGET", default_value = "others", requires = "fair")]
    target: String,

    /// Gives every branch keys of its own, to see what common ones save
    #[arg(long)]
    independent: bool,

    /// Blocks of a chunk, which is kept as soon as it is finished [default: about four seconds of one
    /// thread by the agents' budgets]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    chunk: Option<u64>,
}

impl Question {
    /// The plan, and remarks for whoever asked.
    ///
    /// # Errors
    /// Whatever is wrong with a flag.
    pub(crate) fn plan(&self) -> Result<(Plan, Vec<String>), Error> {
        let id = &self.table.game;
        let source = with_game!(id, G => self.rules::<G>())?;
        let text = with_game!(id, G => source.text::<G>())??;
        with_game!(id, G if covers::<G>(&text) => self.plan_of::<G>(&source, &text))?
    }

    /// Where the rules come from: without `--rules` the first preset with items to take, if there is one.
    fn rules<G: Recorded>(&self) -> RuleSource {
        let mut source = self.table.rules.clone();
        if source.rules.is_none() {
            let with_items = G::presets().iter().find(|preset| {
                let game = rules::read::<G>(preset.toml).ok().and_then(|rule_set| {
                    let (fewest, most) = G::PLAYERS;
                    G::new(rule_set, self.players.unwrap_or(fewest).clamp(fewest, most)).ok()
                });
                game.is_some_and(|game| game.items().is_some())
            });
            source.rules = with_items.map(|preset| preset.name.to_owned());
        }
        source
    }

    fn plan_of<G: Recorded + Playable>(
        &self,
        source: &RuleSource,
        text: &str,
    ) -> Result<(Plan, Vec<String>), Error> {
        let players = players::<G>(self.players)?;
        let game: G = source.game_by(text, players)?;
        if !(self.margin >= 0.0 && self.margin.is_finite()) {
            return Err(Error::flag("--margin", "expected points, 0 or more"));
        }
        let rules = source.rules.as_deref().unwrap_or_default();
        let standard = tuned::<G>(rules, players);
        let agents = match self.agents.is_empty() {
            true => std::slice::from_ref(&standard),
            false => &self.agents[..],
        };
        let mut specs = differing::<G>("--agents", agents)?;
        let agents: Vec<u8> = (0..specs.len() as u8).collect();
        let trunk = read::<G>("--trunk", self.trunk.as_ref().unwrap_or(&standard))?;
        let number = specs.iter().position(|spec| *spec == trunk);
        let number = number.unwrap_or_else(|| {
            specs.push(trunk.clone());
            specs.len() - 1
        });
        let (at, against, file) = self.actions(&game)?;
        let pursue = game.items().map_or(&[][..], |table| table.pursue);
        let pursue = pursue.iter().map(|text| text.parse());
        let pursue: Vec<Pattern> =
            pursue.collect::<Result<_, _>>().map_err(|error| Error::flag("--at", error))?;
        let quest = Quest {
            at: &at,
            against: &against,
            pursue: &pursue,
            seed: self.seed,
            games: pilot_games(&trunk),
        };
        let mut player =
            Player::build(&trunk, &game).map_err(|error| Error::flag("--trunk", error))?;
        player.ready().map_err(|reason| Error::flag("--trunk", reason))?;
        let pilot = Pilot::play(&game, &mut player, &quest)
            .map_err(|reason| Error::flag("--trunk", reason))?;
        let mut kinds = pilot.kinds(&game, &at);
        if pilot.seen.is_empty() {
            let rules = rules::name_of::<G>(game.rule_set());
            let reason = format!(
                "in {} games of the trunk by the rules `{rules}` no action fitted `{at}` where \
                 `{against}` was legal as well",
                quest.games
            );
            return Err(Error::flag("--at", reason));
        }
        if kinds.len() > MOST_KINDS {
            let reason = format!("{} actions fit; at most {MOST_KINDS} can be judged", kinds.len());
            return Err(Error::flag("--at", reason));
        }
        let mut remarks: Vec<String> = pilot.unseen(&kinds).into_iter().collect();
        let mut cells = Vec::new();
        for judge in self.judges(&game) {
            match judge {
                Judge::Taken => {
                    let (often, seldom) = pilot.taken(&kinds);
                    remarks.extend(too_seldom(&kinds, &seldom));
                    cells.extend(often);
                }
                Judge::Granted => cells.extend(pilot.granted(&kinds)),
                Judge::Restricted => {
                    kinds.extend(pilot.restrictions(&quest));
                    let of = |kind| Cell { kind, how: How::Restricted, round: 1 };
                    // As many as others have in all their rounds.
                    for _ in 0..pilot.rounds {
                        cells.extend((0..kinds.len()).map(of));
                    }
                }
                Judge::Leading => {
                    if !leads(&game) {
                        let reason = "leading: nobody begins a round here";
                        return Err(Error::flag("--judge", reason));
                    }
                    kinds.push(Kind {
                        name: "first".to_owned(),
                        action: "first".to_owned(),
                        item: None,
                        weight: 0,
                    });
                    let kind = kinds.len() - 1;
                    let rounds = 1..=pilot.rounds;
                    cells.extend(rounds.map(|round| Cell { kind, how: How::Leading, round }));
                }
                Judge::Observed => {
                    let cell = Cell { kind: 0, how: How::Observed, round: 1 };
                    cells.extend(vec![cell; 2 * pilot.rounds as usize]);
                }
            }
        }
        if cells.is_empty() {
            return Err(Error::flag("--judge", "nothing is left to be sampled"));
        }
        let rounds = u64::from(pilot.rounds.max(1));
        let fewest = rounds * FEWEST_SAMPLES as u64;
        for (flag, games) in [("--games", Some(self.games)), ("--again", self.again)] {
            if games.is_some_and(|games| games > 0 && games < fewest) {
                let reason = format!(
                    "expected at least {fewest}: {FEWEST_SAMPLES} decisions for a kind in each of \
                     {rounds} rounds"
                );
                return Err(Error::flag(flag, reason));
            }
        }
        let blocks = self.games.div_ceil(rounds) * cells.len() as u64;
        let rule_set =
            serde_json::to_value(game.rule_set()).map_err(|error| Error::flag("--rules", error))?;
        let fair = self.fair.iter().map(|vary| self.fair_of(vary, &kinds, &rule_set));
        let fair: Vec<Fair> = fair.collect::<Result<_, Error>>()?;
        if let Some(flag) = self.varies()
            && cells.iter().all(|cell| cell.how != How::Taken)
        {
            return Err(Error::flag(flag, "is about things that are taken: --judge taken"));
        }
        let variants = self.variants(&game, text)?;
        let branching = Branching {
            file,
            trunk: number as u8,
            agents,
            against,
            fair,
            kinds,
            cells,
            variants,
            independent: self.independent,
            again: self.again.unwrap_or(self.games),
            again_padded: 0,
            margin: self.margin,
            primary: PRIMARY.to_owned(),
        };
        let games_of_plan = blocks.saturating_mul(branching.games_per_block());
        let base = self.table.base()?;
        let wish = Wish {
            game: &game,
            specs: &specs,
            purpose: Some(Purpose::Branch(branching)),
            confirm: 0,
            seating: Policy::Fixed,
            seed: self.seed,
            games: games_of_plan,
            chunk: self.chunk,
            per_game: false,
            record_every: None,
            base: base.as_ref().map(|plan| &plan.run.agents[..]),
        };
        Ok((wish.plan()?, remarks))
    }

    /// What is judged, against what, and the first word of the files' names.
    fn actions<G: Recorded>(&self, game: &G) -> Result<(Pattern, String, String), Error> {
        let table = game.items();
        let needed = || {
            let reason = "is needed: by these rules there are no items to take";
            Error::flag("--at", reason)
        };
        let (at, against, file) = match (&self.at, &self.against, table) {
            (Some(at), Some(against), _) => (at.as_str(), against.as_str(), "branch"),
            (_, against, Some(table)) => {
                (table.take.0, against.as_deref().unwrap_or(table.take.1), table.key)
            }
            _ => return Err(needed()),
        };
        let pattern = at.parse().map_err(|error| Error::flag("--at", error))?;
        let action: G::Action = against.parse().map_err(|error| Error::flag("--against", error))?;
        Ok((pattern, action.to_string(), file.to_owned()))
    }

    fn judges<G: Recorded>(&self, game: &G) -> Vec<Judge> {
        let mut judges = self.judge.clone();
        if judges.is_empty() {
            judges.push(Judge::Taken);
            if self.at.is_none() && game.items().is_some() {
                judges.extend([Judge::Granted, Judge::Restricted, Judge::Observed]);
                judges.extend(leads(game).then_some(Judge::Leading));
            }
        }
        let all =
            [Judge::Taken, Judge::Granted, Judge::Restricted, Judge::Leading, Judge::Observed];
        all.into_iter().filter(|judge| judges.contains(judge)).collect()
    }

    /// The other rule sets: they must leave deals and first states as they are.
    fn variants<G: Recorded>(&self, game: &G, text: &str) -> Result<Vec<Variant>, Error> {
        let Some(flag) = self.varies() else { return Ok(Vec::new()) };
        let varied: Vec<&Vary> = self.vary.iter().chain(&self.fair).collect();
        let mut variants = Vec::new();
        for values in grid(&varied) {
            let text = rules::set(text, &values).map_err(|error| Error::flag(flag, error))?;
            let rule_set = rules::read::<G>(&text).map_err(|error| Error::flag(flag, error))?;
            if rule_set == *game.rule_set() {
                continue;
            }
            let other =
                G::new(rule_set, game.players()).map_err(|error| Error::flag(flag, error))?;
            let first = |game: &G| game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
            if !deal_alike(game, &other) || first(game) != first(&other) {
                let reason = format!(
                    "{} changes deals or the first state; only values that matter later can vary",
                    values.join(", ")
                );
                return Err(Error::flag(flag, reason));
            }
            let rule_set =
                serde_json::to_value(other.rule_set()).map_err(|error| Error::flag(flag, error))?;
            variants.push(Variant { values, rule_set });
        }
        if variants.is_empty() {
            return Err(Error::flag(flag, "leaves every value as it is"));
        }
        Ok(variants)
    }

    /// The flag that varies values, if any does.
    fn varies(&self) -> Option<&'static str> {
        match (&self.fair, self.vary.is_empty()) {
            (Some(_), _) => Some("--fair"),
            (None, false) => Some("--vary"),
            (None, true) => None,
        }
    }

    /// The question which value is fair.
    fn fair_of(
        &self,
        vary: &Vary,
        kinds: &[Kind],
        rule_set: &serde_json::Value,
    ) -> Result<Fair, Error> {
        let named = |name: &str| kinds.iter().position(|kind| kind.name == name);
        let kind = vary.key.split('.').find_map(named).ok_or_else(|| {
            Error::flag("--fair", format!("`{}` is about none of the kinds", vary.key))
        })?;
        let target = match self.target.as_str() {
            "others" => Target::Others,
            text => match (named(text), text.parse::<f64>()) {
                (Some(other), _) if other == kind => {
                    return Err(Error::flag("--target", "is the kind itself"));
                }
                (Some(other), _) => Target::Kind(other),
                (None, Ok(points)) if points.is_finite() => Target::Score(points),
                _ => {
                    let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
                    let reason = format!("expected others, points, or one of {}", names.join(", "));
                    return Err(Error::flag("--target", reason));
                }
            },
        };
        let place = format!("/{}", vary.key.replace('.', "/"));
        let now = rule_set
            .pointer(&place)
            .and_then(serde_json::Value::as_f64)
            .ok_or_else(|| Error::flag("--fair", format!("`{}` has no value", vary.key)))?;
        Ok(Fair { key: vary.key.clone(), kind, now, target })
    }
}

/// `greedy` with the newest weights that were tuned for a preset and a number of seats, or else with those
/// that are its default.
fn tuned<G: Playable>(preset: &str, players: usize) -> String {
    let ending = format!("-{preset}-{players}p");
    let mut names = <G::Heuristic as Heuristic<G>>::NAMED.iter().map(|(name, _)| *name);
    let fits = |name: &str| {
        name.strip_suffix(&ending)
            .and_then(|start| start.strip_prefix("tuned-"))
            .is_some_and(|number| number.parse::<u32>().is_ok())
    };
    let newest = names.rfind(|name| fits(name));
    newest.map_or("greedy".to_owned(), |name| format!("greedy:weights={name}"))
}

/// Whether a seat can be made the first one of a round.
fn leads<G: Recorded>(game: &G) -> bool {
    let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    game.lead(&mut state, Seat::new(0))
}

/// Most actions that can be judged at once.
const MOST_KINDS: usize = 100;

/// A number of decisions, which may be 0.
fn again(text: &str) -> Result<u64, String> {
    if text == "0" { Ok(0) } else { games(text).map(|number| number.min(1 << 31)) }
}

/// Games of the trunk that are looked at before the plan is made.
fn pilot_games(trunk: &Spec) -> u64 {
    match trunk.kind() {
        AgentKind::Random | AgentKind::Greedy(_) => 2000,
        _ => 200,
    }
}

/// Whether `G` is the variant of its game for these rules; also if something is wrong with them, which is
/// told later.
fn covers<G: Recorded>(text: &str) -> bool {
    rules::read::<G>(text).map_or(true, |rule_set| G::covers(&rule_set))
}

/// What is said of cells that come too seldom.
fn too_seldom(kinds: &[Kind], seldom: &[Cell]) -> Option<String> {
    let names =
        seldom.iter().map(|cell| format!("{} in round {}", kinds[cell.kind].name, cell.round));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| format!("too seldom to be sampled: {}", names.join(", ")))
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    play_plan(&args.question.plan()?, &args.step, None, args.tables.format)
}
