"""Types commands into the real programs, 1.15's or ours, and takes what they print apart. Runs under both Pythons."""

import json
import os
import re
import subprocess

PROMPT = "tfdbg> "
FOLDER = os.path.dirname(os.path.abspath(__file__))


def answers(argv, commands, home, **environment):
    """Runs `argv` with `commands` as its input; returns what it printed before the first prompt and after each command."""
    # 1.15.5 ends at a flag of XLA that it does not know; Penstock sets its own.
    kept = {k: v for k, v in os.environ.items() if k != "XLA_FLAGS"}
    settings = dict(kept, HOME=str(home), COLUMNS="80", PYTHONIOENCODING="utf-8", **environment)
    settings.pop("PENSTOCK_STRICT", None)
    text = "\n".join(commands) + "\n"
    done = subprocess.run(
        argv,
        input=text.encode(),
        capture_output=True,
        env=settings,
        cwd=str(home),
        timeout=300,
    )
    return done.stdout.decode().split("\n" + PROMPT), done.returncode, done.stderr.decode()


def lines(name):
    """The lines of a file beside this one."""
    with open(os.path.join(FOLDER, name)) as file:
        return file.read().splitlines()


def recorded():
    """What TensorFlow 1.15.5 answered; see record.py."""
    with open(os.path.join(FOLDER, "recorded.json")) as file:
        return json.load(file)


# What no two programs have alike: their own frames below an error, and how versions of Python word it.
_VERSION = re.compile(r"numpy: [\d.]+")
_ATTRIBUTES = re.compile(r"(?<=Node attributes:\n)(?:  \w+:\n    .*\n\n)+")
_SYNTAX_ERROR = re.compile(r"(<class 'SyntaxError'>: ).*")
_ERROR_CLASS = re.compile(r"<class '(?:sre_constants|re)\.(?:error|PatternError)'>")


def comparable(answer, folders):
    """An answer without what differs between machines and versions: folders, versions, what a traceback says."""
    for folder, name in folders.items():
        answer = answer.replace(str(folder), name)
    answer = _ERROR_CLASS.sub("<class 're.error'>", _VERSION.sub("numpy: N", answer))
    # 1.15 lists attributes as its hash table has them.
    answer = _ATTRIBUTES.sub(lambda found: "\n\n".join(sorted(found.group().split("\n\n"))), answer)
    answer = _SYNTAX_ERROR.sub(r"\1...", answer)
    return re.sub(r"(?s)\n\nTraceback \(most recent call last\):.*", "\n\nTraceback", answer)
