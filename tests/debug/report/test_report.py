"""`penstock debug --html`: the page says where bad numbers come from, and works in a browser; hostile dumps stay text."""

import os
import re

import numpy as np
import pytest

import penstock as tf
from penstock import debug as tf_debug
from penstock.debug.cli import offline_analyzer
from penstock.debug.lib import debug_data
from penstock.debug.report import layout, page, statistics
from tests import chromium


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The directory of a dumped run with a loop, a text and a logarithm of zero."""
    folder = tmp_path_factory.mktemp("dumps")
    with tf.Graph().as_default(), tf.Session() as plain:
        x = tf.placeholder(tf.float32, [None], name="x")
        with tf.name_scope("model"):
            bad = tf.log(tf.identity(x, name="fine"), name="logarithm")
            worse = tf.subtract(bad, bad, name="worse")
        turned = tf.while_loop(lambda i: i < 4, lambda i: tf.add(i, 1, name="next"), [tf.constant(0)], name="loop")
        text = tf.strings.join([tf.placeholder(tf.string, [], name="text"), "<script>"], name="joined")
        sess = tf_debug.DumpingDebugWrapperSession(plain, str(folder))
        sess.run([worse, turned, text], {x: [2.0, 0.0, 1.0], "text:0": "a & b"})
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def written(run, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "run.html"
    assert offline_analyzer.run_main([str(run), "--html", f"--output={path}"]) == 0
    return path


def test_the_first_bad_number_and_its_origin(written):
    text = written.read_text()
    said = re.sub("<[^>]*>", "", re.search('id="verdict">(.*?)</p>', text).group(1))
    assert "The first bad number is in model/logarithm:0 (Log)" in said and "1 × −inf, of 3 elements" in said
    assert "Its inputs are fine (model/fine:0 from 0 to 2): this operation made it. In all, 2 tensors" in said
    assert "<script>&" not in text and "a &amp; b&lt;script&gt;" in text and text.count("<script>") == 1
    assert not re.search(r"""(src|href)=|url\(|@import""", text)


def test_a_run_without_bad_numbers(tmp_path):
    with tf.Graph().as_default(), tf.Session() as plain:
        tf_debug.DumpingDebugWrapperSession(plain, str(tmp_path)).run(
            tf.constant(1.0) + tf.placeholder_with_default(2.0, [])
        )
    text = page.write(debug_data.DebugDumpDir(str(next(tmp_path.iterdir()))), "<b>")
    assert "No tensor has a number that is infinite or not a number." in text and "<h1>&lt;b&gt;</h1>" in text


@pytest.mark.slow
def test_the_page_in_a_browser(written):
    path = chromium.find()
    if path is None:
        pytest.skip("no Chromium: `make test` installs it where it may")
    browser = chromium.Page(path)
    try:
        browser.open(f"file://{written}")
        browser.wait("document.querySelectorAll('#tensors tbody tr').length > 5", "the table")
        shown = "[...document.querySelectorAll('#tensors tbody tr')].filter(r => r.offsetHeight).map(r => r.cells[1].textContent)"
        browser.run("document.querySelector('#only-bad').click()")
        assert browser.run(shown) == ["model/logarithm:0", "model/worse:0"]
        assert browser.run("document.querySelector('#shown').textContent") == "2"
        browser.run(
            "document.querySelectorAll('#tensors th')[1].click(), document.querySelectorAll('#tensors th')[1].click()"
        )
        assert browser.run(shown) == ["model/worse:0", "model/logarithm:0"]
        browser.run("document.querySelector('#only-bad').click()")
        browser.run("document.querySelector('.box[data-name=\"model/fine\"]').dispatchEvent(new Event('click'))")
        assert browser.run(shown) == ["model/fine:0"]
        boxes = "[...document.querySelectorAll('.box.%s')].map(b => b.dataset.name)"
        assert browser.run(boxes % "first") == ["model/logarithm"]
        assert set(browser.run(boxes % "bad")) == {"model/logarithm", "model/worse"}
        assert browser.run("document.querySelectorAll('.series polyline').length") >= 1
        apart = """[...document.querySelectorAll('.box rect')].map(r => r.getBoundingClientRect()).every((a, i, all) =>
            all.slice(i + 1).every(b => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top))"""
        assert browser.run(apart)
        folder = os.environ.get("PENSTOCK_SCREENSHOTS")
        if folder:
            browser.run("document.querySelector('#filter').value = '', window.scrollTo(0, 0)")
            with open(os.path.join(folder, "debugger.png"), "wb") as file:
                browser.screenshot(file)
    finally:
        browser.close()


def measured(value):
    found = statistics.TensorStatistics("x", 0, "DebugIdentity", 0)
    statistics.measure(found, value)
    return found


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint64", "bool", "bfloat16"])
def test_numbers_of_every_type(dtype):
    found = measured(np.array([0, 1, 1, 1]).astype(tf.as_dtype(dtype).as_numpy_dtype))
    assert (found.least, found.mean, found.greatest, found.bad) == (0, 0.75, 1, 0)
    assert found.histogram[0] == 1 and found.histogram[-1] == 3 and sum(found.histogram) == 4


def test_numbers_that_are_hard_to_measure(monkeypatch):
    monkeypatch.setattr(statistics, "_CHUNK", 2)
    largest = np.finfo(np.float64).max
    found = measured(np.array([-largest, largest, np.nan, np.inf, -np.inf, 0.0]))
    assert (found.least, found.greatest, found.nan, found.bad) == (-largest, largest, 1, 3) and sum(
        found.histogram
    ) == 3
    assert measured(np.zeros([0, 3])).histogram == [] and measured(np.zeros([0, 3])).shape == "[0, 3]"
    assert measured(np.array(5)).histogram[0] == 1
    assert measured(np.array([np.nan])).mean is None
    assert measured(np.array([3 + 4j])).greatest == 5
    assert measured(np.array([b"a", "b" * 99, b"\xff", b"d"], object)).note == "a, " + "b" * 39 + "…, \ufffd, …"
    assert measured(None).note == "has no numbers"


def test_a_large_graph_is_shown_by_its_scopes():
    inputs = {f"layer{i}/part{j}/op{k}": [] for i in range(5) for j in range(8) for k in range(10)}
    names = list(inputs)
    inputs.update({name: [before] for before, name in zip(names, names[1:], strict=False)})
    placed = layout.arrange(inputs, limit=50)
    assert len(placed.boxes) == 40 and all(len(box.members) == 10 for box in placed.boxes.values())
    assert [placed.boxes[name].y for name in placed.boxes] == sorted(box.y for box in placed.boxes.values())
    few = layout.arrange(inputs, limit=3)
    assert len(few.boxes) == 3 and few.left_out == 2


def test_graphs_with_circles_and_without_nodes():
    placed = layout.arrange({"merge": ["enter", "next"], "enter": [], "next": ["merge"], "alone": [], "self": ["self"]})
    assert placed.boxes["enter"].y < placed.boxes["merge"].y < placed.boxes["next"].y
    assert layout.arrange({}).boxes == {}


def test_damaged_tensors_are_told_of_in_their_row(run, tmp_path):
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(run, copy)
    path = next(copy.rglob("logarithm_0_DebugIdentity*"))
    path.write_bytes(path.read_bytes()[:-3])
    text = page.write(debug_data.DebugDumpDir(str(copy)), "damaged")
    assert "cannot be read" in text and "model/worse" in text


def test_what_cannot_be_read_or_written(run, tmp_path, capsys):
    assert offline_analyzer.run_main(["--html", str(tmp_path / "none")]) == 1
    assert offline_analyzer.run_main(["--html"]) == 1
    assert offline_analyzer.run_main(["--html", str(run), f"--output={tmp_path}/no/such/folder.html"]) == 1
    assert capsys.readouterr().err.count("ERROR: ") == 3
