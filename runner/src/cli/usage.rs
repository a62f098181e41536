//! Command lines that cannot be parsed: what counts as a value, and how errors are reported.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The command, in which a negative number after a flag is its value and not another flag.
pub fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let takes = arg.get_action().takes_values() && !arg.is_positional();
        if takes { arg.allow_negative_numbers(true) } else { arg }
    });
    command.mut_subcommands(with_negative_numbers)
}

/// An error in one line if it is about a value; everything else in the words of the parser.
pub fn text(error: &clap::Error) -> String {
    refused(error).unwrap_or_else(|| {
        let text = error.render().to_string();
        text.strip_prefix("error: ").unwrap_or(&text).to_owned()
    })
}

fn refused(error: &clap::Error) -> Option<String> {
    let of = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    // `--games <N>`, or the name of an argument.
    let flag = of(ContextKind::InvalidArg)?;
    let flag = flag.split(" <").next().unwrap_or(flag);
    let value = of(ContextKind::InvalidValue)?;
    let reason = match error.kind() {
        ErrorKind::ValueValidation => error.source()?.to_string(),
        ErrorKind::InvalidValue if !value.is_empty() => {
            let Some(ContextValue::Strings(known)) = error.get(ContextKind::ValidValue) else {
                return None;
            };
            let allowed = match known.split_last()? {
                (last, []) => last.clone(),
                (last, others) => format!("{} or {last}", others.join(", ")),
            };
            let meant = drakkar_engine::input::meant(value, known.iter().map(String::as_str));
            let meant = meant.map(|name| format!("; did you mean `{name}`?"));
            format!("must be {allowed}{}", meant.unwrap_or_default())
        }
        _ => return None,
    };
    let blank = if value.is_empty() { "" } else { " " };
    Some(format!("{flag}{blank}{value}: {reason}\n"))
}
