#!/usr/bin/env bash
# Builds the package for Python, installs it into an environment of its own, and tests it.
#
#   scripts/test_python.sh [quick | all | example | install]
#
# quick     without the tests that are marked slow (default)
# all       all tests, types, that the source distribution builds without a network, and
#           that the wheel needs no C library newer than 2.17, where ziglang can be installed
# example   the tests of the two examples alone
# install   nothing but the environment
#
# Needs Python 3.10 or newer with venv, and the network for pip; without them it says so and ends with 0, unless
# NOTHING_SKIPPED is set. Variables:
#   PYTHON      the interpreter; default: python3
#   VENV        where the environment is; default: target/python
set -euo pipefail
export DRAKKAR_DEFAULTS=
cd "$(dirname "$0")/.."

part=${1:-quick}
python=${PYTHON:-python3}
venv=${VENV:-target/python}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target} CARGO_INCREMENTAL=0

skip() {
    echo "skipped: $1"
    if [[ -n ${NOTHING_SKIPPED:-} ]]; then exit 1; fi
    exit 0
}

command -v "$python" >/dev/null || skip "there is no $python"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "$python is older than 3.10"
if [[ ! -x $venv/bin/python ]]; then
    "$python" -m venv "$venv" || skip "$python cannot make an environment (Debian: python3-venv)"
fi
pip() {
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet "$@"
}
# The versions that are tested.
pinned=(maturin==1.16.0 numpy pytest)
full=(polars==2.1.0 pyarrow pettingzoo==1.27.0 gymnasium==1.4.0 open_spiel==2.0.2 ziglang==0.15.2 mypy==2.4.1)
pip install --no-compile "${pinned[@]}" || skip 'pip cannot install packages: is there a network?'
if [[ $part == all ]]; then
    pip install "${full[@]}"
fi
if [[ $part == install ]]; then exit 0; fi

VIRTUAL_ENV=$venv "$venv/bin/maturin" develop --quiet --release --manifest-path python/Cargo.toml

case $part in
    quick)
        # Five parts beside each other.
        tests=python/tests
        parts=(
            "$tests/test_agents.py"
            "$tests/test_check.py"
            "$tests/test_studies.py $tests/test_command.py"
            "$tests/test_batch.py $tests/test_pettingzoo.py $tests/test_open_spiel.py $tests/test_misuse.py"
        )
        others=$tests
        for file in ${parts[*]}; do others+=" --ignore=$file"; done
        running=() failed=0
        for files in "${parts[@]}" "$others"; do
            # shellcheck disable=SC2086 # names of files without blanks
            "$venv/bin/python" -m pytest -q -m 'not slow' $files &
            running+=($!)
        done
        for tests in "${running[@]}"; do wait "$tests" || failed=$?; done
        exit "$failed"
        ;;
    example) "$venv/bin/python" -m pytest -q python/tests/test_examples.py ;;
    all)
        "$venv/bin/mypy" --config-file python/pyproject.toml python/python/drakkar
        "$venv/bin/python" -m pytest -q python/tests
        scratch=$(mktemp -d)
        trap 'rm -rf "$scratch"' EXIT
        "$venv/bin/python" scripts/dist.py --wheel
        PATH=$PWD/$venv/bin:$PATH maturin build --quiet --manifest-path python/Cargo.toml --zig \
            --compatibility manylinux_2_17 --profile dist --out "$scratch"
        "$python" -m venv "$scratch/wheel"
        "$scratch/wheel/bin/python" -m pip --quiet install "$scratch"/*manylinux_2_17*.whl
        "$scratch/wheel/bin/python" -c 'import drakkar, pathlib; pathlib.Path(drakkar.__file__).with_name("THIRD-PARTY.txt").stat()'
        "$scratch/wheel/bin/drakkar" run --games 200 --out "$scratch/run" --quiet >/dev/null
        "$venv/bin/maturin" sdist --manifest-path python/Cargo.toml --out "$scratch"
        tar -xzf "$scratch"/drakkar-*.tar.gz -C "$scratch"
        cd "$scratch"/drakkar-*/python
        mkdir .cargo
        cargo vendor "$scratch/vendor" >.cargo/config.toml 2>/dev/null
        cargo check --quiet --offline --locked --target-dir "$scratch/checked"
        ;;
    *)
        echo "$part: must be quick, all, example or install" >&2
        exit 2
        ;;
esac
