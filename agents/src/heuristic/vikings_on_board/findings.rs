//! What has been found out about the actions of a decision.

use drakkar_engine::games::vikings_on_board::component::{BODIES, SHIPS};

pub(super) const UNKNOWN: f64 = f64::NAN;

/// What actions have in common, which is computed when first needed.
pub(super) struct Findings {
    /// What each body's ship gains without it.
    pub(super) lifted: [f64; BODIES],
    /// What each ship gains with one more body of each kind at its rear.
    pub(super) added: [[f64; BODIES]; SHIPS],
    /// What each body's ship gains with one of each kind in its place.
    pub(super) replaced: [[f64; BODIES]; BODIES],
    pub(super) may_replace: bool,
    /// The value of a point of a barrel at each zone, if computed.
    pub(super) zones: Option<[f64; 4 * SHIPS]>,
    pub(super) best_zone: Option<f64>,
    /// The gain from each good on the best ship for it, if computed.
    pub(super) loads: Option<[f64; 3]>,
}

impl Findings {
    pub(super) const NONE: Findings = Findings {
        lifted: [UNKNOWN; BODIES],
        added: [[UNKNOWN; BODIES]; SHIPS],
        replaced: [[UNKNOWN; BODIES]; BODIES],
        may_replace: true,
        zones: None,
        best_zone: None,
        loads: None,
    };

    #[inline(always)]
    pub(super) fn forget(&mut self) {
        (self.lifted, self.added) = ([UNKNOWN; BODIES], [[UNKNOWN; BODIES]; SHIPS]);
        (self.may_replace, self.zones, self.best_zone, self.loads) = (false, None, None, None);
    }
}
