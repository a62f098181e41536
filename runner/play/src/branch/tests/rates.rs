//! The error rates of verdicts on equal things.

use drakkar_engine::games::connect_four::ConnectFour;

use super::planted::{Blind, Planted};
use super::{advanced, branching, cells, play, player};
use crate::appraisal::{Appraisal, Continuation, Part};
use crate::branching::Treatment;
use drakkar_stats::verdict::Verdict;

/// With separate keys, two identical branches differ by chance; their intervals exclude 0 at their
/// nominal rate.
#[test]
fn intervals_of_independent_branches_err_as_often_as_they_say() {
    let plan = branching(&[("plant", 0)], cells(Treatment::Grant, 1, &[1]), true);
    let game = Planted { inner: advanced(2, &[]), value: 0 };
    let studies = 2000;
    let mut flagged = 0;
    for study in 0..studies {
        let build = || vec![Blind(player(&game.inner, "random"))];
        let branches = play(std::slice::from_ref(&game), &plan, build, 1000 + study, 16);
        let appraisal = Appraisal { branching: &plan, branches: &branches, players: 2 };
        let continuation = Continuation { agent: 0, rules: 0 };
        let [found, _] = appraisal.of_cell(0, continuation, Part::Worth).unwrap();
        let (low, high) = found.alone();
        flagged += u32::from(low > 0.0 || high < 0.0);
    }
    let share = f64::from(flagged) / studies as f64;
    assert!((0.04..=0.06).contains(&share), "{share}");
}

/// The same for verdicts on played games: in connect four the outer columns are worth the same by
/// symmetry. Each is named twice, and they are seldom found to differ.
#[test]
fn verdicts_on_equal_kinds_err_as_seldom_as_they_say() {
    let game = ConnectFour::default();
    let columns = [("1", 0), ("7", 0), ("1", 0), ("7", 0)];
    let mut plan = branching(&columns, cells(Treatment::Take, 4, &[1]), true);
    plan.against = "drop 4".into();
    for kind in &mut plan.kinds {
        kind.action = format!("drop {}", kind.name);
        kind.game_item = None;
    }
    let studies = 4000;
    let mut flagged = 0;
    for study in 0..studies {
        let build = || vec![player(&game, "random")];
        let branches = play(std::slice::from_ref(&game), &plan, build, 1000 + study, 160);
        let appraisal = Appraisal { branching: &plan, branches: &branches, players: 2 };
        let rated = appraisal.rated(Continuation { agent: 0, rules: 0 });
        assert_eq!(rated.len(), 4);
        flagged += u32::from(rated.iter().any(|(_, one)| one.verdict != Verdict::Open));
    }
    let share = f64::from(flagged) / studies as f64;
    assert!((0.04..=0.055).contains(&share), "{share}");
}
