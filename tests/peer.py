"""Real TensorFlow in a process of its own, as the judge in tests: `Peer` here, its server when run as a program.

The package never imports TensorFlow, and the peer's Python, NumPy and TensorFlow are older than ours, so the two talk
through pipes. Only built-in types are pickled: NumPy's own pickles name modules that the other version does not have.
This file runs under both Pythons and imports nothing of Penstock.
"""

import io
import os
import pickle
import random
import select
import signal
import struct
import subprocess
import sys
import tempfile
import textwrap
import threading
import traceback

import numpy as np

PLAIN = (type(None), bool, int, float, complex, str, bytes)


class PeerError(Exception):
    """What the source raised in the peer.

    Attributes:
      kind: Name of the exception's class there, such as 'InvalidArgumentError'.
      bases: Names of that class and of all its bases, so that `"ValueError" in error.bases` can be asked.
      message: Its text; for the classes of `tf.errors`, their `message`.
      error_code: That of the classes of `tf.errors`, else None.
      trace: The traceback over there.
    """

    def __init__(self, kind, message, bases=(), error_code=None, trace=""):
        super().__init__(f"{kind}: {message}")
        self.kind, self.message, self.bases = kind, message, tuple(bases)
        self.error_code, self.trace = error_code, trace


# --- values as built-in types -----------------------------------------------------------------------------------------


def encode(value):
    """Turn nested lists, tuples and dictionaries of arrays and Python scalars into built-in types."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, np.ndarray) and value.dtype == object:
        return ("object", value.shape, [encode(item) for item in value.ravel()])
    if isinstance(value, (np.ndarray, np.generic)):
        if value.dtype.fields is not None:
            raise TypeError("structured arrays do not travel to or from the peer")
        # Kinds with a length or a unit need dtype.str; the names of the others include bfloat16 and its like.
        dtype = value.dtype.str if value.dtype.kind in "SUMm" else value.dtype.name
        kind = "array" if isinstance(value, np.ndarray) else "scalar"
        return (kind, dtype, np.shape(value), np.asarray(value).astype(value.dtype.newbyteorder("=")).tobytes())
    if isinstance(value, tuple):  # a named tuple arrives as a tuple
        return ("tuple", [encode(item) for item in value])
    if isinstance(value, list):
        return ("list", [encode(item) for item in value])
    if isinstance(value, dict):
        return ("dict", [(encode(k), encode(v)) for k, v in value.items()])
    raise TypeError(f"{type(value).__name__} does not travel to or from the peer; make it an array or a string")


def decode(value):
    """Undo `encode`, with this process's NumPy."""
    if type(value) in PLAIN:
        return value
    tag = value[0]
    if tag == "object":
        array = np.empty(len(value[2]), object)
        for i, item in enumerate(value[2]):
            array[i] = decode(item)
        return array.reshape(value[1])
    if tag in ("array", "scalar"):
        array = np.frombuffer(bytearray(value[3]), _dtype(value[1])).reshape(value[2])
        return array if tag == "array" else array[()]
    if tag == "dict":
        return {decode(k): decode(v) for k, v in value[1]}
    items = [decode(item) for item in value[1]]
    return tuple(items) if tag == "tuple" else items


def _dtype(name):
    try:
        return np.dtype(name)
    except TypeError:
        if "tensorflow" in sys.modules and name == "bfloat16":  # 1.15 has its own
            return np.dtype(sys.modules["tensorflow"].bfloat16.as_numpy_dtype)
        import ml_dtypes  # makes bfloat16, float8_e5m2, int4 and so on known

        return np.dtype(getattr(ml_dtypes, name))


def send(pipe, message):
    """Write one message, with its length before it."""
    data = pickle.dumps(message, protocol=4)
    pipe.write(struct.pack("<Q", len(data)) + data)
    pipe.flush()


# --- our side ---------------------------------------------------------------------------------------------------------


class Peer:
    """A TensorFlow process, started when first needed, and again after it died or was too slow."""

    def __init__(self, python, timeout=300.0):
        self.python = python
        self.timeout = timeout
        self._process = None
        self._log = None
        self._lock = threading.Lock()

    def run(self, source, **arrays):
        """Run Python source under TensorFlow and return the dictionary `result` that it sets.

        The source sees `tf` (`tensorflow.compat.v1` with 2.x behaviour off), `np`, an empty default graph, and `arrays`
        as global names. Nothing else is kept from one call to the next.

        >>> peer.run("result = {'y': tf.Session().run(tf.square(x))}", x=np.float32(3))  # doctest: +SKIP
        {'y': np.float32(9.0)}

        Raises:
          PeerError: The source raised, set no `result`, took longer than `timeout` seconds, or TensorFlow crashed.
          TypeError: An argument is of a type that does not travel.
        """
        request = {"source": textwrap.dedent(source), "values": {k: encode(v) for k, v in arrays.items()}}
        with self._lock:
            reply, code = self._ask(request)
            if code == -signal.SIGSEGV:
                # TensorFlow itself, after hundreds of programs in one process; a program that is the cause fails again.
                reply, code = self._ask(request)
            if reply is None:
                raise PeerError("PeerDied", f"the peer ended with code {code}; its last words:\n{self._last_words()}")
        if "error" in reply:
            raise PeerError(**reply["error"])
        return decode(reply["result"])

    def _ask(self, request):
        """The process's reply and None, or None and the code that it ended with."""
        if self._process is None or self._process.poll() is not None:
            self._start()
        try:
            send(self._process.stdin, request)
            reply = self._receive()
        except BrokenPipeError:
            reply = None
        return (reply, None) if reply is not None else (None, self._stop(30.0))  # its pipe is closed before its code is known

    def close(self):
        """End the process."""
        with self._lock:
            self._stop()
            if self._log is not None:
                self._log.close()
                self._log = None

    def _start(self):
        env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "XLA_FLAGS")}
        # oneDNN reorders sums; 1.15 on the CPU did not have it.
        env |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "TF_ENABLE_ONEDNN_OPTS": "0"}
        env |= {"OMP_NUM_THREADS": "1", "PYTHONNOUSERSITE": "1"}
        if self._log is None:
            self._log = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the peer)
        command = [self.python, os.path.abspath(__file__)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._log, env=env)

    def _receive(self):
        header = self._read(8)
        data = self._read(struct.unpack("<Q", header)[0]) if header else None
        return pickle.loads(data) if data else None

    def _read(self, count):
        """Return exactly `count` bytes, or None when the process ended before that."""
        pipe = self._process.stdout.fileno()
        data = io.BytesIO()
        while data.tell() < count:
            if not select.select([pipe], [], [], self.timeout)[0]:
                self._stop()
                raise PeerError("PeerTimeout", f"no answer within {self.timeout} seconds")
            part = os.read(pipe, min(count - data.tell(), 1 << 20))
            if not part:
                return None
            data.write(part)
        return data.getvalue()

    def _stop(self, seconds=0.2):
        process, self._process = self._process, None
        if process is None:
            return None
        try:
            process.wait(seconds)  # one that crashed tells its own exit code
        except subprocess.TimeoutExpired:
            process.kill()
        code = process.wait()
        try:
            process.stdin.close()
        except BrokenPipeError:  # what was left in its buffer has no reader any more
            pass
        process.stdout.close()
        return code

    def _last_words(self):
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - 2000))
        return self._log.read().decode(errors="replace")


# --- the peer's side --------------------------------------------------------------------------------------------------


def serve():
    """Answer requests from standard input until it ends."""
    requests = sys.stdin.buffer
    # Answers keep the real standard output to themselves; what programs and C++ print goes to the log.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    tf = load_tensorflow()
    while True:
        header = requests.read(8)
        if len(header) < 8:
            return
        request = pickle.loads(requests.read(struct.unpack("<Q", header)[0]))
        try:
            reply = {"result": encode(execute(tf, request["source"], request["values"]))}
        except BaseException as e:
            reply = {"error": describe(e)}
        send(answers, reply)


def load_tensorflow():
    """TensorFlow as a 1.x program sees it: 1.x itself, which has tf.contrib, or a later one's compat.v1."""
    import tensorflow

    if tensorflow.__version__.startswith("1."):
        tf = tensorflow
        tf.logging.set_verbosity(tf.logging.ERROR)
    else:
        import tensorflow.compat.v1 as tf

        tf.logging.set_verbosity(tf.logging.ERROR)
        tf.disable_v2_behavior()
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    return tf


def execute(tf, source, values):
    """Run the source in a new default graph and return its `result`."""
    try:
        tf.reset_default_graph()
    except AssertionError:  # an InteractiveSession that an earlier source left open
        from tensorflow.python.framework import ops, stack

        stack._default_session_stack.reset()
        ops._default_graph_stack.reset()
    # What the process remembers of earlier sources: which lines it has logged often enough, and its random numbers.
    from tensorflow.python.platform import tf_logging

    tf_logging._log_counter_per_token.clear()
    random.seed(2015)
    np.random.seed(2015)
    scope = {"__name__": "__peer__", "tf": tf, "np": np}
    scope.update((name, decode(value)) for name, value in values.items())
    exec(compile(source, "<peer>", "exec"), scope)
    if not isinstance(scope.get("result"), dict):
        raise NameError("the source must set a dictionary named `result`")
    return scope["result"]


def describe(error):
    """Return what `PeerError` tells about an exception."""
    message = getattr(error, "message", None)
    return {
        "kind": type(error).__name__,
        "message": message if isinstance(message, str) else str(error),
        "bases": [cls.__name__ for cls in type(error).__mro__],
        "error_code": getattr(error, "error_code", None),
        "trace": traceback.format_exc(),
    }


if __name__ == "__main__":
    serve()
