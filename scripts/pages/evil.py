"""Records and results in whose texts there is HTML and a script, and their pages: all of it must be shown as text.

`scripts/test_pages.sh` makes them with `evil.py WORK DRAKKAR`; a page is made of all that is not refused."""

import csv
import hashlib
import json
import pathlib
import subprocess
import sys

EVIL = """"'><b class="evil">evil</b><img src="x" onerror="window.evil=1"></script><script>window.evil=2</script>"""
RECORDS = ("base", "on-board", "goofspiel")
FOLDERS = ("run", "tournament", "compare", "rules", "balance", "effect", "fair", "equalize", "profile", "trace", "tune")
# Columns whose texts are names that somebody gave, so that tables and pictures stay what they are.
NAMES = ("agent", "against", "opponent", "opponents", "item", "test", "value", "name")


def spoiled(value, key=lambda text: text + EVIL):
    """Every text, and every key, with something behind it."""
    match value:
        case str():
            return value + EVIL
        case list():
            return [spoiled(part, key) for part in value]
        case dict():
            return {key(name): spoiled(part, key) for name, part in value.items()}
    return value


def texts(value):
    """The same with the keys as they are."""
    return spoiled(value, str)


def records(work):
    """Files of one record; in each, all texts of one part are spoiled, with or without its keys."""
    for name in RECORDS:
        rule_set, record = map(json.loads, (work / f"{name}.jsonl").read_text().splitlines()[:2])
        del record["rule_set_id"]
        record["rule_set"] = rule_set["rule_set"]
        # A run leaves counters out.
        parts = {**record, "breakdown": [{"counter": 0}] * record["players"]}
        for part, value in parts.items():
            for way, other in (("texts", texts(value)), ("keys", spoiled(value))):
                if other != value and (way == "texts" or other != texts(value)):
                    path = work / f"evil-{name}-{part}-{way}.jsonl"
                    path.write_text(json.dumps({**record, part: other}) + "\n")
                    yield path


def is_number(cell):
    try:
        float(cell)
    except ValueError:
        return cell == ""
    return True


def table(path, spoils):
    """A CSV file with the cells spoiled that `spoils` says, by row and head of the column."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    for number, row in enumerate(rows):
        rows[number] = [cell + EVIL if spoils(number, rows[0][at].removesuffix(EVIL), cell) else cell
                        for at, cell in enumerate(row)]
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


# What is spoiled of the tables, and of the JSON files.
WAYS = {
    "names": (lambda row, head, cell: row > 0 and head in NAMES and not is_number(cell), texts),
    "cells": (lambda row, head, cell: row > 0 and not is_number(cell), spoiled),
    "heads": (lambda row, head, cell: row == 0, lambda value: value),
    "everything": (lambda row, head, cell: True, texts),
}


def results(work):
    """For each way a folder with all folders of results."""
    for way, (spoils, spoil) in WAYS.items():
        for name in FOLDERS:
            to = work / f"evil-{way}" / name
            to.mkdir(parents=True)
            for path in sorted((work / name).iterdir()):
                if path.suffix in (".csv", ".json") and path.name != "games.csv":
                    (to / path.name).write_bytes(path.read_bytes())
            for path in to.glob("*.csv"):
                table(path, spoils)
            for path in to.glob("*.json"):
                value = json.loads(path.read_text())
                if path.name == "printed.json":
                    text = sealed(texts(value))
                else:
                    # Otherwise it would be no file of ours.
                    text = json.dumps({**spoil(value), "format": value["format"]})
                path.write_text(text)
        yield work / f"evil-{way}"


def sealed(value):
    """The text of an answer with its own hash at its end, as whoever changes one can make it."""
    text = json.dumps({**value, "sha256": ""})
    return text[:-2] + hashlib.sha256(text.encode()).hexdigest() + text[-2:]


def make(work, drakkar):
    """The pages."""
    for path in records(work):
        subprocess.run([drakkar, "view", path, "--out", path.with_suffix(".html")], capture_output=True, check=False)
    for path in results(work):
        out = path.with_suffix(".html")
        done = subprocess.run([drakkar, "report", path, "--out", out], capture_output=True, text=True, check=False)
        if not out.exists():
            raise SystemExit(f"no report of {path}: {done.stderr}")


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]), sys.argv[2])
