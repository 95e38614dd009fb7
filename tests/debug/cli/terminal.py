"""A terminal that tests look at: runs a program in it, types, clicks, and reads the screen (an emulation by pyte)."""

import errno
import fcntl
import itertools
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import pyte

KEYS = {
    "page down": "\x1b[6~",
    "page up": "\x1b[5~",
    "home": "\x1bOH",
    "end": "\x1bOF",
    "up": "\x1bOA",
    "down": "\x1bOB",
    "left": "\x1bOD",
    "right": "\x1bOC",
    "delete": "\x1b[3~",
    "backspace": "\x7f",
    "tab": "\t",
    "enter": "\r",
    "interrupt": "\x03",
}
ROWS, COLUMNS = 30, 100


class _Screen(pyte.Screen):
    """What xterm can do and ncurses uses, but pyte does not have: repeating a character, scrolling, tabs backwards."""

    def draw(self, data):
        super().draw(data)
        self._last = data[-1:]

    def repeat_character(self, count=None):
        self.draw(self._last * (count or 1))

    def scroll_up(self, count=None):
        self._scroll(count, pyte.Screen.index, bottom=True)

    def scroll_down(self, count=None):
        self._scroll(count, pyte.Screen.reverse_index, bottom=False)

    def _scroll(self, count, move, bottom):
        row = self.cursor.y
        margins = self.margins or pyte.screens.Margins(0, self.lines - 1)
        self.cursor.y = margins.bottom if bottom else margins.top
        for _ in range(count or 1):
            move(self)
        self.cursor.y = row

    def tab_back(self, count=None):
        for _ in range(count or 1):
            self.cursor.x = max((stop for stop in self.tabstops if stop < self.cursor.x), default=0)


class _Stream(pyte.ByteStream):
    _MORE = {"b": "repeat_character", "S": "scroll_up", "T": "scroll_down", "Z": "tab_back"}
    csi = pyte.ByteStream.csi | _MORE
    events = pyte.ByteStream.events | set(_MORE.values())


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, argv, environment, rows=ROWS, columns=COLUMNS, cwd=None):
        self.screen = _Screen(columns, rows)
        self._stream = _Stream(self.screen)
        self._fd, inside = pty.openpty()
        self._size(rows, columns)
        settings = {**os.environ, "TERM": "xterm-256color", **environment}
        for name in ("COLUMNS", "LINES", "COLORTERM", "PENSTOCK_STRICT"):
            settings.pop(name, None)
        self.process = subprocess.Popen(
            argv, stdin=inside, stdout=inside, stderr=inside, env=settings, cwd=cwd, preexec_fn=self._own_terminal
        )
        os.close(inside)

    @staticmethod
    def _own_terminal():
        # A session of its own whose terminal is standard input, so that Ctrl-C in it is a signal.
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def _size(self, rows, columns):
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._fd)

    # ---- what a user does ----

    def type(self, text):
        os.write(self._fd, text.encode())

    def press(self, key):
        self.type(KEYS[key])

    def mouse(self, down, row, column):
        """Reports the left button going down or up to a program that has asked for it, as xterm does."""
        modes = self.screen.mode  # pyte keeps those of DEC shifted
        if 1000 << 5 not in modes:
            return
        if 1006 << 5 in modes:
            self.type(f"\x1b[<0;{column + 1};{row + 1}{'M' if down else 'm'}")
        else:
            os.write(self._fd, b"\x1b[M" + bytes([32 if down else 35, 33 + column, 33 + row]))

    def click(self, row, column):
        self.mouse(True, row, column)
        self.mouse(False, row, column)

    def place(self, text):
        """Row and column where a text first stands on the screen."""
        for row, line in enumerate(self.screen.display):
            if text in line:
                return row, line.index(text)
        raise AssertionError(f"{text!r} is not on the screen:\n{self}")

    def resize(self, rows, columns):
        self._size(rows, columns)
        self.screen.resize(rows, columns)
        os.kill(self.process.pid, signal.SIGWINCH)

    def play(self, step):
        """Does one line of a script.

        It is `enter COMMAND`, `type TEXT`, `press KEY` (with ` * TIMES`), `click TEXT`, `point ROW COLUMN` or
        `resize ROWS COLUMNS`.
        """
        verb, _, rest = step.partition(" ")
        if verb == "enter":
            self.type(rest + "\r")
        elif verb == "type":
            self.type(rest)
        elif verb == "press":
            key, _, times = rest.partition(" * ")
            for _ in range(int(times or 1)):
                self.press(key)
        elif verb == "click":
            self.click(*self.place(rest))
        elif verb == "point":
            self.click(*map(int, rest.split()))
        elif verb == "resize":
            self.resize(*map(int, rest.split()))
        else:
            raise ValueError(step)

    # ---- what a user sees ----

    def __str__(self):
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def looks(self):
        """The looks of each row: runs of cells with the same colours, as "from-to look"."""
        rows = []
        for row in range(self.screen.lines):
            cells = [_look(self.screen.buffer[row][column]) for column in range(self.screen.columns)]
            runs, start = [], 0
            for look, group in itertools.groupby(cells):
                end = start + len(list(group))
                if look:
                    runs.append(f"{start}-{end} {look}")
                start = end
            rows.append("; ".join(runs))
        return rows

    def rows(self):
        """Text and looks of each row, and where the cursor stands, as plain values."""
        cursor = self.screen.cursor
        shown = [[text.rstrip(), look] for text, look in zip(self.screen.display, self.looks())]
        return [*shown, [f"cursor: {cursor.y} {cursor.x}", ""]]

    def wait(self, condition, seconds=60):
        """Reads what the program writes until `condition()`, or a text on the screen; returns whether it came."""
        if isinstance(condition, str):
            wanted = condition
            condition = lambda: wanted in str(self)
        end = time.monotonic() + seconds
        while not condition():
            left = end - time.monotonic()
            if left <= 0:
                return False
            if not self._read(min(left, 1.0)) and self.process.poll() is not None:
                while self._read(0.1):
                    pass
                return condition()
        return True

    def settle(self, seconds):
        """Reads until nothing has come for that long."""
        while self._read(seconds):
            pass

    def _read(self, seconds):
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError as error:  # Linux says so when the program has closed its end
            if error.errno != errno.EIO:
                raise
            time.sleep(min(seconds, 0.05))
            return False
        self._stream.feed(data)
        return bool(data)

    def ended(self, seconds=60):
        """Waits for the program's end; returns its exit code."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            self._read(0.1)
        return self.process.poll()


def _look(cell):
    """How a cell differs from an empty one; the foreground of a blank cannot be seen."""
    blank = cell.data == " "
    parts = [
        "" if blank or cell.fg == "default" else cell.fg,
        "" if cell.bg == "default" else f"on {cell.bg}",
        "bold" if cell.bold and not blank else "",
        "underlined" if cell.underscore else "",
        "reversed" if cell.reverse else "",
        "blinking" if cell.blink else "",
    ]
    return " ".join(part for part in parts if part)
