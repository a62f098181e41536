use crate::study::profile::plan::{LADDER, Profile, ProfileContext, SELF_PLAY};
use crate::study::profile::{analysis::EVERY, luck};
use crate::{error::Error, plan::run::AgentEntry, study::workspace::PartTime};

impl ProfileContext<'_> {
    /// What the parts of a profile would take. An analysis thinks as its agent does when it plays all seats.
    pub fn times(&self) -> Result<Vec<PartTime>, Error> {
        let Profile { levels, player, games, ladder_games, analysed, analyst, plain, .. } =
            self.profile;
        let ladder =
            self.ws.seconds(&self.plan(LADDER, levels, self.cup(), (*ladder_games, false))?)?;
        let of = |agent: &AgentEntry, games: u64| {
            let seats = vec![agent.clone(); self.profile.table.players];
            self.ws.seconds(&self.plan(SELF_PLAY, &seats, None, (games, false))?)
        };
        let sampled = 1.0 / EVERY as f64;
        let analyses = of(analyst, *analysed)? * (1.0 + sampled) + of(plain, *analysed)? * sampled;
        Ok(vec![
            ("the rating ladder".to_owned(), 1, ladder),
            ("self-play".to_owned(), 1, of(player, *games)?),
            ("analyses".to_owned(), 1, analyses),
            ("luck".to_owned(), 1, luck::seconds(self)?),
        ])
    }
}
