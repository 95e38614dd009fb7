"""Read by pytest while `libraries.py` runs a library's tests: writes down each test's outcome as soon as it is known.

It runs in Python 3.7 with TensorFlow 1.15.5 and in today's Python with Penstock, so it uses what both have. A test that was
begun and has no outcome hung or took the process with it; `LIBRARY_DONE` names the tests that are not to be run again.
"""

import json
import os

if os.environ.get("LIBRARY_SIDE") == "penstock":
    import penstock

    penstock.install()

from absl import flags

flags.FLAGS(["pytest"])  # what tests ask of their flags (a folder for files) has its default

_OUT = open(os.environ["LIBRARY_OUT"], "a")  # noqa: SIM115 - open for as long as the process lives
_DONE = set(json.loads(os.environ.get("LIBRARY_DONE", "[]")))
_ROOT = os.environ["LIBRARY_ROOT"]


def _write(**entry):
    _OUT.write(json.dumps(entry) + "\n")
    _OUT.flush()


def _reason(report):
    """The last line of the error and the innermost frame, short enough for a table."""
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash is not None else str(report.longrepr)
    lines = [line for line in text.strip().splitlines() if line.strip()]
    first = lines[0] if lines else ""
    last = lines[-1] if lines else ""
    where = "%s:%s" % (crash.path.replace(_ROOT, ""), crash.lineno) if crash is not None else ""
    return "%s | %s | %s" % (first[:300], last[:200] if last != first else "", where)


def pytest_collection_modifyitems(items):
    # tf.test.TestCase has a method that is called test_session and is none.
    items[:] = [item for item in items if item.nodeid not in _DONE and item.name != "test_session"]


def pytest_collectreport(report):
    if report.failed:
        text = str(report.longrepr).strip().splitlines()
        _write(id="(import)", outcome="failed", why=" | ".join(line.strip() for line in text[-3:])[:500])


def pytest_runtest_logstart(nodeid):
    _write(id=nodeid, outcome="begun")


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        outcome = report.outcome
        if report.when == "teardown" and outcome == "passed":
            return
        _write(
            id=report.nodeid,
            outcome=outcome,
            seconds=round(report.duration, 2),
            why=_reason(report) if outcome == "failed" else "",
        )
