"""Tortures the command until the time is over; see torture.sh."""

import argparse
import collections
import os
import random
import shutil
import sys
import tempfile
import time

import attacks
import calls
import inputs
from attacks import Torture
from folder import Failure, Place
from known import KNOWN
from studies import STUDIES

ATTACKS = {**attacks.ATTACKS, **calls.ATTACKS, **inputs.ATTACKS}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", nargs="?", type=float, default=1)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--case", type=int, help="only this case")
    parser.add_argument("--disk", help="a folder on the disk to use; memory if there is /dev/shm")
    parser.add_argument("--study", choices=list(STUDIES), help="only this study")
    parser.add_argument("--attack", choices=list(ATTACKS), help="only this attack")
    parser.add_argument("--drakkar", required=True)
    return parser.parse_args()


def undisturbed(program, folder, studies):
    """The files of each study, and how many seconds its last command takes."""
    found = {}
    for study in studies:
        files = []
        for threads in (2, 1):
            place = Place(program, os.path.join(folder, "whole"), threads)
            for command in STUDIES[study]:
                begin = time.monotonic()
                place.call(command, codes={0})
            seconds = time.monotonic() - begin
            files.append(place.files())
        if files[0] != files[1]:
            raise SystemExit(f"torture: {study} differs from call to call, even undisturbed")
        found[study] = (files[0], seconds)
        print(f"{study}: {len(files[0])} files in {seconds:.1f} s", flush=True)
    return found


def main():
    args = arguments()
    print(f"seed {args.seed}", flush=True)
    parent = args.disk or ("/dev/shm" if os.path.isdir("/dev/shm") else None)
    scratch = tempfile.mkdtemp(prefix="torture-", dir=parent)
    counts, known, failures = collections.Counter(), collections.Counter(), 0
    try:
        studies = [args.study] if args.study else list(STUDIES)
        whole = undisturbed(args.drakkar, scratch, studies)
        names = [args.attack] if args.attack else list(ATTACKS)
        weights = [ATTACKS[name][1] for name in names]
        end = time.monotonic() + 60 * args.minutes
        case = args.case or 0
        while time.monotonic() < end:
            rng = random.Random(f"{args.seed}:{case}")
            study = studies[case % len(studies)]
            attack = rng.choices(names, weights)[0]
            files, seconds = whole[study]
            # One path for all: it may stand in a file.
            place = Place(args.drakkar, os.path.join(scratch, "whole"), rng.randint(1, 2))
            torture = Torture(place, study, STUDIES[study], files, seconds, counts, rng)
            counts["cases", study] += 1
            try:
                ATTACKS[attack][0](torture)
            except Failure as failure:
                kinds = KNOWN & {failure.kind, f"{failure.kind} ({study})"}
                if kinds:
                    known[kinds.pop()] += 1
                else:
                    failures += 1
                    only = "".join(f" --{name} {value}" for name, value in
                                   [("study", args.study), ("attack", args.attack)] if value)
                    print(f"\ncase {case}, {attack} of {study}: {failure}\n  damage: {', '.join(torture.damage[-3:]) or 'none'}\n  again: scripts/torture.sh --seed "
                          f"{args.seed} --case {case}{only}", file=sys.stderr, flush=True)
            if args.case is not None:
                break
            case += 1
    except KeyboardInterrupt:
        print("torture: stopped early; the counts so far:")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    report(counts, known, studies)
    if failures:
        raise SystemExit(f"torture: {failures} failures; a kill comes at another moment each time, so repeat a case "
                         "several times")
    print("torture: nothing was lost")


def report(counts, known, studies):
    for what in sorted({what for what, _ in counts}):
        parts = ", ".join(f"{study} {counts[what, study]}" for study in studies if counts[what, study])
        print(f"{what}: {sum(counts[what, study] for study in studies)} ({parts})")
    for kind, number in sorted(known.items()):
        print(f"known: {kind}: {number}")


if __name__ == "__main__":
    main()
