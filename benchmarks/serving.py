"""Compares the model server with a plain one: grpcio and `http.server` around a session of TensorFlow 1.15.5 (`served/plain.py`).

    python benchmarks/serving.py --tensorflow PYTHON [--seconds 3] [--only half,conv,est] [--batching] [--memory REQUESTS]

PYTHON is one of 3.7 that has TensorFlow 1.15.5. It exports the models (half_plus_two, the conv net of the MNIST tutorial, an
Estimator's classifier); both servers serve the same folders, and the same light clients (`served/load.py`) ask them in turn, each
with one request under way. The answers are compared. Clients and servers share the cores. A ratio above 1 says that
Penstock is better: more requests per second, a shorter time for 99 of 100. It is no comparison with the real TensorFlow Serving.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import numpy as np

from penstock import protos
from penstock.distributed import tensors
from penstock.serving.configuration import message

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = ROOT / "benchmarks" / "served"
MAKE = """
import sys, os
sys.path.insert(0, sys.argv[1])
import numpy as np, tensorflow as tf, models_115
tf.logging.set_verbosity(tf.logging.ERROR)
base = sys.argv[2]
models_115.half(os.path.join(base, "half", "1"))
models_115.conv(os.path.join(base, "conv", "1"), np.zeros([1, 784], np.float32), (32, 64, 1024))
models_115.estimators(base, np.random.RandomState(1).rand(2, 8))
"""
BATCHING = """max_batch_size { value: 32 }
batch_timeout_micros { value: 2000 }
num_batch_threads { value: 2 }
max_enqueued_batches { value: 100 }
allowed_batch_sizes: [1, 2, 4, 8, 16, 32]
"""
METHODS = {"half": "predict", "conv": "predict", "est": "classify"}


def requests(folder: str) -> None:
    """Writes the requests: for each model a message and a document."""
    image = np.random.RandomState(0).rand(1, 784).astype(np.float32)
    row = np.random.RandomState(1).rand(8).astype(np.float32)
    for name, alias, value in (("half", "x", np.float32([[1.0]])), ("conv", "images", image)):
        request = message("PredictRequest")()
        request.model_spec.name = name
        tensor = request.inputs[alias]
        tensor.dtype = 1
        for size in value.shape:
            tensor.tensor_shape.dim.add(size=size)
        tensor.tensor_content = value.tobytes()
        write(folder, name, request.SerializeToString(), {"instances": value.astype(float).round(6).tolist()})
    asked = message("ClassificationRequest")()
    asked.model_spec.name = "est"
    feature = asked.input.example_list.examples.add().features.feature["x"]
    feature.float_list.value.extend(row)
    write(folder, "est", asked.SerializeToString(), {"examples": [{"x": row.astype(float).tolist()}]})


def write(folder: str, name: str, data: bytes, document: dict[str, Any]) -> None:
    """Writes both requests of a model."""
    pathlib.Path(folder, f"{name}.grpc").write_bytes(data)
    pathlib.Path(folder, f"{name}.rest").write_text(json.dumps(document))


def values(name: str, kind: str, data: bytes) -> np.ndarray:
    """The numbers of an answer."""
    if kind == "rest":
        found = json.loads(data)
        if name == "est":
            return np.array([[score for _, score in row] for row in found["results"]])
        return np.array(found["predictions"])
    if name == "est":
        response = message("ClassificationResponse").FromString(data)
        return np.array([[c.score for c in row.classes] for row in response.result.classifications])
    (tensor,) = message("PredictResponse").FromString(data).outputs.values()
    return np.asarray(tensors.from_proto(tensor))


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


@contextlib.contextmanager
def ours(base: str, *flags: str) -> Iterator[tuple[int, int, int]]:
    """Our server: (port of gRPC, port of REST, process)."""
    config = message("ModelServerConfig")()
    for name in METHODS:
        config.model_config_list.config.add(name=name, base_path=os.path.join(base, name), model_platform="tensorflow")
    file = os.path.join(base, "models.config")
    pathlib.Path(file).write_text(str(config))
    ports = [f"--port={free_port()}", f"--rest_api_port={free_port()}"]
    command = [sys.executable, "-m", "penstock", "serve", f"--model_config_file={file}", *ports, *flags]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            found: list[int] = []
            while len(found) < 2:
                line = process.stdout.readline()
                if not line:
                    raise SystemExit("our server did not start")
                found += map(int, re.findall(r":(\d+) \.\.\.", line))
            yield found[0], found[1], process.pid
        finally:
            process.terminate()


@contextlib.contextmanager
def theirs(base: str, python: str) -> Iterator[tuple[int, int, int]]:
    """The plain server: (port of gRPC, port of REST, process)."""
    folders = [f"{name}={next(p for p in sorted(pathlib.Path(base, name).iterdir()))}" for name in METHODS]
    command = [python, str(HERE / "plain.py"), str(protos.DESCRIPTORS), *folders]
    pipe, log = subprocess.PIPE, pathlib.Path(base, "plain.log")
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline().split()
            if len(line) != 2:
                raise SystemExit(f"the plain server did not start: {log.read_text()}")
            yield int(line[0]), int(line[1]), process.pid
        finally:
            process.terminate()


def ask(kind: str, port: int, clients: int, seconds: float, base: str, name: str) -> dict[str, Any]:
    """What the clients measured."""
    method = METHODS[name]
    path = f"/v1/models/{name}:{method}"
    if kind == "grpc":
        path = f"/tensorflow.serving.PredictionService/{method.capitalize()}"
    command = [sys.executable, str(HERE / "load.py"), kind, str(port), str(clients), str(seconds)]
    done = subprocess.run([*command, os.path.join(base, f"{name}.{kind}"), path], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{kind} {name}: {done.stderr}")
    return json.loads(done.stdout)


def compare(base: str, python: str, names: list[str], seconds: float, rounds: int) -> None:
    """Prints the table of both servers."""
    print("| model | by | clients | req/s plain | req/s ours | ratio | p99 plain, ms | p99 ours, ms | ratio |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    with ours(base) as mine, theirs(base, python) as other:
        for kind in ("grpc", "rest"):
            for name in names:
                for clients in (1, 32):
                    a, b = [], []
                    for turn in range(rounds):
                        for found, ports in ((a, mine), (b, other)) if turn % 2 else ((b, other), (a, mine)):
                            found.append(ask(kind, ports[kind == "rest"], clients, seconds, base, name))
                    answers = [values(name, kind, bytes.fromhex(x[0]["first"])) for x in (a, b)]
                    np.testing.assert_allclose(*answers, rtol=1e-4, atol=1e-5)
                    fast = [float(np.median([x["per second"] for x in s])) for s in (b, a)]
                    late = [float(np.median([x["p99"] for x in s])) / 1000 for s in (b, a)]
                    print(
                        f"| {name} | {kind} | {clients} | {fast[0]:.0f} | {fast[1]:.0f} | {fast[1] / fast[0]:.2f} | "
                        f"{late[0]:.2f} | {late[1]:.2f} | {late[0] / late[1]:.2f} |",
                        flush=True,
                    )


def batching(base: str, seconds: float, rounds: int) -> None:
    """Prints what batching brings for 32 clients of the conv net."""
    file = os.path.join(base, "batching.config")
    pathlib.Path(file).write_text(BATCHING)
    with ours(base) as plain, ours(base, "--enable_batching", f"--batching_parameters_file={file}") as merged:
        for kind in ("grpc", "rest"):
            found: list[list[float]] = [[], []]
            for _ in range(rounds):
                for i, ports in enumerate((plain, merged)):
                    found[i].append(ask(kind, ports[kind == "rest"], 32, seconds, base, "conv")["per second"])
            a, b = map(float, map(np.median, found))
            print(
                f"conv, 32 clients by {kind}: {a:.0f} requests/s one by one, {b:.0f} in batches: {b / a:.2f}",
                flush=True,
            )


def memory(base: str, count: int) -> None:
    """Prints how much memory the server has before and after many requests."""
    with ours(base) as (port, rest, pid):
        for kind, where in (("grpc", port), ("rest", rest)):
            ask(kind, where, 32, 3, base, "half")
            before, done, rounds = resident(pid), 0.0, 0
            while done < count:
                done += 10 * ask(kind, where, 32, 10, base, "half")["per second"]
                rounds += 1
                print(f"{kind}: {done:.0f} requests, {before:.1f} MB before, {resident(pid):.1f} MB now", flush=True)


def resident(pid: int) -> float:
    """Megabytes of a process."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def main() -> None:
    """Makes the models and measures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tensorflow", required=True, help="a Python 3.7 that has TensorFlow 1.15.5")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", default="half,conv,est")
    parser.add_argument("--batching", action="store_true", help="what batching brings, instead")
    parser.add_argument("--memory", type=int, default=0, help="memory over so many requests, instead")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as base:
        env = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3")
        command = [given.tensorflow, "-c", MAKE, str(ROOT / "tests" / "serving"), base]
        subprocess.run(command, check=True, env=env, stderr=subprocess.DEVNULL)
        requests(base)
        if given.batching:
            batching(base, given.seconds, given.rounds)
        elif given.memory:
            memory(base, given.memory)
        else:
            compare(base, given.tensorflow, given.only.split(","), given.seconds, given.rounds)


if __name__ == "__main__":
    main()
