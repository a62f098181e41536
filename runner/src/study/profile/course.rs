//! Plays, watches, analyses and counts.

use rayon::prelude::*;

use crate::disk::{durable, written::Written};
use crate::error::Error;
use crate::export::lines;
use crate::flags::agents::players;
use crate::flags::alias::Aliases;
use crate::plan::purpose::{Format, Purpose, Tournament};
use crate::plan::run::AgentEntry;
use crate::study::one_step::{play_silently, tell_again};
use crate::study::profile::context::ProfileContext;
use crate::study::profile::figures::{FigureRow, Found};
use crate::study::profile::plan::{FILE, LADDER, Profile, RECORDS, SELF_PLAY};
use crate::study::profile::watched::{WatchedGame, seen};
use crate::study::profile::{Args, asked, ladder, luck, plan, thoughts, told};
use crate::study::sealed::{Files, Request, Sealed};
use crate::study::venue::specs_of;
use crate::study::wish::Wish;
use crate::threads::pool;
use drakkar_engine::record::Record;
use drakkar_play::schedule::Policy;
use drakkar_stats::layout::OnFailure;

pub fn run(args: &Args) -> Result<(), Error> {
    let (source, style, out) = (&args.table.rules, args.tables.format, &args.owned.out);
    let lab = source.lab()?;
    // The rules are read once: they may come from a pipe.
    let text = source.text(lab)?;
    let table = source.open(lab, &text, players(lab.info(), args.players)?)?;
    let sealed = Sealed::new(asked::profile(args, lab, &*table)?);
    let Some(_lock) = sealed.claim(&args.owned)? else {
        // If a process was killed before it did.
        plan::clear_thoughts(out)?;
        return tell_again((out, &[]), "holds this profile already. Nothing to do.", style);
    };
    let (pace, stop, profile) = (&args.pace, args.pace.stop(), &sealed.request);
    let course = ProfileContext { profile, lab, table: &*table, out, pace, stop };
    let files = Files::of(out);
    let (rows, scored) = course.rows(&files)?;
    files.put(FILE, &lines::of(rows.iter().cloned()).csv())?;
    let told = told::told(profile, &rows, scored);
    told.keep(out)?;
    sealed.finish(&files, None)?;
    plan::clear_thoughts(out)?;
    told.print_run(style, (out, &[]), "")
}

impl ProfileContext<'_> {
    /// The figures, and whether there is a score during play.
    fn rows(&self, files: &Files<'_>) -> Result<(Vec<FigureRow>, bool), Error> {
        let Profile { levels, player, games, ladder_games, analysed, lucky, table, .. } =
            self.profile;
        let count = levels.len();
        self.pace.note(&format!("the ladder: {ladder_games} games of {count} levels"));
        let cup = Tournament::of(Format::RoundRobin, count, table.players);
        let cup = Some(Purpose::Tournament(cup));
        self.play(LADDER, levels, cup, *ladder_games, None)?;
        self.pace.note(&format!("self-play: {games} games of {}", player.name()));
        let seats = vec![player.clone(); table.players];
        let hash = self.play(SELF_PLAY, &seats, None, *games, Some(RECORDS))?;
        let hash = hash.ok_or_else(|| self.blame("was not written"))?;
        let records = self.records(&hash)?;
        files.note(RECORDS, hash);
        self.pace.note(&format!("analyses: {analysed} of these games"));
        let thoughts = thoughts::think(self, &records)?;
        self.pace.note(&format!("luck: {lucky} games of each level, and of the ladder"));
        let lucky = luck::lucky(self)?;
        let names: Vec<&str> = levels.iter().map(AgentEntry::name).collect();
        let folder = self.out.join(LADDER);
        let found = Found {
            ladder: ladder::ladder(&folder, &names, table.players)?,
            lucky,
            watched: self.watch(&records)?,
            thoughts,
        };
        let scored = found.watched.iter().any(|seen| seen.led);
        Ok((found.rows(self.profile, &names), scored))
    }

    /// Plays a part of the profile, which has a folder of its own; gives the SHA-256 of the records, if there are any.
    fn play(
        &self,
        part: &str,
        agents: &[AgentEntry],
        purpose: Option<Purpose>,
        games: u64,
        records: Option<&str>,
    ) -> Result<Option<String>, Error> {
        let wish = Wish {
            table: self.table,
            specs: &specs_of(agents)?,
            aliases: &Aliases::default(),
            // Where seats are exchanged, the rows say who sat where.
            per_game: purpose.is_some(),
            purpose,
            confirm: 0,
            seating: Policy::Permutations,
            on_failure: OnFailure::Lose,
            seed: self.profile.table.seed_of(part),
            games,
            chunk: None,
            record_every: records.map(|_| 1),
            base: Some(agents),
        };
        durable::still(&self.out.join(Profile::KIND.file))?;
        let records = records.map(|name| self.out.join(name));
        let folder = self.out.join(part);
        play_silently(&wish.plan()?, &folder, records.as_deref(), self.pace, self.stop)
    }

    /// The recorded games, in the order of their deals.
    fn records(&self, sha256: &str) -> Result<Vec<Record>, Error> {
        let path = self.out.join(RECORDS);
        let text = Written::still(&path, Some(sha256))?.bytes()?;
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        let read = |(number, line): (usize, &&str)| {
            let wrong = |error| Error::input(&path, format!("line {}: {error}", number + 1));
            line.parse::<Record>().map_err(wrong)
        };
        pool(self.pace.threads())?
            .install(|| lines.par_iter().enumerate().map(read).collect::<Result<_, _>>())
    }

    fn watch(&self, records: &[Record]) -> Result<Vec<WatchedGame>, Error> {
        let watch = |record: &Record| seen(self.lab, record).map_err(|error| self.blame(error));
        pool(self.pace.threads())?.install(|| records.par_iter().map(watch).collect())
    }
}
