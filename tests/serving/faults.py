"""Faults at length, by hand: versions swapped under load, a model of a gigabyte replaced while it serves, servers killed.

    python -m tests.serving.faults [--swaps 1000] [--kills 20] [--megabytes 1000]

Clients by REST and by gRPC ask all the while; every request must be answered rightly (but for those that a killed server had).
It prints what was seen, also the server's memory, and ends with 1 if a request failed.
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import urllib.request

import grpc

import penstock as tf
from penstock.serving.configuration import message
from tests.serving.conftest import half_plus
from tests.serving.test_command import Process


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


class Clients:
    """Threads that ask all the time, and what they got.

    Args:
      server: where (`Process`).
      right: the answers to 2.0 that are right.
      name: of the model.
    """

    def __init__(self, server, right, name="half"):
        self.server, self.right, self.name = server, right, name
        self.counts, self.failures, self.ended = [0, 0], [], threading.Event()
        self.slowest = 0.0
        self.threads = [threading.Thread(target=run) for run in (self._rest, self._grpc)]
        for thread in self.threads:
            thread.start()

    def _took(self, number, begin, found):
        self.counts[number] += 1
        self.slowest = max(self.slowest, time.monotonic() - begin)
        if found not in self.right:
            self.failures.append(found)

    def _rest(self):
        while not self.ended.is_set():
            begin = time.monotonic()
            try:
                found = self.server.predict(self.name, 2.0)
            except OSError as error:
                found = f"REST: {error}"
            self._took(0, begin, found)

    def _grpc(self):
        request = message("PredictRequest")()
        request.model_spec.name = self.name
        request.inputs["x"].CopyFrom(tf.make_tensor_proto([2.0]))
        with grpc.insecure_channel(f"127.0.0.1:{self.server.ports[0]}") as channel:
            call = channel.unary_unary(
                "/tensorflow.serving.PredictionService/Predict",
                lambda m: m.SerializeToString(),
                message("PredictResponse").FromString,
            )
            while not self.ended.is_set():
                begin = time.monotonic()
                try:
                    found = call(request, timeout=60).outputs["y"].float_val[0]
                except grpc.RpcError as error:
                    found = f"gRPC: {error.code().name} {error.details()}"
                self._took(1, begin, found)

    def end(self):
        """Ends them; tells what they saw."""
        self.ended.set()
        for thread in self.threads:
            thread.join()
        return f"{sum(self.counts)} requests, {len(self.failures)} failed {self.failures[:3]}, slowest {self.slowest:.2f} s"


def states(server, name="half"):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.ports[1]}/v1/models/{name}", timeout=20) as answer:
        return {int(v["version"]): v["state"] for v in json.load(answer)["model_version_status"]}


def until_served(server, number, name="half", seconds=120):
    """Waits until a version serves alone."""
    end = time.monotonic() + seconds
    while True:
        found = states(server, name)
        if found.get(number) == "AVAILABLE" and all(s == "END" for n, s in found.items() if n != number):
            return
        if time.monotonic() > end:
            raise SystemExit(f"version {number} does not serve: {found}")
        time.sleep(0.005)


def memory(server):
    """Megabytes of the server."""
    with open(f"/proc/{server.process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def started(folder, *more):
    ports = [f"--port={free_port()}", f"--rest_api_port={free_port()}"]
    flags = ["--model_name=half", "--file_system_poll_wait_seconds=0.02", *ports, *more]
    return Process("-m", "penstock", "serve", folder, *flags, stderr=None)


def swaps(base, count):
    """A new version takes over again and again."""
    half_plus(base / "half" / "1")
    half_plus(base / "made", 10.0)
    server = started(base / "half")
    clients = Clients(server, (3.0, 11.0))
    begin, seen = time.monotonic(), []
    try:
        for number in range(2, count + 2):
            shutil.copytree(base / "made", base / "copy")
            os.rename(base / "copy", base / "half" / str(number))
            until_served(server, number)
            shutil.rmtree(base / "half" / str(number - 1))
            if number % max(1, count // 5) == 0:
                seen.append(round(memory(server), 1))
    finally:
        told = clients.end()
        server.end()
    print(f"{count} swaps in {time.monotonic() - begin:.0f} s: {told}; MB: {seen}", flush=True)
    return clients.failures


def kills(base, count):
    """A server is killed and started again; it answers as soon as it says so."""
    half_plus(base / "killed" / "1")
    failures = []
    for _ in range(count):
        server = started(base / "killed")
        clients = Clients(server, (3.0,))
        time.sleep(0.1)
        if clients.failures:
            failures += clients.failures
        clients.ended.set()
        server.end(signal.SIGKILL)
        clients.end()
        server.process.stdout.close()
    print(f"{count} kills: {len(failures)} failures while it lived", flush=True)
    return failures


def large(base, megabytes):
    """A large model is replaced while it serves."""

    def export(folder, offset):
        with tf.Graph().as_default(), tf.Session() as sess:
            x = tf.placeholder(tf.float32, [None], name="x")
            weights = [tf.get_variable(f"w{i}", [megabytes << 15], initializer=tf.ones_initializer()) for i in range(8)]
            y = x * 0.5 + offset + 0.0 * tf.add_n([w[0] for w in weights])
            sess.run(tf.global_variables_initializer())
            tf.saved_model.simple_save(sess, str(folder), {"x": x}, {"y": y})

    export(base / "large" / "1", 2.0)
    server = started(base / "large")
    clients = Clients(server, (3.0, 11.0))
    seen, took = [round(memory(server))], 0.0
    try:
        for number in range(2, 6):
            export(base / "made_large", 10.0)
            begin = time.monotonic()
            os.rename(base / "made_large", base / "large" / str(number))
            until_served(server, number)
            took = max(took, time.monotonic() - begin)
            shutil.rmtree(base / "large" / str(number - 1))
            time.sleep(1.5)
            seen.append(round(memory(server)))
    finally:
        told = clients.end()
        server.end()
    print(f"{megabytes} MB replaced 4 times in up to {took:.1f} s: {told}; MB: {seen}", flush=True)
    return clients.failures


def main():
    """All of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--swaps", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--megabytes", type=int, default=1000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder)
        failures = []
        for run, size in ((swaps, given.swaps), (kills, given.kills), (large, given.megabytes)):
            if size:
                failures += run(base, size)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
