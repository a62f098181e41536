#!/usr/bin/env bash
#SBATCH --job-name=drakkar
#SBATCH --cpus-per-task=8
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
# Plays a planned run as an array of SLURM jobs, one shard each.
#
#   drakkar plan RUN run ...
#   array=$(sbatch --parsable --array=0-15 scripts/slurm_array.sh RUN)
#   sbatch --dependency=afterany:"$array" --wrap 'drakkar merge RUN'
#
# RUN lies on a disk that all nodes see. Options of sbatch before the name of the script replace those
# at its head. An element that reaches its time limit, or a full disk, requeues itself and resumes later;
# the job that merges waits for that. If elements were lost permanently, merge
# refuses and names the gaps (exit code 3): submit the same array again, or one of any other size;
# nothing is played twice.
#
# Elements may be numbered in any way with equal steps: 0-15, 1-16, 0-30:2, and 0-15%4
# for four at a time. Variables, which sbatch passes on:
#   DRAKKAR          the program; default: drakkar
#   DRAKKAR_MARGIN   seconds of the time limit reserved for the chunk in progress; default: 120
#   DRAKKAR_RESTARTS how often an element requeues itself; default: 100
set -euo pipefail

usage() { sed -n '/^# Plays/,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"; }

complain() {
    echo "slurm_array.sh: $1" >&2
    exit 2
}

if [[ $# -ne 1 || $1 == -* ]]; then
    usage >&2
    exit 2
fi
run=$1
drakkar=${DRAKKAR:-drakkar}
margin=${DRAKKAR_MARGIN:-120}
restarts=${DRAKKAR_RESTARTS:-100}
[[ -n ${SLURM_ARRAY_TASK_ID:-} ]] || complain 'this is no array job: sbatch --array=0-15 ...'

count=${SLURM_ARRAY_TASK_COUNT:?}
offset=$((SLURM_ARRAY_TASK_ID - ${SLURM_ARRAY_TASK_MIN:-0}))
step=${SLURM_ARRAY_TASK_STEP:-1}
shard=$((offset / step))
if ((offset < 0 || offset % step != 0 || shard >= count)); then
    complain "the numbers of the array must have the same distance; $SLURM_ARRAY_TASK_ID is none of $count"
fi
element=${SLURM_ARRAY_JOB_ID:?}_$SLURM_ARRAY_TASK_ID

# Seconds until the job is ended; nothing if that is unknown or there is no limit.
time_left() {
    local left days=0 hours=0 minutes seconds
    if [[ -n ${SLURM_JOB_END_TIME:-} ]]; then
        echo $((SLURM_JOB_END_TIME - $(date +%s)))
        return
    fi
    left=$(squeue --noheader --job "$element" --format %L 2>/dev/null) || return 0
    # [[days-]hours:]minutes:seconds
    [[ $left =~ ^((([0-9]+)-)?([0-9]+):)?([0-9]+):([0-9]+)$ ]] || return 0
    days=${BASH_REMATCH[3]:-0} hours=${BASH_REMATCH[4]:-0}
    minutes=${BASH_REMATCH[5]} seconds=${BASH_REMATCH[6]}
    echo $((((10#$days * 24 + 10#$hours) * 60 + 10#$minutes) * 60 + 10#$seconds))
}

options=(--shard "$shard/$count" --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet)
left=$(time_left)
if [[ -n $left ]]; then
    ((left > margin)) || complain "the time limit leaves $left s, but $margin s are kept for the last chunk"
    options+=(--deadline "$((left - margin))s")
fi

echo "$(date +%FT%T) $(hostname): $drakkar work $run ${options[*]}"
code=0
"$drakkar" work "$run" "${options[@]}" || code=$?
# Anything but 75 is final: done, or an error that retrying does not fix.
if ((code == 75)); then
    if ((${SLURM_RESTART_COUNT:-0} >= restarts)); then
        echo "slurm_array.sh: given up after $restarts restarts" >&2
    elif scontrol requeue "$element"; then
        echo "back into the queue"
    else
        echo "slurm_array.sh: cannot go back into the queue; submit the array again" >&2
    fi
fi
exit "$code"
