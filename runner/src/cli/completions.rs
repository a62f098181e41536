//! The script asks this program at each press of Tab, so what it offers is always what the program has.

use std::io::{self, Write};
use std::{env, ffi::OsStr, process};

use clap::builder::ValueHint;
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use clap_complete::env::Shells;

use crate::{error::Error, export::command::called, export::writers::print, games, host, tables};
use drakkar_agents::{catalogue, catalogue::Values, levels, registry};
use drakkar_play::{info::GameInfo, lab::Lab};

const EXAMPLES: &str = "\
Examples:
  source <(drakkar completions bash)                     for this shell; in ~/.bashrc for all
  drakkar completions zsh > ~/.zfunc/_drakkar            zsh, with ~/.zfunc in fpath
  drakkar completions fish > ~/.config/fish/completions/drakkar.fish
  drakkar completions powershell >> $PROFILE
";

/// Prints a script that lets a shell complete commands, flags, games, presets, agents and keys
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell
    #[arg(value_parser = ["bash", "zsh", "fish", "powershell", "elvish"])]
    shell: String,
}

/// Set by the scripts.
const VARIABLE: &str = "DRAKKAR_COMPLETE";

/// Unlike that of the library, it completes within `mcts:iterations=5`: bash divides words at colons and equals signs,
/// and replaces the last part alone.
const BASH: &str = r#"_drakkar() {
    local line="${COMP_LINE:0:COMP_POINT}" IFS=$' \t\n' words last before
    read -ra words <<<"$line"
    if [[ $line == *[[:space:]] ]]; then words+=(""); fi
    last=${words[${#words[@]} - 1]}
    before=${last%"$2"}
    IFS=$'\n'
    COMPREPLY=($(_CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((${#words[@]} - 1)) DRAKKAR_COMPLETE=bash \
        drakkar -- "${words[@]}"))
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
    if [[ ${COMPREPLY-} == *[=/:] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o bashdefault -F _drakkar drakkar
"#;

pub fn run(args: &Args) -> Result<(), Error> {
    if args.shell == "bash" {
        return print(BASH);
    }
    let mut script = Vec::new();
    let written = Shells::builtins().completer(&args.shell).map(|shell| {
        shell.write_registration(VARIABLE, "drakkar", "drakkar", "drakkar", &mut script)
    });
    match written {
        Some(Ok(())) => print(&String::from_utf8_lossy(&script)),
        Some(Err(error)) => Err(Error::flag("completions", error)),
        None => Err(Error::flag("completions", "there is no script for this shell")),
    }
}

/// Answers a shell that asks what may come next, and then ends the process; otherwise nothing happens.
pub fn answer(program: impl Fn() -> clap::Command) {
    if env::var_os(VARIABLE).is_none() {
        return;
    }
    let offer = CompleteEnv::with_factory(|| completed(program())).var(VARIABLE);
    match offer.try_complete(host::words(), env::current_dir().ok().as_deref()) {
        Ok(true) => {
            let _ = io::stdout().flush();
            process::exit(0);
        }
        Ok(false) => {}
        Err(error) => error.exit(),
    }
}

fn completed(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let name = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
        let completer = match name.as_deref().unwrap_or_default() {
            "GAME" => ArgValueCompleter::new(|typed: &OsStr| matching(typed, tables::ids())),
            "AGENT" => ArgValueCompleter::new(agents),
            "PRESET|FILE" => ArgValueCompleter::new(presets),
            "KEY=VALUE" | "KEY=VALUES" | "KEY[=VALUES]" => ArgValueCompleter::new(keys),
            "FILE" | "NET" => return arg.value_hint(ValueHint::FilePath),
            "DIR" | "RUN" => return arg.value_hint(ValueHint::DirPath),
            _ => return arg,
        };
        arg.add(completer)
    });
    command.mut_subcommands(completed)
}

fn matching(
    typed: &OsStr,
    offered: impl IntoIterator<Item = impl Into<String>>,
) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let offered = offered.into_iter().map(Into::into);
    offered.filter(|one: &String| one.starts_with(&*typed)).map(CompletionCandidate::new).collect()
}

/// The game that the command line names so far, or the usual one.
fn lab() -> Option<&'static Lab> {
    let words = called();
    let named = words.iter().zip(words.iter().skip(1)).find_map(|(word, next)| {
        word.strip_prefix("--game=").or((word == "--game").then_some(next.as_str()))
    });
    games::find(named.unwrap_or(games::default_id())).ok()
}

fn presets(typed: &OsStr) -> Vec<CompletionCandidate> {
    let known = lab().map(Lab::info).into_iter();
    matching(typed, known.flat_map(|info: &GameInfo| info.presets.iter().map(|one| one.name)))
}

fn keys(typed: &OsStr) -> Vec<CompletionCandidate> {
    let leaves = lab().and_then(|lab| lab.info().rules.leaves().ok()).unwrap_or_default();
    matching(typed, leaves.iter().map(|leaf| format!("{}=", leaf.key)))
}

/// Names of agents, or after one the options that it has not got yet.
fn agents(typed: &OsStr) -> Vec<CompletionCandidate> {
    let text = typed.to_string_lossy();
    let Some((name, options)) = text.split_once(':') else {
        let brought = registry::installed().agents().iter().map(|agent| agent.name.clone());
        let known = catalogue::all().map(|agent| agent.name.to_owned());
        return matching(typed, known.chain(levels::names()).chain(brought));
    };
    let Some(agent) = catalogue::all().find(|agent| agent.name == name) else {
        return Vec::new();
    };
    let before = options.rsplit_once(',').map_or("", |(before, _)| before);
    let given: Vec<&str> =
        before.split(',').filter_map(|option| option.split('=').next()).collect();
    let start: String = [name, ":", before, if before.is_empty() { "" } else { "," }].concat();
    let open = agent.options().filter(|option| !given.contains(&option.key));
    let offered = open.map(|option| {
        let ending = if option.values == Values::Alone { "" } else { "=" };
        format!("{start}{}{ending}", option.key)
    });
    matching(typed, offered)
}
