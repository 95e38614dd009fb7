"""The real TensorBoard shows what Penstock wrote: looked at in a headless Chromium, page by page.

`PENSTOCK_SCREENSHOTS=docs/board` keeps what was seen.
"""

import contextlib
import io
import os
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request

import numpy as np
import pytest
from PIL import Image

import penstock as tf
from tests import chromium
from tests.subprocesses import ROOT
from tests.summary import board_logs

pytestmark = pytest.mark.slow


def start(logdir, command, folders):
    """Starts TensorBoard at a port that is free; returns the process and the port."""
    with socket.socket() as s:
        s.bind(("localhost", 0))
        port = s.getsockname()[1]
    command = [sys.executable, *command, logdir, "--port", str(port), "--reload_interval", "1"]
    env = dict(os.environ, PYTHONPATH=os.pathsep.join([str(ROOT), *folders]))
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT), port


@contextlib.contextmanager
def board(logdir, command=("-m", "penstock", "board"), folders=()):
    """TensorBoard in a process of its own, as `penstock board` starts it; gives its address."""
    process, port = start(logdir, command, folders)
    address = f"http://localhost:{port}/"
    tries = 1
    try:
        end = time.monotonic() + 300
        while True:
            if process.poll() is not None and tries < 5:  # somebody else has taken the port meanwhile
                process.communicate()
                process, port = start(logdir, command, folders)
                address = f"http://localhost:{port}/"
                tries += 1
            try:
                with urllib.request.urlopen(address + "data/runs", timeout=5) as reply:
                    if b'"."' in reply.read():
                        break
            except OSError:
                pass
            assert process.poll() is None, process.stdout.read().decode()
            assert time.monotonic() < end, "TensorBoard did not start"
            time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        try:
            process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def keep(page, name):
    """Keeps a screenshot if asked to; returns it."""
    data = io.BytesIO()
    page.screenshot(data)
    image = Image.open(data).convert("RGB")
    folder = os.environ.get("PENSTOCK_SCREENSHOTS")
    if folder:
        os.makedirs(folder, exist_ok=True)
        image.quantize(64).save(os.path.join(folder, f"{name}.png"), optimize=True)
    return image


def colours_of(image):
    """How many colours there are in the middle: an empty page has few."""
    return len(image.crop((320, 140, 880, 640)).getcolors(1 << 20))


def curves(element, at_least):
    """True if there are lines of many points in elements of this name."""
    return (
        f"deep('{element}').length >= 2 && deep('path').filter("
        f"p => (p.getAttribute('d') || '').split('L').length > {at_least}).length >= 2"
    )


def scalars(page):
    page.wait(curves("tf-scalar-card", board_logs.STEPS - 10), "the charts of the scalars")
    assert page.run("deep('tf-card-heading').map(e => e.tag)") == ["accuracy/right", "loss/cross_entropy"]


def nodes(page):
    return page.run("deep('g.node').map(e => e.getAttribute('data-name'))")


def has_nodes(page, *names, timeout=240):
    found = "deep('g.node').map(e => e.getAttribute('data-name'))"
    page.wait(f"(found => {list(names)}.every(n => found.includes(n)))({found})", f"the nodes {names}", timeout)


def graphs(page):
    page.wait("deep('g.node').length > 8", "the graph")
    has_nodes(page, "input", "hidden", "softmax", "loss", "accuracy", "gradients", "words")
    assert not any(name.startswith("hidden/") for name in nodes(page))
    time.sleep(2)  # it moves into sight
    for _ in range(8):  # a click on what has begun to move again is lost
        page.double_click("g.node[data-name=hidden] > .nodeshape rect")
        with contextlib.suppress(AssertionError):
            has_nodes(page, "hidden/MatMul", timeout=30)
            break
    has_nodes(page, "hidden/weights", "hidden/biases", "hidden/MatMul", "hidden/Relu")
    shapes = "deep('text.edgelabel, .edge textPath').map(e => e.textContent).join(' ')"
    for size in ("?×64", "?×16"):
        page.wait(f"{shapes}.includes('{size}')", f"the shape {size} along an edge")
    tags = "deep('tf-graph-controls')[0].datasets.flatMap(d => d.tags.map(t => t.tag || t.displayName))"
    page.wait(f"{tags}.includes('step010')", "the traced run, whose statistics can be chosen")
    time.sleep(1)  # the scope opens slowly
    colours_by_time_and_memory(page)


def colours_by_time_and_memory(page):
    """Chooses the traced run; then nodes have the colours of what they took, the largest the darkest."""
    controls = "deep('tf-graph-controls')[0]"
    page.run(f"{controls}.set('_selectedTagIndex', {controls}.datasets[0].tags.findIndex(t => t.tag == 'step010'))")
    page.wait(f"{controls}.stats && {controls}.colorByParams.compute_time", "the statistics of the run")
    for kind, darkest in (("memory", "rgb(251, 106, 74)"), ("compute_time", "rgb(251, 106, 74)")):
        choice = f"deep('paper-radio-button').some(e => e.name == '{kind}' && e.offsetWidth && !e.disabled)"
        page.wait(choice, f"the choice of {kind}", 60)
        page.run(f"{controls}.set('colorBy', '{kind}')")
        fills = "new Set(deep('g.node > .nodeshape > *').map(e => getComputedStyle(e).fill))"
        page.wait(f"(f => f.size > 5 && f.has('{darkest}'))({fills})", f"the colours of {kind}", 60)
        assert page.run(f"{controls}.colorByParams.{kind}.maxValue") > 0


def histograms(page):
    page.wait(curves("vz-histogram-timeseries", 20), "the histograms")
    assert page.run("deep('tf-card-heading').map(e => e.tag)") == ["hidden/activations", "hidden/weights_histogram"]


def images(page):
    page.wait("deep('img').some(i => i.complete && i.naturalWidth === 8)", "the images")


def projector(page):
    inner = "document.querySelector('iframe').contentDocument.querySelector('iframe').contentDocument"
    text = f"deep('*', {inner}).filter(e => e.shadowRoot).map(e => e.shadowRoot.textContent).join(' ').replace(/\\s+/g, ' ')"
    page.wait(f"{text}.includes('Points: {board_logs.WORDS} Dimension: 5')", "the points of the projector")
    page.wait(f"{text}.includes('words.tsv')", "the metadata of the projector")
    time.sleep(2)  # points fly to their places


PAGES = {"scalars": scalars, "graphs": graphs, "histograms": histograms, "images": images, "projector": projector}


def test_tensorboard_shows_scalars_graph_histograms_images_and_embeddings(tmp_path):
    path = chromium.find()
    if path is None:
        why = "no Chromium here, and `make test` may not install it (it needs root and apt-get)"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    logdir = tmp_path / "logs"
    board_logs.write(str(logdir))
    with board(str(logdir)) as address, contextlib.closing(chromium.Page(path)) as page:
        for name, look in PAGES.items():
            page.open("about:blank")  # a new page, not another place in the same
            page.open(f"{address}#{name}")
            look(page)
            end = time.monotonic() + 240
            while (colours := colours_of(keep(page, name))) <= 30:
                assert time.monotonic() < end, f"{name} is empty: {colours} colours"
                time.sleep(0.5)


def test_plain_tensorboard_reads_the_checkpoint_of_an_embedding_where_penstock_is_installed(tmp_path):
    logdir = tmp_path / "logs"
    board_logs.write(str(logdir))
    # What installing leaves of pyproject.toml, so that the test does not depend on when that was done last.
    entry_points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"][
        "tensorboard_plugins"
    ]
    installed = tmp_path / "installed" / "penstock_board-1.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: penstock_board\nVersion: 1\n")
    lines = [f"{name} = {value}\n" for name, value in entry_points.items()]
    (installed / "entry_points.txt").write_text("[tensorboard_plugins]\n" + "".join(lines))
    with board(str(logdir), ("-m", "tensorboard.main", "--logdir"), [str(installed.parent)]) as address:
        page = address + "data/plugin/projector/"
        with urllib.request.urlopen(page + "runs") as reply:
            assert reply.read() == b'["."]'
        with urllib.request.urlopen(page + "tensor?run=.&name=words") as reply:
            ours = np.frombuffer(reply.read(), np.float32).reshape(board_logs.WORDS, 5)
    words = tf.train.load_checkpoint(str(logdir / f"words.ckpt-{board_logs.STEPS}")).get_tensor("words")
    np.testing.assert_array_equal(ours, words)
