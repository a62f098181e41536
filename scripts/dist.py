#!/usr/bin/env python3
"""Builds the archive of one platform: the program, licences of all that is in it, completions, checksum.

    scripts/dist.py [--target TRIPLE] [--glibc VERSION] [--out DIR]
    scripts/dist.py --wheel [--target TRIPLE]

Without --target it is for this machine. --glibc links for Linux systems with that version of the C library or a newer
one, with the linker of zig (`pip install cargo-zigbuild`). The archive is a .zip for Windows, otherwise a .tar.gz, in
target/dist or DIR, with its SHA-256 in a file beside it. --wheel only puts the licences where maturin takes them into
the package for Python.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHELLS = {"bash": "drakkar.bash", "zsh": "_drakkar", "fish": "drakkar.fish", "powershell": "_drakkar.ps1"}
LICENCES = ("licen", "copying", "notice", "unlicense")


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def third_party(target, root="drakkar", manifest="Cargo.toml"):
    """The licences of all crates that are compiled into a package: what each asks to be handed on with it."""
    metadata = json.loads(output("cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target,
                                 "--manifest-path", manifest))
    crates = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    todo = [key for key, crate in crates.items() if crate["name"] == root]
    inside = set()
    while todo:
        key = todo.pop()
        if key not in inside:
            inside.add(key)
            # Not what tests and build scripts use.
            todo += [dep["pkg"] for dep in nodes[key] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
    others = sorted((crates[key] for key in inside if crates[key]["source"]), key=lambda crate: crate["name"])
    yield f"Drakkar contains {len(others)} crates of other people. Their licences:\n"
    texts = {}
    for crate in others:
        yield f"{crate['name']} {crate['version']}: {crate['license']}"
        for path in sorted(Path(crate["manifest_path"]).parent.iterdir()):
            if path.is_file() and path.name.lower().startswith(LICENCES):
                texts.setdefault(path.read_text(encoding="utf-8", errors="replace").strip(), []).append(f"{crate['name']} ({path.name})")
    for text, names in texts.items():
        yield f"\n{'=' * 80}\n{', '.join(names)}\n{'=' * 80}\n\n{text}"


def build(target, glibc):
    """The program of the profile `dist`, which knows its commit."""
    commit = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"], cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.strip()
    command = ["zigbuild", "--target", f"{target}.{glibc}"] if glibc else ["build", "--target", target]
    environment = os.environ | ({"DRAKKAR_COMMIT": commit} if commit else {})
    subprocess.run(["cargo", *command, "--profile", "dist", "--locked", "--package", "drakkar"],
                   cwd=ROOT, check=True, env=environment)
    metadata = json.loads(output("cargo", "metadata", "--format-version", "1", "--no-deps"))
    name = "drakkar.exe" if "windows" in target else "drakkar"
    return Path(metadata["target_directory"]) / target / "dist" / name


def files(program, target, native):
    yield program.name, program.read_bytes(), 0o755
    for name in ("LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"):
        yield name, (ROOT / name).read_bytes(), 0o644
    yield "THIRD-PARTY.txt", "\n".join([*third_party(target), ""]).encode(), 0o644
    if native:
        for shell, name in SHELLS.items():
            script = subprocess.run([program, "completions", shell], check=True, stdout=subprocess.PIPE).stdout
            yield f"completions/{name}", script, 0o644


def pack(path, folder, contents):
    """An archive that depends on its contents alone."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data, mode in contents:
                entry = zipfile.ZipInfo(f"{folder}/{name}")
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, mode << 16
                archive.writestr(entry, data)
        return
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as zipped:
        with tarfile.open(fileobj=zipped, mode="w") as archive:
            for name, data, mode in contents:
                entry = tarfile.TarInfo(f"{folder}/{name}")
                entry.size, entry.mode = len(data), mode
                archive.addfile(entry, io.BytesIO(data))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target")
    parser.add_argument("--glibc")
    parser.add_argument("--wheel", action="store_true")
    parser.add_argument("--out", type=Path, default=ROOT / "target/dist")
    flags = parser.parse_args()
    host = next(line.split()[1] for line in output("rustc", "-vV").splitlines() if line.startswith("host:"))
    target = flags.target or host
    if flags.wheel:
        texts = third_party(target, "drakkar-python", "python/Cargo.toml")
        path = ROOT / "python/python/drakkar/THIRD-PARTY.txt"
        path.write_text("\n".join([*texts, ""]), encoding="utf-8", newline="\n")
        print(path)
        return
    program = build(target, flags.glibc)
    # A program of another kind of processor cannot tell its completions here.
    native = target.split("-")[0] == host.split("-")[0] and ("linux" in target) == ("linux" in host)
    version = json.loads(output("cargo", "metadata", "--format-version", "1", "--no-deps"))["packages"][0]["version"]
    folder = f"drakkar-{version}-{target}"
    flags.out.mkdir(parents=True, exist_ok=True)
    path = flags.out / (folder + (".zip" if "windows" in target else ".tar.gz"))
    pack(path, folder, list(files(program, target, native)))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_name(path.name + ".sha256").write_bytes(f"{digest}  {path.name}\n".encode())
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {digest}")


if __name__ == "__main__":
    sys.exit(main())
