"""Programs that were compiled before are loaded and called without JAX, and give what JAX's call of them gives."""

from __future__ import annotations

import os
import subprocess
import sys

import jax
import numpy as np
import pytest

from penstock.ops.backend import start_jax
from penstock.ops.backend.xla_array import XlaArray, form_of
from penstock.platform import private_interfaces
from penstock.runtime.state import ownership
from penstock.runtime.xla import client, load
from tests.subprocesses import ROOT

F32 = np.dtype(np.float32)
FORMS = [((1000,), F32), ((30, 30), F32)]


@pytest.fixture(scope="module")
def xla():
    return client.Client()  # beside JAX's own, which other tests have started


def serialized(function, forms, donated=()):
    with jax.enable_x64(True):
        lowered = jax.jit(function, donate_argnums=donated, keep_unused=True).lower(
            *(jax.ShapeDtypeStruct(*form) for form in forms)
        )
        return lowered.compile().runtime_executable().serialize()


def test_a_program_computes_what_jax_computes_and_takes_the_memory_of_what_it_may(xla):
    data = serialized(lambda a, b: [a + b.sum(), b @ b], FORMS, donated=0)
    with_jax, without = load.load(data, FORMS, FORMS), client.LoadedProgram(xla, data, FORMS, FORMS)
    a, b = (np.random.RandomState(i).rand(*shape).astype(F32) for i, (shape, _) in enumerate(FORMS))
    kept = a.copy()
    wanted = [np.asarray(one) for one in with_jax(a, b)]
    first, product = without(a, b)
    assert type(first) is XlaArray and first.shape == (1000,) and product.dtype == F32
    assert np.asarray(first).tobytes() == wanted[0].tobytes() and np.asarray(product).tobytes() == wanted[1].tobytes()
    np.testing.assert_array_equal(a, kept)  # the caller's array is not what the program may overwrite
    address = first.unsafe_buffer_pointer()
    second, _ = without(first, b)
    assert first.is_deleted() and second.unsafe_buffer_pointer() == address
    view = np.asarray(second)
    before = view.copy()
    without(second, b)  # who looks at an array keeps it
    np.testing.assert_array_equal(view, before)


def test_arguments_of_jax_and_of_python_are_taken_and_others_refused(xla):
    data = serialized(lambda a, b: [a + b.sum(), b @ b], FORMS)
    program = client.LoadedProgram(xla, data, FORMS, FORMS)
    b = np.eye(30, dtype=F32)
    for a in (
        jax.numpy.ones(1000, F32),
        np.ones(2000, F32)[::2],
        XlaArray(xla.buffer(np.ones(1000, F32)), form_of((1000,), F32)),
    ):
        assert np.asarray(program(a, b)[0]).tolist() == [31.0] * 1000
    for a in (
        np.ones(999, F32),
        np.ones(1000),
        None,
        "text",
        XlaArray(xla.buffer(np.ones(3, F32)), form_of((3,), F32)),
    ):
        with pytest.raises(TypeError):
            program(a, b)
    with pytest.raises((TypeError, ValueError)):
        program(b)


@pytest.mark.parametrize(
    "value",
    [
        np.float64(3.5),
        np.zeros((0, 3), F32),
        np.array([True, False]),
        np.arange(5, dtype=np.int64),
        np.array([1 + 2j, 3], np.complex64),
        np.arange(6, dtype=np.uint8).reshape(2, 3),
        np.array([1.5, -2], np.float16),
    ],
    ids=lambda value: f"{value.dtype}{list(value.shape)}",
)
def test_arrays_of_all_kinds_come_back_as_they_were(xla, value):
    value = np.asarray(value)
    form = value.shape, value.dtype
    (found,) = client.LoadedProgram(xla, serialized(lambda x: [jax.numpy.copy(x)], [form]), [form], [form])(value)
    assert (found.shape, found.dtype, found.ndim, found.size, found.nbytes) == (
        value.shape, value.dtype, value.ndim, value.size, value.nbytes,
    )  # fmt: skip
    assert np.asarray(found).tobytes() == value.tobytes() and np.asarray(found).dtype == value.dtype
    assert ownership.from_xla(found)
    mine = ownership.to_numpy_owned(found, alone=True)
    assert mine.tobytes() == value.tobytes()


def test_a_large_result_is_the_callers_without_a_copy(xla):
    form = (300, 300), F32
    (found,) = client.LoadedProgram(xla, serialized(lambda x: [x * 2], [form]), [form], [form])(np.ones(*form))
    mine = ownership.to_numpy_owned(found, alone=True)
    assert mine.flags.writeable and mine.ctypes.data == found.unsafe_buffer_pointer()
    del found
    mine += 1
    assert (mine == 3).all()
    assert float(np.asarray(XlaArray(xla.buffer(np.ones(()), True), form_of((), np.dtype(float))), np.float32)) == 1.0


@pytest.mark.parametrize("data", [b"", b"no program"])
def test_what_is_no_program_is_refused(xla, data, monkeypatch):
    monkeypatch.setattr(client, "start", lambda: xla)
    with pytest.raises(load.Unloadable):
        load.load(data, FORMS, FORMS)


def test_with_another_jaxlib_or_devices_jax_loads_programs(monkeypatch):
    monkeypatch.setattr(client, "_client", None)
    monkeypatch.delitem(sys.modules, "jax")
    monkeypatch.delenv("JAX_PLATFORMS", raising=False)
    monkeypatch.setenv("JAX_PLATFORM_NAME", "cuda")
    assert not client.is_possible()
    monkeypatch.setenv("JAX_PLATFORM_NAME", "cpu")
    assert client.is_possible() and start_jax.is_dispensable()

    class Another:
        def __init__(self):
            raise AttributeError("no such function")

    told = []
    monkeypatch.setattr(private_interfaces, "step_aside", lambda *words: told.append(words))
    monkeypatch.setattr(client, "Client", Another)
    client._started.cache_clear()
    try:
        assert client.start() is None and told == [("xla_client", "AttributeError: no such function")]
    finally:
        client._started.cache_clear()


PROGRAM = """
import sys
import numpy as np
import penstock as tf

x = tf.placeholder(tf.float32, [None, 300])
index = tf.placeholder(tf.int32, [2])
w = tf.get_variable("w", [300, 300], initializer=tf.random_normal_initializer(stddev=0.1, seed=1))
y = x
for _ in range(6):
    y = tf.tanh(tf.matmul(tf.sin(y), w))
loss = tf.reduce_mean(y * y)
loss += tf.reduce_sum(tf.gather(w, index)) * 1e-3
train = tf.train.MomentumOptimizer(0.5, 0.9).minimize(loss)
data = np.random.RandomState(0).rand(40, 300).astype(np.float32)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        found = sess.run([train, loss, y], {x: data[:20], index: [0, i]})
        found[2][...] = -1.0  # the caller's own
    before = sess.run(w)
    try:
        sess.run([train, loss], {x: data[:20], index: [0, 300]})
    except tf.errors.InvalidArgumentError as error:
        print("refused", "300" in str(error))
    assert (sess.run(w) == before).all()
    without_jax = "jax" not in sys.modules
    # A program that nobody has compiled before imports JAX, and takes the variables as the other has left them.
    if "more" in sys.argv:
        total = sess.run([train, tf.reduce_sum(tf.cumsum(tf.exp(w) * float(sys.argv[2]))), loss], {x: data, index: [1, 2]})
        total = sess.run([train, loss], {x: data[:20], index: [1, 2]})
        print("mixed", "jax" in sys.modules, np.isfinite(total[1]))
    print(sess.run([loss, tf.reduce_sum(w)], {x: data[:20], index: [0, 1]}), before.sum(dtype=np.float64))
print(without_jax)
"""


def run(cache, *words, **more):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PENSTOCK_CACHE": str(cache), "PENSTOCK_TIER": "compile", **more}
    env.pop("JAX_PLATFORMS", None)
    command = [sys.executable, "-c", PROGRAM, *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout.splitlines()


def test_a_process_that_finds_all_its_programs_never_imports_jax(tmp_path):
    tmp_path.chmod(0o700)
    first, again = run(tmp_path), run(tmp_path)
    assert first[-1] == "False" and again[-1] == "True"
    assert again[:-1] == first[:-1] and first[0] == "refused True"


def test_programs_with_and_without_jax_share_variables(tmp_path):
    tmp_path.chmod(0o700)
    run(tmp_path, "more", "1.0")
    first, again = (run(tmp_path / folder, "more", "2.0") for folder in (".", "empty"))
    assert "mixed True True" in first and first[-1] == "True" and again[-1] == "False"
    assert first[:-1] == again[:-1]
