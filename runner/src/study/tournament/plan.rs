//! What a tournament is to a plan and its games.

use std::path::Path;

use drakkar_play::json;
use drakkar_stats::sums::Beside;
use toml::Value;

use crate::error::Error;
use crate::plan::purpose::Tournament;
use crate::plan::run::{Plan, Run};
use crate::study::kind::{Following, Study, texts};
use crate::study::tournament::standing::Standing;

impl Study for Tournament {
    fn command(&self) -> &'static str {
        "tournament"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        let names = plan.run.names();
        let format = json::value(&self.format);
        let format = format.as_str().unwrap_or_default().to_owned();
        let mut flags = vec![
            ("agents", texts(&names)),
            ("format", Value::String(format)),
            ("anchor", Value::String(names[usize::from(self.anchor)].clone())),
        ];
        flags.extend(self.margin.map(|margin| ("margin", Value::Float(margin))));
        Ok(flags)
    }

    fn rates_agents(&self) -> bool {
        true
    }

    fn beside(&self, _: &Run) -> Option<Beside> {
        Some(Beside::Meetings)
    }

    fn course<'a>(&'a self, _: &'a Run, names: &'a [String]) -> Box<dyn Following + 'a> {
        Box::new(Standing::new(self, names))
    }
}
