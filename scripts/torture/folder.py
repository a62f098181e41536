"""Calling the program, and looking at what it left."""

import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import tempfile

from studies import LOUD

# Words that name the file at fault stand in every refusal; these codes are in the documentation.
CODES = {0, 1, 2, 3, 75, 130}
# What differs from one time to the next.
TIMES = ("timing.csv", "printed.json")


class Failure(Exception):
    """Something that must not happen; `kind` is what `known.py` may have."""

    def __init__(self, kind, text):
        super().__init__(f"{kind}: {text}")
        self.kind = kind


class Place:
    """A folder that a study is played in."""

    def __init__(self, program, path, threads):
        self.program, self.path, self.threads = program, path, threads
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)

    def line(self, command):
        words = shlex.split(command.format(d=self.path))
        more = [] if words[0] in LOUD else ["--quiet"]
        if words[0] not in LOUD:
            more += ["--threads", str(self.threads)]
        return [self.program, *words, *more]

    def start(self, command, before=None, wrap=()):
        # A file, not a pipe: nobody reads while it runs. One for each process: there may be two at once.
        self.told = tempfile.TemporaryFile("w+")
        return subprocess.Popen([*wrap, *self.line(command)], stdout=self.told, stderr=self.told,
                                stdin=subprocess.DEVNULL, preexec_fn=before)

    def end(self, process, what, codes=CODES, signals=()):
        """Waits for a process, which must end with a code that the documentation has."""
        try:
            code = process.wait(timeout=300)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise Failure("hangs", what) from None
        self.told.seek(0)
        text = self.told.read()
        self.told.close()
        if code in (70, 101) or "a mistake of this program" in text:
            raise Failure("panic", f"{what}: {text}")
        if code not in codes and -code not in signals:
            raise Failure("exit code", f"{what}: {code}: {text}")
        return code, text

    def call(self, command, **more):
        before = more.pop("before", None)
        return self.end(self.start(command, before), command, **more)

    def files(self):
        """Everything there is, as it is compared."""
        found = {}
        for root, folders, names in os.walk(self.path):
            # How many chunks are played behind the end of a test of a tune depends on the moment.
            if os.path.basename(root) == "done":
                if "/confirm/" in root:
                    continue
                logs = {name for name in names if name.startswith("chunk-receipts-")}
                found[os.path.relpath(root, self.path)] = receipts(root, logs)
                names = set(names) - logs
            for name in folders:
                path = os.path.join(root, name)
                if not os.listdir(path):
                    found[os.path.relpath(path, self.path)] = "an empty folder"
            for name in names:
                path = os.path.join(root, name)
                found[os.path.relpath(path, self.path)] = content(name, path)
        return found

    def compare(self, whole):
        """The files are those of an undisturbed study."""
        found = self.files()
        for name, bytes in whole.items():
            if name not in found:
                raise Failure("answer lost" if name.endswith("printed.json") else "missing", name)
            if found[name] != bytes:
                raise Failure("differs", f"{name}: {first_difference(found[name], bytes)}")
        more = sorted(set(found) - set(whole))
        if more:
            raise Failure("left behind", f"{len(more)} files, such as {', '.join(more[:3])}")


def torn(path):
    """Files below a folder that differ each time, and are not complete."""
    found = []
    for root, _, names in os.walk(path):
        for name in set(names) & set(TIMES):
            with open(os.path.join(root, name), "rb") as file:
                if not is_complete(name, file.read()):
                    found.append(os.path.relpath(os.path.join(root, name), path))
    return found


def receipts(folder, names):
    """Those of all chunks that count, without how long they took, whoever wrote them into which file."""
    found = {}
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            for line in file:
                if line.endswith(b"\n") and has_its_hash(line):
                    receipt = json.loads(line)
                    receipt.pop("timing", None)
                    del receipt["sha256"]
                    found[receipt["chunk"]] = receipt
    return json.dumps(found, sort_keys=True).encode()


def is_complete(name, bytes):
    if name != "printed.json":
        return bytes.endswith(b"\n") and b"\0" not in bytes
    return has_its_hash(bytes)


def has_its_hash(bytes):
    """The hash stands at the end, and is of the bytes with an empty text there."""
    before, key, rest = bytes.rpartition(b'"sha256":"')
    return hashlib.sha256(before + key + rest[64:]).hexdigest().encode() == rest[:64]


def first_difference(found, expected):
    """Where two contents differ, with some of both."""
    at = next((at for at, (one, other) in enumerate(zip(found, expected)) if one != other), 0)
    return f"{found[max(at - 60, 0):at + 60]!r} instead of {expected[max(at - 60, 0):at + 60]!r}"


def content(name, path):
    if name in TIMES:
        return "another one each time"
    with open(path, "rb") as file:
        bytes = file.read()
    if name != "manifest.json":
        return bytes
    try:
        manifest = json.loads(bytes)
    except ValueError:
        return bytes
    # How fast it was, and the hash of all that.
    for key in ("machine", "sha256"):
        manifest.pop(key, None)
    for file in TIMES:
        manifest.get("files", {}).pop(file, None)
    return json.dumps(manifest)


def send(process, number):
    try:
        process.send_signal(number)
    except ProcessLookupError:
        pass


KILLS = (signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM)
