"""Defects that are known: they are counted and told, but do not fail the torture. Remove what is mended."""

KNOWN = {
    # A killed command leaves chunks or `.drakkar-XXXXXX/`, and the next one does not clear them.
    "left behind",
    # `run.json` or `tune.json` of a finished folder is damaged or gone, and nothing is said.
    "damaged plan of a finished run",
    # The manifest's own bytes (`run`, `names`, counts of games) are not protected.
    "damaged manifest",
    # Results differ from their manifest, and `report` says nothing.
    "damaged results reported",
    # A tune whose chunks were damaged ends with another verdict.csv, or tune.csv, without a word.
    "differs (tune)",
    "silent (tune)",
    # `printed.json` is written last and not flushed: a run that is complete may have lost its answer for good.
    "answer lost",
    # Two commands with one folder: one of them ends with words about missing or foreign files.
    "two writers",
}
