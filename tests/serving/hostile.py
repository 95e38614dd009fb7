"""Requests that are not right, by the thousand, at a model server: JSON, HTTP, messages of gRPC, frames of HTTP/2.

    python -m tests.serving.hostile [--count 10000] [--seed 0]

Every one that a server can answer must be answered, and no answer may be that of a fault (500, INTERNAL by an unknown exception).
Tests send some hundred of each kind; the command sends more, to a server in a process of its own.
"""

import argparse
import collections
import json
import pathlib
import random
import socket
import struct
import subprocess
import sys
import tempfile

import grpc

from penstock.serving import http2
from penstock.serving.configuration import message

# What a request that is not right may be answered.
STATUSES = {200, 400, 404, 405, 408, 413, 429, 431, 501, 503, 504}
CODES = {"OK", "INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION", "UNIMPLEMENTED", "OUT_OF_RANGE"}
CODES |= {"RESOURCE_EXHAUSTED"}

_VALUES = ["null", "true", "-1", "1e999", "-1e-999", "NaN", '"x"', '"\\ud800"', '"\\u0000"', "[]", "{}", "[[1],2]"]
_VALUES += ["[" * 50 + "]" * 50, '{"b64": "!"}', '{"b64": 1}', '{"b64": "AA==", "x": 1}', "1" * 400, "0.5", "[[[1.0]]]"]
_DEEP = ["[" * 100_000, '{"instances":' + "[" * 30_000 + "]" * 30_000 + "}", '{"a":' * 50_000]
_KEYS = ["instances", "inputs", "signature_name", "x", "b64", "examples", "context", "", "\\u0000", "y"]
_METHODS = ["predict", "classify", "regress"]


def documents(rng):
    """A JSON body, damaged or strange."""
    choice = rng.randrange(6)
    if choice == 0:
        return "{%s}" % ",".join(f'"{rng.choice(_KEYS)}": {rng.choice(_VALUES)}' for _ in range(rng.randrange(4)))
    if choice == 1:
        rows = ",".join(rng.choice(_VALUES) for _ in range(rng.randrange(5)))
        return f'{{"{rng.choice(_KEYS[:2] + ["examples"])}": [{rows}]}}'
    if choice == 2:
        rows = ",".join(f'{{"{rng.choice(_KEYS)}": {rng.choice(_VALUES)}}}' for _ in range(rng.randrange(4)))
        return f'{{"{rng.choice(["instances", "examples"])}": [{rows}], "signature_name": "{rng.choice(["", "checked", "q"])}"}}'
    if choice == 3 and rng.random() < 0.05:
        return rng.choice(_DEEP)
    good = bytearray(json.dumps({"signature_name": "checked", "instances": [[1.0], [2.5]]}).encode())
    return bytes(_damaged(rng, good)).decode("latin-1")


def _damaged(rng, data):
    """Some bytes changed, taken out, put in, or repeated."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(data)) if data else 0
        kind = rng.randrange(5)
        if kind == 0 and data:
            data[at] = rng.randrange(256)
        elif kind == 1:
            del data[at : at + rng.randrange(1, 8)]
        elif kind == 2:
            data[at:at] = rng.randbytes(rng.randrange(1, 8))
        elif kind == 3:
            data[at:at] = data[at : at + rng.randrange(1, 16)]
        elif data:
            data[at] ^= 1 << rng.randrange(8)
    return data


class Hostile:
    """Sends requests to a server that has the model `half` (`tests.serving.conftest.half_plus`), and counts the answers.

    Attributes:
      found: how often each answer came, by kind of request.
      faults: answers that a server must not give, with what was sent.
    """

    def __init__(self, port, rest_port, seed=0):
        self.port, self.rest_port, self.rng = port, rest_port, random.Random(seed)
        self.found = collections.defaultdict(collections.Counter)
        self.faults = []

    def _connect(self, port):
        return socket.create_connection(("127.0.0.1", port), 20)

    def _answer(self, file):
        """(status, body) of an answer by HTTP/1.1, or None at the end."""
        line = file.readline()
        if not line:
            return None
        size = 0
        while (header := file.readline()).strip():
            name, _, value = header.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        return int(line.split()[1]), file.read(size)

    def rest(self, count):
        """Bodies and addresses that are not right, in requests that are."""
        client = self._connect(self.rest_port)
        file = client.makefile("rb")
        for _ in range(count):
            rng = self.rng
            body = documents(rng).encode("latin-1", errors="replace")
            where = rng.choice(
                ["half"] * 8 + ["none", "", "..", "%2e%2e%2f%2e%2e%2fetc", "half/versions/999999999999999999999"]
            )
            path = f"/v1/models/{where}:{rng.choice(_METHODS * 6 + ['', 'x'])}"
            client.sendall(
                f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode("latin-1") + body
            )
            answer = self._answer(file)
            if answer is None:
                self.faults.append(("rest", path, body, "no answer"))
                client = self._connect(self.rest_port)
                file = client.makefile("rb")
                continue
            self.found["rest"][answer[0]] += 1
            told = json.loads(answer[1].decode(errors="replace"))
            if answer[0] not in STATUSES or (answer[0] != 200 and "error" not in told):
                self.faults.append(("rest", path, body, answer))
        client.close()

    def http(self, count):
        """Bytes that are hardly HTTP: the server answers or hangs up."""
        body = json.dumps({"instances": [[1.0]]}).encode()
        top = f"POST /v1/models/half:predict HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\nA: b\r\n\r\n"
        chunked = b"POST /v1/models/half:predict HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        for _ in range(count):
            rng = self.rng
            data = _damaged(rng, rng.choice([top.encode() + body, chunked]))
            with self._connect(self.rest_port) as client:
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
                try:
                    answer = self._answer(client.makefile("rb"))
                except ConnectionError:
                    answer = None
            self.found["http"][answer and answer[0]] += 1
            if answer is not None and answer[0] not in STATUSES:
                self.faults.append(("http", bytes(data), answer))

    def grpc(self, count):
        """Messages that are damaged, or whole and strange."""
        channel = grpc.insecure_channel(f"127.0.0.1:{self.port}")
        raw = {
            name: channel.unary_unary(f"/tensorflow.serving.{name}", lambda data: data, lambda data: data)
            for name in (
                "PredictionService/Predict",
                "PredictionService/Classify",
                "PredictionService/Regress",
                "PredictionService/MultiInference",
                "PredictionService/GetModelMetadata",
                "ModelService/GetModelStatus",
                "ModelService/HandleReloadConfigRequest",
            )
        }
        for _ in range(count):
            rng = self.rng
            data = strange(rng) if rng.random() < 0.5 else bytes(_damaged(rng, strange(rng)))
            name = rng.choice(list(raw)) if rng.random() < 0.5 else "PredictionService/Predict"
            if name.endswith("ReloadConfigRequest") and _empties(data):
                continue
            try:
                raw[name](data, timeout=20)
                code = "OK"
            except grpc.RpcError as error:
                code = error.code().name
                if code not in CODES:
                    self.faults.append(("grpc", name, data, code, error.details()))
            self.found["grpc"][code] += 1
        channel.close()

    def frames(self, count):
        """Frames of HTTP/2 that are damaged, out of order, too large or too many."""
        for _ in range(count):
            data = _frames(self.rng)
            with self._connect(self.port) as client:
                try:
                    client.sendall(data)
                    client.shutdown(socket.SHUT_WR)
                    size = 0
                    while part := client.recv(1 << 16):
                        size += len(part)
                    self.found["frames"]["answered" if size else "closed"] += 1
                except ConnectionError:
                    self.found["frames"]["reset"] += 1

    def alive(self):
        """Whether the server still answers a request that is right, both ways."""
        with self._connect(self.rest_port) as client:
            body = b'{"instances": [[2.0]]}'
            client.sendall(
                b"POST /v1/models/half:predict HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
            )
            status, answer = self._answer(client.makefile("rb"))
        request = message("PredictRequest")()
        request.model_spec.name = "half"
        request.inputs["x"].dtype = 1
        request.inputs["x"].tensor_shape.dim.add(size=1)
        request.inputs["x"].tensor_shape.dim.add(size=1)
        request.inputs["x"].float_val.append(2.0)
        with grpc.insecure_channel(f"127.0.0.1:{self.port}") as channel:
            call = channel.unary_unary(
                "/tensorflow.serving.PredictionService/Predict",
                lambda m: m.SerializeToString(),
                message("PredictResponse").FromString,
            )
            found = call(request, timeout=20).outputs["y"].float_val[0]
        return status == 200 and json.loads(answer) == {"predictions": [[3.0]]} and found == 3.0


def _empties(data):
    """Whether a message says, rightly, that no model is to be served any more."""
    try:
        config = message("ReloadConfigRequest").FromString(data).config
    except Exception:
        return False
    return config.WhichOneof("config") == "model_config_list" and not config.model_config_list.config


def strange(rng):
    """A message that can be read, and asks for what there is not."""
    kind = rng.randrange(4)
    if kind == 0:
        request = message("ClassificationRequest")()
        request.model_spec.name = rng.choice(["half", "", "x"])
        example = request.input.example_list.examples.add()
        example.features.feature["x"].float_list.value.extend([1.0] * rng.randrange(3))
        return request.SerializeToString()
    if kind == 1:
        request = message("MultiInferenceRequest")()
        for _ in range(rng.randrange(3)):
            task = request.tasks.add(method_name=rng.choice(["tensorflow/serving/classify", "x", ""]))
            task.model_spec.name = rng.choice(["half", ""])
            task.model_spec.signature_name = rng.choice(["checked", "x", "\0"])
        return request.SerializeToString()
    request = message("PredictRequest")()
    request.model_spec.name = rng.choice(["half", "half", "half", "../half"])
    request.model_spec.signature_name = rng.choice(["", "checked", "x"])
    if rng.random() < 0.2:
        request.model_spec.version.value = rng.choice([0, 1, -1, 2**63 - 1])
    for _ in range(rng.randrange(3)):
        tensor = request.inputs[rng.choice(["x", "x", "y", ""])]
        tensor.dtype = rng.choice([1, 1, 1, 0, 7, 3, 20, 21, 23, 101, 9999])
        for _ in range(rng.randrange(4)):
            tensor.tensor_shape.dim.add(size=rng.choice([0, 1, 2, -1, -5, 2**40, 2**62, 2**31]))
        tensor.tensor_shape.unknown_rank = rng.random() < 0.1
        if rng.random() < 0.5:
            tensor.tensor_content = rng.randbytes(rng.randrange(20))
        else:
            tensor.float_val.extend([rng.random() * 2000] * rng.randrange(5))
        if rng.random() < 0.1:
            tensor.string_val.append(b"\xff")
    request.output_filter.extend(rng.choices(["y", "q", "", "x"], k=rng.choice([0, 0, 1, 3])))
    return request.SerializeToString()


# A block of headers for Predict, without the table of the connection.
HEADERS = b"".join(
    b"\x00" + bytes([len(k)]) + k + bytes([len(v)]) + v
    for k, v in (
        (b":method", b"POST"),
        (b":path", b"/tensorflow.serving.PredictionService/Predict"),
        (b"content-type", b"application/grpc"),
    )
)


def _frames(rng):
    body = strange(rng)
    found = [http2.frame(4, 0, 0, b"")]
    for _ in range(rng.randrange(1, 6)):
        stream = rng.choice([0, 1, 1, 3, 5, 2, 2**31 - 1])
        kind = rng.randrange(7)
        if kind == 0:
            found.append(http2.frame(1, rng.choice([4, 5, 0, 0x2C]), stream, HEADERS))
        elif kind == 1:
            found.append(http2.frame(0, rng.choice([0, 1, 8, 9]), stream, b"\0" + struct.pack(">I", len(body)) + body))
        elif kind == 2:
            found.append(http2.frame(rng.randrange(12), rng.randrange(256), stream, rng.randbytes(rng.randrange(40))))
        elif kind == 3:
            found.append(http2.frame(8, 0, stream, struct.pack(">I", rng.choice([0, 1, 2**31 - 1, 2**32 - 1]))))
        elif kind == 4:
            found.append(
                http2.frame(4, 0, 0, struct.pack(">HI", rng.randrange(8), rng.choice([0, 1, 2**31, 2**32 - 1])))
            )
        elif kind == 5:
            found.append(http2.frame(9, rng.choice([0, 4]), stream, HEADERS))
        else:
            found.append(http2.frame(1, 5, stream, bytes(_damaged(rng, HEADERS))))
    data = http2.PREFACE + b"".join(found)
    return bytes(_damaged(rng, data)) if rng.random() < 0.3 else data


def main():
    """Asks a server in a process of its own."""
    from tests.serving.conftest import half_plus
    from tests.serving.test_command import Process

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        half_plus(pathlib.Path(folder) / "half" / "1")
        flags = ["--port=0", "--rest_api_port=8592", "--model_name=half"]
        server = Process("-m", "penstock", "serve", f"{folder}/half", *flags, stderr=subprocess.DEVNULL)
        try:
            hostile = Hostile(*server.ports, given.seed)
            for kind in ("rest", "http", "grpc", "frames"):
                getattr(hostile, kind)(given.count)
                print(kind, dict(hostile.found[kind]), "alive" if hostile.alive() else "DEAD", flush=True)
        finally:
            server.end()
    for fault in hostile.faults[:10]:
        print(fault)
    print(f"{len(hostile.faults)} answers that must not be")
    return 1 if hostile.faults else 0


if __name__ == "__main__":
    sys.exit(main())
