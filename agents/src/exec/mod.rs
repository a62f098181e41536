//! Another program as an agent: `exec:COMMAND`, asked in lines of JSON over its standard input, whose messages
//! `docs/own-agent.md` explains. It is started at its first decision and plays any number of games in sequence, and
//! any of their seats. While it decides, it may ask what follows from states that it could be in.
//!
//! A program that ends, takes too long, or answers incorrectly loses its seat; it is asked no more in
//! that game, and the next one has a new process. Whatever a program started ends with it; on Linux also what left its
//! group of processes.

#[cfg(unix)]
mod group;
#[cfg(unix)]
mod mark;
mod process;
mod request;
mod served;
pub mod transcript;
mod waiting;

use std::time::{Duration, Instant};

use drakkar_engine::data::ToData;
use drakkar_engine::game::{Game, View};
use drakkar_engine::input::{beginning, not_json};
use drakkar_engine::past::{Recall, Recalled};
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde_json::{Value, json};

use self::process::Process;
use self::request::{ProgramLine, StateRequest};
use self::served::Served;
use self::transcript::Said;
pub use self::waiting::longest as longest_wait;
use crate::agent::{Agent, AgentError, Log};
use crate::filter::Filter;
use crate::heuristic::Playable;
use crate::restriction::Patterns;

/// Ends all programs with the processes that they started, at once, before this process exits: none can be started or
/// ended afterwards. Does nothing on systems without groups of processes.
pub fn end_all() {
    #[cfg(unix)]
    group::end_all();
}

/// Version of the messages, sent in `hello`.
pub const PROTOCOL: u32 = 2;

/// A program that plays, and the time for each of its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub(crate) command: String,
    words: Vec<String>,
    pub(crate) milliseconds: u32,
}

impl Program {
    /// The program of a command line, which is split into words as by a shell; nothing else in it has a special
    /// meaning. `milliseconds` is the time for each answer.
    ///
    /// # Errors
    /// A command without a word, with an open quote, or with a zero byte.
    pub fn new(command: &str, milliseconds: u32) -> Result<Program, &'static str> {
        let command = command.trim().to_owned();
        let words = shlex::split(&command).ok_or("a quote in the command is not closed")?;
        if words.first().is_none_or(String::is_empty) {
            return Err("the command names no program");
        }
        if command.contains('\0') {
            return Err("the command holds a zero byte");
        }
        Ok(Program { command, words, milliseconds })
    }
}

/// The agent. Each object has its own process, which ends with it; so has each copy.
#[derive(Clone)]
pub struct Exec<G: Game> {
    talk: Talk,
    filter: Option<Filter>,
    actions: Vec<G::Action>,
    recall: Recall<G>,
    served: Served<G>,
}

/// Makes the agent that a text names, or says why it cannot play on for a program.
pub type Companion<G> = fn(&str, &G) -> Result<Box<dyn Agent<G>>, String>;

impl<G: Playable> Exec<G> {
    /// The program as a player of `game`, which is not started yet; actions that `restriction` forbids are not sent to
    /// it, and `companion` makes the agents that play on where it asks for that.
    pub fn new(
        program: Program,
        restriction: Option<Patterns>,
        game: &G,
        companion: Companion<G>,
    ) -> Exec<G> {
        let talk = Talk::new(program, G::ID, game.rule_set().to_data(), game.players());
        let (filter, served) = (restriction.map(Filter::new), Served::new(companion));
        Exec { talk, filter, actions: Vec::new(), recall: Recall::default(), served }
    }
}

impl<G: Playable> Agent<G> for Exec<G> {
    fn start_game(&mut self) {
        self.talk.fresh = true;
        self.recall.clear();
    }

    fn recalls(&self) -> bool {
        G::HIDES
    }

    fn remember(&mut self, past: Recalled<'_, G>) {
        self.recall.keep(past);
    }

    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, AgentError> {
        view.legal(&mut self.actions);
        if let Some(filter) = &mut self.filter {
            filter.keep_allowed(&mut self.actions);
            filter.count();
        }
        // A drawn state has the true clock; the seed does not depend on what is drawn.
        let clock = view.game().clock(&view.draw(&mut rng.clone()));
        let legal: Vec<String> = self.actions.iter().map(G::Action::to_string).collect();
        let (seed, text, fields) = (rng.word(), view.text(), view.fields().into());
        let decide = decide(view.seat(), clock, seed, text, fields, &legal);
        let (recall, served) = (&self.recall, &mut self.served);
        let mut serve = |request: &StateRequest, end| served.reply(request, view, recall, end);
        Ok(self.actions[self.talk.ask(&decide, &legal, &mut serve)?])
    }

    fn ready(&self) -> Result<(), AgentError> {
        process::try_start(&self.talk.program.words).map_err(AgentError::NotReady)
    }

    fn take_log(&mut self) -> Log {
        self.filter.as_mut().map(Filter::take_log).unwrap_or_default()
    }
}

// Messages are made out of what depends on the game, so that they are not compiled for each.
fn decide(seat: Seat, clock: u32, seed: u64, text: String, view: Value, legal: &[String]) -> Value {
    json!({
        "type": "decide",
        "seat": seat.index(),
        "clock": clock,
        "seed": seed.to_string(),
        "text": text,
        "view": view,
        "legal": legal,
    })
}

struct Talk {
    program: Program,
    hello: Value,
    process: Option<Process>,
    /// Whether the process has not yet been told that a game began.
    fresh: bool,
}

/// A copy starts its own process, for which a game begins.
impl Clone for Talk {
    fn clone(&self) -> Talk {
        let (program, hello) = (self.program.clone(), self.hello.clone());
        Talk { program, hello, process: None, fresh: true }
    }
}

/// What a program gets for a request; `None` if that took longer than it has until the moment.
type Serve<'s> = dyn FnMut(&StateRequest, Instant) -> Option<Value> + 's;

impl Talk {
    fn new(program: Program, game: &str, rules: Value, players: usize) -> Talk {
        let hello = json!({
            "type": "hello",
            "drakkar": PROTOCOL,
            "game": game,
            "rules": rules,
            "players": players,
        });
        Talk { program, hello, process: None, fresh: true }
    }

    /// The number of the legal action that the program answers with.
    fn ask(
        &mut self,
        decide: &Value,
        legal: &[String],
        serve: &mut Serve<'_>,
    ) -> Result<usize, AgentError> {
        let answer = self.answer(decide, legal, serve);
        // What it would answer after an error is unknown.
        self.fresh = answer.is_err();
        if let Err(error) = &answer {
            transcript::keep(|| vec![Said::Wrong(error.to_string())]);
            self.process = None;
        }
        answer
    }

    fn answer(
        &mut self,
        decide: &Value,
        legal: &[String],
        serve: &mut Serve<'_>,
    ) -> Result<usize, AgentError> {
        let mut messages = Vec::new();
        if self.process.is_none() {
            messages.push(self.hello.to_string());
        }
        if self.fresh {
            messages.push(json!({ "type": "start" }).to_string());
        }
        messages.push(decide.to_string());
        let process = match &mut self.process {
            Some(process) => process,
            none => {
                none.insert(Process::start(&self.program.words).map_err(AgentError::NoProgram)?)
            }
        };
        let limit = Duration::from_millis(self.program.milliseconds.into());
        transcript::keep(|| messages.iter().cloned().map(Said::Asked).collect());
        let _waiting = waiting::begin();
        let begin = Instant::now();
        let lines = messages.join("\n") + "\n";
        process.ask(lines).map_err(AgentError::Program)?;
        loop {
            let line = process.hear(begin, limit).map_err(AgentError::Program)?;
            let Some(request) = StateRequest::of(&line) else {
                transcript::keep(|| vec![Said::Answered(line.clone(), begin.elapsed())]);
                return pick(&line, legal);
            };
            let late = || {
                let limit = limit.as_millis();
                AgentError::Program(format!("made requests for {limit} ms, and gave no answer"))
            };
            let reply = match request {
                Ok(request) => serve(&request, begin + limit).ok_or_else(late)?,
                Err(error) => request::error(&error),
            };
            let reply = reply.to_string();
            transcript::keep(|| vec![Said::Requested(line, reply.clone())]);
            let rest = limit.checked_sub(begin.elapsed()).ok_or_else(late)?;
            process.reply(reply + "\n", rest).map_err(AgentError::Program)?;
        }
    }
}

fn pick(line: &str, legal: &[String]) -> Result<usize, AgentError> {
    let wrong =
        |reason| AgentError::Program(format!("answered `{}`, but {reason}", shortened(line)));
    let answer =
        ProgramLine::of(line).map_err(|error| wrong(format!("that {}", not_json(&error))))?;
    let answer = answer.action.as_ref().and_then(Value::as_str);
    let answer = answer.ok_or_else(|| wrong("`action` is missing or not a text".into()))?;
    let listed = legal.iter().position(|action| action == answer);
    listed.ok_or_else(|| AgentError::illegal(shortened(answer)))
}

/// What `fuzz/` calls: everything that a program writes, read as its answers.
#[cfg(fuzzing)]
pub fn read_answers(bytes: &[u8], legal: &[String]) {
    for line in process::lines(bytes).flatten() {
        let _ = (StateRequest::of(&line), pick(&line, legal));
    }
}

fn shortened(text: &str) -> String {
    beginning(text, 200)
}
