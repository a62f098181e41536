use std::path::{Path, PathBuf};

use crate::disk::{durable, folders, output_file};
use crate::export::{answer::StudyReport, manifest, sheet::Sheet, verify, writers::print};
use crate::report::{Report, report};
use crate::{error::Error, error::tell, page, study::execute::Tables};
use drakkar_engine::input::or_known;

const EXAMPLES: &str = "\
Examples:
  drakkar run --games 10000 --out runs/greedy
  drakkar report runs/greedy
      writes runs/greedy/report.html
  drakkar report runs/*/ --out all.html --svg charts
  drakkar report runs/greedy --table win_rates | column -s, -t

The page needs only a browser, and no network. A folder without results of its own stands for the \
folders in it. If a file was changed since its manifest was written, or is unreadable, the page \
says so.
Exit code: 0 done, 2 wrong command or input, 3 done but files were changed or are unreadable, 75 \
file error.
";

/// Writes result folders as a page: verdicts, charts, tables
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders with results of any command that plays
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// The page [default: report.html in DIR, where it is replaced if it is a page of this command; of several
    /// folders report.html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Also writes the charts as SVG files into a folder, for papers
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Replaces existing files
    #[arg(long)]
    force: bool,

    /// Prints one table of the folder as CSV, as its file has it, and writes no page: win_rates, ratings
    #[arg(long, value_name = "NAME", conflicts_with_all = ["out", "svg", "force", "format"])]
    table: Option<String>,

    #[command(flatten)]
    tables: Tables,
}

pub fn is_there(folder: &Path) -> Result<(), Error> {
    if !folder.is_dir() {
        return Err(Error::input(folder, "there is no such folder"));
    }
    let entries = folders::entries(folder)?;
    let is_result = |name: &str| name.ends_with(".csv") || name == manifest::FILE;
    if verify::without_manifest(folder).is_some() {
        return Err(Error::input(folder, "holds a study that is not finished"));
    }
    match entries.iter().any(|(name, _)| is_result(name)) {
        true => Ok(()),
        false => Err(Error::input(folder, "holds no results (no CSV file, no manifest.json)")),
    }
}

pub fn run(args: &Args) -> Result<(), Error> {
    // Whoever misspelt a folder should not be told to remove a page first.
    if let Some(path) = args.folders.iter().find(|path| !path.exists()) {
        return Err(Error::input(path, "there is no such folder"));
    }
    if let Some(name) = &args.table {
        return table(&args.folders, name);
    }
    let usual = match &args.folders[..] {
        [folder] => folder.join(page::OF_RESULTS),
        _ => PathBuf::from(page::OF_RESULTS),
    };
    let force = args.force || args.out.is_none() && page::is_of_results(&usual)?;
    let out = args.out.clone().unwrap_or(usual);
    output_file::free(&out, "--out", Some("html"), force)?;
    let Report { html, charts, changes, left_out } = report(&args.folders, &out)?;
    left_out.iter().for_each(|text| tell(text));
    let page = out.display().to_string();
    let mut files = Vec::new();
    let mut in_words = page.clone();
    if let Some(folder) = &args.svg {
        files.extend(charts.iter().map(|(name, svg)| (folder.join(name), svg.as_str())));
        in_words += &format!("\n{} charts in {}", charts.len(), folder.display());
    }
    // A page without its charts would be an incomplete result.
    files
        .iter()
        .try_for_each(|(path, _)| output_file::free(path, "--out", Some("svg"), args.force))?;
    if let Some(folder) = &args.svg {
        folders::make(folder)?;
    }
    files.iter().try_for_each(|(path, text)| page::write(path, text, args.force))?;
    page::write(&out, &html, force)?;
    let folder = args.svg.as_ref().map(|folder| folder.display().to_string());
    let count = args.svg.as_ref().map(|_| charts.len());
    let row = [("page", page.into()), ("folder", folder.into()), ("charts", count.into())];
    StudyReport::tables(vec![Sheet::in_words("report", in_words, row)])
        .print(args.tables.format)?;
    if changes.is_empty() {
        return Ok(());
    }
    let what =
        "results were changed after their run was finished, or are unreadable, as the page says";
    Err(Error::Refused { what: what.to_owned(), reasons: changes })
}

/// Prints a table as it was written; of a folder that was changed, none.
fn table(folders: &[PathBuf], name: &str) -> Result<(), Error> {
    let [folder] = folders else {
        return Err(Error::flag("--table", "is of one folder"));
    };
    let entries = folders::entries(folder)?;
    let tables: Vec<&str> =
        entries.iter().filter_map(|(file, _)| file.strip_suffix(".csv")).collect();
    if verify::without_manifest(folder).is_some() {
        return Err(Error::input(folder, "holds a study that is not finished"));
    }
    let name = name.strip_suffix(".csv").unwrap_or(name);
    if !tables.contains(&name) {
        let known = or_known(name, &tables);
        let reason = format!("{} has no such table{known}", folder.display());
        return Err(Error::flag(format!("--table {name}"), reason));
    }
    let file = format!("{name}.csv");
    let path = folder.join(&file);
    if let Some(change) = verify::changes(folder)?.into_iter().find(|one| one.is_of(&file)) {
        let what = format!("{} is not printed", path.display());
        return Err(Error::Refused { what, reasons: vec![change.to_string()] });
    }
    let bytes = durable::read(&path)?.unwrap_or_default();
    print(&String::from_utf8_lossy(&bytes))
}
