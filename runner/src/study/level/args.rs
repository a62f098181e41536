use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::flags::agents::{KnownAgents, differing, players};
use crate::study::balance::{args::BalanceContext, args::Discoveries, question::Question};
use crate::study::level::plan::{Goal, Level, Retuning, Seats, Subject, open};
use crate::study::{context::entry, level::LevelFlags, level::parameters::Rules};
use crate::{error::Error, export::figure::joined, plan::purpose::Purpose, plan::run::AgentEntry};
use drakkar_play::{erased::Table, lab::Lab};

/// The agents if none are named: the quick one that seeks, and one that searches for the final validation.
const AGENTS: [&str; 2] = ["greedy", "mcts:iterations=25"];
const SHARE: f64 = 0.01;
/// The final validation has so many times as many decisions or games as a measurement, and one with a search so much fewer
/// than that.
const LAST: u64 = 2;
const SEARCHING: u64 = 8;
/// So many at least of an agent that searches, and of games for win shares by seat.
const FEWEST: u64 = 120;
/// Games for win shares by seat, in a measurement, unless `--games` says otherwise; a quarter with `--quick`.
const SEATS: u64 = 80_000;

pub struct Asked<'a> {
    flags: &'a LevelFlags,
    pub question: &'a Question,
    pub lab: &'static Lab,
    pub text: String,
    rule_set: std::sync::Arc<Value>,
    subject: Subject,
    pub discoveries: Discoveries,
}

impl<'a> Asked<'a> {
    pub fn new(flags: &'a LevelFlags, question: &'a Question) -> Result<Asked<'a>, Error> {
        let lab = question.table.rules.lab()?;
        let subject = if flags.equalize_seats.is_some() { Subject::Seats } else { Subject::Items };
        let source = match subject {
            Subject::Items => question.rules(lab),
            Subject::Seats => question.table.rules.clone(),
        };
        let text = source.text(lab)?;
        let rule_set = source.values(lab, &text)?;
        Ok(Asked {
            flags,
            question,
            lab,
            text,
            rule_set,
            subject,
            discoveries: Discoveries::default(),
        })
    }

    pub fn level(&self) -> Result<Level, Error> {
        let (flags, question, lab) = (self.flags, self.question, self.lab);
        let tables = self.tables()?;
        let numbers: Vec<usize> = tables.iter().map(|seats| seats.players).collect();
        if self.subject == Subject::Seats && numbers.len() > 1 {
            return Err(Error::flag("--players", "is one number with --equalize-seats"));
        }
        let opened = numbers.iter().map(|&players| open(lab, &self.rule_set, players));
        let opened: Vec<Box<dyn Table>> = opened.collect::<Result<_, Error>>()?;
        question.check_at(&opened)?;
        let items = opened[0].items();
        let things: Vec<String> =
            items.iter().flat_map(|table| table.items).map(|item| item.name.to_owned()).collect();
        let at = question.at.clone().zip(question.against.clone()).map(<[String; 2]>::from);
        if self.subject == Subject::Items && at.is_none() && things.is_empty() {
            let reason = "with these rules there are no items to take; --at and --against name other actions";
            return Err(Error::flag("--equalize", reason));
        }
        let asked =
            flags.equalize.as_ref().or(flags.equalize_seats.as_ref()).map_or(&[][..], |keys| keys);
        let rules = Rules {
            lab,
            text: &self.text,
            rule_set: &self.rule_set,
            players: &numbers,
            subject: self.subject,
        };
        let levers = rules.parameters(asked, &things, &flags.exclude)?;
        let goal = if self.subject == Subject::Seats { Goal::WinShare } else { flags.goal };
        let usual = match goal {
            Goal::WinShare => SHARE,
            Goal::Score => match question.equivalence {
                Some(margin) => margin,
                None => self.usual_margin(&numbers)?,
            },
        };
        let within = flags.tolerance.unwrap_or(usual);
        if within <= 0.0 {
            let reason = "is needed: the difference of effects that does not matter";
            return Err(Error::flag("--tolerance", reason));
        }
        let quick = question.quick;
        let games = match self.subject {
            Subject::Items => question.decisions(),
            Subject::Seats => {
                let games = question.games.unwrap_or(if quick { SEATS / 4 } else { SEATS });
                if games < FEWEST {
                    let reason = format!("must be at least {FEWEST} with --equalize-seats");
                    return Err(Error::flag("--games", reason));
                }
                games
            }
        };
        let last = LAST * games;
        Ok(Level {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            generators: drakkar_engine::seed::GENERATORS,
            game: lab.info().id.to_owned(),
            rules: lab.name_of(&self.rule_set).to_owned(),
            rule_set: self.rule_set.clone(),
            seed: question.seed.to_string(),
            subject: self.subject,
            goal,
            tolerance: within,
            at,
            exclude: flags.exclude.clone(),
            tables,
            levers,
            games,
            validation: last,
            validation_searching: (last / SEARCHING).max(FEWEST),
            chunk: question.chunk,
            measurements: flags.measurements,
            // Players are re-tuned with the same care with which values are measured.
            retuning: Retuning {
                rounds: flags.retune.unwrap_or(if quick { 1 } else { 2 }),
                generations: (games / 100).clamp(3, 30),
                games: (games / 4).clamp(60, 1200),
                test_games: (20 * games).clamp(2000, 100_000),
            },
        })
    }

    fn usual_margin(&self, numbers: &[usize]) -> Result<f64, Error> {
        let mut sum = 0.0;
        for &players in numbers {
            let game = open(self.lab, &self.rule_set, players)?;
            let (lab, text) = (self.lab, &*self.text);
            let context = BalanceContext {
                lab,
                text,
                game: &*game,
                base: &[],
                others: None,
                discoveries: &self.discoveries,
            };
            let (plan, _) = self.question.plan_at(&context)?;
            if let Some(Purpose::Branch(branching)) = &plan.run.purpose {
                sum += branching.equivalence;
            }
        }
        Ok(sum / numbers.len() as f64)
    }

    fn tables(&self) -> Result<Vec<Seats>, Error> {
        let (question, lab) = (self.question, self.lab);
        let usual = question.players.is_empty().then_some(None);
        let mut tables: Vec<Seats> = Vec::new();
        for number in question.players.iter().copied().map(Some).chain(usual) {
            let players = players(lab.info(), number)?;
            if tables.iter().any(|seats| seats.players == players) {
                return Err(Error::flag("--players", format!("{players} is given twice")));
            }
            let table = open(lab, &self.rule_set, players)?;
            let mut known = KnownAgents::of(lab, &self.rule_set);
            let texts: Vec<String> = match &question.agents[..] {
                [] if self.subject == Subject::Seats => vec![AGENTS[0].to_owned()],
                [] => AGENTS.map(str::to_owned).to_vec(),
                texts => texts.to_vec(),
            };
            let specs = differing(&mut known, players, "--agents", &texts)?;
            let agents = specs.iter().map(|spec| {
                let alias = known.aliases.of(spec).map(str::to_owned);
                Ok(AgentEntry { alias, ..entry("--agents", spec, &*table)? })
            });
            tables.push(Seats { players, agents: agents.collect::<Result<_, Error>>()? });
        }
        Ok(tables)
    }

    /// Which values may change, if nobody said which.
    pub fn remark(&self, level: &Level) -> Option<String> {
        self.flags.equalize.as_ref().filter(|asked| asked.is_empty())?;
        let levers = level.levers.iter().map(|lever| {
            let ends = lever.values.first().zip(lever.values.last());
            let ends = ends.map(|(low, high)| format!("{low}..{high}"));
            format!("{}={}", lever.key, ends.unwrap_or_default())
        });
        Some(format!("the values that may change: {}", joined(levers, " ")))
    }
}

pub fn default_folder(level: &Level, digest: &str) -> PathBuf {
    let seats: Vec<String> = level.tables.iter().map(|seats| seats.players.to_string()).collect();
    let name =
        format!("equalize-{}-{}-{}p-{}", level.game, level.rules, seats.join("-"), &digest[..12]);
    Path::new("runs").join(name)
}
