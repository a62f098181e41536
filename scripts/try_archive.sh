#!/usr/bin/env bash
# Unpacks archives of the program into an empty folder, with root's rights on Linux an empty root, and plays with what is
# there.
# usage: scripts/try_archive.sh ARCHIVE...     (names that do not exist are left out)
set -euo pipefail
# Not those of the user.
export DRAKKAR_DEFAULTS=
tried=0
for archive in "$@"; do
    [[ -e $archive ]] || continue
    tried=$((tried + 1))
    (cd "$(dirname "$archive")" && sha256sum --check --quiet "$(basename "$archive").sha256" 2>/dev/null ||
        shasum -a 256 --check --quiet "$(basename "$archive").sha256")
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    case $archive in
    *.zip) unzip -q "$archive" -d "$root" 2>/dev/null || tar -xf "$archive" -C "$root" ;;
    *) tar -xzf "$archive" -C "$root" ;;
    esac
    cd "$root"
    folder=$(echo drakkar-*)
    program=./$folder/drakkar
    if [[ -e $program.exe ]]; then program=$program.exe; fi
    if [[ $(uname) == Linux && $(id -u) == 0 ]]; then
        # There is nothing but the C library.
        ldd "$program" | grep -oE '/[^ ]+' | xargs -I{} cp -L --parents {} .
        program="chroot . $program"
    fi
    test -s "$folder/THIRD-PARTY.txt"
    $program --version
    $program run --games 200 --out run --quiet
    $program balance --decisions 60 --players 2 --out balance --quiet
    $program report balance --out balance.html
    test -s balance.html
    cd "$OLDPWD"
    rm -rf "$root"
done
if ((tried == 0)); then
    echo 'there is no archive' >&2
    exit 1
fi
