"""The page of a server at `/`, looked at and used in a headless Chromium.

`PENSTOCK_SCREENSHOTS=FOLDER` keeps what was seen.
"""

import os

import pytest

import penstock as tf
from tests import chromium
from tests.serving.conftest import config_of, half_plus

pytestmark = pytest.mark.slow


def counting(folder):
    """A model that is asked with examples, and whose name and text are hostile to a page."""
    with tf.Graph().as_default(), tf.Session() as sess:
        serialized = tf.placeholder(tf.string, [None])
        parsed = tf.parse_example(serialized, {"a": tf.FixedLenFeature([2], tf.float32)})
        signature = tf.saved_model.regression_signature_def(serialized, tf.reduce_sum(parsed["a"], 1))
        builder = tf.saved_model.Builder(str(folder))
        builder.add_meta_graph_and_variables(sess, ["serve"], signature_def_map={"<b>sum</b>": signature})
        builder.save()


@pytest.fixture
def page():
    path = chromium.find()
    if path is None:
        pytest.skip("no Chromium: `make test` installs it where it may")
    found = chromium.Page(path)
    yield found
    found.close()


def test_the_page_shows_models_and_sends_requests(start, half, tmp_path, page):
    half_plus(half / "2", 10.0)
    (half / "3").mkdir()
    counting(tmp_path / "sum" / "1")
    config = config_of(half=half, sum=tmp_path / "sum")
    config.model_config_list.config[0].model_version_policy.all.SetInParent()
    config.model_config_list.config[0].version_labels["stable"] = 1
    server = start(config)
    page.open(f"http://127.0.0.1:{server.rest_port}/")
    page.wait("document.querySelectorAll('section').length === 2", "the models")
    text = page.text()
    for part in ("half", "stable → 1", "AVAILABLE", "x: float32 [?, 1]", "y: float32 [?, 1]", "serving_default"):
        assert part in text, part
    assert "Could not find" in text or "SavedModel" in text  # why version 3 is not served
    assert page.run("document.querySelectorAll('section')[1].querySelector('b')") is None  # names are text
    assert "<b>sum</b>" in text

    send = "document.querySelectorAll('form')[{}].requestSubmit()"
    answer = "document.querySelectorAll('form pre')[{}].textContent"
    select = "document.querySelectorAll('form select')[0]"
    page.run(f"({select}.value = 'serving_default', {select}.dispatchEvent(new Event('change')), {send.format(0)})")
    body = "document.querySelectorAll('form textarea')[0]"
    page.wait(f"{answer.format(0)}.includes('HTTP 200')", "an answer", 20)
    assert '"outputs"' in page.run(answer.format(0)) and "10.5" in page.run(answer.format(0))
    page.run(send.format(1))
    page.wait(f"/HTTP 200[^]*2.0/.test({answer.format(1)})", "the sum of an example", 20)
    page.run(f"({body}.value = '{{}}', {send.format(0)})")
    page.wait(f"{answer.format(0)}.includes('HTTP 400')", "an error", 20)
    page.wait("/Predict by REST: 2 requests, p50 \\d/.test(document.body.textContent)", "how long requests took")
    assert page.run("document.querySelectorAll('.bars span').length") >= 2
    # What somebody wrote stays while the numbers go on.
    assert page.run(f"(async () => {{ await refresh(); return {body}.value }})()") == "{}"
    if folder := os.environ.get("PENSTOCK_SCREENSHOTS"):
        with open(os.path.join(folder, "serving.png"), "wb") as file:
            page.screenshot(file)
    server.server.stop()
    page.wait("document.getElementById('trouble').textContent.includes('does not answer')", "that the server is gone")


def test_the_page_needs_nothing_from_elsewhere(start, half):
    answer = start(half=half).rest("/")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert b"http://" not in answer.body and b"https://" not in answer.body and b"src=" not in answer.body
