"""What is kept in the cache is run as code: only a folder that nobody else can change is used, and it does not grow for ever."""

from __future__ import annotations

import logging
import os
import time

import pytest

from penstock.platform import cache_folder


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    monkeypatch.setenv("PENSTOCK_CACHE", str(tmp_path / "cache"))
    cache_folder._find.cache_clear()
    yield
    cache_folder._find.cache_clear()


def test_a_folder_of_ones_own_is_made_and_used():
    folder = cache_folder.find("xla")
    assert folder is not None and folder.is_dir() and folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o720])
def test_a_folder_that_others_may_write_to_is_told_of_once_and_not_used(mode, tmp_path, caplog):
    (tmp_path / "cache" / "xla").mkdir(parents=True)
    (tmp_path / "cache" / "xla").chmod(mode)
    with caplog.at_level(logging.WARNING, "penstock"):
        assert cache_folder.find("xla") is None and cache_folder.find("xla") is None
    assert len(caplog.records) == 1 and "others may write to it" in caplog.text


def test_nor_one_below_a_folder_that_others_may_write_to(tmp_path):
    open_for_all = tmp_path / "open"
    (open_for_all / "cache" / "xla").mkdir(parents=True)
    open_for_all.chmod(0o777)
    with pytest.raises(cache_folder.Unsafe, match="above it"):
        cache_folder.check(open_for_all / "cache" / "xla")
    open_for_all.chmod(0o1777)  # as /tmp: others cannot remove what is not theirs
    cache_folder.check(open_for_all / "cache" / "xla")


def test_nor_through_a_link_into_such_a_folder(tmp_path):
    (tmp_path / "real").mkdir(mode=0o777)
    (tmp_path / "real").chmod(0o777)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(cache_folder.Unsafe):
        cache_folder.check(tmp_path / "link")


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_nor_one_that_is_somebody_elses(tmp_path):
    (tmp_path / "theirs").mkdir()
    os.chown(tmp_path / "theirs", 12345, 12345)
    with pytest.raises(cache_folder.Unsafe, match="belongs to user 12345"):
        cache_folder.check(tmp_path / "theirs")


def test_no_cache_at_all(monkeypatch):
    monkeypatch.setenv("PENSTOCK_CACHE", "0")
    assert cache_folder.find("xla") is None


def test_leftovers_of_killed_processes_and_the_oldest_files_go(tmp_path):
    now = time.time()
    for age in range(5):
        path = tmp_path / f"{age}.program"
        path.write_bytes(b"x" * 100)
        os.utime(path, (now - age * 1000, now - age * 1000))
    for name, age in ((".a.new", 2 * cache_folder.HOUR), (".b.new", 0)):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (now - age, now - age))
    cache_folder.clean(tmp_path, {".*.new": cache_folder.HOUR}, 300, "*.program")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".b.new", "0.program", "1.program", "2.program"]
