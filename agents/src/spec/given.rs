//! The options given in a specification, and their meaning.

use std::borrow::Cow;

use drakkar_engine::error::KeyError;
use drakkar_engine::input;

use super::quoting::Options;
use super::{FileName, Kind, Spec, SpecFault, Stray};
use crate::catalogue::{
    AGENTS, AgentInfo, BACKUP, BIAS, BUDGET, CUTOFF, DECISIONS, EARLY, ENDGAME, EPOCHS, EPSILON,
    EXPLORATION, FORBID, ITERATIONS, LOOK, MILLISECONDS, NONE, OptionInfo, PLAIN, POINTS, PRIOR,
    REUSE, ROLLOUT, ROOT, SCALE, SCORE_WEIGHT, SCORING, SELECTION, STRAY, SWITCH, TEMPERATURE,
    URGENCY, VALUE, Values, WEIGHTS, WIDEN,
};
use crate::greedy::Look;
use crate::mcts::{Backup, Cutoff, PriorBy, Rollout, Root, Selection, Settings};
use crate::restriction::Patterns;

/// The search of `mcts` with the defaults of the catalogue.
pub(crate) fn default_settings() -> Settings {
    let mcts = AGENTS.iter().filter(|agent| agent.name == "mcts");
    let options = mcts.flat_map(|agent| agent.options);
    let defaults = options.map(|option| (option.key, option.default_text().into())).collect();
    let given = Given { plain: true, options: defaults };
    let settings = Settings::plain(ITERATIONS.default_whole());
    settings.and_then(|base| given.mcts(base)).expect("the defaults are within their ranges")
}

/// A whole number as people write it.
fn whole(text: &str) -> Option<u32> {
    input::whole(text)?.try_into().ok()
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
        for option in Options::new(text) {
            let (key, value) = option?;
            let known = agent.options.iter().find(|known| known.key == key);
            let twice = || SpecFault::GivenTwice { key: key.to_owned() };
            match (known, value) {
                (Some(known), None) if known.values == Values::Alone => {
                    if given.plain {
                        return Err(twice());
                    }
                    given.plain = true;
                }
                (None, None) if key == PLAIN.key => {
                    let reason = format!("nothing is looked up for `{}`", agent.name);
                    return Err(KeyError::new(PLAIN.key, reason).into());
                }
                (_, None) => return Err(SpecFault::NoOption { text: key.to_owned() }),
                (None, Some(_)) => {
                    let known = agent.options.iter().map(|option| option.key).collect();
                    let key = key.to_owned();
                    return Err(SpecFault::UnknownOption { key, agent: agent.name, known });
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

    /// The option's whole number, if it is given.
    pub(super) fn whole(&self, option: &OptionInfo) -> Result<Option<u32>, KeyError> {
        let read = |text: &str| whole(text).ok_or_else(|| option.refuse(text));
        self.text(option).map(read).transpose()
    }

    /// The option's number, if it is given.
    fn number(&self, option: &OptionInfo) -> Result<Option<f64>, KeyError> {
        self.text(option).map(|text| text.parse().map_err(|_| option.refuse(text))).transpose()
    }

    /// The index of the option's word among the allowed ones, if it is given.
    fn word(&self, option: &OptionInfo) -> Result<Option<usize>, KeyError> {
        let Some(text) = self.text(option) else { return Ok(None) };
        let Values::Word { of, .. } = option.values else { return Err(option.refuse(text)) };
        of.iter().position(|&word| word == text).ok_or_else(|| option.refuse(text)).map(Some)
    }

    /// The one of `meanings`, in the order of the option's words, that is given, or else `base`.
    fn one_of<T: Copy>(&self, option: &OptionInfo, meanings: &[T], base: T) -> Result<T, KeyError> {
        Ok(self.word(option)?.map_or(base, |word| meanings[word]))
    }

    /// Whether the option, a switch, is on.
    fn switch(&self, option: &OptionInfo, base: bool) -> Result<bool, KeyError> {
        self.one_of(option, &SWITCH.map(|word| word == SWITCH[0]), base)
    }

    /// The whole specification of the agent called `name`: what `best` makes of it with a budget alone, with what
    /// is given in its place.
    pub(super) fn spec(&self, name: &str, best: &dyn Fn(Spec) -> Spec) -> Result<Spec, KeyError> {
        let open = Spec::new(match name {
            "greedy" => Kind::Greedy(Look::default()),
            "flat" => Kind::Flat(self.budget(Settings::flat())?),
            "mcts" => Kind::Mcts(self.budget(Settings::default())?),
            "uct" => Kind::Mcts(self.budget(Settings::plain(ITERATIONS.default_whole())?)?),
            "human" => Kind::Human,
            _ => Kind::Random,
        });
        let base = if self.plain { open } else { best(open) };
        let kind = match base.kind() {
            Kind::Greedy(look) => {
                Kind::Greedy(self.one_of(&LOOK, &[Look::Action, Look::Turn], *look)?)
            }
            Kind::Flat(settings) => Kind::Flat(self.rollouts(*settings)?),
            Kind::Mcts(settings) if name == "uct" => Kind::Mcts(self.uct(*settings)?),
            Kind::Mcts(settings) => Kind::Mcts(self.mcts(*settings)?),
            kind => kind.clone(),
        };
        let told = self.net()?;
        if matches!(told, Some(Some(_))) && !kind.estimates() {
            let reason = "with these options no win share is estimated";
            return Err(KeyError::new(VALUE.key, reason));
        }
        let is_told = told.is_some();
        let spec = Spec::new(kind).with_net(told.unwrap_or_else(|| base.net().cloned()));
        if let (None, Kind::Mcts(settings)) = (spec.net(), spec.kind())
            && settings.prior() != PriorBy::Heuristic
        {
            let reason = match spec.kind().estimates() {
                true => format!("goes with a net, such as {}=net", VALUE.key),
                false => format!("goes with a net, and so not with {}={NONE}", CUTOFF.key),
            };
            return Err(KeyError::new(PRIOR.key, reason));
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
            return Err(KeyError::new(SCALE.key, reason));
        }
        let weights = self.file(&WEIGHTS)?;
        if weights.is_some() && !spec.asks_heuristic() {
            let reason = "with these options the heuristic is never asked";
            return Err(KeyError::new(WEIGHTS.key, reason));
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

    /// The option's file, if it is given.
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

    /// `settings` with the given budget.
    fn budget(&self, settings: Settings) -> Result<Settings, KeyError> {
        let [_, others @ ..] = BUDGET;
        let mut given = others.into_iter().filter(|option| self.text(option).is_some());
        let Some(other) = given.next() else {
            return match self.whole(&ITERATIONS)? {
                None => Ok(settings),
                Some(iterations) => settings.with_iterations(iterations),
            };
        };
        let clash = if self.text(&ITERATIONS).is_some() { Some(&ITERATIONS) } else { given.next() };
        if let Some(clash) = clash {
            let reason = format!("replaces {}, give only one of them", clash.key);
            return Err(KeyError::new(other.key, reason));
        }
        match (self.whole(&DECISIONS)?, self.whole(&MILLISECONDS)?) {
            (Some(decisions), _) => settings.with_decisions(decisions),
            (_, Some(milliseconds)) => settings.with_milliseconds(milliseconds),
            _ => Ok(settings),
        }
    }

    /// `base` with the given roll-outs.
    fn rollouts(&self, base: Settings) -> Result<Settings, KeyError> {
        let cutoff = match self.text(&CUTOFF) {
            None => base.cutoff(),
            Some(NONE) => Cutoff::Never,
            Some(SCORING) => Cutoff::Scoring,
            Some(text) => Cutoff::Decisions(whole(text).ok_or_else(|| CUTOFF.refuse(text))?),
        };
        let (word, epsilon) = match base.rollout() {
            Rollout::Random => (0, EPSILON.default_real()),
            Rollout::Greedy { epsilon } => (1, epsilon),
            Rollout::Mast { epsilon } => (2, epsilon),
        };
        let given = self.number(&EPSILON)?;
        let epsilon = given.unwrap_or(epsilon);
        let rollout = match self.word(&ROLLOUT)?.unwrap_or(word) {
            0 if given.is_some() => {
                let reason = format!(
                    "random rollouts have none; it goes with {}=greedy or mast",
                    ROLLOUT.key
                );
                return Err(KeyError::new(EPSILON.key, reason));
            }
            0 => Rollout::Random,
            1 => Rollout::Greedy { epsilon },
            _ => Rollout::Mast { epsilon },
        };
        base.with_score_weight(self.number(&SCORE_WEIGHT)?.unwrap_or(base.score_weight()))?
            .with_points(self.number(&POINTS)?.unwrap_or(base.points()))?
            .with_rollout(rollout)?
            .with_cutoff(cutoff)
    }

    /// `base` with the given options of `mcts` other than its budget.
    fn mcts(&self, base: Settings) -> Result<Settings, KeyError> {
        let urgency = match self.text(&URGENCY) {
            None => base.urgency(),
            Some(NONE) => None,
            Some(text) => Some(text.parse().map_err(|_| URGENCY.refuse(text))?),
        };
        let roots = [Root::Selection, Root::Halving];
        let selections = [Selection::Ucb1, Selection::Puct];
        let priors = [PriorBy::Heuristic, PriorBy::NetAtRoot, PriorBy::Net];
        let mut settings = self
            .rollouts(base)?
            .with_early(self.switch(&EARLY, base.early())?)
            .with_root(self.one_of(&ROOT, &roots, base.root())?)?
            .with_selection(self.one_of(&SELECTION, &selections, base.selection())?)
            .with_exploration(self.number(&EXPLORATION)?.unwrap_or(base.exploration()))?
            .with_prior(self.one_of(&PRIOR, &priors, base.prior())?)
            .with_temperature(self.number(&TEMPERATURE)?.unwrap_or(base.temperature()))?
            .with_urgency(urgency)?
            .with_bias(self.number(&BIAS)?.unwrap_or(base.bias()))?
            .with_widen(self.number(&WIDEN)?.unwrap_or(base.widen()))?
            .with_backup(self.one_of(&BACKUP, &[Backup::MaxN, Backup::Paranoid], base.backup())?)
            .with_reuse(self.switch(&REUSE, base.reuse())?)
            .with_cross(self.one_of(&EPOCHS, &[false, true], base.cross())?)
            .with_endgame(self.whole(&ENDGAME)?.unwrap_or(base.endgame()))?;
        if settings.root() == Root::Halving {
            if self.text(&ROOT).is_some() && self.text(&EARLY).is_some() {
                let reason = format!("goes with {}=selection", ROOT.key);
                return Err(KeyError::new(EARLY.key, reason));
            }
            settings = settings.with_early(base.early());
        }
        if settings.prior() == PriorBy::NetAtRoot && settings.reuse() {
            // A tree that is kept has the priors of its new root already.
            let reason = format!("does not go with {}=yes", REUSE.key);
            return Err(KeyError::new(PRIOR.key, reason));
        }
        if settings.prior() != PriorBy::Heuristic && !settings.orders() {
            let reason = format!(
                "with these options nothing depends on it, as it does with {}=puct",
                SELECTION.key
            );
            return Err(KeyError::new(PRIOR.key, reason));
        }
        if settings.asks_prior() {
            return Ok(settings);
        }
        if self.text(&TEMPERATURE).is_some() {
            let reason = format!("goes with {}=puct or {} above 0", SELECTION.key, BIAS.key);
            return Err(KeyError::new(TEMPERATURE.key, reason));
        }
        // Options that do not apply are not printed, and so must not make a difference.
        settings.with_temperature(base.temperature())
    }

    fn uct(&self, base: Settings) -> Result<Settings, KeyError> {
        base.with_exploration(self.number(&EXPLORATION)?.unwrap_or(base.exploration()))
    }
}
