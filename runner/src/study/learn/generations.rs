//! From one net to the next: each learns from games of a search with the best one before, and is tried
//! against the best player so far.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::disk::durable;
use crate::error::Error;
use crate::export::{intact, lines::rows};
use crate::flags::agents::{KnownAgents, read};
use crate::study::learn::plan::{Generations, Learn, NET, TABLE, folder_of};
use crate::study::learn::school::School;
use crate::study::learn::told::{self, GenerationRow, best, is_vain};
use crate::study::learn::trial::Trial;
use crate::study::learn::{Args, asked, marks};
use crate::study::one_step::tell_again;
use crate::study::sealed::{Files, Owned, Request, Sealed};
use crate::study::venue::{Venue, entry, specs_of};
use drakkar_agents::mcts::Settings;
use drakkar_agents::spec::Spec;
use drakkar_learn::method::Method;

pub fn run(args: &Args, first: Learn, school: &School<'_>) -> Result<(), Error> {
    let (out, style) = (&args.owned.out, args.tables.format);
    let plan = Sealed::new(asked::generations(args, first, school)?);
    let Some(_lock) = plan.claim(&args.owned)? else {
        school.check_kept(&folder_of(out, 1))?;
        return tell_again((out, &[]), "holds these nets already. Nothing to do.", style);
    };
    let course = NetCourse { whole: &plan.request, out, school };
    let mut rows = Vec::new();
    while !course.is_over(&rows) {
        let row = course.generation(&rows)?;
        school.pace.note(&row.sentence());
        rows.push(row);
    }
    let files = Files::of(out);
    if let Some(best) = best(&rows) {
        let path = net_of(out, best.generation);
        let net = intact::bytes(&path)?;
        files.put(NET, &net.ok_or_else(|| Error::input(&path, "is missing"))?)?;
    }
    files.put(TABLE, &told::file(&plan.request, &rows))?;
    let told = told::told(&plan.request, out, &rows);
    told.keep(out)?;
    plan.finish(&files, None)?;
    told.print_run(style, (out, &[]), "")
}

fn net_of(out: &Path, generation: u32) -> PathBuf {
    folder_of(out, generation).join(NET)
}

struct NetCourse<'a> {
    whole: &'a Generations,
    out: &'a Path,
    school: &'a School<'a>,
}

impl NetCourse<'_> {
    fn is_over(&self, rows: &[GenerationRow]) -> bool {
        rows.len() as u32 == self.whole.generations || is_vain(rows)
    }

    /// The next generation: its lesson and its trials.
    fn generation(&self, rows: &[GenerationRow]) -> Result<GenerationRow, Error> {
        let number = rows.len() as u32 + 1;
        let folder = folder_of(self.out, number);
        let learn = self.lesson(number, rows)?;
        let games = learn.games;
        self.note(&format!("generation {number}: {games} games to learn from, and the net"));
        durable::still(&self.out.join(Generations::KIND.file))?;
        let owned = Owned { seed: 0, out: folder.clone(), force: false };
        self.school.teach(&Sealed::new(learn), &owned)?;
        let net = folder.join(NET);
        let before = best(rows).map(|row| row.generation);
        let opponent = match before {
            Some(best) => self.search(self.whole.iterations, &net_of(self.out, best))?,
            None => specs_of([&self.whole.before])?.remove(0),
        };
        let trial = Trial {
            whole: self.whole,
            school: self.school,
            folder: &folder,
            generation: number,
            candidate: self.search(self.whole.iterations, &net)?,
        };
        let most = self.whole.test_games;
        self.note(&format!("generation {number}: a test of at most {most} games"));
        let equal_iterations = trial.equal_iterations(&opponent)?;
        let equal_time = trial.equal_time(&opponent)?;
        self.note(&format!("generation {number}: games against others"));
        let panel = trial.panel()?;
        Ok(GenerationRow {
            generation: number,
            before,
            net_sha256: asked::net_of(&net)?.sha256().to_owned(),
            log_loss: log_loss(&folder.join(marks::LOSSES))?,
            equal_iterations,
            equal_time,
            panel,
        })
    }

    fn note(&self, text: &str) {
        self.school.pace.note(text);
    }

    /// What a generation learns: from games of the best player so far, going on with its net. While that has
    /// none of this course, the last net goes on.
    fn lesson(&self, number: u32, rows: &[GenerationRow]) -> Result<Learn, Error> {
        let Generations { first, games, positions, .. } = self.whole;
        if number == 1 {
            return Ok(first.clone());
        }
        let iterations = self.whole.teacher_iterations;
        let best = best(rows).map(|row| net_of(self.out, row.generation));
        let teacher = match &best {
            Some(net) => self.search(iterations, net)?,
            None => self.read(&format!("mcts:iterations={iterations}"))?,
        };
        let start = best.unwrap_or_else(|| net_of(self.out, number - 1));
        // Deals of its own.
        let seed = first.table.seed_of(&format!("generation {number}")).to_string();
        let table = Venue { seed, ..first.table.clone() };
        let seed = table.seed_of("weights");
        Ok(Learn {
            teachers: vec![entry("--teacher-iterations", &teacher, self.school.table)?],
            games: *games,
            positions: *positions,
            stray: first.stray,
            start: Some(asked::start(&start)?),
            net: Method {
                passes: first.net.passes,
                expected_weight: self.whole.expected_weight,
                ..Method::net(seed)
            },
            logistic: Method::logistic(seed),
            table,
        })
    }

    /// The best search with a net.
    fn search(&self, iterations: u32, net: &Path) -> Result<Spec, Error> {
        let settings = Settings::default().with_iterations(iterations);
        let settings = settings.map_err(|error| Error::flag("--iterations", error))?;
        self.read(&self.whole.first.table.names().search_with(settings, net))
    }

    fn read(&self, text: &str) -> Result<Spec, Error> {
        let School { lab, table, .. } = self.school;
        let mut known = KnownAgents::of(lab, table.rules(0));
        read(&mut known, table.players(), "--generations", text)
    }
}

/// The log loss of a net on the games of its test.
fn log_loss(path: &Path) -> Result<f64, Error> {
    #[derive(Deserialize)]
    struct Loss {
        model: String,
        round: String,
        log_loss: f64,
    }
    let found =
        rows::<Loss>(path)?.into_iter().find(|row| row.model == "net" && row.round.is_empty());
    found.map(|row| row.log_loss).ok_or_else(|| Error::input(path, "has no loss of the net"))
}
