"""Sends damaged messages to a server: random bytes, real messages with bytes changed, well-formed ones with nonsense in them.

`python -m tests.distributed.fuzz COUNT [SEED]` does so with a server in a process of its own, and tells which statuses came
back; it fails if the server crashes, hangs or stops to work.
"""

import collections
import subprocess
import sys

import grpc
import numpy as np

import penstock as tf
from penstock import protos
from penstock.distributed import rpc, services
from penstock.distributed.services import rendezvous_key

# Reset and CleanupAll rightly end what others do; Tracing waits for as long as it is told.
_LEFT_OUT = ("Tracing", "Reset", "CleanupAll")
_SERVER = "import penstock as tf\ns = tf.train.Server.create_local_server()\nprint(s.target, flush=True)\ns.join()"


def methods():
    tables = (services.master_methods(), services.worker_methods(), services.transfer_methods(), rpc.door_methods())
    return [m for table in tables for m in table.values() if m.name not in _LEFT_OUT]


def graph():
    with tf.Graph().as_default() as g:
        v = tf.Variable([1.0, 2.0], name="v")
        x = tf.placeholder(tf.float32, [2], name="x")
        tf.add(v * x, 1.0, name="y")
        tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])
    return g.as_graph_def()


def filled(message, random, handles, depth=0):
    """A well-formed message with nonsense in it; graphs are real ones, damaged."""
    for field in message.DESCRIPTOR.fields:
        if random.rand() < 0.3:
            continue
        repeated = field.is_repeated if hasattr(field, "is_repeated") else field.label == field.LABEL_REPEATED
        if field.message_type is not None:
            if field.message_type.GetOptions().map_entry or depth > 3:
                continue
            if field.message_type.name == "GraphDef" and not repeated:
                getattr(message, field.name).CopyFrom(damaged_graph(random))
                continue
            target = getattr(message, field.name)
            for _ in range(random.randint(1, 3) if repeated else 1):
                filled(target.add() if repeated else target, random, handles, depth + 1)
            continue
        values = [value(field, random, handles) for _ in range(random.randint(0, 3) if repeated else 1)]
        if repeated:
            getattr(message, field.name).extend(values)
        else:
            setattr(message, field.name, values[0])
    return message


def value(field, random, handles):
    if field.enum_type is not None:
        return random.choice([v.number for v in field.enum_type.values])
    kind = field.cpp_type
    if kind == field.CPPTYPE_STRING:
        words = ["", "v", "y:0", "x:0", "init", "nothing:7", "^y", "/job:local/replica:0/task:0/device:CPU:0", *handles]
        word = words[random.randint(len(words))]
        return word.encode() if field.type == field.TYPE_BYTES else word
    if kind == field.CPPTYPE_BOOL:
        return bool(random.randint(2))
    if kind in (field.CPPTYPE_FLOAT, field.CPPTYPE_DOUBLE):
        return float(random.choice([0.0, -1.0, 1e30]))
    most = 2**31 - 1 if "32" in field_type(field) else 2**63 - 1
    numbers = [0, 1, 7, most] + ([] if "uint" in field_type(field) else [-1, -most])
    if field.name in ("timeout_in_ms", "operation_timeout_in_ms", "duration"):
        numbers = [1, 50]
    return int(numbers[random.randint(len(numbers))])


def field_type(field):
    return {1: "int32", 2: "int64", 3: "uint32", 4: "uint64"}.get(field.cpp_type, "int64")


_GRAPH = graph()


def damaged_graph(random):
    found = protos.GraphDef()
    found.CopyFrom(_GRAPH)
    for _ in range(random.randint(0, 4)):
        node = found.node[random.randint(len(found.node))]
        what = random.randint(5)
        if what == 0:
            node.op = str(random.choice(["Nonsense", "Switch", "_Recv", "Const", ""]))
        elif what == 1 and node.input:
            node.input[0] = str(random.choice(["", "^", "v:9", "nobody", "y", ":0"]))
        elif what == 2:
            node.device = str(random.choice(["/job:nobody/task:3", "nonsense", "/device:GPU:8"]))
        elif what == 3 and node.attr:
            del node.attr[sorted(node.attr)[0]]
        else:
            node.name = str(random.choice(["", "v", "a b", "_x", "x" * 3000]))
    return found


def changed(data, random):
    data = bytearray(data or b"\0")
    for _ in range(random.randint(1, 6)):
        at = random.randint(len(data))
        what = random.randint(3)
        if what == 0:
            data[at] = random.randint(256)
        elif what == 1:
            del data[at : at + random.randint(1, 20)]
            data = data or bytearray(b"\0")
        else:
            data[at:at] = random.bytes(random.randint(1, 10))
    return bytes(data)


def attack(address, count, seed, seconds=20.0):
    """Sends `count` messages; returns how often each status came back. Raises if the server does not go on."""
    random = np.random.RandomState(seed)
    statuses = collections.Counter()
    with grpc.insecure_channel(address) as channel:
        calls = {m.name: channel.unary_unary(m.path) for m in methods()}
        create = protos.CreateSessionRequest(graph_def=_GRAPH)
        status = protos.GetStatusResponse.FromString(calls["GetStatus"](b"", timeout=seconds))
        device = status.device_attributes[0]
        handles = [rendezvous_key(device.name, device.incarnation, device.name, "edge_1_v"), "0000000000000000"]
        for number in range(count):
            if number % 500 == 0:
                made = protos.CreateSessionResponse.FromString(
                    calls["CreateSession"](create.SerializeToString(), timeout=60)
                )
                handles = [*handles[:2], made.session_handle]
            method = methods()[random.randint(len(calls))]
            if random.randint(5) == 0:
                data = random.bytes(random.randint(0, 200))
            else:
                data = filled(method.request(), random, handles).SerializeToString()
                if random.randint(2):
                    data = changed(data, random)
            waits = method.name in (
                "RecvTensor",
                "RecvTensors",
                "RecvBuf",
                "CompleteGroup",
                "CompleteInstance",
                "RunGraph",
            )
            try:
                calls[method.name](data, timeout=0.05 if waits else seconds)
                statuses["OK"] += 1
            except grpc.RpcError as error:
                code = error.code()
                statuses[code.name] += 1
                late = code == grpc.StatusCode.DEADLINE_EXCEEDED and not waits
                gone = code == grpc.StatusCode.UNAVAILABLE and not error.details().startswith("Invalid debug target URL")
                if late or gone:
                    raise AssertionError(
                        f"{method.path} after {number}: {code.name} {error.details()} {data!r}"
                    ) from None
    check_alive(address)
    return statuses


def check_alive(address):
    with tf.Graph().as_default():
        y = tf.Variable([3.0]) * 2.0
        config = tf.ConfigProto(operation_timeout_in_ms=60_000)
        with tf.Session("grpc://" + address, config=config) as sess:
            sess.run(tf.global_variables_initializer())
            assert sess.run(y).tolist() == [6.0]


if __name__ == "__main__":
    server = subprocess.Popen([sys.executable, "-c", _SERVER], stdout=subprocess.PIPE, text=True)
    try:
        target = server.stdout.readline().strip().removeprefix("grpc://")
        found = attack(target, int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
        print(dict(found.most_common()), "the server lives" if server.poll() is None else "the server has died")
    finally:
        server.kill()
        server.wait()
