//! The branches of a decision point.

use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_stats::branches::{DecisionPoint, Gain};

use super::{BRANCHES, BranchRoot, Brancher, gain_of};
use crate::appraisal::RollOut;
use crate::branch_task::Opens;
use crate::branching::{Branching, Cell, Treatment};
use crate::dealer::{Intervention, Opening, Sitting};
use crate::game::{Keys, keys};

/// A branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BranchArm {
    With,
    Without,
    Gone,
    /// With what the agent takes if it must not take the kind.
    Next,
    /// With and without it for one round alone.
    OnceWith,
    OnceWithout,
}

/// A branch to play.
#[derive(Clone, Copy)]
struct BranchPlan {
    arm: BranchArm,
    change: Intervention,
    /// What there must be for it; if there is not, the branch is left out, or else the decision point fails.
    needs: Option<&'static str>,
    /// See [`Sitting::heir`].
    heir: Option<Seat>,
}

impl BranchArm {
    /// Its number, by which it has keys of its own if all branches have.
    fn number(self) -> u64 {
        self as u64
    }

    fn name(self) -> &'static str {
        match self {
            BranchArm::With => "with",
            BranchArm::Without => "without",
            BranchArm::Gone => "gone",
            BranchArm::Next => "with the next",
            BranchArm::OnceWith => "with, once",
            BranchArm::OnceWithout => "without, once",
        }
    }
}

impl Brancher<'_, '_> {
    /// All branches of a decision point; the gains are those of the first seat, and the other one is another seat's.
    pub(super) fn branch(
        &mut self,
        root: BranchRoot,
        cell: Cell,
        seats: [Seat; 2],
        roll_out: RollOut,
    ) -> Result<DecisionPoint, String> {
        let mut moment = DecisionPoint { weight: root.weight.into(), ..DecisionPoint::default() };
        let mut once = [None; 2];
        for course in self.courses(root, cell, seats, roll_out)? {
            let Some(gain) = self.arm(root, cell, seats[0], roll_out, course)? else { continue };
            match course.arm {
                BranchArm::With => moment.with = gain,
                BranchArm::Without => moment.without = gain,
                BranchArm::Gone => moment.gone = Some(gain),
                BranchArm::Next => moment.next = Some(gain),
                BranchArm::OnceWith => once[0] = Some(gain),
                BranchArm::OnceWithout => once[1] = Some(gain),
            }
        }
        moment.once = once[0].zip(once[1]).map(<[Gain; 2]>::from);
        if cell.treatment == Treatment::Taken && roll_out.rules == 0 {
            let agent = self.own(roll_out, "a choice of its own");
            self.dealer.start_game(agent);
            let keys = self.keys(root, BranchArm::With);
            let takes = self.dealer.takes(agent, cell.kind, &keys);
            moment.takes = Some(takes.map_err(|halt| self.blamed(&halt))?);
        }
        Ok(moment)
    }

    /// The branches to play.
    fn courses(
        &mut self,
        root: BranchRoot,
        cell: Cell,
        seats: [Seat; 2],
        roll_out: RollOut,
    ) -> Result<Vec<BranchPlan>, String> {
        let branching = self.task.branching;
        let Branching { kinds, undivided, .. } = branching;
        // Under other values, only the worth of taking is measured, and nothing beside it.
        let whole = roll_out.rules > 0 || *undivided;
        let kind = cell.kind;
        let course = |arm, change, needs| BranchPlan { arm, change, needs, heir: None };
        let nothing = course(BranchArm::Without, Intervention::Nothing, None);
        let mut courses = match cell.treatment {
            Treatment::Taken => vec![
                course(BranchArm::With, Intervention::Take(kind), Some("nothing to take")),
                course(BranchArm::Without, Intervention::Refuse(kind), Some("nothing to take")),
            ],
            Treatment::Granted => {
                let item = kinds[kind].item.ok_or("there is nothing to grant")?;
                let grant = Intervention::Grant(seats[0], item);
                vec![course(BranchArm::With, grant, Some("nothing to grant")), nothing]
            }
            Treatment::Restricted => vec![BranchPlan { arm: BranchArm::With, ..nothing }, nothing],
            Treatment::Leading => {
                let lead = |arm, seat| {
                    course(arm, Intervention::Lead(seat), Some("nobody to begin a round"))
                };
                vec![lead(BranchArm::With, seats[0]), lead(BranchArm::Without, seats[1])]
            }
            Treatment::Observed => Vec::new(),
        };
        if cell.treatment == Treatment::Taken && !whole {
            // Kinds that cannot be removed have no such branch.
            courses.push(course(BranchArm::Gone, Intervention::TakeAway(kind), None));
        }
        if cell.treatment == Treatment::Taken && roll_out.rules == 0 && branching.next {
            courses.push(course(BranchArm::Next, Intervention::Nothing, None));
        }
        if cell.treatment == Treatment::Leading {
            let heir = self.heir(root, roll_out)?;
            for (place, arm) in [(0, BranchArm::OnceWith), (1, BranchArm::OnceWithout)] {
                courses.push(BranchPlan { arm, heir, ..courses[place] });
            }
        }
        Ok(courses)
    }

    /// The seat that begins the next round if nothing is changed; `None` if there is no such round.
    fn heir(&mut self, root: BranchRoot, roll_out: RollOut) -> Result<Option<Seat>, String> {
        self.dealer.change(roll_out.rules, Intervention::Nothing)?;
        let agent = self.own(roll_out, "a round without a change");
        self.dealer.start_game(roll_out.rules * self.task.agents + agent);
        let heir = self.dealer.heir(Sitting {
            rules: roll_out.rules,
            order: &PerSeat::new(self.run.players, agent as u8),
            first: roll_out.rules * self.task.agents,
            starting: 0,
            opening: None,
            heir: None,
            keys: &self.keys(root, BranchArm::With),
            ledger: None,
            notes: None,
        });
        heir.map_err(|halt| self.blamed(&halt))
    }

    /// The number of the agent that plays on, which is about to do so.
    fn own(&mut self, roll_out: RollOut, what: &str) -> usize {
        let own = self.task.branching.agents[roll_out.agent];
        self.playing = (own, what.to_owned());
        usize::from(own)
    }

    fn keys(&self, root: BranchRoot, arm: BranchArm) -> Keys {
        let own = if self.task.branching.independent { arm.number() } else { 0 };
        keys(self.run.seed, root.deal, BRANCHES + own, self.run.players)
    }

    /// Plays a branch, if there can be one.
    fn arm(
        &mut self,
        root: BranchRoot,
        cell: Cell,
        seat: Seat,
        roll_out: RollOut,
        course: BranchPlan,
    ) -> Result<Option<Gain>, String> {
        let RollOut { agent, rules } = roll_out;
        let BranchPlan { arm, change, needs, heir } = course;
        if !self.dealer.change(rules, change)? {
            return needs.map_or(Ok(None), |needs| Err(format!("there is {needs}")));
        }
        self.games += 1;
        let own = self.own(roll_out, &format!("branch {}", arm.name()));
        // The agents of the first rule set and the restricted ones are one list.
        let first = rules * self.task.agents;
        let mut order = PerSeat::new(self.run.players, own as u8);
        self.dealer.start_game(first + own);
        let (task, kind) = (self.task, cell.kind);
        let opener = match change {
            Intervention::Take(_) if task.branching.kinds[kind].is_pattern() => {
                Some((task.opening(kind, agent, rules, Opens::With), false))
            }
            Intervention::Refuse(_) if task.branching.is_against_all() => {
                Some((task.opening(kind, agent, rules, Opens::Without), true))
            }
            _ if arm == BranchArm::Next => Some((task.restricted(kind, agent), true)),
            _ => None,
        };
        let opening = opener.map(|(agent, turn)| {
            self.dealer.start_game(agent);
            Opening { seat, agent: agent as u8, turn }
        });
        if (cell.treatment, arm) == (Treatment::Restricted, BranchArm::With) {
            let barred = task.restricted(kind, agent);
            order[seat] = barred as u8;
            self.dealer.start_game(first + barred);
        }
        let played = self.dealer.play(Sitting {
            rules,
            order: &order,
            first,
            starting: 0,
            opening,
            heir,
            keys: &self.keys(root, arm),
            ledger: None,
            notes: None,
        });
        Ok(Some(gain_of(&played.map_err(|halt| self.blamed(&halt))?, seat)))
    }
}
