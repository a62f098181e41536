#!/usr/bin/env bash
# Checks that a run on a Ray cluster survives the loss of a node and gives the same bytes.
#
#   scripts/test_ray.sh
#
# Plays a small run whole in one process, as the reference. Then, with a shared disk and without one:
# starts two Ray nodes on this machine, plays the same run on them with ray_run.py, kills one node with all
# its processes while it is in the middle of a chunk and some chunks are done, waits for the end, and
# compares all files of rows, records and results. The exit code is 0 only if all are equal and the node
# was lost in mid-run.
#
# Needs Linux, Python 3 with venv and, unless VENV is set, the network to install Ray. All talk between the
# nodes stays on the loopback device; their ports are open to the network too, but want a token that
# only this test knows. Variables:
#   DRAKKAR     the program; default: built here by `cargo build --release`
#   VENV        a virtual environment with Ray; default: one is made for the test
#   KEEP        a new folder for runs and logs that stays; default: a temporary one
#   PORT        where the cluster listens; default: 26379
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# A chunk takes about half a second.
plan=(run --agents mcts:iterations=60 greedy --games 1000 --per-game --record-every 10 --chunk 10 --seed 7)
chunks=50
port=${PORT:-26379}

scratch=$(mktemp -d)
work=${KEEP:-$scratch/runs}
mkdir -p "$work" "$scratch/node"
work=$(cd "$work" && pwd)
# Processes that are killed with all their descendants when the test ends.
started=()
frozen=

# The given processes and all their descendants.
family() {
    local pid
    for pid in "$@"; do
        [[ -e /proc/$pid ]] || continue
        echo "$pid"
        # shellcheck disable=SC2046 # one word for each process
        family $(cat "/proc/$pid/task/"*/children 2>/dev/null || true)
    done
}

# Stops a process and all its descendants, so that none of them starts anything; their ids are then in
# `frozen`.
freeze() {
    local before=none
    frozen=$(family "$1")
    while [[ $frozen != "$before" ]]; do
        # shellcheck disable=SC2086
        kill -STOP $frozen 2>/dev/null || true
        before=$frozen
        frozen=$(family "$1")
    done
}

# Sends a signal to all frozen processes.
signal() {
    # shellcheck disable=SC2086
    kill "-$1" $frozen 2>/dev/null || true
}

# Kills a process and all its descendants, and waits for its end.
end() {
    freeze "$1"
    signal KILL
    while kill -0 "$1" 2>/dev/null; do sleep 0.1; done
}

clean() {
    local code=$? pid
    trap - EXIT
    for pid in "${started[@]}"; do
        end "$pid"
    done
    rm -rf "$scratch"
    exit "$code"
}
trap clean EXIT
trap 'exit 130' INT TERM

step() { printf '\n== %s (after %d s)\n' "$1" "$SECONDS"; }

fail() {
    echo "FAILED: $1" >&2
    exit 1
}

if [[ -z ${DRAKKAR:-} ]]; then
    step 'the program'
    (cd "$here/.." && cargo build --release)
    target=${CARGO_TARGET_DIR:-$here/../target}
    DRAKKAR=$target/release/drakkar
fi
DRAKKAR=$(realpath "$DRAKKAR")

if [[ -z ${VENV:-} ]]; then
    step 'a virtual environment with Ray'
    VENV=$scratch/venv
    python3 -m venv "$VENV"
    "$VENV/bin/pip" install --quiet --disable-pip-version-check ray
fi
VENV=$(realpath "$VENV")
"$VENV/bin/python" -c 'import ray; print("Ray", ray.__version__)'

step 'the reference: one process'
"$DRAKKAR" plan "$work/reference" "${plan[@]}"
"$DRAKKAR" work "$work/reference" --threads 1 --quiet
"$DRAKKAR" merge "$work/reference" --per-game --record "$work/reference/games.jsonl" >"$work/reference.log"

# Stands in for the program where it must not play in the folder of a run.
cat >"$work/elsewhere" <<END
#!/usr/bin/env bash
if [[ \$1 == work && \$2 == "$work/"* ]]; then
    echo "plays in \$2, which a node without a shared disk does not have" >&2
    exit 2
fi
exec "$DRAKKAR" "\$@"
END
chmod +x "$work/elsewhere"

# No telemetry, no dashboard; a silent node is given up after a few seconds instead of the usual half a
# minute; no settings of an outer cluster.
unset RAY_ADDRESS
export RAY_USAGE_STATS_ENABLED=0 RAY_health_check_initial_delay_ms=0 RAY_health_check_period_ms=1000
export RAY_health_check_timeout_ms=1000 RAY_health_check_failure_threshold=3 RAY_SCHEDULER_EVENTS=0
# Nobody else may join; the token is not written into the home folder.
RAY_AUTH_TOKEN=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
export RAY_AUTH_MODE=token RAY_AUTH_TOKEN

# Addresses of the loopback device. Ray takes 127.0.0.1 for the machine's own address in the network.
head_address=127.0.0.2
victim_address=127.0.0.3
cluster=$head_address:$port

# A node with one CPU in the foreground of a process of this test, so that all its processes can be found.
node() {
    local log=$1 address=$2
    shift 2
    "$VENV/bin/ray" start --block --node-ip-address "$address" --num-cpus 1 --disable-usage-stats \
        --object-store-memory 100000000 "$@" >"$log" 2>&1 &
    started+=($!)
    # Bash must not report its end.
    disown
}

# Receipts of a run.
receipts() { cat "$1"/done/*.ndjson 2>/dev/null || true; }

# Waits up to $1 seconds until the remaining words, a command, succeed.
within() {
    local seconds=$1 end=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < end)) || fail "'$*' did not come true within $seconds s"
        sleep 0.2
    done
}

up() {
    "$VENV/bin/python" - "$1" "$2" <<'END' 2>/dev/null
import sys
import ray
ray.init(address=sys.argv[1], logging_level="critical", log_to_driver=False)
sys.exit(0 if sum(node["Alive"] for node in ray.nodes()) == int(sys.argv[2]) else 1)
END
}

# The chunks in progress in a `drakkar work` among the given processes, as A-B.
playing() {
    local pid
    for pid in $1; do
        tr '\0' '\n' 2>/dev/null <"/proc/$pid/cmdline" | sed -n '/^--chunks$/{n;p;q}'
    done | head -n 1
}

# Whether some chunks are done and the victim is in the middle of another. Then it is frozen, and `lost`
# names its chunks.
caught() {
    local finished
    finished=$(receipts "$run" | wc -l)
    if ((finished == chunks)) || [[ -z $(jobs -r) ]]; then
        cat "$run-driver.log"
        fail 'the run was over before the node was killed'
    fi
    ((finished >= 5)) || return 1
    freeze "$victim"
    lost=$(playing "$frozen")
    if [[ -n $lost ]] && ! receipts "$run" | grep -q "\"chunk\":${lost%%-*},"; then
        return
    fi
    signal CONT
    return 1
}

# The files of a run, except partly written ones, which a killed process leaves behind, and receipts, whose hashes have
# been checked by the merge.
files() { (cd "$1" && find . -type f ! -path './tmp/*' ! -path './done/*' | sort); }

compare() {
    local run=$1 file count=0
    diff <(files "$work/reference") <(files "$run") || fail 'the folders do not hold the same files'
    while read -r file; do
        case $file in
            # Circumstances.
            ./manifest.json | ./printed.json | ./timing.csv) continue ;;
        esac
        cmp -- "$work/reference/$file" "$run/$file" || fail "$file differs"
        count=$((count + 1))
    done < <(files "$work/reference")
    echo "$count files have the same bytes as those of one process"
}

round() {
    local name=$1 program=$2
    shift 2
    run=$work/$name
    "$DRAKKAR" plan "$run" "${plan[@]}" >"$work/$name.log"
    node "$work/$name-head.log" "$head_address" --head --port "$port" --include-dashboard false --temp-dir "$scratch/ray"
    local head=${started[-1]}
    within 60 up "$cluster" 1
    node "$work/$name-victim.log" "$victim_address" --address "$cluster"
    victim=${started[-1]}
    within 60 up "$cluster" 2
    echo "two nodes are up (after $SECONDS s)"

    "$VENV/bin/python" "$here/ray_run.py" "$run" --drakkar "$program" --address "$cluster" \
        --record "$run/games.jsonl" "$@" >>"$work/$name.log" 2>"$work/$name-driver.log" &
    local driver=$! code=0 finished
    started+=("$driver")
    within 60 caught
    finished=$(receipts "$run" | wc -l)
    signal KILL
    echo "killed a node that was playing chunks $lost, with $finished of $chunks chunks done (after $SECONDS s)"
    ((finished < chunks)) || fail 'the run was over before the node was killed'

    wait "$driver" || code=$?
    started=("$head")
    cat "$work/$name-driver.log"
    ((code == 0)) || fail "ray_run.py ended with exit code $code"
    grep -q 'is lost' "$work/$name-driver.log" || fail 'ray_run.py did not notice the loss'
    compare "$run"
    end "$head"
    started=()
}

step 'Ray with a shared disk, one node is lost'
round shared "$DRAKKAR" --shared
step 'Ray without a shared disk, one node is lost'
round apart "$work/elsewhere" --no-shared --scratch "$scratch/node"
step 'all bytes are the same'
