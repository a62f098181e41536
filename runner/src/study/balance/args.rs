use std::cell::RefCell;
use std::collections::BTreeMap;
use std::{rc::Rc, slice::from_ref, sync::Arc};

use drakkar_agents::restriction::{Pattern, Patterns};
use drakkar_agents::spec::{Kind as AgentKind, Spec};
use drakkar_engine::error::KeyError;
use serde_json::{Value, json};

use crate::flags::agents::{KnownAgents, differing, number_of, players, read};
use crate::plan::run::{AgentEntry, Plan, Run};
use crate::study::balance::question::{Method, Question};
use crate::study::planned::planned;
use crate::{error::Error, flags::rule_source::RuleSource, plan::purpose::Purpose};
use drakkar_play::branching::{Branching, Cell, Fair, Kind, OTHERS, PRIMARY, Treatment, Variant};
use drakkar_play::discovery::{Discovery, DiscoveryQuery};
use drakkar_play::erased::{Seated, Table};
use drakkar_play::{lab::Lab, schedule::Policy};
use drakkar_stats::interval::FEWEST_SAMPLES;

pub struct BalanceContext<'a> {
    pub lab: &'a Lab,
    /// The rules as a file.
    pub text: &'a str,
    pub game: &'a dyn Table,
    /// Agents that have the weights given here.
    pub base: &'a [AgentEntry],
    /// Other rules, in the place of those of the question.
    pub others: Option<&'a [Variant]>,
    pub discoveries: &'a Discoveries,
}

/// The discoveries of one study, which often asks about the same rules and sampling policy again.
#[derive(Default)]
pub struct Discoveries(RefCell<BTreeMap<String, Rc<Discovery>>>);

impl Discoveries {
    fn of(
        &self,
        table: &dyn Table,
        policy: &Seated,
        query: &DiscoveryQuery<'_>,
    ) -> Result<Rc<Discovery>, Error> {
        const FLAG: &str = "--sampling-policy";
        let crew = table.seat(std::slice::from_ref(policy));
        let crew = crew.map_err(|error| Error::flag(FLAG, error))?;
        crew.ready().map_err(|(_, reason)| Error::flag(FLAG, reason))?;
        let texts = [policy.spec.to_string(), query.at.to_string(), query.against.to_owned()];
        let key = json!([table.rules(0), table.players(), texts, crew.weights(0)]).to_string();
        if let Some(known) = self.0.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let discovery = crew.discovery(0, query).map_err(|reason| Error::flag(FLAG, reason))?;
        let discovery = Rc::new(discovery);
        self.0.borrow_mut().insert(key, Rc::clone(&discovery));
        Ok(discovery)
    }
}

impl Question {
    /// Games are for `--equalize-seats`.
    pub fn refuse_games(&self) -> Result<(), Error> {
        let reason = "counts whole games, for --equalize-seats; the sample size is --decisions";
        if self.games.is_some() { Err(Error::flag("--games", reason)) } else { Ok(()) }
    }

    pub fn plan(&self) -> Result<(Plan, Vec<String>), Error> {
        self.refuse_games()?;
        let lab = self.table.rules.lab()?;
        let source = self.rules(lab);
        let text = source.text(lab)?;
        if self.players.len() > 1 {
            return Err(Error::flag("--players", "is one number, except with --equalize"));
        }
        let seats = players(lab.info(), self.players.first().copied())?;
        let game = [source.open(lab, &text, seats)?];
        self.check_at(&game)?;
        self.plan_at(&BalanceContext {
            lab,
            text: &text,
            game: &*game[0],
            base: &self.table.base()?,
            others: None,
            discoveries: &Discoveries::default(),
        })
    }

    /// The question what effects all kinds have that can be taken, with these agents, the first of which plays up to
    /// decisions; so many decisions of each kind, and a seed.
    pub fn of_part(
        &self,
        agents: &[AgentEntry],
        (games, seed): (u64, u64),
        margin: f64,
    ) -> Question {
        let agents: Vec<String> = agents.iter().map(|agent| agent.spec.clone()).collect();
        Question {
            sampling_policy: agents.first().cloned().unwrap_or_default(),
            agents,
            decisions: Some(games),
            replicate: Some(0),
            seed,
            equivalence: Some(margin),
            method: vec![Method::Take],
            no_parts: true,
            ..self.clone()
        }
    }

    pub fn plan_at(&self, context: &BalanceContext<'_>) -> Result<(Plan, Vec<String>), Error> {
        let &BalanceContext { lab, text, game, base, .. } = context;
        let players = game.players();
        let rule_set = game.rules(0).clone();
        // Whatever the name or file of the rules was.
        let mut known = KnownAgents { base, ..KnownAgents::of(lab, &rule_set) };
        let usual = ["greedy".to_owned()];
        let texts = if self.agents.is_empty() { &usual[..] } else { &self.agents };
        let mut specs = differing(&mut known, players, "--agents", texts)?;
        let agents: Vec<u8> = (0..specs.len() as u8).collect();
        let sampling_policy =
            read(&mut known, players, "--sampling-policy", &self.sampling_policy)?;
        let number = number_of(sampling_policy.clone(), &mut specs);
        let (at, against, file) = self.actions(game)?;
        // A key that data leave out has its usual value.
        let whole = rule_set.as_object().map(|keys| lab.info().rules.filled(keys));
        let whole = Value::Object(whole.unwrap_or_default());
        let tried = self.fair_values(&whole)?;
        let variants = match context.others {
            Some(others) => others.to_vec(),
            None => self.variants(lab, game, text, &tried)?,
        };
        // The game's own items are compared with each other; other actions need not have anything in common.
        let own = game.items().filter(|table| table.key == file);
        let alone = own.is_none();
        let pursue = game.items().map_or(&[][..], |table| table.pursue).iter();
        let pursue: Result<Vec<Pattern>, KeyError> = pursue.map(|text| text.parse()).collect();
        let pursue = pursue.map_err(|error| Error::flag("--at", error))?;
        let query = DiscoveryQuery {
            at: &at,
            against: &against,
            items: game.items(),
            pursue: &pursue,
            seed: PILOT,
            games: match sampling_policy.kind() {
                AgentKind::Random | AgentKind::Greedy(_) => 2000,
                _ => 200,
            },
        };
        let entries = known.entries(&specs);
        let seated = entries[number].seated(&sampling_policy);
        let discovery = context.discoveries.of(game, &seated, &query)?;
        let mut kinds = discovery.kinds(|item| game.copies(item), &query);
        if discovery.seen.is_empty() {
            let rules = lab.name_of(&rule_set);
            let other = match &*against {
                OTHERS => "anything else".to_owned(),
                against => format!("`{against}`"),
            };
            let reason = format!(
                "in {} games of the sampling policy with the rules `{rules}` no action fitted `{at}` where \
                 {other} was legal as well",
                query.games
            );
            return Err(Error::flag("--at", reason));
        }
        if kinds.len() > MOST_KINDS {
            let reason =
                format!("{} actions fit; at most {MOST_KINDS} can be measured", kinds.len());
            return Err(Error::flag("--at", reason));
        }
        let unseen = kinds.iter().filter(|kind| !discovery.seen.contains_key(&kind.action));
        let what = format!("could never be taken in {} games of the sampling policy", query.games);
        let mut remarks = Vec::from_iter(remark(&what, unseen.map(|kind| kind.name.clone())));
        let cells = self.cells(game, &discovery, &query, &mut kinds, &mut remarks)?;
        let rounds = u64::from(discovery.rounds().max(1));
        self.enough(rounds)?;
        let blocks = self.decisions().div_ceil(rounds) * cells.len() as u64;
        let fair = self.fair.iter().map(|vary| self.fair_of(vary, &kinds, &whole));
        let fair: Vec<Fair> = fair.collect::<Result<_, Error>>()?;
        let valueless = fair.iter().filter(|fair| fair.now.is_none());
        remarks.extend(valueless.map(|fair| {
            format!("{}: {} has no value that could be fair", fair.key, kinds[fair.kind].name)
        }));
        let about_taken = [
            ("--fair", !self.fair.is_empty()),
            ("--vary", !self.vary.is_empty()),
            ("--no-parts", self.no_parts),
        ];
        if let Some((flag, _)) = about_taken.into_iter().find(|(_, given)| *given)
            && cells.iter().all(|cell| cell.treatment != Treatment::Take)
        {
            return Err(Error::flag(flag, "is about items that are taken: --method take"));
        }
        // Agents that were brought along can be forbidden nothing.
        let bound = |spec: &Spec| !matches!(spec.kind(), AgentKind::Own { .. });
        let next = !self.no_parts
            && against != OTHERS
            && cells.iter().any(|cell| cell.treatment == Treatment::Take)
            && agents.iter().all(|&agent| bound(&specs[usize::from(agent)]));
        // Two digits, so that nobody has to name more.
        let usual = format!("{:.1e}", PART * discovery.deviation()).parse().unwrap_or_default();
        let branching = Branching {
            file,
            sampling_policy: number as u8,
            agents,
            against,
            fair,
            kinds,
            cells,
            variants,
            independent: self.independent,
            undivided: self.no_parts,
            next,
            reached: discovery.weights(),
            replicate: self.replicate.unwrap_or(self.decisions()),
            replicate_padded: 0,
            alone,
            equivalence: self.equivalence.unwrap_or(if alone { 0.0 } else { usual }),
            primary: PRIMARY.to_owned(),
        };
        let games = blocks.saturating_mul(branching.games_per_block());
        let asked = Run {
            agents: entries,
            purpose: Some(Purpose::Branch(branching)),
            seating: Policy::Fixed,
            seed: self.seed.to_string(),
            chunk: self.chunk.unwrap_or_default(),
            ..Run::default()
        };
        Ok((planned(asked, [games, 0], game)?, remarks))
    }

    /// The source of the rules: without `--rules`, among presets with items to take, if there are any.
    pub fn rules(&self, lab: &Lab) -> RuleSource {
        let mut source = self.table.rules.clone();
        if source.rules.is_none() {
            let (fewest, most) = lab.info().players;
            let players = self.players.first().map_or(fewest, |&one| one).clamp(fewest, most);
            let has_items = |values: &Arc<Value>| {
                lab.open(from_ref(values), players).is_ok_and(|table| table.items().is_some())
            };
            source.rules = source.usual(lab, has_items).map(|preset| preset.name.to_owned());
        }
        source
    }

    /// The cells to sample. Adds kinds that are not actions to `kinds`, and what is left out to `remarks`.
    fn cells(
        &self,
        game: &dyn Table,
        discovery: &Discovery,
        query: &DiscoveryQuery<'_>,
        kinds: &mut Vec<Kind>,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<Cell>, Error> {
        let mut cells = Vec::new();
        for method in self.methods(game) {
            match method {
                Method::Take => {
                    let (often, seldom) = discovery.taken(kinds);
                    let name =
                        |cell: &Cell| format!("{} in round {}", kinds[cell.kind].name, cell.round);
                    remarks.extend(remark("too seldom to be sampled", seldom.iter().map(name)));
                    cells.extend(often);
                }
                Method::Grant => cells.extend(discovery.granted(kinds)),
                Method::Ban => {
                    kinds.extend(discovery.restrictions(query));
                    let of = |kind| Cell { kind, treatment: Treatment::Ban, round: 1 };
                    // As many as others have in all their rounds.
                    for _ in 0..discovery.rounds() {
                        cells.extend((0..kinds.len()).map(of));
                    }
                }
                Method::Start => {
                    if !game.can_lead() {
                        let reason = "start: no seat starts a round here";
                        return Err(Error::flag("--method", reason));
                    }
                    let (kind, treatment) = (kinds.len(), Treatment::Start);
                    let [name, action] = ["start"; 2].map(str::to_owned);
                    kinds.push(Kind { name, action, game_item: None, weight: 0 });
                    cells.extend((1..=discovery.rounds()).map(|round| Cell {
                        kind,
                        treatment,
                        round,
                    }));
                }
                Method::Observe => {
                    let cell = Cell { kind: 0, treatment: Treatment::Observe, round: 1 };
                    cells.extend(vec![cell; 2 * discovery.rounds() as usize]);
                }
            }
        }
        if cells.is_empty() {
            return Err(Error::flag("--method", "nothing remains to be sampled"));
        }
        Ok(cells)
    }

    pub fn decisions(&self) -> u64 {
        self.decisions.unwrap_or(if self.quick { DECISIONS / 4 } else { DECISIONS })
    }

    fn enough(&self, rounds: u64) -> Result<(), Error> {
        let fewest = rounds * FEWEST_SAMPLES as u64;
        for (flag, games) in
            [("--decisions", Some(self.decisions())), ("--replicate", self.replicate)]
        {
            if games.is_some_and(|games| games > 0 && games < fewest) {
                let reason = format!(
                    "must be at least {fewest}: {FEWEST_SAMPLES} decisions for an item type in each of \
                     {rounds} rounds"
                );
                return Err(Error::flag(flag, reason));
            }
        }
        Ok(())
    }

    /// What is measured, what it is compared with, and the first word of the files' names.
    fn actions(&self, game: &dyn Table) -> Result<(Patterns, String, String), Error> {
        let table = game.items();
        let against = self.against.as_deref().map(|text| if text == NEXT { OTHERS } else { text });
        let (at, against, file) = match (self.at.as_deref(), against, table) {
            (Some(at), Some(against), Some(table)) if (at, against) == table.take => {
                (at, against, table.key)
            }
            (Some(at), Some(against), _) => (at, against, "branch"),
            (_, against, Some(table)) => (table.take.0, against.unwrap_or(table.take.1), table.key),
            _ => {
                let reason = "is needed: with these rules there are no items to take";
                return Err(Error::flag("--at", reason));
            }
        };
        let pattern: Patterns =
            at.parse().map_err(|error: KeyError| Error::flag("--at", error.reason))?;
        // What is an action may be written as the game reads it.
        let pattern = pattern.map(|text| game.action(text).ok());
        let against = match against {
            OTHERS => OTHERS.to_owned(),
            _ => game.action(against).map_err(|error| Error::flag("--against", error))?,
        };
        Ok((pattern, against, file.to_owned()))
    }

    /// Refuses a pattern of `--at` that fits no action at any of these tables, where all actions are known.
    pub fn check_at(&self, tables: &[Box<dyn Table>]) -> Result<(), Error> {
        let actions: Option<Vec<&[String]>> = tables.iter().map(|table| table.actions()).collect();
        let (Some(_), Some(actions)) = (&self.at, actions) else { return Ok(()) };
        let (at, ..) = self.actions(&*tables[0])?;
        at.check(&actions.concat()).map_err(|fault| Error::flag("--at", fault))
    }

    fn methods(&self, game: &dyn Table) -> Vec<Method> {
        let mut methods = self.method.clone();
        if methods.is_empty() {
            methods.push(Method::Take);
            if self.at.is_none() && game.items().is_some() {
                methods.extend([Method::Grant, Method::Ban, Method::Observe]);
                methods.extend(game.can_lead().then_some(Method::Start));
            }
        }
        methods.sort_unstable();
        methods.dedup();
        methods
    }
}

/// The word for what an agent takes if it may not take the item that is measured.
const NEXT: &str = "next";

const DECISIONS: u64 = 6000;

const MOST_KINDS: usize = 100;

/// The margin for items, if none is named: so much of the standard deviation of a seat's margin. Points count less
/// where scores lie further apart, as with fewer seats; with two seats, one whose expected margin is higher by this wins
/// about 1.4 percentage points more.
const PART: f64 = 0.035;

/// The seed of the games that are examined before the plan is made: questions with different seeds are the same
/// question. They have deals that no block has.
const PILOT: u64 = 0;

fn remark(what: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
}
