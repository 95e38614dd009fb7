"""Fragments of seed 004 run as printed. `fragments.txt` has, after the line in the seed, what the text takes for granted, then
the fragment.

`test_filled_fragments.py` has those with gaps. In neither: signatures, formulas and C++; what the text calls pseudo-code
(4282, 4304, 4324: word numbers given to an LSTM whose state is one tensor); methods of a class that is not shown (8214, 25937);
what needs a library in C++ (6316 to 6342, 7471) or several processes (5981, 5987, 6035); `tf.Relu` (26254), which never was.
Those that 0.12.1 and 1.15 refuse are refused here.
"""

from pathlib import Path

import pytest

import penstock
from penstock.compat.python2 import load

PARTS = (Path(__file__).parent / "fragments.txt").read_text(encoding="utf-8").split("#### ")[1:]


@pytest.mark.parametrize("part", PARTS, ids=[part.partition("\n")[0] for part in PARTS])
def test_a_fragment_runs_as_printed(part, tmp_path, monkeypatch):
    line, _, rest = part.partition("\n")
    given, fragment = rest.split("----\n")
    monkeypatch.chdir(tmp_path)
    penstock.install()
    with penstock.Graph().as_default() as graph:
        scope = {"__builtins__": load.builtin_names()}
        exec("import tensorflow as tf, numpy as np\n" + given, scope)
        before = set(scope), len(graph.get_operations())
        exec(load.code_of(fragment.encode(), f"line {line}").code, scope)
        assert (set(scope), len(graph.get_operations())) != before or list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("line", "fragment", "refusal"),
    [
        (
            10682,
            "@tf.RegisterGradient('Sub')\ndef _sub_grad(unused_op, grad):\n    return grad, tf.neg(grad)",
            KeyError,
        ),
        (10710, "tf.NoGradient('Size')", KeyError),
        (16041, "A = [[3, 1], [1, 3]]\nchol = tf.cholesky(A)", TypeError),
        (18474, "hsv_image = tf.image.rgb_to_hsv(tf.image.decode_png('', channels=3))", TypeError),
    ],
)
def test_what_0_12_and_1_15_refuse_is_refused(line, fragment, refusal):
    with penstock.Graph().as_default(), pytest.raises(refusal):
        exec(fragment, {"tf": penstock})
