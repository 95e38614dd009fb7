"""Long work shows its progress on a terminal, and is silent where nobody looks."""

import io
import sys

import numpy as np
import pytest

from penstock.graph import dtypes
from penstock.platform import progress
from penstock.storage import bundle, bundle_writer


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def slow(monkeypatch):
    """Each look at the clock finds it half a second later."""
    now = iter(range(1_000_000))
    monkeypatch.setattr(progress, "_clock", lambda: next(now) / 2)


def test_a_line_is_written_over_and_removed_in_the_end(monkeypatch, slow):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress.Progress("Saving m", 4_000_000) as shown:
        for _ in range(4):
            shown.advance(1_000_000)
    lines = sys.stderr.getvalue().split("\r\x1b[K")
    assert lines == ["", *(f"Saving m: {n} of 4 MB, {25 * n} %" for n in (2, 3, 4)), ""]


@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_a_log_gets_nothing(monkeypatch, slow, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    with progress.Progress("Saving m", 4_000_000) as shown:
        for _ in range(4):
            shown.advance(1_000_000)
    assert stream is None or not stream.getvalue()


def test_short_work_shows_nothing(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(progress, "_clock", lambda: 0.0)
    with progress.Progress("Saving m", 2) as shown:
        shown.advance(1)
    assert not sys.stderr.getvalue()


def test_a_terminal_that_is_closed_does_not_stop_the_work(monkeypatch, slow):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress.Progress("Saving m", 9) as shown:
        terminal.close()
        for _ in range(4):
            shown.advance(1)


def test_saving_and_restoring_of_large_tensors_is_shown(tmp_path, monkeypatch, slow):
    monkeypatch.setattr(sys, "stderr", Terminal())
    prefix = str(tmp_path / "m")
    value = np.arange(1 << 20, dtype=np.float32)
    with bundle_writer.BundleWriter(prefix) as writer:
        writer.add_all([b"v"], [value], [dtypes.float32], [""])
    assert np.array_equal(bundle.restore(prefix, [b"v"], [""], [dtypes.float32])[0], value)
    lines = sys.stderr.getvalue().split("\r\x1b[K")
    assert [line for line in lines if line.endswith("100 %")] == [
        f"{what} {prefix}: 4 of 4 MB, 100 %" for what in ("Saving", "Restoring")
    ]
