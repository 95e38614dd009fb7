"""Tests of the compiler see programs being compiled: none is found in the cache. (Those of the cache start processes.)"""

import pytest

from penstock.runtime.xla import cache


@pytest.fixture(autouse=True)
def no_kept_programs(monkeypatch):
    monkeypatch.setattr(cache, "programs", lambda: None)
