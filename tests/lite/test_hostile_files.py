"""Damaged files: an error that a program can catch, in a moment."""

import pathlib
import time

import numpy as np
import pytest

import penstock as tf

FOLDER = pathlib.Path(__file__).parent / "recorded"
FILES = ["perceptron.float", "mnist.uint8", "text.float"]


def attempt(content):
    """What becomes of a file: None if it runs."""
    try:
        interpreter = tf.lite.Interpreter(model_content=content)
    except ValueError as error:
        return error
    try:
        interpreter.allocate_tensors()
    except (RuntimeError, ValueError) as error:
        return error
    return None


@pytest.mark.parametrize("label", FILES)
def test_files_that_end_too_early(label):
    content = (FOLDER / f"{label}.tflite").read_bytes()
    for size in [*range(0, 64, 3), *range(64, len(content) - 8, max(1, len(content) // 40))]:
        try:
            assert tf.lite.Interpreter(model_content=content[:size]) is not None
        except ValueError:
            pass


def test_a_file_that_was_cut_in_half_is_called_damaged():
    content = (FOLDER / "mnist.uint8.tflite").read_bytes()
    with pytest.raises(ValueError, match="^The model is damaged or cut off: "):
        tf.lite.Interpreter(model_content=content[: len(content) // 2])


@pytest.mark.parametrize("label", FILES)
def test_numbers_that_were_overwritten(label):
    content = (FOLDER / f"{label}.tflite").read_bytes()
    rng = np.random.RandomState(0)
    start, refused = time.perf_counter(), 0
    for _ in range(150):
        damaged = bytearray(content)
        for _ in range(rng.randint(1, 4)):
            at = rng.randint(8, len(damaged) // 2)
            damaged[at] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randint(256)])
        refused += attempt(bytes(damaged)) is not None
    assert refused > 20
    assert time.perf_counter() - start < 60


def test_what_is_no_model_is_told():
    with pytest.raises(ValueError, match="Model provided has model identifier"):
        tf.lite.Interpreter(model_content=b"no model, but long enough to be one")


def test_shapes_that_need_all_of_the_memory_are_refused():
    interpreter = tf.lite.Interpreter(model_content=(FOLDER / "perceptron.float.tflite").read_bytes())
    interpreter.resize_tensor_input(6, [2**30, 8])
    with pytest.raises(RuntimeError, match="too large"):
        interpreter.allocate_tensors()
