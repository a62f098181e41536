//! What a build is, for `drakkar --version`. The commit is that of the variable `DRAKKAR_COMMIT`, not of the working
//! copy: nothing is compiled again because of a commit.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=DRAKKAR_COMMIT");
    let known = |name: &str| env::var(name).unwrap_or_else(|_| "unknown".to_owned());
    let compiler = Command::new(known("RUSTC")).arg("--version").output().ok();
    let compiler = compiler.and_then(|told| String::from_utf8(told.stdout).ok());
    let compiler = compiler.as_deref().map_or("unknown", str::trim);
    println!("cargo::rustc-env=DRAKKAR_COMMIT={}", known("DRAKKAR_COMMIT"));
    println!("cargo::rustc-env=DRAKKAR_TARGET={}", known("TARGET"));
    println!("cargo::rustc-env=DRAKKAR_COMPILER={compiler}");
    // At a fixed address, nothing is relocated at each start.
    let is_static = known("CARGO_CFG_TARGET_FEATURE").contains("crt-static");
    if known("TARGET") == "x86_64-unknown-linux-gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
