//! The options given in a specification, and their meaning.

use std::borrow::Cow;

use drakkar_engine::error::KeyError;
use drakkar_engine::input;

use super::quoting::Options;
use super::{FileName, Kind, Spec, SpecFault, Stray};
use crate::catalogue::{
    AgentInfo, BACKUP, BIAS, CUTOFF, DECISIONS, EARLY, ENDGAME, EPOCHS, EPSILON, EXPLORATION,
    FORBID, ITERATIONS, LOOK, MILLISECONDS, NONE, OptionInfo, POINTS, PRIOR, REUSE, ROLLOUT, ROOT,
    SCALE, SCORE_WEIGHT, SCORING, SELECTION, STRAY, SWITCH, TEMPERATURE, URGENCY, VALUE, Values,
    WEIGHTS, WIDEN,
};
use crate::greedy::Look;
use crate::mcts::{Backup, Cutoff, PriorBy, Rollout, Root, Selection, Settings};
use crate::restriction::Patterns;

/// The search of `mcts` without any option.
pub(crate) fn default_settings() -> Settings {
    let nothing = Given(Vec::new());
    let plain = Settings::plain(ITERATIONS.default_whole());
    plain.and_then(|plain| nothing.mcts(plain)).expect("the defaults are within their ranges")
}

/// A whole number as people write it.
fn whole(text: &str) -> Option<u32> {
    input::whole(text)?.try_into().ok()
}

/// The options of one specification, each with its text.
pub(super) struct Given<'a>(Vec<(&'static str, Cow<'a, str>)>);

impl<'a> Given<'a> {
    /// # Errors
    /// Options that cannot be read, that the agent does not have, or that are given twice.
    pub(super) fn read(agent: &AgentInfo, text: Option<&'a str>) -> Result<Given<'a>, SpecFault> {
        let mut given = Given(Vec::new());
        for option in Options::new(text) {
            let (key, value) = option?;
            let Some(known) = agent.options.iter().find(|known| known.key == key) else {
                let known = agent.options.iter().map(|option| option.key).collect();
                let key = key.to_owned();
                return Err(SpecFault::UnknownOption { key, agent: agent.name, known });
            };
            if given.text(known).is_some() {
                return Err(SpecFault::GivenTwice { key: key.to_owned() });
            }
            given.0.push((known.key, value));
        }
        Ok(given)
    }

    /// Whether nothing is given that changes how the agent thinks: only a budget, a net, weights, what
    /// its points are worth to it, random decisions, and a restriction.
    pub(super) fn is_open(&self) -> bool {
        let open =
            [&ITERATIONS, &DECISIONS, &MILLISECONDS, &POINTS, &VALUE, &WEIGHTS, &STRAY, &FORBID];
        self.0.iter().all(|(key, _)| open.iter().any(|option| option.key == *key))
    }

    fn text(&self, option: &OptionInfo) -> Option<&str> {
        self.0.iter().find(|(key, _)| *key == option.key).map(|(_, value)| &**value)
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

    /// The option's text, or that of its default.
    fn text_or_default(&self, option: &OptionInfo) -> Cow<'_, str> {
        self.text(option).map_or_else(|| option.default_text().into(), Cow::Borrowed)
    }

    /// The option's number, or its default.
    fn real(&self, option: &OptionInfo) -> Result<f64, KeyError> {
        Ok(self.number(option)?.unwrap_or(option.default_real()))
    }

    /// The index of the option's word, or of its default, among the allowed words.
    fn word(&self, option: &OptionInfo) -> Result<usize, KeyError> {
        let text = self.text_or_default(option);
        let Values::Word { of, .. } = option.values else { return Err(option.refuse(text)) };
        of.iter().position(|&word| word == text).ok_or_else(|| option.refuse(text))
    }

    /// Whether the option, a switch, is on.
    fn switch(&self, option: &OptionInfo) -> Result<bool, KeyError> {
        Ok(SWITCH[self.word(option)?] == SWITCH[0])
    }

    /// The whole specification of the agent called `name`.
    pub(super) fn spec(&self, name: &str) -> Result<Spec, KeyError> {
        let kind = match name {
            "greedy" => Kind::Greedy([Look::Action, Look::Turn][self.word(&LOOK)?]),
            "flat" => Kind::Flat(self.rollouts(self.budget(Settings::flat())?)?),
            "mcts" => Kind::Mcts(self.mcts(Settings::default())?),
            "uct" => Kind::Mcts(self.uct()?),
            "human" => Kind::Human,
            _ => Kind::Random,
        };
        let net = self.file(&VALUE)?;
        if net.is_some() && !kind.estimates() {
            let reason = "with these options no win share is estimated";
            return Err(KeyError::new(VALUE.key, reason));
        }
        if let (None, Kind::Mcts(settings)) = (&net, &kind)
            && settings.prior() != PriorBy::Heuristic
        {
            let reason = match kind.estimates() {
                true => format!("goes with a net, such as {}=net", VALUE.key),
                false => format!("goes with a net, and so not with {}={NONE}", CUTOFF.key),
            };
            return Err(KeyError::new(PRIOR.key, reason));
        }
        let weights = self.file(&WEIGHTS)?;
        let spec = Spec::new(kind).with_net(net);
        let scale = self.text(&SCALE).map(str::parse).transpose()?;
        if scale.is_some() && !spec.scales() {
            let reason = "with these options the heuristic estimates no win share";
            return Err(KeyError::new(SCALE.key, reason));
        }
        let spec = spec.with_scale(scale);
        if weights.is_some() && !spec.asks_heuristic() {
            let reason = "with these options the heuristic is never asked";
            return Err(KeyError::new(WEIGHTS.key, reason));
        }
        let spec = spec.with_weights(weights).with_stray(self.stray()?);
        Ok(spec.with_restriction(self.restriction()?))
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
        let others = [&DECISIONS, &MILLISECONDS];
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

    /// `settings` with the given roll-outs.
    fn rollouts(&self, settings: Settings) -> Result<Settings, KeyError> {
        let cutoff = match &*self.text_or_default(&CUTOFF) {
            NONE => Cutoff::Never,
            SCORING => Cutoff::Scoring,
            text => Cutoff::Decisions(whole(text).ok_or_else(|| CUTOFF.refuse(text))?),
        };
        let epsilon: Option<f64> = self.number(&EPSILON)?;
        let or_default = epsilon.unwrap_or(EPSILON.default_real());
        let rollout = match self.word(&ROLLOUT)? {
            0 if epsilon.is_some() => {
                let reason = format!(
                    "random rollouts have none; it goes with {}=greedy or mast",
                    ROLLOUT.key
                );
                return Err(KeyError::new(EPSILON.key, reason));
            }
            0 => Rollout::Random,
            1 => Rollout::Greedy { epsilon: or_default },
            _ => Rollout::Mast { epsilon: or_default },
        };
        settings
            .with_score_weight(self.real(&SCORE_WEIGHT)?)?
            .with_points(self.real(&POINTS)?)?
            .with_rollout(rollout)?
            .with_cutoff(cutoff)
    }

    /// Every option of `mcts`, on top of `settings` for the budget.
    fn mcts(&self, settings: Settings) -> Result<Settings, KeyError> {
        let urgency = match &*self.text_or_default(&URGENCY) {
            NONE => None,
            text => Some(text.parse().map_err(|_| URGENCY.refuse(text))?),
        };
        let settings = self
            .rollouts(self.budget(settings)?)?
            .with_early(self.switch(&EARLY)?)
            .with_root([Root::Selection, Root::Halving][self.word(&ROOT)?])?
            .with_selection([Selection::Ucb1, Selection::Puct][self.word(&SELECTION)?])
            .with_exploration(self.real(&EXPLORATION)?)?
            .with_prior(self.prior()?)
            .with_temperature(self.real(&TEMPERATURE)?)?
            .with_urgency(urgency)?
            .with_bias(self.real(&BIAS)?)?
            .with_widen(self.real(&WIDEN)?)?
            .with_backup([Backup::MaxN, Backup::Paranoid][self.word(&BACKUP)?])
            .with_reuse(self.switch(&REUSE)?)
            .with_cross(self.word(&EPOCHS)? == 1)
            .with_endgame(self.whole(&ENDGAME)?.unwrap_or(ENDGAME.default_whole()))?;
        if settings.root() == Root::Halving && self.text(&EARLY).is_some() {
            let reason = format!("goes with {}=selection", ROOT.key);
            return Err(KeyError::new(EARLY.key, reason));
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
        settings.with_temperature(TEMPERATURE.default_real())
    }

    fn prior(&self) -> Result<PriorBy, KeyError> {
        Ok([PriorBy::Heuristic, PriorBy::NetAtRoot, PriorBy::Net][self.word(&PRIOR)?])
    }

    fn uct(&self) -> Result<Settings, KeyError> {
        let plain = self.budget(Settings::plain(ITERATIONS.default_whole())?)?;
        match self.number(&EXPLORATION)? {
            None => Ok(plain),
            Some(exploration) => plain.with_exploration(exploration),
        }
    }
}
