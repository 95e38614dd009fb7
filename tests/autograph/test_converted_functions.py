"""AutoGraph: converted functions give what they give in 1.15.5, errors included."""

import json

import numpy as np
import pytest

import penstock
from penstock.autograph.detection import is_straight

penstock.install()
from tests.autograph import converted_functions  # noqa: E402
from tests.subprocesses import python  # noqa: E402

penstock.uninstall()

with open(converted_functions.RECORD) as _file:
    RECORDED = json.load(_file)


@pytest.mark.parametrize("case", range(len(RECORDED)), ids=lambda i: f"{RECORDED[i][0]}-{i}")
def test_what_1_15_makes_of_it_comes_out(case):
    (function, value), (name, _, theirs) = converted_functions.CASES[case], RECORDED[case]
    assert function.__name__ == name
    ours = converted_functions.outcome(function, value)
    if isinstance(theirs, dict):
        assert ours == theirs
    else:
        assert len(ours) == len(theirs)
        for mine, recorded in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(mine, recorded, rtol=1e-6)


def test_a_function_that_is_not_to_be_converted_stays_as_it_is():
    import penstock as tf

    @tf.autograph.experimental.do_not_convert
    def plain(x):
        return 1.0 if x > 0.0 else 2.0

    def outer(x):
        return plain(x)

    with tf.Graph().as_default(), pytest.raises(TypeError, match="Python `bool` is not allowed"):
        tf.autograph.to_graph(outer)(tf.constant(1.0))


def test_the_source_of_a_converted_function_can_be_read():
    import penstock as tf

    assert "if_exp" in tf.autograph.to_code(converted_functions.expression)


def test_functions_without_branches_need_no_conversion():
    assert is_straight(lambda x: x + 1)
    assert not is_straight(lambda x: 1 if x else 2)
    assert not is_straight(lambda x: converted_functions.branch(x))


def test_a_program_that_imports_nothing_else_is_converted(tmp_path):
    # The compiler uses `importlib.util`, which only some modules import.
    program = tmp_path / "program.py"
    program.write_text(
        "import penstock as tf\n"
        "def sign(x):\n"
        "    if x > 0:\n"
        "        return 1\n"
        "    return -1\n"
        "with tf.Session() as sess:\n"
        "    print(sess.run(tf.autograph.to_graph(sign)(tf.constant(-3))))\n"
    )
    done = python(program)
    assert (done.returncode, done.stdout) == (0, "-1\n"), done.stderr
