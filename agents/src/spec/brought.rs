//! Specifications of programs and of agents that somebody brings.

use drakkar_engine::error::KeyError;

use super::given::Given;
use super::quoting::Options;
use super::{Kind, Spec};
use crate::catalogue::{AgentInfo, FORBID, PATIENCE};
use crate::exec::Program;
use crate::registry;

/// The agent that somebody brings by this name, if there is one.
pub(super) fn read(name: &str, options: Option<&str>) -> Option<Result<Kind, String>> {
    registry::installed().find(name)?;
    let options = options.unwrap_or_default();
    let forbids = |option: &str| option.trim_start().starts_with(&format!("{}=", FORBID.key));
    if options.split(',').any(forbids) {
        let reason = format!(
            "option `{}`: only agents of the laboratory can be forbidden actions, not `{name}`, which \
             was brought along",
            FORBID.key
        );
        return Some(Err(reason));
    }
    Some(Ok(Kind::Own { name: name.to_owned(), options: options.to_owned() }))
}

/// A program with its options.
pub(super) fn read_exec(agent: &AgentInfo, options: Option<&str>) -> Result<Spec, String> {
    let wanted = "expected a command, such as exec:python3 bot.py";
    let (command, options) = Options::after_value("command", options.ok_or(wanted)?)?;
    let given = Given::read(agent, options)?;
    let blame = |KeyError { key, reason, .. }| format!("option `{key}`: {reason}");
    let number: Option<u32> = given.number(&PATIENCE).map_err(blame)?;
    let milliseconds = PATIENCE.whole(number.unwrap_or(PATIENCE.default_whole())).map_err(blame)?;
    let restriction = given.restriction().map_err(blame)?;
    let program =
        Program::new(&command, milliseconds).map_err(|fault| format!("{wanted}; {fault}"))?;
    Ok(Spec::new(Kind::Exec(program)).with_restriction(restriction))
}
