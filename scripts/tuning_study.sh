# shellcheck shell=sh
# For scripts that tune weights and test them, not to be called: what DRAKKAR, RUNS and THREADS say, for the
# study $study, and how a run is played.
drakkar=${DRAKKAR:-target/release/drakkar}
runs=${RUNS:-runs/$study}
threads=${THREADS:-1}
results=results/$study
hand=greedy:weights=manual-1

# NAME FILES COMMAND...: plays a run and keeps its small files.
play() {
    name=$1 files=$2
    shift 2
    "$drakkar" "$@" --threads "$threads" --out "$runs/$name"
    mkdir -p "$results/$name"
    for file in $files; do cp "$runs/$name/$file" "$results/$name/$file"; done
}
