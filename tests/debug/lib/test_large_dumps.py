"""Large tensors are read from dump files without a message around them, and damaged files are noticed all the same."""

import pathlib

import numpy as np
import pytest

import penstock as tf
from penstock import debug as tf_debug
from penstock.debug.lib import debug_data, large_dumps


@pytest.fixture
def dumped(tmp_path):
    """A dump of large tensors of several types, and their values."""
    random = np.random.RandomState(0)
    values = {
        "float32": random.randn(700, 500).astype(np.float32),
        "int64": random.randint(-9, 9, [3, 50_000]),
        "bool": random.rand(1 << 21) > 0.5,
        "complex64": (random.randn(300_000) + 1j).astype(np.complex64),
        "bfloat16": random.randn(700_000).astype(tf.bfloat16.as_numpy_dtype),
        "string": np.array([b"a" * 100] * 20_000, object),
    }
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        fed = {name: tf.placeholder(value.dtype if name != "string" else tf.string) for name, value in values.items()}
        made = [tf.identity(x, name=name) for name, x in fed.items()]
        options = tf.RunOptions()
        tf_debug.watch_graph(options, graph, debug_urls=f"file://{tmp_path}", op_type_regex_whitelist="Identity")
        sess.run([t.op for t in made], {fed[name]: value for name, value in values.items()}, options=options)
    return {d.node_name: d for d in debug_data.DebugDumpDir(str(tmp_path)).dumped_tensor_data}, values


def test_values_are_those_that_were_dumped(dumped):
    found, values = dumped
    assert len(found) == 6
    for name, datum in found.items():
        read = large_dumps.read(datum.file_path)
        assert (read is None) == (name in ("bfloat16", "string"))
        np.testing.assert_array_equal(datum.get_tensor(), values[name])
        assert datum.get_tensor().dtype == values[name].dtype and datum.get_tensor().flags.writeable


@pytest.mark.parametrize("at", [0, 1, 2, 12, 30, 60])
def test_a_damaged_file_is_an_error_or_other_numbers_but_never_more_than_the_file_holds(dumped, at):
    path = dumped[0]["float32"].file_path
    data = bytearray(pathlib.Path(path).read_bytes())
    for damage in (255, 0, 127):
        data[at] ^= damage
        with open(path, "wb") as file:
            file.write(data)
        try:
            tensor = debug_data.load_tensor_from_event_file(path)
        except tf.errors.DataLossError:
            continue
        assert not isinstance(tensor, np.ndarray) or tensor.nbytes <= len(data)
    with open(path, "wb") as file:
        file.write(data[: len(data) // 2])
    with pytest.raises(tf.errors.DataLossError):
        debug_data.load_tensor_from_event_file(path)
