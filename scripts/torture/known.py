"""Defects that are known: they are counted and told, but do not fail the torture. Remove what is mended."""

# The kinds of failures, as they are told; `kind (study)` is one study alone.
KNOWN = set()
