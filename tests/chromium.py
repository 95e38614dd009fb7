"""A headless Chromium, driven through the pipes of its DevTools protocol (no other package is needed).

`make test` installs Debian's chromium where it may; `find` tells where it is.
"""

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

FLAGS = """--headless=new --no-sandbox --disable-gpu --use-angle=swiftshader --enable-unsafe-swiftshader --hide-scrollbars
    --no-first-run --disable-extensions --disable-background-networking --disable-dev-shm-usage --mute-audio
    --window-size=1200,800 --remote-debugging-pipe""".split()

# The protocol is spoken on descriptors 3 and 4, which may be taken by something else until then.
LAUNCH = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(fd), fcntl.F_DUPFD, 10) for fd in sys.argv[1:3]]
for fd, target in zip(pipes, (3, 4)):
    os.dup2(fd, target)
os.execv(sys.argv[3], sys.argv[3:])
"""
# Custom elements hide what is in them from document.querySelector.
DEEP = """
function deep(selector, root = document) {
  let found = [...root.querySelectorAll(selector)];
  for (const element of root.querySelectorAll("*"))
    if (element.shadowRoot) found = found.concat(deep(selector, element.shadowRoot));
  return found;
}
"""


def find():
    """The path of Chromium, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Page:
    """One tab."""

    def __init__(self, path):
        self._home = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        pipes = (theirs_in, theirs_out)
        args = [sys.executable, "-c", LAUNCH, *map(str, pipes), path, *FLAGS, f"--user-data-dir={self._home.name}"]
        self._process = subprocess.Popen(
            [*args, "about:blank"], pass_fds=pipes, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._buffer = b""
        self._count = 0
        self._session = None
        pages = self.call("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in pages if t["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def call(self, method, timeout=240, **params):
        """Sends a command and returns its result."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + timeout
        while True:
            while b"\0" not in self._buffer:
                if not select.select([self._in], [], [], max(0, end - time.monotonic()))[0]:
                    raise TimeoutError(f"Chromium did not answer {method} in {timeout} seconds")
                data = os.read(self._in, 1 << 20)
                if not data:
                    raise RuntimeError("Chromium ended")
                self._buffer += data
            text, _, self._buffer = self._buffer.partition(b"\0")
            reply = json.loads(text)
            if reply.get("id") == self._count:
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']}")
                return reply["result"]

    def open(self, url):
        """Goes to a page."""
        self.call("Page.navigate", url=url)

    def run(self, script):
        """The value of a JavaScript expression; `deep(selector)` finds elements inside of custom ones."""
        found = self.call("Runtime.evaluate", expression=f"{DEEP}\n({script})", returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"].get("exception", {}).get("description", str(found)))
        return found["result"].get("value")

    def wait(self, script, what, timeout=240):
        """Waits until an expression is true, and returns its value."""
        end = time.monotonic() + timeout
        while True:
            with contextlib.suppress(RuntimeError):
                if value := self.run(script):
                    return value
            if time.monotonic() > end:
                raise AssertionError(
                    f"{what} did not appear in {timeout} seconds; the page says: {self.text()[:500]!r}"
                )
            time.sleep(0.2)

    def double_click(self, selector):
        """Clicks twice on the middle of an element, with the mouse, when the element does not move any more."""
        box = f"(b => [b.x + b.width / 2, b.y + b.height / 2])(deep('{selector}')[0].getBoundingClientRect())"
        before, (x, y), end = None, self.run(box), time.monotonic() + 240
        while before != (x, y):
            assert time.monotonic() < end, f"{selector} does not stand still"
            before = x, y
            time.sleep(0.5)
            x, y = self.run(box)
        for count in (1, 2):
            for kind in ("mousePressed", "mouseReleased"):
                self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=count)

    def text(self):
        """All text of the page, that of custom elements too."""
        return self.run(
            "deep('body, *').filter(e => e.shadowRoot || e === document.body)"
            ".map(e => (e.shadowRoot || e).textContent).join(' ').replace(/\\s+/g, ' ')"
        )

    def screenshot(self, file):
        """Writes what is to be seen into an open file, as a PNG."""
        file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        """Ends it."""
        with contextlib.suppress(Exception):
            self._session = None
            self.call("Browser.close", timeout=5)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._home.cleanup()
