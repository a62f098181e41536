//! The text of a specification, canonical or without defaults.

use std::fmt;

use super::quoting::{Quoted, needs_quotes};
use super::{FileName, Kind, Spec, Stray};
use crate::catalogue::{
    BACKUP, BIAS, CUTOFF, DECISIONS, EARLY, ENDGAME, EPOCHS, EPSILON, EXEC, EXPLORATION, FORBID,
    ITERATIONS, LOOK, MILLISECONDS, NONE, OptionInfo, PATIENCE, PLAIN_EXPLORATION, POINTS, PRIOR,
    REUSE, ROLLOUT, ROOT, SCALE, SCORE_WEIGHT, SCORING, SELECTION, STRAY, SWITCH, TEMPERATURE,
    URGENCY, VALUE, Values, WEIGHTS, WIDEN,
};
use crate::exec::Program;
use crate::greedy::Look;
use crate::mcts::{Backup, Budget, Cutoff, PriorBy, Rollout, Root, Selection, Settings};

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, false)
    }
}

/// See [`Spec::brief`].
pub(super) struct Brief<'a>(pub(super) &'a Spec);

impl fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, true)
    }
}

impl Spec {
    /// The canonical text, or the one without defaults.
    fn write(&self, f: &mut fmt::Formatter<'_>, brief: bool) -> fmt::Result {
        let plain = brief && matches!(&self.kind, Kind::Mcts(settings) if is_plain(settings));
        let name = match &self.kind {
            Kind::Mcts(_) if plain => "uct",
            Kind::Random => "random",
            Kind::Greedy(_) => "greedy",
            Kind::Flat(_) => "flat",
            Kind::Mcts(_) => "mcts",
            Kind::Exec(_) => EXEC,
            Kind::Own { name, .. } => name,
            Kind::Human => "human",
        };
        f.write_str(name)?;
        let mut options = Writer { f, separator: ':', brief };
        match &self.kind {
            Kind::Random => {}
            Kind::Greedy(look) => {
                if *look != Look::default() {
                    options.write(&LOOK, look)?;
                }
            }
            Kind::Mcts(settings) if plain => options.write_plain(settings)?,
            Kind::Flat(settings) | Kind::Mcts(settings) => options.write_search(settings)?,
            Kind::Exec(program) => options.write_exec(program)?,
            Kind::Own { options: text, .. } if text.is_empty() => {}
            Kind::Own { options: text, .. } => write!(options.f, ":{text}")?,
            Kind::Human => {}
        }
        // Not named where it is the heuristic's own, like in texts from before it could be another.
        if let Some(scale) = &self.scale {
            options.write(&SCALE, scale)?;
        }
        for (option, file) in [(&VALUE, &self.net), (&WEIGHTS, &self.weights)] {
            match file.as_ref().map(FileName::as_str) {
                None => {}
                Some(name) if needs_quotes(name) => options.write(option, Quoted(name))?,
                Some(name) => options.write(option, name)?,
            }
        }
        if self.stray != Stray::NEVER {
            options.write(&STRAY, self.stray)?;
        }
        match &self.restriction {
            None => Ok(()),
            Some(restriction) => options.write(&FORBID, Quoted(restriction)),
        }
    }
}

/// Writes options one after the other.
struct Writer<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    /// The separator before the next one.
    separator: char,
    /// Whether defaults are left out.
    brief: bool,
}

impl Writer<'_, '_> {
    fn write(&mut self, option: &OptionInfo, value: impl fmt::Display) -> fmt::Result {
        let value = value.to_string();
        // The default of a file is given in words.
        let is_file = matches!(option.values, Values::File { .. });
        if self.brief && !is_file && value == option.default_text() {
            return Ok(());
        }
        write!(self.f, "{}{}={value}", self.separator, option.key)?;
        self.separator = ',';
        Ok(())
    }

    /// The command, and the time, which is always named.
    fn write_exec(&mut self, program: &Program) -> fmt::Result {
        match program.command() {
            command if needs_quotes(command) => write!(self.f, ":{}", Quoted(command))?,
            command => write!(self.f, ":{command}")?,
        }
        self.separator = ',';
        self.write(&PATIENCE, program.milliseconds())
    }

    fn write_budget(&mut self, settings: &Settings) -> fmt::Result {
        match settings.budget() {
            Budget::Iterations(number) => self.write(&ITERATIONS, number),
            Budget::Decisions(number) => self.write(&DECISIONS, number),
            Budget::Milliseconds(number) => self.write(&MILLISECONDS, number),
        }
    }

    /// The settings of `uct`.
    fn write_plain(&mut self, settings: &Settings) -> fmt::Result {
        self.write_budget(settings)?;
        self.write(&PLAIN_EXPLORATION, settings.exploration())
    }

    fn write_search(&mut self, settings: &Settings) -> fmt::Result {
        self.write_budget(settings)?;
        let is_flat = settings.selection() == Selection::Uniform;
        if !is_flat {
            self.write_tree(settings)?;
        }
        self.write(&SCORE_WEIGHT, settings.score_weight())?;
        // Not named where it is off, like in texts from before it existed.
        if settings.points() > 0.0 {
            self.write(&POINTS, settings.points())?;
        }
        match settings.rollout() {
            Rollout::Random => self.write(&ROLLOUT, "random")?,
            Rollout::Greedy { epsilon } => {
                self.write(&ROLLOUT, "greedy")?;
                self.write(&EPSILON, epsilon)?;
            }
            Rollout::Mast { epsilon } => {
                self.write(&ROLLOUT, "mast")?;
                self.write(&EPSILON, epsilon)?;
            }
        }
        match settings.cutoff() {
            Cutoff::Never => self.write(&CUTOFF, NONE)?,
            Cutoff::Decisions(decisions) => self.write(&CUTOFF, decisions)?,
            Cutoff::Scoring => self.write(&CUTOFF, SCORING)?,
        }
        if is_flat {
            return Ok(());
        }
        self.write(&REUSE, switch(settings.reuse()))?;
        self.write(&EPOCHS, if settings.cross() { "cross" } else { "stop" })?;
        // Not named where it is off, either.
        if settings.endgame() > 0 {
            self.write(&ENDGAME, settings.endgame())?;
        }
        Ok(())
    }

    fn write_tree(&mut self, settings: &Settings) -> fmt::Result {
        match settings.root() {
            // The root is not named then, like in texts from before it could be another.
            Root::Selection => self.write(&EARLY, switch(settings.early()))?,
            // Never ends early.
            Root::Halving => self.write(&ROOT, "halving")?,
        }
        let selection = match settings.selection() {
            Selection::Puct => "puct",
            Selection::Ucb1 | Selection::Uniform => "ucb1",
        };
        self.write(&SELECTION, selection)?;
        self.write(&EXPLORATION, settings.exploration())?;
        match settings.prior() {
            // Not named, as in texts from before it could be another.
            PriorBy::Heuristic => {}
            PriorBy::NetAtRoot => self.write(&PRIOR, "root")?,
            PriorBy::Net => self.write(&PRIOR, "net")?,
        }
        if settings.asks_prior() {
            self.write(&TEMPERATURE, settings.temperature())?;
        }
        match settings.urgency() {
            None => self.write(&URGENCY, NONE)?,
            Some(urgency) => self.write(&URGENCY, urgency)?,
        }
        self.write(&BIAS, settings.bias())?;
        self.write(&WIDEN, settings.widen())?;
        let backup = match settings.backup() {
            Backup::MaxN => "maxn",
            Backup::Paranoid => "paranoid",
        };
        self.write(&BACKUP, backup)
    }
}

/// Whether `uct` with a budget and an exploration factor is this search.
fn is_plain(settings: &Settings) -> bool {
    let plain = Settings::plain(ITERATIONS.default_whole())
        .and_then(|plain| plain.with_exploration(settings.exploration()));
    plain.is_ok_and(|plain| plain.with_budget_of(settings) == *settings)
}

/// The word of a switch.
fn switch(on: bool) -> &'static str {
    SWITCH[usize::from(!on)]
}
