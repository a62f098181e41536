#!/usr/bin/env python3
"""Plays a planned run on a Ray cluster and merges it.

    drakkar plan RUN run ...
    scripts/ray_run.py RUN [--drakkar PATH] [--address ADDRESS] [--batch M] [--threads T]
                           [--shared | --no-shared] [--scratch DIR] [--send] [--record FILE] [--no-merge]

Asks `drakkar missing RUN` which chunks to play and starts a Ray task for each batch, which simply runs
`drakkar work` on some node. When all have ended it asks again, until nothing is missing, since a run
may turn out to need more chunks. Then `drakkar merge RUN` writes the results, with `--per-game` if rows
of games were planned.

With a shared disk (the default), RUN must have the same path on all nodes, and workers write into it.
With --no-shared, only this machine needs RUN: a task gets the plan, plays in a scratch folder of its
node, and returns the files of its chunks; this program puts them into RUN, the receipts last.

Lost nodes are tolerated: Ray restarts their tasks elsewhere. So are full disks of nodes (exit code
75), as long as others make progress. A wrong command or input (2) ends everything. Ctrl-C ends it too,
and the same command resumes later. Exit codes are those of drakkar: 0 done, 1 failed games, 2 wrong
command or input, 3 refused by merge, 75 try again, 130 interrupted.

Needs Ray on all nodes, with the same versions of Ray and Python: `pip install ray`.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import fcntl
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import ray
import ray.exceptions

DONE = (0, 1)  # 1: games failed; `merge` reports that at the end
USAGE = 2
AGAIN = 75
INTERRUPTED = 130
# Consecutive waves without progress before giving up.
PATIENCE = 5
# Seconds that a task waits before it reports that its node's disk is full: a node that fails at once
# would otherwise attract all tasks.
FAILURE_PAUSE = 5.0
# Seconds between looks at the cluster.
TICK = 1.0


@dataclasses.dataclass(frozen=True)
class Call:
    """The same for all tasks: how to start `drakkar work`."""

    program: str
    threads: int
    # The folder of the run on a shared disk.
    run: str | None
    # Without a shared disk: run.json, and where nodes may write.
    plan: bytes
    scratch: str | None


@dataclasses.dataclass(frozen=True)
class Played:
    """What a task returns: an exit code, its messages, and files by their path in RUN."""

    code: int
    message: str
    files: dict[str, bytes]


class Stopped(Exception):
    """The run cannot go on; carries the exit code."""

    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code


def say(text: str) -> None:
    """A line for the user; standard output belongs to `drakkar merge`."""
    print(f"ray_run: {text}", file=sys.stderr, flush=True)


# ---- on the nodes


def work(program: str, threads: int, run: str, chunks: str) -> tuple[int, str]:
    """Plays `chunks` of `run`; exit code and standard error, with the name of the node."""
    command = [program, "work", run, "--chunks", chunks, "--threads", str(threads), "--quiet"]
    try:
        # An exception, such as a signal to the worker, kills the child.
        child = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        code, said = child.returncode, child.stderr.decode(errors="replace").strip()
    except OSError as error:
        code, said = USAGE, f"cannot start {program}: {error}"
    return code, f"{ray.util.get_node_ip_address()}: chunks {chunks}: {said or f'exit code {code}'}"


def play(call: Call, binary: bytes | None, chunks: str) -> Played:
    """The task: plays `chunks` and returns what the driver cannot see."""
    if call.run is not None:
        played = Played(*work(call.program, call.threads, call.run, chunks), files={})
    else:
        try:
            played = play_apart(call, binary, chunks)
        except OSError as error:
            played = Played(AGAIN, f"{ray.util.get_node_ip_address()}: chunks {chunks}: {error}", {})
    if played.code not in DONE and played.code != USAGE:
        time.sleep(FAILURE_PAUSE)
    return played


@contextlib.contextmanager
def scratch_folder(parent: str | None) -> Iterator[str]:
    """A folder that is removed afterwards, or, if this process is killed, by the next task on this node.

    Its owner holds a lock, which nobody has any more when the owner is dead.
    """
    parent = parent or tempfile.gettempdir()
    for lock in pathlib.Path(parent).glob("drakkar-ray-*/lock"):
        with contextlib.suppress(OSError), lock.open() as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(lock.parent)
    with tempfile.TemporaryDirectory(prefix="drakkar-ray-", dir=parent) as scratch:
        making = os.path.join(scratch, "making")
        with open(making, "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            # Others see it under this name only when it is already locked.
            os.rename(making, os.path.join(scratch, "lock"))
            yield scratch


def play_apart(call: Call, binary: bytes | None, chunks: str) -> Played:
    """Plays `chunks` in a separate folder, and collects all files."""
    with scratch_folder(call.scratch) as scratch:
        program, run = call.program, os.path.join(scratch, "run")
        os.mkdir(run)
        pathlib.Path(run, "run.json").write_bytes(call.plan)
        if binary is not None:
            program = os.path.join(scratch, "drakkar")
            pathlib.Path(program).write_bytes(binary)
            os.chmod(program, 0o700)
        code, message = work(program, call.threads, run, chunks)
        files = {}
        # All files of a chunk are in a subfolder; chunks count even if not all were played.
        for path in sorted(pathlib.Path(run).glob("*/*")):
            if path.parent.name != "tmp":
                files[str(path.relative_to(run))] = path.read_bytes()
        return Played(code, message, files)


# ---- here


def place(run: pathlib.Path, files: dict[str, bytes]) -> None:
    """Puts files of chunks into the run, each whole or not at all, the receipts last."""
    folders = {name: run / os.path.dirname(name) for name in files}
    for folder in set(folders.values()) | {run / "tmp"}:
        folder.mkdir(exist_ok=True)
    for name in sorted(files, key=lambda name: (name.startswith("done/"), name)):
        handle, temporary = tempfile.mkstemp(prefix="chunk-", dir=run / "tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(files[name])
                file.flush()
                os.fsync(file.fileno())
            # With the permissions of any other file, not those of mkstemp.
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, 0o666 & ~mask)
            os.replace(temporary, run / name)
        except BaseException:
            os.unlink(temporary)
            raise
        folder_handle = os.open(folders[name], os.O_RDONLY)
        try:
            os.fsync(folder_handle)
        finally:
            os.close(folder_handle)


class Cluster:
    """The nodes: their capacity, and which come and go."""

    def __init__(self, threads: int):
        self.threads = threads
        self.alive: dict[str, str] = {}
        self.slots = 0
        self.looked = 0.0
        self.look()

    def look(self) -> None:
        """Looks at the nodes, but not too often; reports changes."""
        if time.monotonic() - self.looked < TICK:
            return
        self.looked = time.monotonic()
        alive, slots = {}, 0
        for node in ray.nodes():
            if node["Alive"]:
                cpus = int(node["Resources"].get("CPU", 0))
                alive[node["NodeID"]] = f"node {node['NodeID'][:8]} at {node['NodeManagerAddress']}"
                slots += cpus // self.threads
        for node, name in self.alive.items():
            if node not in alive:
                say(f"{name} is lost; its tasks are played again elsewhere")
        for node, name in alive.items():
            if node not in self.alive:
                say(f"{name} is there")
        if slots == 0 and (self.slots > 0 or not self.alive):
            say(f"no node has {self.threads} CPUs for a task; waiting for one")
        self.alive, self.slots = alive, slots

    def window(self) -> int:
        """Tasks at a time: enough to keep all nodes busy, few enough to store what they return."""
        return self.slots + max(self.slots, 4)


class Driver:
    """One run from what is missing to its results."""

    def __init__(self, args: argparse.Namespace, program: str):
        self.run: pathlib.Path = args.run
        self.program = program
        self.batch: int = args.batch
        shared = str(self.run) if args.shared else None
        # A name is looked up on each node, a path is the same everywhere.
        named = os.path.abspath(args.drakkar) if os.sep in args.drakkar else args.drakkar
        self.call = ray.put(Call(named, args.threads, shared, self.plan_bytes(), args.scratch))
        self.binary = ray.put(pathlib.Path(program).read_bytes()) if args.send else None
        self.cluster = Cluster(args.threads)
        # Without a limit: a node may be lost any number of times.
        self.task = ray.remote(num_cpus=args.threads, max_retries=-1)(play)
        self.started = time.monotonic()
        self.told = 0.0

    def plan_bytes(self) -> bytes:
        """The plan, unchecked: the program checks it."""
        return (self.run / "run.json").read_bytes()

    def missing(self) -> list[str]:
        """The missing chunks, as A-B."""
        command = [self.program, "missing", str(self.run), "--batch", str(self.batch)]
        child = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if child.returncode != 0:
            raise Stopped(child.returncode, "cannot find out what is missing")
        return child.stdout.split()

    def play(self) -> None:
        """Plays waves until nothing is missing."""
        previous, stalled, wave, trouble = None, 0, 0, ""
        while batches := self.missing():
            wave += 1
            stalled = stalled + 1 if batches == previous else 0
            if stalled == PATIENCE:
                raise Stopped(AGAIN, f"{PATIENCE} waves have brought nothing new; the last trouble: {trouble}")
            # This also gives network disks time to catch up.
            time.sleep(stalled * FAILURE_PAUSE)
            say(f"wave {wave}: {len(batches)} tasks")
            trouble = self.wave(wave, batches)
            previous = batches
        say(f"nothing is missing after {time.monotonic() - self.started:.1f} s")

    def wave(self, number: int, batches: list[str]) -> str:
        """Plays `batches`, as far as possible; returns the last failure, or nothing."""
        queue, ended, trouble = list(reversed(batches)), 0, ""
        running: dict[ray.ObjectRef, str] = {}
        while queue or running:
            self.cluster.look()
            while queue and len(running) < self.cluster.window():
                chunks = queue.pop()
                running[self.task.remote(self.call, self.binary, chunks)] = chunks
            ready, _ = ray.wait(list(running), timeout=TICK)
            for ref in ready:
                trouble = self.collect(ref, running.pop(ref)) or trouble
                ended += 1
            self.progress(number, ended, len(batches))
        return trouble

    def collect(self, ref: ray.ObjectRef, chunks: str) -> str:
        """Takes what a task has returned; returns the failure, or nothing."""
        try:
            played: Played = ray.get(ref)
        except ray.exceptions.RayTaskError as error:
            raise Stopped(1, f"chunks {chunks}: {error}") from error
        except ray.exceptions.RayError as error:
            # Ray has given up; the next wave tries again.
            say(f"chunks {chunks}: {error}; left to the next wave")
            return str(error)
        try:
            place(self.run, played.files)
        except OSError as error:
            raise Stopped(AGAIN, f"chunks {chunks}: {error}") from error
        if played.code in DONE:
            return ""
        # A child that was killed, for example because its node ran out of memory, has no exit code.
        if played.code in (AGAIN, INTERRUPTED) or played.code < 0:
            say(f"{played.message}; left to the next wave")
            return played.message
        raise Stopped(played.code, played.message)

    def progress(self, wave: int, ended: int, tasks: int) -> None:
        """A line from time to time, and at the end of a wave."""
        now = time.monotonic()
        if ended == tasks or now - self.told >= 10 * TICK:
            self.told = now
            say(f"wave {wave}: {ended} of {tasks} tasks ended, {now - self.started:.1f} s")

    def merge(self, record: str | None) -> int:
        """Writes the results; the exit code."""
        command = [self.program, "merge", str(self.run)]
        if json.loads(self.plan_bytes())["run"].get("per_game"):
            command.append("--per-game")
        if record is not None:
            command += ["--record", record]
        return subprocess.run(command, check=False).returncode


def at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    add = parser.add_argument
    add("run", metavar="RUN", type=lambda path: pathlib.Path(path).absolute(), help="the folder with run.json")
    add("--drakkar", metavar="PATH", default="drakkar", help="the program, here and on the nodes [drakkar]")
    add("--address", default="auto", help="of the cluster; `local` starts one on this machine only [auto]")
    add("--batch", metavar="M", type=at_least_one, default=1, help="most chunks in a task [1]")
    add("--threads", metavar="T", type=at_least_one, default=1, help="threads and CPUs of a task [1]")
    add("--shared", action=argparse.BooleanOptionalAction, default=True, help="whether all nodes see RUN")
    add("--scratch", metavar="DIR", help="with --no-shared: where nodes may write [their folder of temporary files]")
    add("--send", action="store_true", help="with --no-shared: sends the program along; nodes need not have it")
    add("--record", metavar="FILE", help="joins the records of games, as `drakkar merge` does")
    add("--merge", action=argparse.BooleanOptionalAction, default=True, help="whether to merge at the end")
    args = parser.parse_args()
    if args.shared and (args.send or args.scratch):
        parser.error("--send and --scratch go with --no-shared")
    return args


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    args = arguments()
    program = shutil.which(args.drakkar)
    if program is None:
        raise Stopped(USAGE, f"--drakkar: cannot start {args.drakkar}")
    if not (args.run / "run.json").is_file():
        raise Stopped(USAGE, f"{args.run}: holds no run.json; make one with `drakkar plan`")
    try:
        ray.init(address=args.address, logging_level="error", log_to_driver=False)
    except (ConnectionError, ValueError) as error:
        raise Stopped(USAGE, f"--address {args.address}: {error}") from error
    signal.signal(signal.SIGTERM, interrupt)
    driver = Driver(args, program)
    driver.play()
    return driver.merge(args.record) if args.merge else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stopped as stopped:
        say(str(stopped))
        sys.exit(stopped.code)
    except KeyboardInterrupt:
        # Ray ends the tasks of a driver that exits; cancelling them one by one can crash it.
        say("interrupted; run the same command to resume")
        sys.exit(INTERRUPTED)
