"""Programs of seed 004 that are Python 2, assembled from the parts that the text prints: run through the translator."""

import csv
import random
import re
import sys
import types

import numpy as np
import pytest

from tests.seeds.runner import run


class Frame(dict):
    """The part of a pandas table that the programs use, which need no pandas here: columns of one type."""

    class Column(np.ndarray):
        @property
        def values(self):
            return np.asarray(self)

        def apply(self, f):
            return np.array([f(x) for x in self]).view(Frame.Column)

    @classmethod
    def read_csv(cls, file, names, skipinitialspace, skiprows=0):
        with open(file.name) as f:
            rows = list(csv.reader(f, skipinitialspace=skipinitialspace))[skiprows:]
        columns = [list(column) for column in zip(*rows)]
        typed = [np.array(c, int) if c[0].isdigit() else np.array(c, object) for c in columns]
        return cls({name: column.view(cls.Column) for name, column in zip(names, typed)})


def census(path, rows, header):
    """Writes rows like those of the census, in which age and schooling decide."""
    draw = random.Random(rows)
    with open(path, "w") as f:
        f.write("|1x3 Cross validator\n" * header)
        for _ in range(rows):
            age, years = draw.randrange(18, 70), draw.randrange(4, 17)
            rich = ">50K" if age + 3 * years > 75 else "<=50K"
            words = [
                draw.choice(w.split()) for w in ("Private State-gov", "Married Single", "Sales Tech-support Clerical")
            ]
            f.write(
                f"{age}, {words[0]}, 1, E{years}, {years}, {words[1]}, {words[2]}, Wife, White, female, 0, 0, 40, Peru, {rich}\n"
            )


@pytest.fixture
def offline(monkeypatch):
    """The census's files from nowhere, and a table to read them into."""
    import urllib.request

    fetched = {"adult.data": (100, False), "adult.test": (50, True)}
    monkeypatch.setattr(urllib.request, "urlretrieve", lambda url, path: census(path, *fetched[url.rpartition("/")[2]]))
    pandas = types.ModuleType("pandas")
    pandas.read_csv = Frame.read_csv
    monkeypatch.setitem(sys.modules, "pandas", pandas)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wide_census", "wide_and_deep_census"])
def test_the_census_tutorials_train_and_print_their_results(name, offline):
    result = run(name, replace={"steps=200": "steps=20"})
    figures = dict(line.split(": ") for line in result.lines if ": " in line)
    assert {"accuracy", "auc", "global_step", "loss"} <= figures.keys()
    assert float(figures["accuracy"]) > 0.6 and int(figures["global_step"]) >= 20


def test_the_tutorial_on_mechanics_trains_and_evaluates(tmp_path):
    given = f"""
import math, time
from tensorflow.examples.tutorials.mnist import input_data, mnist
IMAGE_PIXELS, NUM_CLASSES, EVALUATED = mnist.IMAGE_PIXELS, mnist.NUM_CLASSES, 250
class FLAGS: train_dir, fake_data, batch_size, max_steps = {str(tmp_path / "model")!r}, True, 100, 201
"""
    lines = run("mnist_mechanics", given=given).lines
    losses = [
        float(re.fullmatch(r"Step \d+: loss = (\d+\.\d\d) \(\d\.\d{3} sec\)", line)[1])
        for line in lines[:3]
        if "Step" in line
    ]
    assert len(losses) == 3 and losses[0] > losses[1] >= losses[2]
    told = "  Num examples: 200  Num correct: 200"
    assert lines[3:] == ["Training Data Eval:", told, "Validation Data Eval:", told, "Test Data Eval:", told]
    assert (tmp_path / "model-200.index").exists() or (tmp_path / "model-200").exists()
