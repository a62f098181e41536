use crate::export::cell::{Cell, Column};
use crate::export::sheet::{DeclaredTable, TableFile};
use crate::export::unit::FigureUnit;
use crate::study::balance::effects::{Fresh, Report};
use drakkar_play::appraisal::{Continuation, Part, Pooled};
use drakkar_play::branching::{Cell as Place, Treatment};
use drakkar_stats::worth::{Estimate, Judgement};

struct WorthRow<'a> {
    continuation: Continuation,
    agent: &'a str,
    kind: usize,
    worth: Pooled,
    rating: Option<Judgement>,
    fresh: Option<Fresh>,
}

/// What programs call both ends of an interval.
fn keys(stem: &str) -> [String; 2] {
    ["low", "high"].map(|end| match stem {
        "" => end.to_owned(),
        stem => format!("{stem}_{end}"),
    })
}

impl<R> DeclaredTable<R> {
    /// For the file alone, a value and both ends of its 95 % interval, which are empty without variation.
    pub fn ends(self, key: &str, stem: &str, found: impl Fn(&R) -> Option<Estimate>) -> Self {
        let [low, high] = keys(stem);
        self.kept_all([key, &low, &high], |row| {
            let estimate = found(row);
            let (low, high) = estimate.and_then(|estimate| estimate.ends()).unzip();
            [estimate.map(|estimate| estimate.value), low, high]
        })
    }

    /// An effect and its 95 % interval; two empty cells if there is none.
    pub fn estimate(
        self,
        column: impl Into<Column>,
        stem: &str,
        found: impl Fn(&R) -> Option<Estimate>,
    ) -> Self {
        let [low, high] = keys(stem);
        let cells = |row: &R| {
            let estimate = found(row);
            let ends = estimate.and_then(|estimate| estimate.ends());
            let value = estimate.map(|estimate| estimate.value);
            let (value, interval) = Cell::estimate((FigureUnit::Signed, value, ends));
            let shown = if estimate.is_some() && ends.is_none() {
                "no variation".to_owned()
            } else {
                interval.shown
            };
            (value, Cell { shown, ..interval })
        };
        self.cell(column, |row| cells(row).0)
            .cell(("95 % interval", [&*low, &*high]), |row| cells(row).1)
    }

    /// A difference of win shares and its 95 % interval.
    pub fn share(
        self,
        column: impl Into<Column>,
        key: &str,
        found: impl Fn(&R) -> Estimate,
    ) -> Self {
        self.estimated(column, Column::interval(key), |row| {
            let share = found(row);
            (FigureUnit::Points, Some(share.value), share.ends())
        })
    }
}

impl Report<'_> {
    pub fn effects(&self) -> TableFile {
        let strengths = self.first.difference_first();
        let rows = self.continuations().flat_map(|(continuation, agent)| {
            let rated = self.first.rated(continuation);
            let row = move |(kind, worth)| {
                let rating = rated.get(&kind).copied();
                let fresh = self.fresh(kind, continuation, rating.as_ref());
                WorthRow { continuation, agent, kind, worth, rating, fresh }
            };
            self.first.worths(Treatment::Take, continuation).into_iter().map(row)
        });
        let part = |row: &WorthRow<'_>, part| {
            self.first.pooled(Treatment::Take, row.kind, row.continuation, part)
        };
        let margin = |row: &WorthRow<'_>, of| Some(part(row, of)?.margin);
        let share = |row: &WorthRow<'_>, of| Some(part(row, of)?.share);
        let weighted = |row: &WorthRow<'_>| self.first.per_decision(row.kind, row.continuation);
        let strength = |row: &WorthRow<'_>| {
            let place = (row.continuation, row.kind);
            let found = strengths.iter().find(|((by, kind, _), _)| (*by, *kind) == place);
            found.map(|&((.., found), p)| (found, p))
        };
        DeclaredTable::of_file(rows)
            .kept_all(["agent", "rules", "item"], |row| {
                [row.agent, &*self.results.run.rules, &*self.branching.kinds[row.kind].name]
            })
            .kept("rounds", |row| row.worth.rounds)
            .kept("decisions", |row| row.worth.decision_points)
            .ends("effect", "ci", |row| Some(row.worth.margin))
            .ends("own", "own", |row| margin(row, Part::Own))
            .ends("denial", "denial", |row| margin(row, Part::Denial))
            .ends("share_effect", "share", |row| Some(row.worth.share))
            .ends("share_own", "share_own", |row| share(row, Part::Own))
            .ends("share_denial", "share_denial", |row| share(row, Part::Denial))
            .ends("weighted", "weighted", |row| Some(weighted(row)?[0]))
            .ends("share_weighted", "share_weighted", |row| Some(weighted(row)?[1]))
            .ends("next", "next", |row| margin(row, Part::Next))
            .ends("share_next", "share_next", |row| share(row, Part::Next))
            .ends("difference_first", "difference_first", |row| Some(strength(row)?.0.margin))
            .kept("difference_first_p", |row| Some(strength(row)?.1))
            .ends("share_difference_first", "share_difference_first", |row| {
                Some(strength(row)?.0.share)
            })
            .kept("taken", |row| self.first.takes(row.kind, row.continuation))
            .kept_all(["against_others", "against_low", "against_high"], |row| {
                let figures = |one: Judgement| [one.beyond.value, one.interval.0, one.interval.1];
                row.rating.map_or([None; 3], |one| figures(one).map(Some))
            })
            .kept("verdict", |row| row.rating.map(|one| self.word(one.verdict)))
            .kept("times_as_many", |row| row.rating?.more)
            .kept("rank_low", |row| Some(row.rating?.rank_low))
            .kept("rank_high", |row| Some(row.rating?.rank_high))
            .kept("replication_decisions", |row| Some(row.fresh?.worth.decision_points))
            .ends("replication", "replication", |row| Some(row.fresh?.worth.margin))
            .ends("replication_against", "replication_against", |row| row.fresh?.beyond)
            .ends("replication_share", "replication_share", |row| Some(row.fresh?.worth.share))
            .kept("replicated", |row| row.fresh.map(|fresh| fresh.confirmed))
            .file()
    }

    pub fn rounds(&self) -> TableFile {
        type Round<'a> = (Continuation, &'a str, usize, &'a Place);
        let branches = self.first.branches;
        let of = |row: &Round<'_>, part| self.first.of_cell(row.2, row.0, part);
        let margin = |row: &Round<'_>, part| Some(of(row, part)?[0]);
        let effect = |row: &Round<'_>| self.first.effects(row.2, row.0)[0];
        let found = |row: &Round<'_>| effect(row).0.worth.difference(effect(row).1, true);
        DeclaredTable::of_file(self.cells(Treatment::Take))
            .kept("agent", |row| row.1)
            .kept("item", |row| &*self.branching.kinds[row.3.kind].name)
            .kept("round", |row| row.3.round)
            .kept("decisions", |row| effect(row).0.worth.blocks)
            .kept_all(["prefixes", "empty"], |row| {
                [branches.prefixes[row.2], branches.empty[row.2]]
            })
            .kept("left_out", |row| self.first.sums(row.2, row.0).failed)
            .kept("per_game", |row| self.first.per_game(row.2))
            .kept("weight", |row| self.first.weight(row.3))
            .ends("effect", "", |row| margin(row, Part::Worth))
            .ends("own", "own", |row| margin(row, Part::Own))
            .ends("denial", "denial", |row| margin(row, Part::Denial))
            .ends("next", "next", |row| margin(row, Part::Next))
            .ends("share_effect", "share", |row| Some(of(row, Part::Worth)?[1]))
            .kept_all(["with_sd", "without_sd", "difference_sd"], |row| {
                let (effect, unit) = effect(row);
                let [with, without] = [&effect.worth.one, &effect.worth.two];
                let difference = found(row).and_then(|found| found.error);
                let root = (effect.worth.blocks as f64).sqrt();
                [with.error(unit), without.error(unit), difference]
                    .map(|error| error.map(|error| error * root))
            })
            .kept("games_saved", |row| {
                let saved = found(row)?.variance_reduction;
                saved.filter(|&saved| saved < 1.0).map(|saved| 1.0 / (1.0 - saved))
            })
            .file()
    }

    pub fn plain(&self, treatment: Treatment) -> TableFile {
        let rows = self.continuations().flat_map(|(continuation, agent)| {
            let worths = self.first.worths(treatment, continuation).into_iter();
            worths.map(move |(kind, found)| (agent, kind, found))
        });
        DeclaredTable::of_file(rows)
            .kept("agent", |(agent, ..)| *agent)
            .kept("item", |(_, kind, _)| &*self.branching.kinds[*kind].name)
            .kept("rounds", |(.., found)| found.rounds)
            .kept("moments", |(.., found)| found.decision_points)
            .ends("effect", "", |(.., found)| Some(found.margin))
            .ends("share_effect", "share", |(.., found)| Some(found.share))
            .file()
    }

    pub fn first(&self) -> TableFile {
        let rows =
            self.cells(Treatment::Start).filter_map(|(continuation, agent, number, cell)| {
                let of = |part| self.first.of_cell(number, continuation, part);
                Some((agent, cell.round, of(Part::Worth)?, of(Part::Once)?))
            });
        DeclaredTable::of_file(rows)
            .kept("agent", |row| row.0)
            .kept("round", |row| row.1)
            .kept("moments", |row| row.2[0].samples)
            .ends("effect", "", |row| Some(row.2[0]))
            .ends("share_effect", "share", |row| Some(row.2[1]))
            .ends("once", "once", |row| Some(row.3[0]))
            .ends("share_once", "share_once", |row| Some(row.3[1]))
            .file()
    }

    fn cells(
        &self,
        treatment: Treatment,
    ) -> impl Iterator<Item = (Continuation, &str, usize, &Place)> {
        self.continuations().flat_map(move |(continuation, agent)| {
            let cells = self.branching.cells_by(treatment);
            cells.map(move |(number, cell)| (continuation, agent, number, cell))
        })
    }
}
