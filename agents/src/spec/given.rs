//! The options that a specification names, and what they say.

use std::borrow::Cow;
use std::str::FromStr;

use drakkar_engine::error::KeyError;

use super::FileName;
use super::quoting::Options;
use crate::catalogue::{
    AgentInfo, CUTOFF, EPSILON, EXPLORATION, FORBID, ITERATIONS, MILLISECONDS, NONE, OptionInfo,
    ROLLOUT, WIDEN,
};
use crate::mcts::{Rollout, Settings};
use crate::restriction::Restriction;

/// The options of one specification, each with its text.
pub(super) struct Given<'a>(Vec<(&'static str, Cow<'a, str>)>);

impl<'a> Given<'a> {
    /// # Errors
    /// Options that cannot be read, that the agent does not have, or that are given twice.
    pub(super) fn read(agent: &AgentInfo, text: Option<&'a str>) -> Result<Given<'a>, String> {
        let mut given = Given(Vec::new());
        for option in Options::new(text) {
            let (key, value) = option?;
            let Some(known) = agent.options.iter().find(|known| known.key == key) else {
                return Err(format!("there is no option `{key}`; {}", list(agent)));
            };
            if given.text(known).is_some() {
                return Err(format!("option `{key}` is given twice"));
            }
            given.0.push((known.key, value));
        }
        Ok(given)
    }

    fn text(&self, option: &OptionInfo) -> Option<&str> {
        self.0.iter().find(|(key, _)| *key == option.key).map(|(_, value)| &**value)
    }

    /// The option's number, if it is given.
    fn number<T: FromStr>(&self, option: &OptionInfo) -> Result<Option<T>, KeyError> {
        self.text(option).map(|text| text.parse().map_err(|_| option.refuse(text))).transpose()
    }

    pub(super) fn file(&self, option: &OptionInfo) -> Result<Option<FileName>, KeyError> {
        self.text(option)
            .map(|text| FileName::new(text).ok_or_else(|| option.refuse(text)))
            .transpose()
    }

    pub(super) fn restriction(&self) -> Result<Option<Restriction>, KeyError> {
        self.text(&FORBID).map(str::parse).transpose()
    }

    pub(super) fn mcts(&self) -> Result<Settings, KeyError> {
        let mut settings = Settings::default();
        let milliseconds = self.number(&MILLISECONDS)?;
        match (self.number(&ITERATIONS)?, milliseconds) {
            (None, None) => {}
            (Some(iterations), None) => settings = settings.with_iterations(iterations)?,
            (None, Some(milliseconds)) => settings = settings.with_milliseconds(milliseconds)?,
            (Some(_), Some(_)) => {
                let reason = format!("stands in the place of {}, name one alone", ITERATIONS.key);
                return Err(KeyError::new(MILLISECONDS.key, reason));
            }
        }
        if let Some(exploration) = self.number(&EXPLORATION)? {
            settings = settings.with_exploration(exploration)?;
        }
        if let Some(rollout) = self.rollout()? {
            settings = settings.with_rollout(rollout)?;
        }
        match self.text(&CUTOFF) {
            None => {}
            Some(text) if text == NONE => settings = settings.with_cutoff(None)?,
            Some(_) => settings = settings.with_cutoff(self.number(&CUTOFF)?)?,
        }
        if let Some(widen) = self.number(&WIDEN)? {
            settings = settings.with_widen(widen)?;
        }
        Ok(settings)
    }

    /// How `mcts` plays on from its tree, if one of the options about that is given.
    fn rollout(&self) -> Result<Option<Rollout>, KeyError> {
        let epsilon = self.number(&EPSILON)?;
        match (self.text(&ROLLOUT), epsilon) {
            (None, None) => Ok(None),
            (None | Some("greedy"), epsilon) => {
                let epsilon = epsilon.unwrap_or(EPSILON.default_real());
                Ok(Some(Rollout::Greedy { epsilon }))
            }
            (Some("random"), None) => Ok(Some(Rollout::Random)),
            (Some("random"), Some(_)) => {
                let reason =
                    format!("random rollouts have none; it goes with {}=greedy", ROLLOUT.key);
                Err(KeyError::new(EPSILON.key, reason))
            }
            (Some(other), _) => Err(ROLLOUT.refuse(other)),
        }
    }
}

fn list(agent: &AgentInfo) -> String {
    let keys: Vec<&str> = agent.options.iter().map(|option| option.key).collect();
    format!("`{}` has: {}", agent.name, keys.join(", "))
}
