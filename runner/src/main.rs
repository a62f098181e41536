//! The `drakkar` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    drakkar::main()
}
