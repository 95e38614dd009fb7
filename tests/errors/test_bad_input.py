"""Bad input of every kind ends in an error of TensorFlow 1.15's class that says what 1.15 said, in both tiers.

The programs stand in `cases/`; what TensorFlow 1.15.5 answered to them was recorded by `record.py`. A program that ended
well there (`null`) must end well here. Where `BETTER` names one, Penstock deliberately does not follow.
"""

import importlib
import json
import re
from pathlib import Path

import pytest

from tests.errors import side

FOLDER = Path(__file__).resolve().parent
FAMILIES = sorted(f.stem for f in (FOLDER / "cases").glob("*.py"))
ROWS = {name: json.loads((FOLDER / "recorded" / f"{name}.json").read_text()) for name in FAMILIES}

# 1.15's OutOfRangeError for a damaged checkpoint is also how a training loop learns that its input has ended.
BETTER = {"checkpoint: data cut off": "DataLossError"}
# Texts of our own: 1.15's are about the inside of its Python, or say less.
OWN_WORDS = {
    "max_pool2d: rank 2",
    "batch_norm: channels unknown",
    "NASCell: state",
    "PhasedLSTM: time missing",
    "TrainingHelper: lengths too long",
    "aggregate_metric_map: no pairs",
    "tensor slices of a scalar",
    "unbatch of scalars",
    "batch of elements of different shapes",
    "iterator: handle of another type",
    "experimental: map_and_batch of shapes",
    "labels a dictionary",
    "n_classes of text",
    "conv2d: stride zero",
    "precision_at_thresholds: text",
    "dynamic_rnn: state of another structure",
    "cell: state is no tuple",
    "early stopping: no estimator",
}


def _programs(family):
    return importlib.import_module(f"tests.errors.cases.{family}").CASES


def _rows(in_a_run):
    """Family and title of each case; what fails while a graph is made does so before there are tiers."""
    for family, rows in ROWS.items():
        for title, wanted in rows.items():
            if not in_a_run or wanted is None or hasattr(side.tf.errors, wanted[0]):
                yield family, title


def _words(text):
    text = re.sub(r"\[\[.*|Original stack trace.*", "", " ".join(text.split()))
    return set(re.findall(r"[a-z_]{3,}|-?\d+", re.sub(r"/\S+", "", text).lower()))


def _check(family, title):
    wanted, error = ROWS[family][title], side.outcome(_programs(family)[title])
    if wanted is None:
        assert error is None, f"{type(error).__name__}: {error}"
        return
    kinds = [c.__name__ for c in type(error).__mro__]
    assert BETTER.get(title, wanted[0]) in kinds, f"{kinds[0]}: {error}\nnot {wanted}"
    words = _words(wanted[1])
    if title not in OWN_WORDS and title not in BETTER:
        assert 2 * len(words & _words(str(error))) >= len(words), f"{error}\nis not like\n{wanted[1]}"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """What a program writes under a name without a folder does not end up beside the sources."""
    monkeypatch.chdir(tmp_path)
    yield
    side.tf.summary.FileWriterCache.clear()  # makes its files at the latest now


@pytest.fixture(autouse=True)
def _quiet():
    before = side.tf.logging.get_verbosity()
    side.tf.logging.set_verbosity(side.tf.logging.FATAL)
    yield
    side.tf.logging.set_verbosity(before)


@pytest.mark.parametrize("family", FAMILIES)
def test_each_program_has_been_recorded(family):
    assert list(_programs(family)) == list(ROWS[family])


@pytest.mark.parametrize(("family", "title"), list(_rows(in_a_run=False)))
def test_bad_input_is_answered_as_by_1_15(family, title, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    _check(family, title)


@pytest.mark.parametrize(("family", "title"), list(_rows(in_a_run=True)))
def test_bad_input_is_answered_as_by_1_15_when_compiled(family, title, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    _check(family, title)
