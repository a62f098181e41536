//! The text of a specification, canonical or without defaults.

use std::fmt;

use super::quoting::{Quoted, needs_quotes};
use super::{FileName, Kind, Spec, Stray};
use crate::catalogue::{
    BACKUP, BIAS, BUDGET, CUTOFF, DECISIONS, EARLY, ENDGAME, EPOCHS, EPSILON, EXEC, EXPLORATION,
    FORBID, ITERATIONS, LOOK, MILLISECONDS, NONE, OptionInfo, PATIENCE, PLAIN, POINTS, PRIOR,
    REUSE, ROLLOUT, ROOT, SCALE, SCORE_WEIGHT, SCORING, SELECTION, STRAY, SWITCH, TEMPERATURE,
    URGENCY, VALUE, WEIGHTS, WIDEN,
};
use crate::greedy::Look;
use crate::mcts::{Backup, Budget, Cutoff, PriorBy, Rollout, Root, Selection, Settings};

/// An option with its value.
struct Written {
    option: &'static OptionInfo,
    value: String,
    /// Whether the canonical text leaves it out, like texts from before the option existed.
    off: bool,
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nothing is looked up for a search that is told in full.
        let plain = matches!(self.kind, Kind::Mcts(_));
        self.write(f, self.name(), plain, |one| !one.off)
    }
}

/// See [`Spec::brief`].
pub(super) struct Brief<'a>(pub(super) &'a Spec);

impl fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Brief(spec) = *self;
        let uct = Settings::plain(ITERATIONS.default_whole()).ok();
        let (name, plain, kind) = match (&spec.kind, uct) {
            (Kind::Mcts(settings), Some(uct)) if is_plain(settings, uct) => {
                ("uct", false, Kind::Mcts(uct))
            }
            (Kind::Mcts(_), _) => (spec.name(), true, Kind::Mcts(Settings::default())),
            (Kind::Flat(_), _) => (spec.name(), false, Kind::Flat(Settings::flat())),
            (Kind::Greedy(_), _) => (spec.name(), false, Kind::Greedy(Look::default())),
            _ => (spec.name(), false, Kind::Random),
        };
        let base = Spec::new(kind).options();
        spec.write(f, name, plain, |one| differs(one, &base))
    }
}

/// Whether an option has another value than among those of another agent, or, if that has none, than its default.
/// Nobody's budget is looked up.
fn differs(one: &Written, base: &[Written]) -> bool {
    let base = base.iter().filter(|other| !BUDGET.contains(&other.option));
    match base.into_iter().find(|other| other.option.key == one.option.key) {
        Some(other) => other.value != one.value,
        None => one.value != one.option.default_text(),
    }
}

impl Spec {
    /// The text that has only the options in which the agent differs from `base`, an agent of this kind.
    pub(crate) fn brief_beside(&self, base: &Spec) -> String {
        struct Beside<'a>(&'a Spec, Vec<Written>);
        impl fmt::Display for Beside<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, self.0.name(), false, |one| differs(one, &self.1))
            }
        }
        Beside(self, base.options()).to_string()
    }

    fn name(&self) -> &str {
        match &self.kind {
            Kind::Random => "random",
            Kind::Greedy(_) => "greedy",
            Kind::Flat(_) => "flat",
            Kind::Mcts(_) => "mcts",
            Kind::Exec(_) => EXEC,
            Kind::Own { name, .. } => name,
            Kind::Human => "human",
        }
    }

    /// The name, and the options that are told.
    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        plain: bool,
        tells: impl Fn(&Written) -> bool,
    ) -> fmt::Result {
        f.write_str(name)?;
        let mut separator = ':';
        match &self.kind {
            Kind::Exec(program) => {
                match program.command() {
                    command if needs_quotes(command) => write!(f, ":{}", Quoted(command))?,
                    command => write!(f, ":{command}")?,
                }
                separator = ',';
            }
            Kind::Own { options, .. } if !options.is_empty() => write!(f, ":{options}")?,
            _ => {}
        }
        if plain {
            write!(f, "{separator}{}", PLAIN.key)?;
            separator = ',';
        }
        for Written { option, value, .. } in self.options().iter().filter(|one| tells(one)) {
            write!(f, "{separator}{}={value}", option.key)?;
            separator = ',';
        }
        Ok(())
    }

    /// All options that apply, in the order of the catalogue.
    fn options(&self) -> Vec<Written> {
        let mut list = List(Vec::new());
        match &self.kind {
            Kind::Greedy(look) => list.unless(&LOOK, look, *look == Look::default()),
            Kind::Flat(settings) | Kind::Mcts(settings) => list.search(settings),
            Kind::Exec(program) => list.always(&PATIENCE, program.milliseconds()),
            Kind::Random | Kind::Own { .. } | Kind::Human => {}
        }
        if let Some(scale) = &self.scale {
            list.always(&SCALE, scale);
        }
        match &self.net {
            Some(net) => list.always(&VALUE, quoted(net)),
            None if self.kind.estimates() => list.unless(&VALUE, NONE, true),
            None => {}
        }
        if let Some(weights) = &self.weights {
            list.always(&WEIGHTS, quoted(weights));
        }
        list.unless(&STRAY, self.stray, self.stray == Stray::NEVER);
        if let Some(restriction) = &self.restriction {
            list.always(&FORBID, Quoted(restriction));
        }
        list.0
    }
}

/// A file, in quotes where it needs them.
fn quoted(file: &FileName) -> String {
    let name = file.as_str();
    if needs_quotes(name) { Quoted(name).to_string() } else { name.to_owned() }
}

/// Options one after the other.
struct List(Vec<Written>);

impl List {
    fn always(&mut self, option: &'static OptionInfo, value: impl fmt::Display) {
        self.unless(option, value, false);
    }

    fn unless(&mut self, option: &'static OptionInfo, value: impl fmt::Display, off: bool) {
        self.0.push(Written { option, value: value.to_string(), off });
    }

    fn search(&mut self, settings: &Settings) {
        match settings.budget() {
            Budget::Iterations(number) => self.always(&ITERATIONS, number),
            Budget::Decisions(number) => self.always(&DECISIONS, number),
            Budget::Milliseconds(number) => self.always(&MILLISECONDS, number),
        }
        let is_flat = settings.selection() == Selection::Uniform;
        if !is_flat {
            self.tree(settings);
        }
        self.always(&SCORE_WEIGHT, settings.score_weight());
        self.unless(&POINTS, settings.points(), settings.points() == 0.0);
        let (rollout, epsilon) = match settings.rollout() {
            Rollout::Random => ("random", None),
            Rollout::Greedy { epsilon } => ("greedy", Some(epsilon)),
            Rollout::Mast { epsilon } => ("mast", Some(epsilon)),
        };
        self.always(&ROLLOUT, rollout);
        if let Some(epsilon) = epsilon {
            self.always(&EPSILON, epsilon);
        }
        match settings.cutoff() {
            Cutoff::Never => self.always(&CUTOFF, NONE),
            Cutoff::Decisions(decisions) => self.always(&CUTOFF, decisions),
            Cutoff::Scoring => self.always(&CUTOFF, SCORING),
        }
        if !is_flat {
            self.always(&REUSE, switch(settings.reuse()));
            self.always(&EPOCHS, if settings.cross() { "cross" } else { "stop" });
            self.unless(&ENDGAME, settings.endgame(), settings.endgame() == 0);
        }
    }

    fn tree(&mut self, settings: &Settings) {
        match settings.root() {
            Root::Selection => {
                self.always(&EARLY, switch(settings.early()));
                self.unless(&ROOT, "selection", true);
            }
            // Never ends early.
            Root::Halving => self.always(&ROOT, "halving"),
        }
        let selection = match settings.selection() {
            Selection::Puct => "puct",
            Selection::Ucb1 | Selection::Uniform => "ucb1",
        };
        self.always(&SELECTION, selection);
        self.always(&EXPLORATION, settings.exploration());
        match settings.prior() {
            PriorBy::Heuristic => self.unless(&PRIOR, "heuristic", true),
            PriorBy::NetAtRoot => self.always(&PRIOR, "root"),
            PriorBy::Net => self.always(&PRIOR, "net"),
        }
        if settings.asks_prior() {
            self.always(&TEMPERATURE, settings.temperature());
        }
        match settings.urgency() {
            None => self.always(&URGENCY, NONE),
            Some(urgency) => self.always(&URGENCY, urgency),
        }
        self.always(&BIAS, settings.bias());
        self.always(&WIDEN, settings.widen());
        let backup = match settings.backup() {
            Backup::MaxN => "maxn",
            Backup::Paranoid => "paranoid",
        };
        self.always(&BACKUP, backup);
    }
}

/// Whether a search is `uct` with a budget and an exploration factor.
fn is_plain(settings: &Settings, uct: Settings) -> bool {
    let uct = uct.with_exploration(settings.exploration());
    uct.is_ok_and(|uct| uct.with_budget_of(settings) == *settings)
}

/// The word of a switch.
fn switch(on: bool) -> &'static str {
    SWITCH[usize::from(!on)]
}
