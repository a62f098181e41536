//! `drakkar report`: result folders as a page.

use std::path::PathBuf;

use crate::{error::Error, export::sheet::print, page, report::report};

const EXAMPLES: &str = "\
Examples:
  drakkar run --games 10000 --out runs/greedy
  drakkar report runs/greedy --out greedy.html
  drakkar report runs/*/ --out all.html --svg pictures

The page needs only a browser, and no network. A folder without results of its own stands for the
folders in it.
";

/// Writes result folders as a page: verdicts, pictures, tables
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders with results of any command that plays
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// The page
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,

    /// Also writes the pictures as SVG files into a folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Replaces existing files
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> Result<(), Error> {
    page::free(&args.out, args.force)?;
    let (html, charts) = report(&args.folders)?;
    let mut files = vec![(args.out.clone(), html.as_str())];
    let mut said = format!("{}\n", args.out.display());
    if let Some(folder) = &args.svg {
        files.extend(charts.iter().map(|(name, svg)| (folder.join(name), svg.as_str())));
        said += &format!("{} pictures in {}\n", charts.len(), folder.display());
    }
    // A page without its pictures would be an incomplete result.
    files.iter().try_for_each(|(path, _)| page::free(path, args.force))?;
    if let Some(folder) = &args.svg {
        std::fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
    }
    files.iter().try_for_each(|(path, text)| page::write(path, text, args.force))?;
    print(&said)
}
