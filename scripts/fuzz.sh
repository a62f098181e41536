#!/usr/bin/env bash
# Tries random inputs for everything that drakkar reads: each target of fuzz/ for so many seconds, one after the other.
#
#   scripts/fuzz.sh [SECONDS_PER_TARGET] [TARGET...]
#   scripts/fuzz.sh --keep [TARGET...]
#
# Needs a nightly compiler and cargo-fuzz: rustup toolchain install nightly; cargo install cargo-fuzz.
# Begins with the inputs of fuzz/corpus/; what it finds on the way goes into fuzz/found/, inputs that fail into
# fuzz/artifacts/, with the command that repeats them. With --keep, the fewest of fuzz/found/ that reach all code that
# was reached join fuzz/corpus/.
set -euo pipefail
cd "$(dirname "$0")/.."
keep=false
if [[ ${1:-} == --keep ]]; then
    keep=true
fi
seconds=${1:-60}
shift $(($# > 0 ? 1 : 0))

# With the versions of the workspace.
cp Cargo.lock fuzz/Cargo.lock
targets=("$@")
if (($# == 0)); then
    mapfile -t targets < <(cargo +nightly fuzz list)
fi
failed=()
for target in "${targets[@]}"; do
    printf '\n== %s\n' "$target"
    mkdir -p "fuzz/found/$target"
    if $keep; then
        cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "fuzz/found/$target" -- \
            -set_cover_merge=1 -use_counters=0 -timeout=60 -rss_limit_mb=4096
        continue
    fi
    cargo +nightly fuzz run "$target" "fuzz/found/$target" "fuzz/corpus/$target" -- \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 ||
        failed+=("$target")
done
if ((${#failed[@]} > 0)); then
    printf 'fuzz: failures in %s; see fuzz/artifacts/\n' "${failed[*]}" >&2
    exit 1
fi
