use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use toml::Value;

use crate::study::learn::plan::{EXPECTED, Generations, Learn, Start, folder_of};
use crate::{
    error::Error, plan::run::AgentEntry, study::plan_file::PlanFile, study::plan_file::Request,
};

pub struct PastPlan {
    path: PathBuf,
    training_run: Learn,
    course: Option<Generations>,
}

impl PastPlan {
    /// The plan in a file, or that of the manifest in it; `None` if it is no plan or manifest of this command.
    pub fn read(path: &Path) -> Result<Option<PastPlan>, Error> {
        let (text, value) = read(path)?;
        let (path, training_run, course) = match value["format"].as_str() {
            Some(Learn::FORMAT) => {
                let (path, training_run) = past(path, &text, &value)?;
                (path, training_run, None)
            }
            Some(Generations::FORMAT) => {
                let (path, course) = past::<Generations>(path, &text, &value)?;
                (path, course.first.clone(), Some(course))
            }
            _ => return Ok(None),
        };
        Ok(Some(PastPlan { path, training_run, course }))
    }

    pub fn flags(&self) -> Vec<(&'static str, Value)> {
        let file = self.path.display().to_string();
        let Learn { table, data_agents, games, positions, epsilon, start, net, .. } =
            &self.training_run;
        let agents: Vec<String> =
            data_agents.iter().map(|data_agent| data_agent.spec.clone()).collect();
        let mut flags: Vec<(&str, Value)> = vec![
            ("game", table.game.clone().into()),
            ("rules", file.clone().into()),
            ("base", file.into()),
            ("players", table.players.to_string().into()),
            ("seed", table.seed.clone().into()),
            ("agents", agents.into()),
            ("games", games.to_string().into()),
            ("positions", positions.to_string().into()),
            ("epsilon", (*epsilon).into()),
            ("epochs", net.epochs.to_string().into()),
        ];
        flags.extend(start.as_ref().map(|start| ("start", start.file.clone().into())));
        // The flag is for all training runs. Where nobody chose, the first one of several counts nothing.
        let in_first = net.search_value_weight;
        let (expected, chosen) = match &self.course {
            None => {
                flags.push(("generations", "1".into()));
                (in_first, in_first != 0.0)
            }
            Some(course) => {
                flags.extend([
                    ("generations", course.generations.to_string().into()),
                    ("test-iterations", course.test_iterations.to_string().into()),
                    ("test-games", course.test_games.to_string().into()),
                    ("self-play-iterations", course.self_play_iterations.to_string().into()),
                    ("next-games", course.games.to_string().into()),
                ]);
                let in_next = course.search_value_weight;
                (in_next, in_first != 0.0 || in_next != EXPECTED)
            }
        };
        flags.extend(chosen.then(|| ("search-value", expected.into())));
        flags
    }

    pub fn first_training(&self) -> Option<PathBuf> {
        let folder = folder_of(self.path.parent()?, 1);
        self.course.is_some().then(|| folder.join(Learn::KIND.file))
    }

    pub fn data_agent(&self, spec: &str) -> Option<&AgentEntry> {
        self.training_run.data_agents.iter().find(|data_agent| data_agent.spec == spec)
    }

    pub fn check(&self, start: &Start) -> Result<(), Error> {
        let other = |old: &&Start| old.file == start.file && old.sha256 != start.sha256;
        let Some(old) = self.training_run.start.as_ref().filter(other) else { return Ok(()) };
        let key = if self.course.is_some() { "learn.first.start" } else { "learn.start" };
        let reason = format!("key `{key}.sha256`: `{}` is another net now", old.file);
        Err(Error::input(&self.path, reason))
    }
}

/// The plan in a file, or beside the manifest that the file is, and where it is.
fn past<T: Request>(path: &Path, text: &[u8], value: &Json) -> Result<(PathBuf, T), Error> {
    // A manifest has the same format and names files instead of a plan.
    if value.get(T::KIND.key).is_some() || value.get("files").is_none() {
        return Ok((path.to_owned(), PlanFile::from_text(path, text)?.request));
    }
    let beside = path.with_file_name(T::KIND.file);
    let plan = PlanFile::from_text(&beside, &read(&beside)?.0)?;
    if value["digest"] != *plan.digest {
        let reason = format!("key `digest`: is not that of {}", beside.display());
        return Err(Error::input(path, reason));
    }
    Ok((beside, plan.request))
}

fn read(path: &Path) -> Result<(Vec<u8>, Json), Error> {
    let text = std::fs::read(path).map_err(|error| Error::unread(path, &error))?;
    let value = serde_json::from_slice(&text).unwrap_or_default();
    Ok((text, value))
}
