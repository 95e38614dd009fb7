"""What is said of an operation's shapes when it is made: shapes of its outputs, or a refusal, as TensorFlow 1.15.5 does."""

import json

import pytest

import penstock as tf
from penstock import _names
from tests.parity import static_shapes

# Operations without a kernel here (for clusters, TPUs, cuDNN) are known by name only.
RECORDED = {name: said for name, said in json.loads(static_shapes.RECORDED.read_text()).items() if name in _names.OPS}
# Operations whose shapes 1.15 tells wrongly or in other words, each with the reason why ours are not the same.
UNEQUAL: dict[str, str] = {
    "UniqueV2": "1.15 says that the result is a vector, and that each element has an index; of a matrix, each row has one",
    "UniqueWithCountsV2": "as UniqueV2",
}


@pytest.mark.parametrize("name", [name for name in RECORDED if name not in UNEQUAL])
def test_shapes_and_refusals_are_those_of_1_15(name):
    found = static_shapes.told_of(tf, name)
    wrong = [
        f"case {case}: {wanted!r}, here {said!r}; inputs: {given(name, case)}"
        for case, (said, wanted) in enumerate(zip(found, RECORDED[name]))
        if said != wanted
    ]
    assert len(found) == len(RECORDED[name]) and not wrong, "\n".join(wrong)


def given(name, case):
    """The arguments of a case, for a reader."""
    constant_value = tf.contrib.util.constant_value

    def text(value):
        if isinstance(value, list):
            return [text(v) for v in value]
        if not isinstance(value, tf.Tensor):
            return value
        return value.shape if value.op.type == "Placeholder" else f"const {constant_value(value).tolist()}"

    with tf.Graph().as_default():
        arguments = static_shapes.arguments(tf, name, static_shapes.definitions()[name], case)
    return {key: text(value) for key, value in arguments.items()}


def test_most_operations_are_asked():
    assert len(RECORDED) > 500 and set(UNEQUAL) <= set(RECORDED)
