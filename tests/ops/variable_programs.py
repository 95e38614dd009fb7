"""What the tests of variables share: a program runs here, in both tiers, and under the peer; then everything is compared.

Programs may call `ops()`, the operations of the graph so far with inputs and colocation, and `text(f)`, the error of a call.
"""

import textwrap

import numpy as np

from tests.same_program import run_here

PRELUDE = r"""
def ops(without="\0"):
    found = []
    for op in tf.get_default_graph().get_operations():
        inputs = [t.name for t in op.inputs]
        if without in op.name or any(without in i for i in inputs):
            continue
        attr = op.node_def.attr
        places = [s.decode() for s in attr["_class"].list.s] if "_class" in attr else []
        controls = sorted(c.name for c in op.control_inputs)
        # The peer, a 2.x, adds with AddV2 where 1.15 used Add.
        found.append(f"{op.name} {op.type.replace('AddV2', 'Add')} {inputs} {controls} {places}")
    return found

def text(f):
    try:
        f()
    except Exception as error:
        message = str(getattr(error, "message", None) or error)
        # The peer puts where the operation was made before the message, both put it behind the message.
        if "\n\t [[" in message:
            message = message.split("\n\t [[")[0].split("\n")[-1]
        return f"{type(error).__name__}: {message}"
    return "no error"

result = {}
"""


def compare(peer, program, rtol=1e-5, tiers=("xla", "numpy")):
    """Run `program` everywhere and check that all results are the same; returns ours."""
    source = PRELUDE + textwrap.dedent(program)
    theirs = peer.run(source, CONFIG=None)
    for tier in tiers:
        ours = run_here(source, tier)
        assert ours.keys() == theirs.keys()
        for key, expected in theirs.items():
            found = ours[key]
            if isinstance(expected, (np.ndarray, np.generic)) and expected.dtype != object:
                assert np.asarray(found).dtype == expected.dtype, key
                np.testing.assert_allclose(found, expected, rtol=rtol, atol=1e-6, err_msg=key)
            elif isinstance(expected, np.ndarray):
                assert np.array_equal(found, expected), key
            else:
                assert found == expected, key
    return ours
