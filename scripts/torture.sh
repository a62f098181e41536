#!/usr/bin/env bash
# Kills commands, fills disks and damages files, and expects the bytes of an undisturbed run or a clear refusal.
#
#   scripts/torture.sh [MINUTES] [--seed N] [--case N] [--disk DIR]
#
# MINUTES is 1 if not given. The seed is printed at the start, and for each failure the command that repeats it.
# Variables: DRAKKAR, a program that is already built.
set -euo pipefail
# Not those of the user.
export DRAKKAR_DEFAULTS=
here=$(cd "$(dirname "$0")" && pwd)

if [[ -z ${DRAKKAR:-} ]]; then
    cargo build --release --manifest-path "$here/../Cargo.toml" --package drakkar
    DRAKKAR=${CARGO_TARGET_DIR:-$here/../target}/release/drakkar
fi
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$here/torture/main.py" --drakkar "$(realpath "$DRAKKAR")" "$@"
