use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_stats::branches::{DecisionPoint, Gain};

use super::{BRANCHES, BranchRoot, Brancher, gain_of};
use crate::appraisal::Continuation;
use crate::branch_task::Role;
use crate::branching::{Branching, Cell, Treatment};
use crate::driver::{GameSetup, Intervention, Opening};
use crate::game::{Keys, keys};

/// A branch. Its number is that of its own keys, if all branches have such.
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

const NAMES: [&str; 6] =
    ["with", "without", "removed", "with the next", "with, once", "without, once"];

#[derive(Clone, Copy)]
struct BranchPlan {
    arm: BranchArm,
    change: Intervention,
    /// What there must be for it, or the decision point fails; otherwise the branch is left out.
    needs: Option<&'static str>,
    heir: Option<Seat>,
}

impl Brancher<'_, '_> {
    /// All branches of a decision point; gains are those of the first seat, the other one is another seat's.
    pub(super) fn branch(
        &mut self,
        root: BranchRoot,
        cell: Cell,
        seats: [Seat; 2],
        continuation: Continuation,
    ) -> Result<DecisionPoint, String> {
        let mut gains = [None; NAMES.len()];
        for course in self.courses(root, cell, seats, continuation)? {
            gains[course.arm as usize] = self.arm(root, cell, seats[0], continuation, course)?;
        }
        let [with, without, gone, next, once, once_without] = gains;
        let mut point = DecisionPoint {
            weight: root.weight.into(),
            with: with.unwrap_or_default(),
            without: without.unwrap_or_default(),
            gone,
            next,
            once: once.zip(once_without).map(<[Gain; 2]>::from),
            ..DecisionPoint::default()
        };
        if cell.treatment == Treatment::Take && continuation.rules == 0 {
            let agent = self.own(continuation, "a choice of its own");
            let takes = self.driver.takes(agent, cell.kind, &self.keys(root, BranchArm::With));
            point.takes = Some(takes.map_err(|halt| self.blamed(&halt))?);
        }
        Ok(point)
    }

    fn courses(
        &mut self,
        root: BranchRoot,
        cell: Cell,
        seats: [Seat; 2],
        continuation: Continuation,
    ) -> Result<Vec<BranchPlan>, String> {
        let branching = self.task.branching;
        let Branching { kinds, undivided, .. } = branching;
        // Under other values, only the worth of taking is measured, and nothing beside it.
        let whole = continuation.rules > 0 || *undivided;
        let kind = cell.kind;
        let course = |arm, change, needs| BranchPlan { arm, change, needs, heir: None };
        let nothing = course(BranchArm::Without, Intervention::Nothing, None);
        let mut courses = match cell.treatment {
            Treatment::Take => vec![
                course(BranchArm::With, Intervention::Take(kind), Some("nothing to take")),
                course(BranchArm::Without, Intervention::Refuse(kind), Some("nothing to take")),
            ],
            Treatment::Grant => {
                let item = kinds[kind].game_item.ok_or("there is nothing to grant")?;
                let grant = Intervention::Grant(seats[0], item);
                vec![course(BranchArm::With, grant, Some("nothing to grant")), nothing]
            }
            Treatment::Ban => vec![BranchPlan { arm: BranchArm::With, ..nothing }, nothing],
            Treatment::Start => {
                let lead = |arm, seat| {
                    course(arm, Intervention::Lead(seat), Some("no seat to start a round"))
                };
                vec![lead(BranchArm::With, seats[0]), lead(BranchArm::Without, seats[1])]
            }
            Treatment::Observe => Vec::new(),
        };
        if cell.treatment == Treatment::Take && !whole {
            // Kinds that cannot be removed have no such branch.
            courses.push(course(BranchArm::Gone, Intervention::TakeAway(kind), None));
        }
        if cell.treatment == Treatment::Take && continuation.rules == 0 && branching.next {
            courses.push(course(BranchArm::Next, Intervention::Nothing, None));
        }
        if cell.treatment == Treatment::Start {
            let heir = self.heir(root, continuation)?;
            for (place, arm) in [(0, BranchArm::OnceWith), (1, BranchArm::OnceWithout)] {
                courses.push(BranchPlan { arm, heir, ..courses[place] });
            }
        }
        Ok(courses)
    }

    /// The seat that begins the next round if nothing is changed, if there is such a round.
    fn heir(
        &mut self,
        root: BranchRoot,
        continuation: Continuation,
    ) -> Result<Option<Seat>, String> {
        self.driver.change(continuation.rules, Intervention::Nothing)?;
        let agent = self.own(continuation, "a round without a change");
        let first = self.place(0, Role::Free { rules: continuation.rules });
        let order = PerSeat::new(self.run.players, agent as u8);
        let keys = self.keys(root, BranchArm::With);
        let heir = self.driver.heir(GameSetup::new(continuation.rules, first, &order, &keys));
        heir.map_err(|halt| self.blamed(&halt))
    }

    fn place(&self, agent: u8, role: Role) -> usize {
        let place = self.cast.iter().position(|&known| known == (agent, role));
        place.expect("the cast has every role of the plan")
    }

    fn own(&mut self, continuation: Continuation, what: &str) -> usize {
        let own = self.task.branching.agents[continuation.agent];
        self.playing = (own, what.to_owned());
        usize::from(own)
    }

    fn keys(&self, root: BranchRoot, arm: BranchArm) -> Keys {
        let own = if self.task.branching.independent { arm as u64 } else { 0 };
        keys(self.run.seed, root.deal, BRANCHES + own, self.run.players)
    }

    fn arm(
        &mut self,
        root: BranchRoot,
        cell: Cell,
        seat: Seat,
        continuation: Continuation,
        course: BranchPlan,
    ) -> Result<Option<Gain>, String> {
        let Continuation { agent, rules } = continuation;
        let BranchPlan { arm, change, needs, heir } = course;
        if !self.driver.change(rules, change)? {
            return needs.map_or(Ok(None), |needs| Err(format!("there is {needs}")));
        }
        self.games += 1;
        let own = self.own(continuation, &format!("branch {}", NAMES[arm as usize]));
        // The agents of a rule set follow each other.
        let first = self.place(0, Role::Free { rules });
        let mut order = PerSeat::new(self.run.players, own as u8);
        let Branching { kinds, agents, .. } = self.task.branching;
        let (agent, kind) = (agents[agent], cell.kind);
        let opener = match change {
            Intervention::Take(_) if kinds[kind].is_pattern() => {
                Some((Role::Opens { rules, kind, takes: true }, false))
            }
            Intervention::Refuse(_) if self.task.branching.is_against_all() => {
                Some((Role::Opens { rules, kind, takes: false }, true))
            }
            _ if arm == BranchArm::Next => Some((Role::Without { kind }, true)),
            _ => None,
        };
        let opening =
            opener.map(|(role, turn)| Opening { seat, agent: self.place(agent, role) as u8, turn });
        if (cell.treatment, arm) == (Treatment::Ban, BranchArm::With) {
            order[seat] = self.place(agent, Role::Without { kind }) as u8;
        }
        let keys = self.keys(root, arm);
        let setup = GameSetup::new(rules, first, &order, &keys);
        let played = self.driver.play(GameSetup { opening, heir, ..setup });
        Ok(Some(gain_of(&played.map_err(|halt| self.blamed(&halt))?, seat)))
    }
}
