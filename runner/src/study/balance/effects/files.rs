use crate::export::{figure::Figure, lines, sheet::Sheet};
use crate::study::balance::effects::{Report, ends};
use drakkar_play::appraisal::{Part, Pooled, RollOut};
use drakkar_play::branching::{Cell, Treatment};

const EFFECTS: &str = "agent,rules,kind,rounds,decisions,\
    worth,ci_low,ci_high,own,own_low,own_high,denial,denial_low,denial_high,\
    share_worth,share_low,share_high,share_own,share_own_low,share_own_high,\
    share_denial,share_denial_low,share_denial_high,weighted,weighted_low,weighted_high,\
    share_weighted,share_weighted_low,share_weighted_high,next,next_low,next_high,\
    share_next,share_next_low,share_next_high,\
    beyond_first,beyond_first_low,beyond_first_high,beyond_first_p,\
    share_beyond_first,share_beyond_first_low,share_beyond_first_high,taken,against_others,against_low,against_high,\
    verdict,times_as_many,rank_low,rank_high,again_decisions,again,again_low,again_high,\
    again_against,again_against_low,again_against_high,again_share,again_share_low,again_share_high,\
    confirmed";

const ROUNDS: &str = "agent,kind,round,decisions,trunks,empty,left_out,per_game,weight,\
    worth,low,high,own,own_low,own_high,denial,denial_low,denial_high,next,next_low,next_high,\
    share_worth,share_low,share_high,\
    with_sd,without_sd,difference_sd,games_saved";

const PLAIN: &str = "agent,kind,rounds,moments,worth,low,high,share_worth,share_low,share_high";

const FIRST: &str = "agent,round,moments,worth,low,high,share_worth,share_low,share_high,\
    once,once_low,once_high,share_once,share_once_low,share_once_high";

fn margin(pooled: Option<Pooled>) -> [Figure; 3] {
    ends(pooled.map(|pooled| pooled.margin))
}

fn share(pooled: Option<Pooled>) -> [Figure; 3] {
    ends(pooled.map(|pooled| pooled.share))
}

impl Report<'_> {
    pub fn effects(&self) -> Sheet {
        let mut rows = Vec::new();
        let strengths = self.first.beyond_first();
        for (roll_out, agent) in self.roll_outs() {
            let rated = self.first.rated(roll_out);
            for (kind, worth) in self.first.worths(roll_out) {
                let part = |part| self.first.pooled(Treatment::Taken, kind, roll_out, part);
                let parts = [Some(worth), part(Part::Own), part(Part::Denial)];
                let weighted = self.first.per_decision(kind, roll_out);
                let weighted = [0, 1].map(|figure| ends(weighted.map(|found| found[figure])));
                let next = part(Part::Next);
                let strength = strengths.iter().find(|one| (one.0, one.1) == (roll_out, kind));
                let beyond_first = strength.map(|&(.., found, _)| found);
                let p = Figure(strength.map(|&(.., p)| p));
                let rating = rated.get(&kind);
                let against = rating.map(|one| [one.beyond.value, one.interval.0, one.interval.1]);
                let fresh = self.fresh(kind, roll_out, rating);
                let again = fresh.map(|fresh| fresh.worth);
                let beyond = ends(fresh.and_then(|fresh| fresh.beyond));
                rows.push((
                    (agent, &self.results.run.rules, &self.branching.kinds[kind].name),
                    (worth.rounds, worth.decision_points),
                    [parts.map(margin), parts.map(share)],
                    (weighted, margin(next), share(next)),
                    (margin(beyond_first), p, share(beyond_first)),
                    Figure(self.first.takes(kind, roll_out)),
                    against.map_or([None; 3], |ends| ends.map(Some)).map(Figure),
                    rating.map_or("", |one| self.word(one.verdict)),
                    Figure(rating.and_then(|one| one.more)),
                    (rating.map(|one| one.rank_low), rating.map(|one| one.rank_high)),
                    again.map(|worth| worth.decision_points),
                    [margin(again), beyond, share(again)],
                    fresh.map_or("", |fresh| fresh.confirmed),
                ));
            }
        }
        lines::below(EFFECTS, rows)
    }

    pub fn rounds(&self) -> Sheet {
        let rows = self.cells(Treatment::Taken).map(|(roll_out, agent, number, cell)| {
            let branches = self.first.branches;
            let part = |part| self.first.of_cell(number, roll_out, part);
            let worth = part(Part::Worth);
            let [own, denial, next] =
                [Part::Own, Part::Denial, Part::Next].map(|one| part(one).map(|[own, _]| own));
            let [(effect, unit), _] = self.first.effects(number, roll_out);
            let found = effect.worth.difference(unit, true);
            let difference = found.and_then(|found| found.error);
            let [with, without] = [effect.worth.one, effect.worth.two].map(|one| one.error(unit));
            let root = (effect.worth.blocks as f64).sqrt();
            let spread = |error: Option<f64>| Figure(error.map(|error| error * root));
            let saved = found.and_then(|found| found.variance_reduction);
            let factor = saved.filter(|&saved| saved < 1.0).map(|saved| 1.0 / (1.0 - saved));
            (
                (agent, &self.branching.kinds[cell.kind].name, cell.round),
                (effect.worth.blocks, branches.trunks[number], branches.empty[number]),
                (
                    self.first.sums(number, roll_out).failed,
                    Figure(self.first.per_game(number)),
                    Figure(Some(self.first.weight(cell))),
                ),
                [worth.map(|[margin, _]| margin), own, denial, next, worth.map(|[_, share]| share)]
                    .map(ends),
                [with, without, difference].map(spread),
                Figure(factor),
            )
        });
        lines::below(ROUNDS, rows)
    }

    pub fn plain(&self, treatment: Treatment) -> Sheet {
        let rows = self.roll_outs().flat_map(|(roll_out, agent)| {
            self.branching.kinds.iter().enumerate().filter_map(move |(kind, entry)| {
                let found = self.first.pooled(treatment, kind, roll_out, Part::Worth)?;
                let figures = [found.margin, found.share].map(|one| ends(Some(one)));
                Some((agent, &entry.name, found.rounds, found.decision_points, figures))
            })
        });
        lines::below(PLAIN, rows)
    }

    pub fn first(&self) -> Sheet {
        let rows = self.cells(Treatment::Leading).filter_map(|(roll_out, agent, number, cell)| {
            let [found, once] =
                [Part::Worth, Part::Once].map(|part| self.first.of_cell(number, roll_out, part));
            let (found, once) = (found?, once?);
            let figures = [found, once].map(|part| part.map(|one| ends(Some(one))));
            Some((agent, cell.round, found[0].samples, figures))
        });
        lines::below(FIRST, rows)
    }

    fn cells(&self, treatment: Treatment) -> impl Iterator<Item = (RollOut, &str, usize, &Cell)> {
        self.roll_outs().flat_map(move |(roll_out, agent)| {
            let cells = self.branching.cells_by(treatment);
            cells.map(move |(number, cell)| (roll_out, agent, number, cell))
        })
    }
}
