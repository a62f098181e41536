//! `--config FILE`: the flags of a command from a file.
//!
//! A file of TOML names flags without their dashes: `games = 20_000`, `agents = ["greedy",
//! "random"]`, `per-game = true`. The `run.json` of a run, a tournament or a comparison works as
//! well, and so does the `learn.json` or the `manifest.json` of a net. Flags on the command line override the file.
//! All this happens before flags are parsed, so a file can contain exactly what the command line can.

use std::path::{Path, PathBuf};
use std::{ffi::OsString, iter};

use clap::{Arg, ArgAction, Command};
use toml::Value;

use crate::{error::Error, plan::run::Plan, study};
use drakkar_engine::data::from_toml;
use drakkar_engine::input::{self, meant};
use drakkar_play::json;

const FLAG: &str = "--config";

type Flags = Vec<(&'static str, Value)>;

/// `arguments`, the first being the program, with those of the file in place of `--config`.
pub fn expand(program: &Command, arguments: Vec<OsString>) -> Result<Vec<OsString>, Error> {
    let Some(at) = arguments.iter().position(|text| is_flag(text, FLAG)) else {
        return Ok(arguments);
    };
    let inline = arguments[at].to_string_lossy().split_once('=').map(|(_, file)| file.into());
    let after = if inline.is_some() { at + 1 } else { at + 2 };
    let file: Option<OsString> = inline.or_else(|| arguments.get(at + 1).cloned());
    let path = PathBuf::from(file.ok_or_else(|| Error::flag(FLAG, "names no file"))?);
    let rest = [&arguments[..at], &arguments[after..]].concat();
    if rest.iter().any(|text| is_flag(text, FLAG)) {
        return Err(Error::flag(FLAG, "may be given once"));
    }
    let mut program = program.clone();
    program.build();
    let command = deepest(&program, &rest);
    let flags = entries(&path, command)?;
    if flags.iter().any(|(key, _)| key == "config") {
        return Err(Error::input(&path, "key `config`: is for the command line"));
    }
    with_flags(command, rest, flags, |reason| Error::input(&path, reason))
}

/// The words of a command with flags that a program gives by their names.
pub fn with_values(
    program: &Command,
    words: Vec<OsString>,
    flags: Vec<(String, serde_json::Value)>,
) -> Result<Vec<OsString>, Error> {
    if flags.is_empty() {
        return Ok(words);
    }
    let mut program = program.clone();
    program.build();
    let value = |(key, value): (String, serde_json::Value)| {
        let read = Value::try_from(value);
        let read =
            read.map_err(|_| Error::flag(&*key, "must be a text, a number, or a list of them"));
        Ok((key.replace('_', "-"), read?))
    };
    let flags = flags.into_iter().map(value).collect::<Result<_, Error>>()?;
    let command = deepest(&program, &words);
    let called = command.get_name().to_owned();
    with_flags(command, words, flags, |reason| Error::flag(&*called, reason))
}

/// The words of a command, with these flags unless they have them already. What cannot be a flag is to `blame`.
pub fn with_flags(
    command: &Command,
    words: Vec<OsString>,
    flags: Vec<(String, Value)>,
    blame: impl Fn(String) -> Error,
) -> Result<Vec<OsString>, Error> {
    let mut expanded = words.clone();
    for (key, value) in flags {
        let called = |arg: &&Arg| {
            let aliases = arg.get_all_aliases().unwrap_or_default();
            arg.get_long() == Some(&key) || aliases.contains(&key.as_str())
        };
        let arg = command.get_arguments().find(called);
        let arg = arg.ok_or_else(|| {
            let known = command.get_arguments().filter_map(Arg::get_long);
            let meant = meant(&key, known).map(|name| format!("; did you mean `{name}`?"));
            let (name, meant) = (command.get_name(), meant.unwrap_or_default());
            blame(format!("key `{key}`: `{name}` has no flag --{key}{meant}"))
        })?;
        let values = match value {
            Value::Array(list) => list,
            one => vec![one],
        };
        if !words.iter().any(|text| is_flag(text, &format!("--{key}"))) {
            expanded.extend(flag(arg, &key, values).map_err(&blame)?);
        }
    }
    Ok(expanded)
}

pub fn is_flag(argument: &OsString, flag: &str) -> bool {
    let text = argument.to_string_lossy();
    text.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

pub fn deepest<'c>(program: &'c Command, arguments: &[OsString]) -> &'c Command {
    let mut command = program;
    for text in &arguments[1.min(arguments.len())..] {
        if let Some(found) = text.to_str().and_then(|name| command.find_subcommand(name)) {
            command = found;
        }
    }
    command
}

fn entries(path: &Path, command: &Command) -> Result<Vec<(String, Value)>, Error> {
    if path.extension().is_some_and(|ending| ending == "json") {
        let (of, flags) = match study::learn::flags(path)? {
            Some(flags) => ("learn", flags),
            None => of_run(path, &Plan::read_file(path)?)?,
        };
        if of != command.get_name() {
            return Err(Error::input(path, format!("is the plan of `drakkar {of}`")));
        }
        return Ok(flags.into_iter().map(|(key, value)| (key.to_owned(), value)).collect());
    }
    let text = input::read_text(path).map_err(|error| Error::unread(path, &error))?;
    let table: toml::Table = toml::from_str(&text).map_err(|error| {
        // Our own error, which names the line.
        let own = from_toml(&text).err().map(|error| error.to_string());
        Error::input(path, own.unwrap_or_else(|| error.message().to_owned()))
    })?;
    Ok(table.into_iter().map(|(key, value)| (key.replace('_', "-"), value)).collect())
}

fn flag(arg: &Arg, key: &str, values: Vec<Value>) -> Result<Vec<OsString>, String> {
    let told = match &values[..] {
        [one] => one.to_string(),
        several => Value::Array(several.to_vec()).to_string(),
    };
    let refuse = |what: &str| Err(format!("{key}={told}: must be {what}"));
    let name = format!("--{key}");
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return match values[..] {
            [Value::Boolean(set)] => Ok(set.then(|| name.into()).into_iter().collect()),
            _ => refuse("true or false"),
        };
    }
    let texts = values.into_iter().map(|value| match value {
        Value::String(text) => Some(text),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    });
    let Some(texts) = texts.collect::<Option<Vec<String>>>() else {
        return refuse("a text, a number, or a list of them");
    };
    let several = arg.get_num_args().is_some_and(|range| range.max_values() > 1);
    match (several, arg.get_action()) {
        (true, _) => Ok(iter::once(name).chain(texts).map(OsString::from).collect()),
        (false, action) if texts.len() == 1 || matches!(action, ArgAction::Append) => {
            // Values could be taken for flags if they were separate words.
            Ok(texts.iter().map(|text| format!("{name}={text}").into()).collect())
        }
        _ => refuse("one value"),
    }
}

fn of_run(path: &Path, plan: &Plan) -> Result<(&'static str, Flags), Error> {
    let run = &plan.run;
    let study = study::of(run);
    let own = study.flags(path, plan)?;
    let file = path.display().to_string();
    let mut entries: Flags = vec![
        ("game", run.game.clone().into()),
        ("rules", file.clone().into()),
        ("base", file.into()),
        ("players", run.players.to_string().into()),
        ("games", plan.games_asked.to_string().into()),
        ("seed", run.seed.clone().into()),
        ("seating", run.seating.name().into()),
        ("chunk", run.chunk.to_string().into()),
        ("per-game", run.per_game.into()),
    ];
    let left_out = run.on_failure.map(|on| json::value(&on));
    entries.extend(left_out.iter().filter_map(|on| Some(("on-failure", on.as_str()?.into()))));
    entries.extend(own);
    Ok((study.command(), entries))
}
