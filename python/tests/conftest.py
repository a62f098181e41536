"""Every test works in a folder of its own, without the user's defaults."""

import os

import pytest

os.environ["DRAKKAR_DEFAULTS"] = ""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path
