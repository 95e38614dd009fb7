"""`tf.lite.Interpreter`: models that 1.15.5 converted compute what its interpreter computed; names and errors are 1.15.5's."""

import pathlib

import numpy as np
import pytest

import penstock as tf
from penstock.lite import schema
from tests.lite import networks

FOLDER = pathlib.Path(__file__).parent / "recorded"
OUTPUTS = np.load(FOLDER / "outputs.npz")
RECORDED = sorted(path.name.removesuffix(".tflite") for path in FOLDER.glob("*.tflite"))


def content(label):
    return (FOLDER / f"{label}.tflite").read_bytes()


@pytest.mark.parametrize("label", RECORDED)
def test_a_recorded_model_computes_what_it_computed_in_1_15(label):
    found = networks.run(tf.lite.Interpreter(model_content=content(label)))
    for i, value in enumerate(found):
        wanted = OUTPUTS[f"{label}/{i}"]
        assert value.dtype == wanted.dtype and value.shape == wanted.shape
        if label.endswith(("uint8", "int8")) and value.dtype != np.float32:
            np.testing.assert_array_equal(value, wanted)
        elif label.endswith("int8"):
            # The machine code that recorded this rounds products once, where the reference rounds them twice.
            step = networks.output_step(content(label))
            np.testing.assert_allclose(value, wanted, rtol=0, atol=1.01 * step)
            assert (np.abs(value - wanted) > 1e-6).mean() <= 0.25
        else:
            np.testing.assert_allclose(value, wanted, rtol=1e-5, atol=4e-6)


@pytest.fixture
def perceptron():
    return tf.lite.Interpreter(model_content=content("perceptron.float"))


def test_details_are_those_of_1_15(perceptron):
    (row,) = perceptron.get_input_details()
    assert (row["name"], row["index"], row["shape"].tolist(), row["dtype"], row["quantization"]) == (
        "x",
        6,
        [1, 8],
        np.float32,
        (0.0, 0),
    )
    assert [d["name"] for d in perceptron.get_output_details()] == ["y"]
    names = [d["name"] for d in perceptron.get_tensor_details()]
    assert names == sorted(names) and len(names) == 8


def test_another_batch_size_and_the_memory_of_tensors(perceptron):
    perceptron.allocate_tensors()
    index = perceptron.get_input_details()[0]["index"]
    out = perceptron.get_output_details()[0]["index"]
    value = np.random.RandomState(0).rand(1, 8).astype(np.float32)
    perceptron.set_tensor(index, value)
    perceptron.invoke()
    alone = perceptron.get_tensor(out)
    perceptron.resize_tensor_input(index, [3, 8])
    perceptron.allocate_tensors()
    perceptron.tensor(index)()[...] = np.concatenate([value] * 3)
    perceptron.invoke()
    assert perceptron.get_output_details()[0]["shape"].tolist() == [3, 3]
    np.testing.assert_allclose(perceptron.tensor(out)(), np.concatenate([alone] * 3), rtol=1e-6)


def test_memory_that_is_held_keeps_the_interpreter_from_running(perceptron):
    perceptron.allocate_tensors()
    held = perceptron.tensor(perceptron.get_input_details()[0]["index"])()[0]
    with pytest.raises(RuntimeError, match="at least 1 reference to internal data"):
        perceptron.invoke()
    del held
    perceptron.invoke()


def test_what_flows_inside_can_be_asked_for(perceptron):
    perceptron.allocate_tensors()
    hidden = next(d["index"] for d in perceptron.get_tensor_details() if d["name"] == "h/Relu")
    perceptron.set_tensor(perceptron.get_input_details()[0]["index"], np.ones([1, 8], np.float32))
    assert perceptron.get_tensor(hidden).shape == (1, 16) and (perceptron.get_tensor(hidden) >= 0).all()


def test_errors_of_arguments(perceptron):
    with pytest.raises(ValueError, match="must be specified"):
        tf.lite.Interpreter()
    with pytest.raises(ValueError, match="Can't both"):
        tf.lite.Interpreter("a", b"b")
    with pytest.raises(ValueError, match="Could not open"):
        tf.lite.Interpreter("not_there.tflite")
    with pytest.raises(RuntimeError, match="not ready"):
        perceptron.invoke()
    perceptron.allocate_tensors()
    with pytest.raises(ValueError, match="Cannot set tensor: Got"):
        perceptron.set_tensor(6, np.zeros([1, 8], np.int32))
    with pytest.raises(ValueError, match="Dimension mismatch"):
        perceptron.set_tensor(6, np.zeros([2, 8], np.float32))
    with pytest.raises(ValueError, match="Invalid tensor index"):
        perceptron.get_tensor(100)
    perceptron.resize_tensor_input(6, [1, 7])
    with pytest.raises(RuntimeError, match="failed to prepare"):
        perceptron.allocate_tensors()


def test_state_of_recurrent_operators_stays_until_it_is_reset():
    rng = np.random.RandomState(0)
    weights = [rng.uniform(-1, 1, shape).astype(np.float32) for shape in ((3, 2), (3, 3), (3,))]
    shapes = {"x": (1, 2), "w": (3, 2), "r": (3, 3), "b": (3,), "h": (1, 3), "y": (1, 3)}
    tensors = [{"name": name, "shape": shape, "type": 0, "buffer": 0} for name, shape in shapes.items()]
    for i in range(3):
        tensors[1 + i]["buffer"] = i + 1
    tensors[4]["is_variable"] = True
    step = {"opcode_index": 0, "inputs": [0, 1, 2, 3, 4], "outputs": [5], "options": ("RNN", {"activation": 4})}
    model = {
        "version": 3,
        "operator_codes": [{"short_code": schema.NUMBERS["RNN"]}],
        "subgraphs": [{"tensors": tensors, "inputs": [0], "outputs": [5], "operators": [step]}],
        "buffers": [{}, *({"data": np.frombuffer(w.tobytes(), np.uint8)} for w in weights)],
    }
    interpreter = tf.lite.Interpreter(model_content=schema.write(model))
    interpreter.allocate_tensors()
    x, h = np.float32([[1, -2]]), np.zeros([1, 3], np.float32)
    interpreter.set_tensor(0, x)
    for _ in range(3):
        h = np.tanh(x @ weights[0].T + h @ weights[1].T + weights[2])
        interpreter.invoke()
        np.testing.assert_allclose(interpreter.get_tensor(5), h, rtol=1e-6)
    interpreter.reset_all_variables()
    interpreter.invoke()
    np.testing.assert_allclose(interpreter.get_tensor(5), np.tanh(x @ weights[0].T + weights[2]), rtol=1e-6)
