use crate::plan::purpose::{Format, Purpose, Tournament};
use crate::plan::run::{AgentEntry, Plan, Run};
use crate::study::plan_file::{Files, PlanFile, Request, StudyFlags};
use crate::study::profile::plan::{FILE, LADDER, Profile, ProfileContext, RECORDS, SELF_PLAY};
use crate::study::profile::replay_stats::{ReplayedGame, seen};
use crate::study::profile::{Args, analysis, args, figures, ladder, luck, report};
use crate::study::{execute::PlayedPart, planned::planned, workspace::Workspace};
use crate::{disk::hashed_file::HashedFile, error::Error};
use crate::{study::profile::figures::FigureRow, study::profile::figures::Found, threads::pool};
use drakkar_engine::record::{Record, RuleSets};

use rayon::prelude::*;

pub fn run(args: &Args) -> Result<(), Error> {
    let (lab, table) = args.table.rules.table(args.players)?;
    let (table, StudyFlags { out, force, how: pace, tables, .. }) = (&*table, &args.owned);
    let plan = PlanFile::new(args::profile(args, lab, table)?);
    let profile = &plan.request;
    let ws = || Workspace { lab, table, out, pace, stop: pace.stop() };
    if args.dry_run {
        let context = ProfileContext { profile, ws: ws() };
        return context.ws.print_parts(&context.times()?, ("about", ""), tables.format);
    }
    let steps = |files: &Files<'_>| {
        let ws = ws();
        let (rows, scored) = ProfileContext { profile, ws }.rows(files)?;
        files.put(FILE, &figures::columns(&rows).file().csv())?;
        Ok(report::report(profile, &rows, scored))
    };
    plan.run((out, *force), "this profile", tables.format, steps)
}

impl ProfileContext<'_> {
    fn rows(&self, files: &Files<'_>) -> Result<(Vec<FigureRow>, bool), Error> {
        let Profile { levels, player, games, ladder_games, analysed, lucky, table, .. } =
            self.profile;
        let count = levels.len();
        self.ws.pace.note(&format!("the rating ladder: {ladder_games} games of {count} levels"));
        let cup = self.plan(LADDER, levels, self.cup(), (*ladder_games, false))?;
        self.ws.play(Profile::KIND.file, (&cup, LADDER), PlayedPart::Alone, None)?;
        self.ws.pace.note(&format!("self-play: {games} games of {}", player.name()));
        let seats = vec![player.clone(); table.players];
        let alone = self.plan(SELF_PLAY, &seats, None, (*games, true))?;
        let (part, records) = ((&alone, SELF_PLAY), Some(RECORDS));
        let hash = self.ws.play(Profile::KIND.file, part, PlayedPart::Alone, records)?;
        let hash = hash.ok_or_else(|| self.blame("was not written"))?;
        let records = self.records(&hash)?;
        files.note(RECORDS, hash);
        self.ws.pace.note(&format!("analyses: {analysed} of these games"));
        let thoughts = analysis::think(self, &records)?;
        self.ws.pace.note(&format!("luck: {lucky} games of each level, and of the rating ladder"));
        let lucky = luck::lucky(self)?;
        let names: Vec<&str> = levels.iter().map(AgentEntry::name).collect();
        let folder = self.ws.out.join(LADDER);
        let found = Found {
            ladder: ladder::ladder(&folder, &names, table.players)?,
            lucky,
            watched: self.watch(&records)?,
            thoughts,
        };
        let scored = found.watched.iter().any(|seen| seen.led);
        Ok((found.rows(self.profile, &names), scored))
    }

    pub fn cup(&self) -> Option<Purpose> {
        let Profile { levels, table, .. } = self.profile;
        let cup = Tournament::of(Format::RoundRobin, levels.len(), table.players);
        Some(Purpose::Tournament(cup))
    }

    pub fn plan(
        &self,
        part: &str,
        agents: &[AgentEntry],
        purpose: Option<Purpose>,
        (games, recorded): (u64, bool),
    ) -> Result<Plan, Error> {
        let asked = Run {
            agents: agents.to_vec(),
            seed: self.profile.table.seed_of(part).to_string(),
            // Where seats are exchanged, the rows say who sat where.
            per_game: purpose.is_some(),
            purpose,
            record_every: recorded.then_some(1),
            ..Run::default()
        };
        planned(asked, [games, 0], self.ws.table)
    }

    fn records(&self, sha256: &str) -> Result<Vec<Record>, Error> {
        let path = self.ws.out.join(RECORDS);
        let text = HashedFile::still(&path, Some(sha256))?.bytes()?;
        let mut rule_sets = RuleSets::default();
        let text = String::from_utf8_lossy(&text);
        let read = |(number, line)| {
            let wrong = |error| Error::input(&path, format!("line {number}: {error}"));
            rule_sets.read(line).map_err(wrong).transpose()
        };
        (1..).zip(text.lines()).filter_map(read).collect()
    }

    fn watch(&self, records: &[Record]) -> Result<Vec<ReplayedGame>, Error> {
        let watch = |record: &Record| seen(self.ws.lab, record).map_err(|error| self.blame(error));
        pool(self.ws.pace.threads())?.install(|| records.par_iter().map(watch).collect())
    }
}
