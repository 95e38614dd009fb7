"""Bad input of every kind ends in an error of TensorFlow 1.15's class that says what 1.15 said, in both tiers.

The programs stand in `cases/`; what TensorFlow 1.15.5 answered to them was recorded by `record.py`. A program that ended
well there (`null`) must end well here. Where `BETTER` names one, Penstock deliberately does not follow.
A text counts as 1.15's if it has all of its words and numbers; `OTHERWISE` tells which are missing, `OWN_WORDS` which are ours.
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

# Words of 1.15's text that ours does not have: it says the same otherwise, or names another value.
OTHERWISE = {
    "add_metrics: no function": "unsupported",
    "input_fn is no function": "unsupported",
    "model_fn is no function": "unsupported",
    "learn: metric spec without function": "nonetype",
    "map: nothing to call": "argument",
    "unbatch of different lengths": "0 1 2 3 but had",  # which component has which size
    "gather_tree: shapes": "and are but shapes",
    "TFRecord: damaged": "12",  # where the data begins; ours names the record
    "TFRecord: not compressed": "with",
    "csv dataset: too many fields": "more",  # ours says how many
    "concatenate a number": "dataset_or_iterator iterator object",
    "experimental: parallel_interleave of zero": "0",
    "experimental: sql of another engine": "databases set sqlite",
    "iterator: initializer of another structure": "more specifically str substructure tuple type",
    "tensor slices of different lengths": "dimensions",
    "filter: a vector": "name none",  # a TensorSpec is printed with its name there
    "filter: no boolean": "name none",
    "flat_map: no dataset": "class",
    "interleave: no dataset": "class",
    "cross: batches differ": "dense tensor",
    "embedding: of a numeric column": "_get_sparse_tensors",  # a method that has no underscore here
    "indicator: of a numeric column": "_get_sparse_tensors",
    "dense: unknown argument": "dense",
    "spec: train_op of another graph": "estimators",
    "head: multi head without names": "_regressionheadwithmeansquarederrorloss",  # a private class
}
RECORDED_LENGTH = 150  # from here on a text may be cut by `record.py`, often within a word


def _programs(family):
    return importlib.import_module(f"tests.errors.cases.{family}").CASES


def _rows(in_a_run):
    """Family and title of each case; what fails while a graph is made does so before there are tiers."""
    for family, rows in ROWS.items():
        for title, wanted in rows.items():
            if not in_a_run or wanted is None or hasattr(side.tf.errors, wanted[0]):
                yield family, title


def _words(text):
    """The words and numbers of a message; classes without their modules, and without what differs from run to run."""
    text = re.sub(r"\[\[.*|Original stack trace.*|^[A-Z]\w*Error: ", "", " ".join(text.split()))
    text = re.sub(r"\b(?:tensorflow|penstock)\w*(?:\.\w+)*\.(\w+)|0x[0-9a-f]+|(?<=')_\d+(?=_\w+')", r"\1", text)
    return set(re.findall(r"[a-z_]{3,}|-?\d+", re.sub(r"/\S+", "", text).lower()))


def _recorded_words(text):
    return _words(text if len(text) < RECORDED_LENGTH else re.sub(r"[\w.]+$", "", text))


def _check(family, title):
    wanted, error = ROWS[family][title], side.outcome(_programs(family)[title])
    if wanted is None:
        assert error is None, f"{type(error).__name__}: {error}"
        return
    kinds = [c.__name__ for c in type(error).__mro__]
    assert BETTER.get(title, wanted[0]) in kinds, f"{kinds[0]}: {error}\nnot {wanted}"
    if title not in OWN_WORDS and title not in BETTER:
        missing = _recorded_words(wanted[1]) - _words(str(error)) - set(OTHERWISE.get(title, "").split())
        assert not missing, f"{error}\nis not\n{wanted[1]}\nbut for {sorted(missing)}"


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


def test_exceptions_are_of_programs_that_are_there():
    titles = {title for rows in ROWS.values() for title in rows}
    assert (set(OTHERWISE) | set(BETTER) | OWN_WORDS) <= titles
    assert not set(OTHERWISE) & OWN_WORDS
