use std::borrow::Cow;

use drakkar_engine::error::KeyError;
use drakkar_engine::input::{meant, or_known};

use super::quoting::KeyValues;
use super::{Epsilon, FileName, Kind, Spec, SpecFault};
use crate::catalogue::{
    self, AgentInfo, EPSILON, EXEC, FORBID, LOOKAHEAD, NONE, OptionInfo, OptionValue, PATIENCE,
    PLAIN, VALUE, VALUE_TEMPERATURE, Values, WEIGHTS,
};
use crate::exec::Program;
use crate::greedy::Horizon;
use crate::levels::{self, Epsilons};
use crate::mcts::settings::{
    BUDGET, EARLY_STOP, ITERATIONS, ROLLOUT_EPSILON, ROOT, Rollout, Root, Settings, TEMPERATURE,
};
use crate::registry;
use crate::restriction::Patterns;

/// The specification, or why it is invalid; see [`Spec::read_open`].
pub(super) fn read(
    text: &str,
    epsilons: &Epsilons,
    best: &dyn Fn(Spec) -> Spec,
) -> Result<Spec, SpecFault> {
    let (name, options) = parts(text);
    if let Some(meant) = levels::short_for(name, epsilons) {
        let (name, level) = parts(&meant);
        let agent = catalogue::find(name).expect("levels are agents of the catalogue");
        let own = Given::read(agent, options.filter(|options| !options.is_empty()))?;
        return Ok(own.on(Given::read(agent, level)?).spec(name, best)?);
    }
    if registry::installed().find(name).is_some() {
        return registered(name, options.unwrap_or_default());
    }
    let Some(agent) = catalogue::find(name) else {
        return Err(SpecFault(format!("there is no agent `{name}`{}", instead(name))));
    };
    if agent.name == EXEC {
        return program(agent, options);
    }
    let given = Given::read(agent, options)?;
    let spec = given.spec(agent.name, best)?;
    // Such a text meant a search as it is written, without a net if it names none.
    if given.is_full() && spec != given.spec(agent.name, &|spec| spec)? {
        let reason = "is missing: this text names every option, as texts of earlier versions did for a search \
                      for which nothing is looked up; begin with mcts:plain, if that is meant, or leave an \
                      option out";
        return Err(PLAIN.error(reason).into());
    }
    Ok(spec)
}

/// What to write in place of a name that no agent has.
fn instead(name: &str) -> String {
    if name.contains(',') {
        let words: Vec<&str> = name.split(',').map(str::trim).collect();
        return format!("; agents are separated by spaces: {}", words.join(" "));
    }
    let level = name.strip_prefix("level-").map(|level| level.trim_start_matches('-'));
    if level.is_some_and(|level| level.parse::<f64>().is_ok()) {
        return format!("; levels are level-1 to level-{}", levels::LEVELS);
    }
    let own = registry::installed().agents().iter().map(|agent| agent.name.clone());
    let known = catalogue::all().map(|agent| agent.name.to_owned()).chain(levels::names());
    let known: Vec<String> = known.chain(own).collect();
    or_known(name, &known.iter().map(String::as_str).collect::<Vec<_>>())
}

fn parts(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        Some((name, options)) => (name, Some(options)),
        None => (text, None),
    }
}

fn registered(name: &str, options: &str) -> Result<Spec, SpecFault> {
    let forbids = |option: &str| option.trim_start().starts_with(&format!("{}=", FORBID.key));
    if options.split(',').any(forbids) {
        let reason = format!(
            "only agents of the laboratory can be forbidden actions, not `{name}`, which was brought \
             along"
        );
        return Err(FORBID.error(reason).into());
    }
    Ok(Spec::new(Kind::Own { name: name.to_owned(), options: options.to_owned() }))
}

fn program(agent: &AgentInfo, options: Option<&str>) -> Result<Spec, SpecFault> {
    let expected = "expected a command, such as exec:python3 bot.py";
    let text = options.ok_or(expected)?;
    let (command, options) = KeyValues::after_value("command", text)?;
    let given = Given::read(agent, options)?;
    let patience = PATIENCE.read(given.text(&PATIENCE).unwrap_or(PATIENCE.default))?;
    let OptionValue::Whole(milliseconds) = patience else { unreachable!("a whole number") };
    let restriction = given.restriction()?;
    let program = Program::new(&command, milliseconds)
        .map_err(|error| SpecFault(format!("{expected}; {error}")))?;
    Ok(Spec::new(Kind::Exec(program)).with_restriction(restriction))
}

/// Options of which the full text of a search names each, as it did before it had the word `plain`.
const FULL: &str = "selection exploration fpu progressive_bias widening backup score_weight rollout truncation reuse reveals";

fn or_options(key: &str, agent: &AgentInfo) -> String {
    let known: Vec<&str> = agent.options().map(|option| option.key).collect();
    match (meant(key, known.iter().copied()), agent.name) {
        (Some(option), _) => format!("; did you mean `{option}`?"),
        (None, name) if known.is_empty() => format!("; `{name}` has none"),
        (None, name) => format!("; `{name}` has: {}", known.join(", ")),
    }
}

struct Given<'a>(Vec<(&'static str, Cow<'a, str>)>);

impl<'a> Given<'a> {
    /// # Errors
    /// Options that cannot be read, that the agent does not have, or that are given twice.
    fn read(agent: &AgentInfo, text: Option<&'a str>) -> Result<Given<'a>, SpecFault> {
        let mut given = Given(Vec::new());
        for option in KeyValues::new(text) {
            let (key, value) = option?;
            let known = agent.options().find(|known| known.key == key);
            return Err(match (known, value) {
                (Some(known), value) if value.is_none() == (known.values == Values::Alone) => {
                    if given.text(known).is_none() {
                        given.0.push((known.key, value.unwrap_or_default()));
                        continue;
                    }
                    SpecFault(format!("option `{key}` is given twice"))
                }
                (Some(known), Some(value)) => known.refuse(value).into(),
                (None, Some(_)) => {
                    SpecFault(format!("there is no option `{key}`{}", or_options(key, agent)))
                }
                (None, None) if key == PLAIN.key => {
                    PLAIN.error(format!("nothing is looked up for `{}`", agent.name)).into()
                }
                (_, None) => SpecFault(format!(
                    "`{key}` is not an option; options are written key=value, separated by commas"
                )),
            });
        }
        Ok(given)
    }

    /// These options, and those of `level` that none of them replaces.
    fn on(mut self, level: Given<'a>) -> Given<'a> {
        let is_budget = |key: &str| BUDGET.iter().any(|option| option.key == key);
        let has_budget = self.0.iter().any(|(key, _)| is_budget(key));
        for (key, value) in level.0 {
            let is_given = self.0.iter().any(|(own, _)| *own == key);
            if !(is_given || has_budget && is_budget(key)) {
                self.0.push((key, value));
            }
        }
        self
    }

    /// Whether this is the full text of a search from before such texts had the word `plain`.
    fn is_full(&self) -> bool {
        let has = |option: &str| self.0.iter().any(|(key, _)| *key == option);
        !has(PLAIN.key) && FULL.split(' ').all(has)
    }

    fn text(&self, option: &OptionInfo) -> Option<&str> {
        self.0.iter().find(|(key, _)| *key == option.key).map(|(_, value)| &**value)
    }

    /// The whole specification of the agent called `name`: what `best` makes of it with a budget alone, with what
    /// is given in its place.
    fn spec(&self, name: &str, best: &dyn Fn(Spec) -> Spec) -> Result<Spec, KeyError> {
        let open = Spec::new(match name {
            "greedy" => Kind::Greedy(Horizon::default()),
            "flat" => Kind::Flat(self.budget(Settings::flat())?),
            "mcts" => Kind::Mcts(self.budget(Settings::default())?),
            "uct" => {
                let budget = Settings::default().budget;
                Kind::Mcts(self.budget(Settings { budget, ..Settings::uct(1) })?)
            }
            "human" => Kind::Human,
            _ => Kind::Random,
        });
        let base = if self.text(&PLAIN).is_some() { open } else { best(open) };
        let kind = match base.kind() {
            Kind::Greedy(look) => Kind::Greedy(match self.text(&LOOKAHEAD) {
                Some(text) if LOOKAHEAD.read(text)? == OptionValue::Word(1) => Horizon::Turn,
                Some(_) => Horizon::Action,
                None => *look,
            }),
            Kind::Flat(settings) => Kind::Flat(self.search(*settings)?),
            Kind::Mcts(settings) => Kind::Mcts(self.search(*settings)?),
            kind => kind.clone(),
        };
        let told = match self.text(&VALUE) {
            Some(NONE) => Some(None),
            _ => self.file(&VALUE)?.map(Some),
        };
        let is_told = told.is_some();
        let no_share = matches!(told, Some(Some(_))) && !kind.estimates();
        refuse(no_share, &VALUE, "with these options no win share is estimated")?;
        let spec = Spec::new(kind).with_net(told.unwrap_or_else(|| base.net().cloned()));
        let scale = self.text(&VALUE_TEMPERATURE).map(str::parse).transpose()?;
        if scale.is_some() && !spec.scales() {
            return Err(VALUE_TEMPERATURE.error(match spec.net() {
                Some(net) if !is_told => format!(
                    "the best known search estimates win shares by the net {} here; it goes with value=none or plain",
                    net.as_str()
                ),
                _ => "with these options the heuristic estimates no win share".to_owned(),
            }));
        }
        let weights = self.file(&WEIGHTS)?;
        let unused = weights.is_some() && !spec.asks_heuristic();
        refuse(unused, &WEIGHTS, "with these options the heuristic is never asked")?;
        let spec = spec.with_scale(scale).with_weights(weights.or(base.weights().cloned()));
        let epsilon = self.text(&EPSILON).map_or(Ok(Epsilon::NEVER), Epsilon::read)?;
        Ok(spec.with_epsilon(epsilon).with_restriction(self.restriction()?))
    }

    fn file(&self, option: &OptionInfo) -> Result<Option<FileName>, KeyError> {
        let file = |text: &str| FileName::new(text).ok_or_else(|| option.refuse(text));
        self.text(option).map(file).transpose()
    }

    fn restriction(&self) -> Result<Option<Patterns>, KeyError> {
        self.text(&FORBID).map(str::parse).transpose()
    }

    fn budget(&self, settings: Settings) -> Result<Settings, KeyError> {
        let mut given = BUDGET.iter().filter(|option| self.text(option).is_some());
        // The one that replaces the other is named first.
        if let (Some(one), Some(two)) = (given.next(), given.next()) {
            let (other, clash) = if *one == ITERATIONS { (two, one) } else { (one, two) };
            return Err(other.error(format!("replaces {}, give only one of them", clash.key)));
        }
        settings.with(|option| self.text(option).filter(|_| BUDGET.contains(option)))
    }

    /// `base` with the given options.
    fn search(&self, base: Settings) -> Result<Settings, KeyError> {
        let mut settings = base.with(|option| self.text(option))?;
        settings.check()?;
        let has = |option| self.text(option).is_some();
        let (is_random, halves) =
            (settings.rollout == Rollout::Random, settings.root == Root::Halving);
        let no_rollout_epsilon = "random rollouts have none; it goes with rollout=greedy or mast";
        refuse(is_random && has(&ROLLOUT_EPSILON), &ROLLOUT_EPSILON, no_rollout_epsilon)?;
        refuse(halves && has(&ROOT) && has(&EARLY_STOP), &EARLY_STOP, "goes with root=selection")?;
        let no_prior = !settings.asks_prior();
        let reason = "goes with selection=puct or progressive_bias above 0";
        refuse(no_prior && has(&TEMPERATURE), &TEMPERATURE, reason)?;
        // Options that do not apply are not printed, and so must not make a difference.
        if is_random {
            settings.rollout_epsilon = Settings::default().rollout_epsilon;
        }
        if halves {
            settings.early_stop = base.early_stop;
        }
        if no_prior {
            settings.temperature = base.temperature;
        }
        Ok(settings)
    }
}

fn refuse(wrong: bool, option: &OptionInfo, reason: &str) -> Result<(), KeyError> {
    if wrong { Err(option.error(reason)) } else { Ok(()) }
}
