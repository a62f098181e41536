//! Specifications from texts.

use std::borrow::Cow;

use drakkar_engine::error::KeyError;
use drakkar_engine::input::{meant, or_known};

use super::quoting::KeyValues;
use super::{FileName, Kind, Spec, SpecFault, Stray};
use crate::catalogue::{
    self, AgentInfo, BACKUP, BIAS, BUDGET, CUTOFF, EARLY, EPOCHS, EPSILON, EXEC, EXPLORATION,
    FORBID, ITERATIONS, LOOK, NONE, OptionInfo, PATIENCE, PLAIN, PRIOR, REUSE, ROLLOUT, ROOT,
    SCALE, SCORE_WEIGHT, SELECTION, STRAY, TEMPERATURE, URGENCY, VALUE, Values, WEIGHTS, WIDEN,
};
use crate::exec::Program;
use crate::greedy::Horizon;
use crate::levels::{self, Strays};
use crate::mcts::{FIELDS, Field, PriorBy, Rollout, Root, Settings};
use crate::registry;
use crate::restriction::Patterns;

/// The specification, or why it is invalid; see [`Spec::read_open`].
pub(super) fn read(
    text: &str,
    strays: &Strays,
    best: &dyn Fn(Spec) -> Spec,
) -> Result<Spec, SpecFault> {
    let (name, options) = parts(text);
    if let Some(meant) = levels::short_for(name, strays) {
        let (name, level) = parts(&meant);
        let agent = catalogue::find(name).expect("levels are agents of the catalogue");
        let own = Given::read(agent, options.filter(|options| !options.is_empty()))?;
        return Ok(own.on(Given::read(agent, level)?).spec(name, best)?);
    }
    if registry::installed().find(name).is_some() {
        return registered(name, options.unwrap_or_default());
    }
    let Some(agent) = catalogue::find(name) else {
        let own = registry::installed().agents().iter().map(|agent| agent.name.clone());
        let known = catalogue::all().map(|agent| agent.name.to_owned()).chain(levels::names());
        let known: Vec<String> = known.chain(own).collect();
        let known = or_known(name, &known.iter().map(String::as_str).collect::<Vec<_>>());
        return Err(SpecFault(format!("there is no agent `{name}`{known}")));
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
    let milliseconds = PATIENCE.read(given.text(&PATIENCE).unwrap_or(PATIENCE.default))?.whole();
    let restriction = given.restriction()?;
    let program = Program::new(&command, milliseconds)
        .map_err(|error| SpecFault(format!("{expected}; {error}")))?;
    Ok(Spec::new(Kind::Exec(program)).with_restriction(restriction))
}

/// Options of which the full text of a search names each, as it did before it had the word `plain`.
const FULL: [&OptionInfo; 11] = [
    &SELECTION,
    &EXPLORATION,
    &URGENCY,
    &BIAS,
    &WIDEN,
    &BACKUP,
    &SCORE_WEIGHT,
    &ROLLOUT,
    &CUTOFF,
    &REUSE,
    &EPOCHS,
];

fn or_options(key: &str, agent: &AgentInfo) -> String {
    let known: Vec<&str> = agent.options.iter().map(|option| option.key).collect();
    match (meant(key, known.iter().copied()), agent.name) {
        (Some(option), _) => format!("; did you mean `{option}`?"),
        (None, name) if known.is_empty() => format!("; `{name}` has none"),
        (None, name) => format!("; `{name}` has: {}", known.join(", ")),
    }
}

/// The options of one specification, each with its text.
pub(super) struct Given<'a> {
    /// Whether nothing is to be looked up.
    plain: bool,
    options: Vec<(&'static str, Cow<'a, str>)>,
}

impl<'a> Given<'a> {
    /// # Errors
    /// Options that cannot be read, that the agent does not have, or that are given twice.
    pub(super) fn read(agent: &AgentInfo, text: Option<&'a str>) -> Result<Given<'a>, SpecFault> {
        let mut given = Given { plain: false, options: Vec::new() };
        for option in KeyValues::new(text) {
            let (key, value) = option?;
            let known = agent.options.iter().find(|known| known.key == key);
            let twice = || SpecFault(format!("option `{key}` is given twice"));
            match (known, value) {
                (Some(known), None) if known.values == Values::Alone => {
                    if given.plain {
                        return Err(twice());
                    }
                    given.plain = true;
                }
                (None, None) if key == PLAIN.key => {
                    let reason = format!("nothing is looked up for `{}`", agent.name);
                    return Err(PLAIN.error(reason).into());
                }
                (_, None) => {
                    return Err(SpecFault(format!(
                        "`{key}` is not an option; options are written key=value, separated by commas"
                    )));
                }
                (None, Some(_)) => {
                    return Err(SpecFault(format!(
                        "there is no option `{key}`{}",
                        or_options(key, agent)
                    )));
                }
                (Some(known), Some(value)) if known.values == Values::Alone => {
                    return Err(known.refuse(value).into());
                }
                (Some(known), Some(_)) if given.text(known).is_some() => return Err(twice()),
                (Some(known), Some(value)) => given.options.push((known.key, value)),
            }
        }
        Ok(given)
    }

    /// These options, and those of `level` that none of them replaces.
    pub(super) fn on(mut self, level: Given<'a>) -> Given<'a> {
        let has_budget = BUDGET.iter().any(|option| self.text(option).is_some());
        let is_budget = |key: &str| BUDGET.iter().any(|option| option.key == key);
        let options = level.options.into_iter().filter(|(key, _)| {
            let is_given = self.options.iter().any(|(own, _)| own == key);
            !(is_given || has_budget && is_budget(key))
        });
        let options: Vec<_> = options.collect();
        self.options.extend(options);
        self
    }

    /// Whether this is the full text of a search from before such texts had the word `plain`.
    pub(super) fn is_full(&self) -> bool {
        !self.plain && FULL.iter().all(|option| self.text(option).is_some())
    }

    fn text(&self, option: &OptionInfo) -> Option<&str> {
        self.options.iter().find(|(key, _)| *key == option.key).map(|(_, value)| &**value)
    }

    /// The whole specification of the agent called `name`: what `best` makes of it with a budget alone, with what
    /// is given in its place.
    pub(super) fn spec(&self, name: &str, best: &dyn Fn(Spec) -> Spec) -> Result<Spec, KeyError> {
        let open = Spec::new(match name {
            "greedy" => Kind::Greedy(Horizon::default()),
            "flat" => Kind::Flat(self.budget(Settings::flat())?),
            "mcts" => Kind::Mcts(self.budget(Settings::default())?),
            "uct" => Kind::Mcts(self.budget(Settings::uct(ITERATIONS.default_whole()))?),
            "human" => Kind::Human,
            _ => Kind::Random,
        });
        let base = if self.plain { open } else { best(open) };
        let kind = match base.kind() {
            Kind::Greedy(look) => Kind::Greedy(match self.text(&LOOK) {
                Some(text) => LOOK.read(text)?.one_of(&[Horizon::Action, Horizon::Turn]),
                None => *look,
            }),
            Kind::Flat(settings) => Kind::Flat(self.search(*settings)?),
            Kind::Mcts(settings) => Kind::Mcts(self.search(*settings)?),
            kind => kind.clone(),
        };
        let told = self.net()?;
        if matches!(told, Some(Some(_))) && !kind.estimates() {
            let reason = "with these options no win share is estimated";
            return Err(VALUE.error(reason));
        }
        let is_told = told.is_some();
        let spec = Spec::new(kind).with_net(told.unwrap_or_else(|| base.net().cloned()));
        if let (None, Kind::Mcts(settings)) = (spec.net(), spec.kind())
            && settings.prior != PriorBy::Heuristic
        {
            let reason = match spec.kind().estimates() {
                true => format!("goes with a net, such as {}=net", VALUE.key),
                false => format!("goes with a net, and so not with {}={NONE}", CUTOFF.key),
            };
            return Err(PRIOR.error(reason));
        }
        let scale = self.text(&SCALE).map(str::parse).transpose()?;
        if scale.is_some() && !spec.scales() {
            let reason = match spec.net() {
                Some(net) if !is_told => format!(
                    "the best known search estimates win shares by the net {} here; it goes with {}={NONE} or {}",
                    net.as_str(),
                    VALUE.key,
                    PLAIN.key
                ),
                _ => "with these options the heuristic estimates no win share".to_owned(),
            };
            return Err(SCALE.error(reason));
        }
        let weights = self.file(&WEIGHTS)?;
        if weights.is_some() && !spec.asks_heuristic() {
            let reason = "with these options the heuristic is never asked";
            return Err(WEIGHTS.error(reason));
        }
        let spec = spec.with_scale(scale).with_weights(weights.or(base.weights().cloned()));
        Ok(spec.with_stray(self.stray()?).with_restriction(self.restriction()?))
    }

    /// The net, if one or none is asked for.
    fn net(&self) -> Result<Option<Option<FileName>>, KeyError> {
        match self.text(&VALUE) {
            Some(NONE) => Ok(Some(None)),
            _ => Ok(self.file(&VALUE)?.map(Some)),
        }
    }

    fn file(&self, option: &OptionInfo) -> Result<Option<FileName>, KeyError> {
        let file = |text: &str| FileName::new(text).ok_or_else(|| option.refuse(text));
        self.text(option).map(file).transpose()
    }

    /// How often decisions are random.
    fn stray(&self) -> Result<Stray, KeyError> {
        self.text(&STRAY).map_or(Ok(Stray::NEVER), Stray::read)
    }

    /// What the agent must not choose.
    pub(super) fn restriction(&self) -> Result<Option<Patterns>, KeyError> {
        self.text(&FORBID).map(str::parse).transpose()
    }

    fn budget(&self, settings: Settings) -> Result<Settings, KeyError> {
        let mut given = BUDGET.into_iter().filter(|option| self.text(option).is_some());
        // The one that replaces the other is named first.
        if let (Some(one), Some(two)) = (given.next(), given.next()) {
            let (other, clash) = if one == &ITERATIONS { (two, one) } else { (one, two) };
            return Err(other.error(format!("replaces {}, give only one of them", clash.key)));
        }
        self.with(settings, |option| BUDGET.contains(&option))
    }

    /// `settings` with those of the given options.
    fn with(
        &self,
        mut settings: Settings,
        are: impl Fn(&OptionInfo) -> bool,
    ) -> Result<Settings, KeyError> {
        for Field(option, _, set) in FIELDS.iter().filter(|field| are(field.0)) {
            if let Some(text) = self.text(option) {
                set(&mut settings, option.read(text)?);
            }
        }
        Ok(settings)
    }

    /// `base` with the given options.
    fn search(&self, base: Settings) -> Result<Settings, KeyError> {
        let mut settings = self.with(base, |_| true)?;
        settings.check()?;
        // Options that do not apply are not printed, and so must not make a difference.
        if settings.rollout == Rollout::Random {
            if self.text(&EPSILON).is_some() {
                let reason = format!(
                    "random rollouts have none; it goes with {}=greedy or mast",
                    ROLLOUT.key
                );
                return Err(EPSILON.error(reason));
            }
            settings.epsilon = Settings::default().epsilon;
        }
        if settings.root == Root::Halving {
            if self.text(&ROOT).is_some() && self.text(&EARLY).is_some() {
                return Err(EARLY.error(format!("goes with {}=selection", ROOT.key)));
            }
            settings.early = base.early;
        }
        if settings.prior == PriorBy::NetAtRoot && settings.reuse {
            // A tree that is kept has the priors of its new root already.
            return Err(PRIOR.error(format!("does not go with {}=yes", REUSE.key)));
        }
        if settings.prior != PriorBy::Heuristic && !settings.orders() {
            let reason = format!(
                "with these options nothing depends on it, as it does with {}=puct",
                SELECTION.key
            );
            return Err(PRIOR.error(reason));
        }
        if !settings.asks_prior() {
            if self.text(&TEMPERATURE).is_some() {
                let reason = format!("goes with {}=puct or {} above 0", SELECTION.key, BIAS.key);
                return Err(TEMPERATURE.error(reason));
            }
            settings.temperature = base.temperature;
        }
        Ok(settings)
    }
}
