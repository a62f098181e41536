//! Specifications of programs and of registered agents.

use drakkar_engine::error::KeyError;

use super::given::Given;
use super::quoting::Options;
use super::{Kind, Spec, SpecFault};
use crate::catalogue::{AgentInfo, FORBID, PATIENCE};
use crate::exec::Program;
use crate::registry;

/// The registered agent of this name, if there is one.
pub(super) fn read(name: &str, options: Option<&str>) -> Option<Result<Kind, SpecFault>> {
    registry::installed().find(name)?;
    let options = options.unwrap_or_default();
    let forbids = |option: &str| option.trim_start().starts_with(&format!("{}=", FORBID.key));
    if options.split(',').any(forbids) {
        let reason = format!(
            "only agents of the laboratory can be forbidden actions, not `{name}`, which was brought \
             along"
        );
        return Some(Err(KeyError::new(FORBID.key, reason).into()));
    }
    Some(Ok(Kind::Own { name: name.to_owned(), options: options.to_owned() }))
}

/// A program with its options.
pub(super) fn read_exec(agent: &AgentInfo, options: Option<&str>) -> Result<Spec, SpecFault> {
    let text = options.ok_or(SpecFault::Command(None))?;
    let (command, options) = Options::after_value("command", text)?;
    let given = Given::read(agent, options)?;
    let number = given.whole(&PATIENCE)?;
    let milliseconds = PATIENCE.whole(number.unwrap_or(PATIENCE.default_whole()))?;
    let restriction = given.restriction()?;
    let program =
        Program::new(&command, milliseconds).map_err(|error| SpecFault::Command(Some(error)))?;
    Ok(Spec::new(Kind::Exec(program)).with_restriction(restriction))
}
