//! What an agent thinks of the decisions of a recorded game, one after the other.

use serde_json::Value;

use crate::flags::agents::{KnownAgents, read};
use crate::{cli::recorded::RecordedGame, error::Error, export::names::Names};
use drakkar_agents::spec::Spec;
use drakkar_play::erased::{Move, Seated};
use drakkar_play::opinion::Opinion;

pub struct Adviser {
    pub spec: Spec,
    pub name: String,
}

impl Adviser {
    /// The agent that `text` asks for, which `flag` gave, among those that can play the game of a record.
    pub fn read(found: &RecordedGame<'_>, flag: &str, text: &str) -> Result<Adviser, Error> {
        let rules = Value::Object((*found.record.rule_set).clone());
        let mut known = KnownAgents::of(found.lab, &rules);
        let spec = read(&mut known, found.record.players, flag, text)?;
        let names = Names::under(&found.record.game, &rules, found.record.players);
        let name = known.aliases.of(&spec).map_or_else(|| names.of(&spec), str::to_owned);
        Ok(Adviser { spec, name })
    }

    /// Every decision of a record up to the first that the rules refuse, and what the agent thinks of those `asked` for by
    /// number and legal actions. It knows what the seat knew, and draws by `seed`.
    pub fn opinions<'r>(
        &'r self,
        found: &'r RecordedGame<'_>,
        flag: &str,
        seed: u64,
        asked: impl Fn(usize, u32) -> bool + 'r,
    ) -> Result<impl Iterator<Item = Result<(Move, Option<Opinion>), Error>> + 'r, Error> {
        let spec = &self.spec;
        let mut replay = found.replay()?;
        let ready = replay.engage(&Seated::new(spec));
        let ready = ready.map_err(|error| Error::flag(flag, error))?;
        ready.map_err(|reason| Error::flag(format!("agent `{spec}`"), reason))?;
        Ok((0..found.record.decisions.len()).map_while(move |index| {
            let asked = replay.to_move().is_some() && asked(index, replay.count_legal());
            let opinion = asked.then(|| replay.think(seed));
            // A decision that the rules refuse is reported rather than an agent's opinion in its place.
            let step = match replay.step()? {
                Ok(step) => step,
                Err(error) => return Some(Err(found.blame(error))),
            };
            Some(opinion.transpose().map(|opinion| (step, opinion)).map_err(|fault| {
                Error::Unfinished(format!("agent `{spec}`, decision {index}: it {fault}"))
            }))
        }))
    }
}
