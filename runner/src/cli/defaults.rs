//! The user's own defaults, for what changes no result: threads, where results go, colour.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{ColorChoice, Command};
use serde::Deserialize;

use crate::cli::config::{deepest, is_flag};
use crate::{error::Error, export::colour, flags::number::threads};
use drakkar_engine::data::from_toml;
use drakkar_engine::input::{self, or_known};

/// Names another file than the usual one; empty for none.
const VARIABLE: &str = "DRAKKAR_DEFAULTS";

const KEYS: [&str; 3] = ["threads", "out_root", "colour"];

#[derive(Default)]
pub struct Defaults {
    threads: Option<u16>,
    /// Where a relative `--out` begins.
    out_root: Option<PathBuf>,
    colour: ColorChoice,
}

#[derive(Deserialize)]
#[serde(remote = "ColorChoice", rename_all = "lowercase")]
enum Colour {
    Auto,
    Always,
    Never,
}

impl Defaults {
    pub fn read() -> Result<Defaults, Error> {
        let Some(path) = place() else { return Ok(Defaults::default()) };
        if !path.exists() && env::var_os(VARIABLE).is_none() {
            return Ok(Defaults::default());
        }
        let text = input::read_text(&path).map_err(|error| Error::unread(&path, &error))?;
        let values = from_toml(&text).map_err(|error| Error::input(&path, error))?;
        let mut found = Defaults::default();
        let told = |error: serde_json::Error| error.to_string();
        for (key, value) in values.as_object().into_iter().flatten() {
            let read = match key.as_str() {
                "threads" => {
                    threads(&value.to_string()).map(|threads| found.threads = Some(threads))
                }
                "out_root" => {
                    Option::deserialize(value).map(|root| found.out_root = root).map_err(told)
                }
                "colour" => {
                    Colour::deserialize(value).map(|colour| found.colour = colour).map_err(told)
                }
                _ => Err(format!("there is no such key{}", or_known(key, &KEYS))),
            };
            read.map_err(|reason| Error::input(&path, format!("key `{key}`: {reason}")))?;
        }
        Ok(found)
    }

    pub fn coloured(&self, program: Command) -> Command {
        colour::choose(self.colour);
        program.color(self.colour)
    }

    /// The arguments, with the defaults of flags that the command has and that are not given.
    pub fn complete(&self, program: &Command, mut arguments: Vec<OsString>) -> Vec<OsString> {
        if self.threads.is_none() && self.out_root.is_none() {
            return arguments;
        }
        let mut program = program.clone();
        program.build();
        let command = deepest(&program, &arguments);
        let has = |flag: &str| command.get_arguments().any(|arg| arg.get_long() == Some(flag));
        if let Some(root) = self.out_root.as_deref().filter(|_| has("out")) {
            let mut value = false;
            for argument in arguments.iter_mut().take_while(|argument| *argument != "--") {
                let text = argument.to_string_lossy().into_owned();
                // A flag, or nothing, is no folder: that is for the parser to say.
                let folder = |text: &str| !text.is_empty() && !text.starts_with('-');
                if value && folder(&text) {
                    *argument = root.join(&*argument).into();
                } else if let Some(named) = text.strip_prefix("--out=").filter(|text| folder(text))
                {
                    *argument = joined("--out=", &root.join(named));
                }
                value = text == "--out";
            }
        }
        let end = |arguments: &[OsString]| {
            arguments.iter().position(|text| text == "--").unwrap_or(arguments.len())
        };
        let asks = |flag: &str, arguments: &[OsString]| {
            has(flag) && !arguments.iter().any(|text| is_flag(text, &format!("--{flag}")))
        };
        if let Some(root) = self.out_root.as_deref().filter(|_| asks("root", &arguments)) {
            arguments.insert(end(&arguments), joined("--root=", root));
        }
        if let Some(threads) = self.threads.filter(|_| asks("threads", &arguments)) {
            arguments.insert(end(&arguments), format!("--threads={threads}").into());
        }
        arguments
    }
}

fn joined(flag: &str, path: &Path) -> OsString {
    let mut text = OsString::from(flag);
    text.push(path);
    text
}

fn place() -> Option<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE) {
        return Some(PathBuf::from(named)).filter(|path| !path.as_os_str().is_empty());
    }
    let folder =
        |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let own = if cfg!(windows) { folder("APPDATA") } else { folder("XDG_CONFIG_HOME") };
    let own = own.or_else(|| Some(folder("HOME")?.join(".config")));
    Some(own?.join("drakkar").join("defaults.toml"))
}
