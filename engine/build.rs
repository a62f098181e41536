//! Says whether the machine that compiles is the one to run on and has what hot code is compiled for (`cpu.rs`). Where
//! assertions are on, as in tests, that one copy is enough.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(fast_here)");
    #[cfg(target_arch = "x86_64")]
    if std::env::var("HOST") == std::env::var("TARGET")
        && std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
    {
        println!("cargo::rustc-cfg=fast_here");
    }
}
