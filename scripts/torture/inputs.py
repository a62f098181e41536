"""Attacks on what a command reads and where it writes: records, long texts, unusual files, streams, programs."""

import json
import os
import resource
import signal
import stat
import subprocess
import time

from folder import Failure, send

RECORDS = "run --game {game} --agents random greedy --games 12 --record {{d}}/r.jsonl --force --out {{d}}/r"
GAMES = ("connect-four", "goofspiel")
READERS = ("verify {d}/f.jsonl", "replay {d}/f.jsonl", "analyse {d}/f.jsonl --agent greedy",
           "view {d}/f.jsonl --force --out {d}/f.html")
# Longer answers repeat what they read.
MOST_TOLD = 300_000


def records(torture):
    """One record that one value was changed in: its four readers accept it or refuse it, all alike."""
    rng, place = torture.rng, torture.place
    place.call(RECORDS.format(game=rng.choice(GAMES)), codes={0})
    with open(place.path + "/r.jsonl", encoding="utf-8") as file:
        rule_set, *lines = file.read().splitlines()
    for _ in range(10):
        record = json.loads(rng.choice(lines))
        if rng.random() < 0.5:
            del record["rule_set_id"]
            record["rule_set"] = json.loads(rule_set)["rule_set"]
        told = changed(record, rng)
        with open(place.path + "/f.jsonl", "w", encoding="utf-8") as file:
            file.write(rule_set + "\n" + json.dumps(record) + "\n")
        torture.count("false records")
        codes = {}
        for reader in READERS:
            code, text = place.call(reader, codes={0, 1, 2})
            codes[reader.split()[0]] = code == 0
            if code != 0 and "f.jsonl" not in text:
                raise Failure("unclear", f"{reader}: {told}: {text}")
        if len(set(codes.values())) > 1:
            raise Failure("readers differ", f"{told}: {codes}")


def changed(record, rng):
    """Changes one value, and says which."""
    holder, path = record, []
    while True:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        # Of the past, and of what is not played: nothing follows from them.
        keys = [key for key in keys if key not in ("version", "drakkar", "facts")]
        key = rng.choice(keys)
        path.append(str(key))
        value = holder[key]
        if isinstance(value, (dict, list)) and value and rng.random() < 0.9:
            holder = value
            continue
        break
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, (int, float)):
        holder[key] = value + rng.choice([1, -1, 2, 1000])
    elif isinstance(value, str):
        holder[key] = rng.choice([value + "x", value[:-1], value[::-1] + "y"])
    else:
        holder[key] = rng.choice([[], {}, None, 1])
    return f"{'.'.join(path)}: {value!r} became {holder[key]!r}"


def long(torture):
    """A text of megabytes in the place of a short one: it is refused or read, soon and in a few words."""
    rng, place = torture.rng, torture.place
    place.call(RECORDS.format(game=rng.choice(GAMES)), codes={0})
    long = rng.choice(["x", "ä", "\\\"", "[", "0", "a.", " ", "\\n"]) * rng.choice([10_000, 300_000, 3_000_000])
    name = rng.choice(["r.jsonl", "r/run.json", "r/manifest.json", "r/summary.csv", "r/printed.json"])
    path = os.path.join(place.path, name)
    if not os.path.exists(path):
        name, path = "r/run.json", place.path + "/r/run.json"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    at = rng.choice([at for at, letter in enumerate(text) if letter in '":,'] or [0]) + 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(text[:at] + long + text[at:])
    if name == "r.jsonl":
        os.replace(path, place.path + "/f.jsonl")
        commands = READERS
    else:
        commands = ("report {d}/r --force --out {d}/r.html", "missing {d}/r", "merge {d}/r", "audit {d}/r",
                    RECORDS.format(game="goofspiel").replace(" --force", ""))
    for command in commands:
        begin = time.monotonic()
        _, told = place.call(command, codes={0, 1, 2, 3})
        seconds = time.monotonic() - begin
        torture.count("long texts")
        if len(told) > MOST_TOLD:
            raise Failure("long", f"{command}: {len(told)} letters of messages")
        if seconds > 30:
            raise Failure("slow", f"{command}: {seconds:.0f} s for {len(long)} letters in {name}")


def unusual(torture):
    """A device, a pipe or a link where a file is to be written: refused with a sentence, and left as it is."""
    rng, place = torture.rng, torture.place
    record = RECORDS.format(game="connect-four")
    place.call(record, codes={0})
    target = place.path + "/thing"
    for _ in range(4):
        kind = rng.choice(["pipe", "link", "hanging link", "folder"] + (["device"] if os.geteuid() == 0 else []))
        make(kind, target, place.path)
        before = looks(target)
        command = rng.choice([
            f"view {place.path}/r.jsonl --force --out {target}", f"report {place.path}/r --force --out {target}",
            record.replace("{d}/r.jsonl", target), f"merge {place.path}/r --force --record {target}"])
        # Through a link, records that are there already are found, and nothing is written.
        code, text = place.call(command, codes={0, 2} if kind == "link" and "--record" in command else {2})
        torture.count("unusual files")
        if looks(target) != before or code != 0 and target not in text and "--record" not in text:
            raise Failure("unusual file", f"{command}: {kind}: {code}: {text}")
        os.rmdir(target) if kind == "folder" else os.remove(target)


def make(kind, target, folder):
    if kind == "pipe":
        os.mkfifo(target)
    elif kind == "device":
        os.mknod(target, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    elif kind == "folder":
        os.mkdir(target)
    else:
        os.symlink(folder + ("/r.jsonl" if kind == "link" else "/nothing"), target)


def looks(path):
    found = os.lstat(path)
    inside = ""
    if os.path.isfile(path):
        with open(path, encoding="utf-8") as file:
            inside = file.read()
    return found.st_mode, found.st_rdev, os.readlink(path) if os.path.islink(path) else "", inside


def deaf(torture):
    """Nobody can be told anything: standard error is full or closed. The command does its work all the same."""
    for command in torture.commands:
        words = [word for word in torture.place.line(command) if word != "--quiet"]
        how = torture.rng.choice(["full", "closed", "broken"])
        torture.count("streams that cannot be written")
        for _ in range(torture.rng.randint(0, 2)):
            process = start(words, how)
            torture.moment(process)
            send(process, torture.rng.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP]))
            code = process.wait(timeout=300)
            if code not in (0, 75, 130, -signal.SIGHUP, -signal.SIGTERM, -signal.SIGINT):
                raise Failure("exit code", f"{command}: standard error {how}: {code}")
        code = start(words, how).wait(timeout=300)
        if code != 0:
            raise Failure("exit code", f"{command}: standard error {how}: {code}")
    torture.place.compare(torture.whole)


def start(words, how):
    if how == "broken":
        read, write = os.pipe()
        os.close(read)
    else:
        write = os.open("/dev/full", os.O_WRONLY)
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=write, stdin=subprocess.DEVNULL,
                               preexec_fn=(lambda: os.close(2)) if how == "closed" else None)
    os.close(write)
    return process


def again(torture):
    """`merge --record` is called again: it knows its file, and refuses another one."""
    rng, place = torture.rng, torture.place
    plan = "plan {d}/o run --game connect-four --agents random greedy --games 200 --chunk 10 --record-every 1"
    for command in (plan, "work {d}/o"):
        place.call(command, codes={0})
    merge = "merge {d}/o --record {d}/m.jsonl"
    for _ in range(rng.randint(2, 3)):
        place.call(merge, codes={0})
    torture.count("merges again")
    path = place.path + "/m.jsonl"
    with open(path, "r+b") as file:
        at = rng.randrange(os.path.getsize(path))
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 1]))
    _, text = place.call(merge, codes={2})
    if "m.jsonl" not in text:
        raise Failure("unclear", f"{merge}: {text}")


BOT = """
import json, subprocess, sys, time
if {child}: subprocess.Popen(["sleep", "{naps}"])
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if message["type"] != "decide": continue
    if number > {hangs}: time.sleep(600)
    print(json.dumps({{"action": message["legal"][0]}}), flush=True)
"""


def programs(torture):
    """A signal while another program plays: the command ends soon, and so does everything that was started."""
    rng, place = torture.rng, torture.place
    naps = f"{rng.randrange(10 ** 6, 10 ** 7)}"
    bot = place.path + "/bot.py"
    with open(bot, "w", encoding="utf-8") as file:
        file.write(BOT.format(child=rng.random() < 0.7, naps=naps, hangs=rng.choice([10, 40, 10 ** 9])))
    command = f"run --game connect-four --agents 'exec:python3 {bot}' random --games 100000 --out {{d}}/o"
    number = rng.choice([signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP])

    def before():
        # No core of SIGQUIT is wanted, and none is ignored, as SIGHUP is below nohup.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(number, signal.SIG_DFL)

    process = place.start(command, before=before)
    time.sleep(rng.uniform(0.05, 1.5))
    send(process, number)
    begin = time.monotonic()
    place.end(process, command, codes={75, 130, 0, 1}, signals=(number,))
    seconds = time.monotonic() - begin
    torture.count("signals with programs")
    if seconds > 30:
        raise Failure("slow", f"{command}: {seconds:.0f} s after signal {number}")
    end = time.monotonic() + 5
    while left := [line for line in running() if naps in line or bot in line]:
        if time.monotonic() > end:
            raise Failure("programs left", f"signal {number}: {'; '.join(left)}")
        time.sleep(0.05)


def running():
    """The command lines of all processes."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                yield file.read().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            pass


ATTACKS = {
    "records": (records, 2),
    "long": (long, 2),
    "unusual": (unusual, 1),
    "deaf": (deaf, 2),
    "again": (again, 0.5),
    "programs": (programs, 2),
}
