"""Libraries that are written for one program: kept in the cache, whose oldest go when there are too many."""

import os
import time

import pytest

from penstock import native
from penstock.native import build

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")


def source(number):
    return f"int number(void) {{ return {number}; }}"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PENSTOCK_CACHE", str(tmp_path))
    tmp_path.chmod(0o700)
    return tmp_path / "native"


def libraries(folder):
    return {path for path in folder.iterdir() if path.suffix == ".so"}


def test_a_library_is_kept_and_compiled_once(folder, monkeypatch):
    assert native.compile_source(source(7)).number() == 7
    assert len(libraries(folder)) == 1
    monkeypatch.setattr(native._compilers, "run", lambda *command: pytest.fail("compiled again"))
    assert native.compile_source(source(7)).number() == 7


def test_those_that_were_not_used_for_the_longest_time_go_with_their_labels(folder, monkeypatch):
    found = []
    for number in range(3):
        native.compile_source(source(number))
        (new,) = libraries(folder) - set(found)
        found.append(new)
    for age, path in enumerate(found):
        for one in (path, build.label_of(path)):
            os.utime(one, times=(time.time() - 9000 - age, time.time() - 9000 - age))
    native.compile_source(source(2))  # the oldest, but used again now
    monkeypatch.setattr(
        native, "_MAX_GENERATED_BYTES", 3 * (found[0].stat().st_size + build.label_of(found[0]).stat().st_size)
    )
    assert native.compile_source(source(3)).number() == 3
    left = libraries(folder)
    assert found[1] not in left and not build.label_of(found[1]).exists()
    assert {found[0], found[2]} < left and len(left) == 3 and all(build.label_of(p).exists() for p in left)


def test_other_files_of_the_cache_do_not_count(folder, monkeypatch):
    folder.mkdir(mode=0o700)
    (folder / "kernels-of-another.so").write_bytes(bytes(1 << 16))
    monkeypatch.setattr(native, "_MAX_GENERATED_BYTES", 1 << 16)
    for number in (1, 2):
        native.compile_source(source(number))
    assert len(libraries(folder)) == 3
