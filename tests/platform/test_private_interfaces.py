"""Every dependency on others' insides is in one table, has a switch, and says once when it is off for an unknown version."""

import ctypes
import importlib.metadata
import logging
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from penstock.compat.old import immutable
from penstock.ops.backend import memory, object_kernels
from penstock.platform import private_interfaces
from penstock.runtime.xla import process_exit
from tests.subprocesses import ROOT

USES = private_interfaces.USES


@pytest.fixture
def setting(monkeypatch):
    """Gives PENSTOCK_PRIVATE a value."""

    def clear():
        for function in (private_interfaces.allowed, private_interfaces.step_aside, private_interfaces.switched_off):
            function.cache_clear()

    def give(value):
        monkeypatch.setenv("PENSTOCK_PRIVATE", value)
        clear()

    yield give
    clear()


@pytest.mark.parametrize("name", USES)
def test_the_module_of_an_entry_asks_whether_it_is_on(name):
    direct = {"machine_code": "runtime/xla/direct/direct_call.py"}  # which alone calls the module
    text = (ROOT / "penstock" / direct.get(name, USES[name].module)).read_text()
    assert f'private_interfaces.allowed("{name}")' in text
    assert (ROOT / "penstock" / USES[name].module).exists()


def test_what_looks_like_the_insides_of_others_has_an_entry():
    signs = re.compile(r"jax\._src|\.from_address\(|pythonapi\.PyThreadState|SetAsyncExc|\.mallopt|np\.random\.rand = ")
    listed = {f"penstock/{use.module}" for use in USES.values()}
    listed |= {"penstock/cpp/interface.py", "penstock/cpp/runtime.py"}  # they read structures of our own headers
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "penstock").rglob("*.py")
        if signs.search(path.read_text()) and "platform/private_interfaces" not in path.as_posix()
    }
    assert found <= listed
    assert {"penstock/ops/backend/memory.py", "penstock/runtime/xla/background.py"} <= found


def test_a_switch_turns_off_what_it_names_and_nothing_else(setting):
    setting("-process_exit, -type_flags")
    assert [name for name in USES if not private_interfaces.allowed(name)] == ["process_exit", "type_flags"]
    assert not process_exit.is_supported() and not immutable.assign(np.ndarray, "an_old_method", None)
    assert not hasattr(np.ndarray, "an_old_method")
    setting("")
    assert all(map(private_interfaces.allowed, USES))


def test_a_word_that_names_nothing_is_told_of(setting, caplog):
    setting("machine_code,-mallocc")
    with caplog.at_level(logging.WARNING, "penstock"):
        assert private_interfaces.allowed("machine_code") and private_interfaces.allowed("malloc")
    (message,) = [record.getMessage() for record in caplog.records]
    assert message.startswith("PENSTOCK_PRIVATE: machine_code, -mallocc is not known; it is a list of -machine_code, ")


def test_an_unknown_version_is_told_of_once_at_level_info(setting, caplog, monkeypatch):
    setting("")
    monkeypatch.setattr(importlib.metadata, "version", lambda package: "99.1")
    with caplog.at_level(logging.INFO, "penstock"):
        assert not any(private_interfaces.allowed("machine_code") for _ in range(3))
    (record,) = caplog.records
    assert record.levelno == logging.INFO
    assert record.getMessage().startswith(
        "machine_code is off: jaxlib 99.1 is not among the versions that are known (0.12.0.1); JAX calls the program."
    )


def test_an_array_that_is_laid_out_otherwise_is_told_of_once(setting, caplog, monkeypatch):
    setting("")
    monkeypatch.setattr(memory, "header_holds_address", lambda array: False)
    with caplog.at_level(logging.INFO, "penstock"):
        assert not any(memory._can_read() for _ in range(2))
    (record,) = caplog.records
    assert "array_address is off: an array of NumPy" in record.getMessage()
    assert memory._address_by_interface(np.zeros(3)) and ctypes.sizeof(ctypes.c_void_p) == 8


def test_bytes_may_not_be_looked_at(setting):
    setting("-python_objects")
    assert object_kernels._bytes_layout()[0] is None
    setting("")
    assert object_kernels._bytes_layout()[0] == id(bytes)


def test_a_program_trains_with_all_of_them_off():
    code = """if True:
        import numpy as np
        import penstock as tf
        from penstock.ops.backend import memory
        from penstock.runtime.xla import background
        x, w = tf.placeholder(tf.float32, [None, 3]), tf.Variable([[1.0], [2.0], [3.0]])
        train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(tf.square(tf.matmul(x, w))))
        text = tf.string_split(["a b", "c"]).values
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(20):
                sess.run(train, {x: np.eye(3)})
            print(sess.run(w).ravel().round(4).tolist(), sess.run(text).tolist(), memory.address is memory._address_by_header)
    """
    found = []
    for value in ("", ",".join(f"-{name}" for name in USES)):
        env = {**os.environ, "PENSTOCK_PRIVATE": value, "PENSTOCK_TIER": "compile"}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, cwd=ROOT
        )
        found.append(done.stdout.strip())
    assert found[0].endswith("True") and found[1] == found[0].removesuffix("True") + "False"
