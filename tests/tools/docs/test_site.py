"""The web site is built without a warning, and its own search, used in a headless Chromium, puts the right page first.

`PENSTOCK_SCREENSHOTS=FOLDER` keeps what was seen, light and dark.
"""

import functools
import http.server
import json
import os
import threading

import pytest

from penstock.tools.docs import site
from tests import chromium

pytest.importorskip("material")
pytestmark = pytest.mark.slow

# What somebody types, and the page that answers it.
FIRST = {
    "restore checkpoint": "guide/saving_and_restoring/",
    "feed_dict": "guide/graphs_and_sessions/",
    "NaN": "guide/reproducibility/",
    "grpc": "guide/clusters/",
    "python 2": "guide/python2/",
    "feature columns": "guide/feature_columns/",
}
TYPE = """(text => {
  const input = document.querySelector('.md-search__input');
  input.focus();
  input.value = text;
  input.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}));
})(%s)"""
LINKS = "[...document.querySelectorAll('.md-search-result__item > a.md-search-result__link')].map(a => a.href)"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    assert site.build(str(folder)) == 0  # a warning is an error
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(address):
    path = chromium.find()
    if path is None:
        pytest.skip("no Chromium: `make test` installs it where it may")
    found = chromium.Page(path)
    yield found
    found.close()


def found(page, text):
    """The pages that the search lists, the best first, when it has answered to this text."""
    page.run(TYPE % json.dumps(text))
    word = text.split()[-1].lower()
    page.wait(f"{LINKS}.some(link => decodeURIComponent(link.split('?h=')[1] || '').includes('{word}'))", f"{text!r}")
    return [link.split("?")[0] for link in page.run(LINKS)]


def test_the_search_puts_the_right_page_first(address, page):
    page.open(address)
    page.wait("!!document.querySelector('.md-search__input')", "the search")
    page.wait("/Type to start/.test(document.querySelector('.md-search-result__meta').textContent)", "the index")
    first = {text: found(page, text)[0].removeprefix(address) for text in FIRST}
    assert first == FIRST


def test_the_pages_show_headings_programs_and_a_menu_in_light_and_dark(address, page):
    for name, heading, words in (
        ("guide/start/", "Start here: an old program in five minutes", "penstock run train.py"),
        ("tutorials/mandelbrot/", "The Mandelbrot set", "import penstock as tf"),
        ("reference/python/nn/", "tf.nn", "conv2d"),
    ):
        page.open(address + name)
        page.wait(f"location.href.endsWith('{name}') && document.readyState === 'complete'", name)
        page.wait("!!document.querySelector('article h1')", "a heading")
        text = page.run("document.querySelector('article').innerText")
        assert heading in text and words in text, text[:500]
        assert page.run("document.querySelectorAll('.md-tabs__item').length") == 6
        broken = page.run("[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)")
        assert broken == []
        colours = set()
        for scheme in ("default", "slate"):
            page.run(f"document.body.setAttribute('data-md-color-scheme', '{scheme}')")
            colours.add(page.run("getComputedStyle(document.body).backgroundColor"))
            if folder := os.environ.get("PENSTOCK_SCREENSHOTS"):
                with open(os.path.join(folder, f"{name.strip('/').replace('/', '_')}_{scheme}.png"), "wb") as file:
                    page.screenshot(file)
        assert len(colours) == 2


def test_nothing_is_loaded_from_other_hosts(address, page):
    page.open(address + "guide/start/")
    page.wait("location.href.endsWith('start/') && document.readyState === 'complete'", "the page")
    loaded = page.run("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert loaded and [name for name in loaded if not name.startswith(address)] == []
