"""Runs the programs of pages: the Python blocks of a page, one after the other, in a process of its own.

A block ```` ```output ```` after a block of Python is what that block prints. Processes are forked from one that has imported
Penstock already and has run nothing, which saves the imports of fifty pages. `python -m tests.docs.programs PAGE...` writes what
the blocks print into their pages, and the pictures they make beside them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.subprocesses import ROOT, environment

BLOCK = re.compile(
    r"^```python[ \t]*\n(.*?)^```[ \t]*$(?:\s*^```output[ \t]*\n(.*?)^```[ \t]*$)?", re.MULTILINE | re.DOTALL
)

# A block that TensorFlow 1.15 does not run, or where it prints something else, stands under a comment that says why.
DIFFERS = re.compile(r"^<!-- 1\.15: [^>\n]*-->\n```python[ \t]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
FORKS = Path(__file__).with_name("forks.py")


class Block(NamedTuple):
    """A block of Python: its first line in the page (from 0), its text, and what it prints as the page says, if it does."""

    line: int
    code: str
    output: str | None


def blocks_of(text: str) -> list[Block]:
    return [Block(text.count("\n", 0, m.start(1)), m[1], m[2]) for m in BLOCK.finditer(text)]


def program_of(text: str) -> str:
    """The blocks as one program; each line keeps its number, so that a traceback tells where it stands."""
    program = ""
    for block in blocks_of(text):
        program += "\n" * (block.line - program.count("\n")) + block.code
    return program


def in_1_15(text: str, data: bool = False) -> str:
    """A page for TensorFlow 1.15: its imports, without the code of blocks that are marked or that use Penstock by its name.

    With `data`, blocks may use Penstock's name for the data that ship: `give_data` puts them where 1.15 finds them.
    """

    def other(m: re.Match[str]) -> str:
        code = m[1].replace("import penstock as tf", "import tensorflow as tf")
        if data:
            code = code.replace('read_data_sets("MNIST_data", ', 'read_data_sets("MNIST_data", validation_size=400, ')
        else:
            code = code.replace("from penstock.", "from tensorflow.")
        if m.start(1) in marked or ("penstock" in code and not data) or "matplotlib" in code:
            code = "\n" * code.count("\n")
        return m[0].replace(m[1], code, 1)

    marked = {m.start(1) for m in DIFFERS.finditer(text)}
    return BLOCK.sub(other, text)


def give_data(folder: Path) -> None:
    """What a tutorial reads in 1.15: a package of Penstock's name that has only programs and their data, and the digits."""
    package = folder / "penstock"
    package.mkdir()
    (package / "__init__.py").write_text("def install():\n    pass\n")
    (package / "models").mkdir()
    (package / "models" / "__init__.py").write_text("")
    for file in ("data", "make_census.py"):
        (package / "models" / file).symlink_to(ROOT / "penstock" / "models" / file)
    digits = folder / "empty" / "MNIST_data"
    digits.mkdir(parents=True)
    for file in (ROOT / "penstock" / "datasets" / "digits").glob("*.gz"):
        shutil.copy(file, digits)


class Ran(NamedTuple):
    """What a program did: its exit status, what each block printed, and all that went to the standard error."""

    status: int
    printed: list[str]
    errors: str


class Runner:
    """The process that the others are forked from: of Penstock, or of the TensorFlow that another Python has."""

    def __init__(self, tensorflow: str | None = None) -> None:
        env = environment(PYTHONPATH="" if tensorflow else str(ROOT), PYTHONHASHSEED="0", TF_CPP_MIN_LOG_LEVEL="3")
        env["MPLBACKEND"] = "agg"
        names = ["Session", "train.Saver", "layers.dense", "data.Dataset", "estimator.Estimator", "keras.layers.Dense"]
        command = [tensorflow or sys.executable, str(FORKS), "tensorflow" if tensorflow else "penstock", *names]
        self._errors = None if tensorflow is None else subprocess.DEVNULL
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True, env=env, cwd=ROOT
        )

    def run(self, text: str, folder: Path, name: str) -> Ran:
        """Runs the programs of a page in an empty folder of their own."""
        file = folder / f"guide_{name}.py"  # not tensorboard.py, which would hide a package
        file.write_text(program_of(text), encoding="utf-8")
        (folder / "empty").mkdir(exist_ok=True)
        blocks = [(b.line, b.code) for b in blocks_of(text)]
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps([str(file), str(folder / "empty"), blocks]) + "\n")
        self._process.stdin.flush()
        status, ends = json.loads(self._process.stdout.readline())
        data = Path(f"{file}.out").read_bytes()
        printed = [data[a:b].decode("utf-8", "replace") for a, b in zip([0, *ends], ends)]
        return Ran(status, printed, Path(f"{file}.err").read_text("utf-8", "replace"))

    def seconds(self) -> float:
        """Processor time of the programs that have ended."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


def _write(paths: list[str]) -> None:
    """Writes what the blocks print into their pages, and the processor time of each page to the terminal."""
    runner = Runner()
    for path in map(Path, paths):
        text = path.read_text(encoding="utf-8")
        before = runner.seconds()
        with tempfile.TemporaryDirectory() as folder:
            ran = runner.run(text, Path(folder), path.stem)
            for picture in Path(folder, "empty").glob("*.png"):
                if f"](pictures/{picture.name})" in text:
                    (path.parent / "pictures").mkdir(exist_ok=True)
                    shutil.copy(picture, path.parent / "pictures")
        print(f"{path}: {runner.seconds() - before:.1f} s", "" if ran.status == 0 else ran.errors)
        printed = iter(ran.printed)

        def filled(m: re.Match[str], printed=printed) -> str:
            out = next(printed, "")
            block = m[0].rpartition("```output")[0].rstrip() if m[2] is not None else m[0]
            if not out.strip() or (m[2] is not None and "..." in m[2]):
                return m[0]
            return f"{block}\n\n```output\n{out.rstrip()}\n```"

        if ran.status == 0:
            path.write_text(BLOCK.sub(filled, text), encoding="utf-8")
    runner.close()


if __name__ == "__main__":
    _write(sys.argv[1:])
