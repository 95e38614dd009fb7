"""A cluster on two hosts: tasks in network namespaces of their own, which see each other over one link and nothing else.

Skipped where namespaces cannot be made (that takes Linux, the right to do it, and `ip` and `ss` of iproute2).
"""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.distributed.mixtures import PROGRAM, ROOT
from tests.distributed.test_mixtures import check
from tests.subprocesses import environment


class Hosts:
    """Two namespaces and the link between them; leaving the block removes them."""

    def __init__(self):
        number = os.getpid() % 60_000
        self.names = [f"penstock{number}{side}" for side in "ab"]
        self.links = [f"pk{number}{side}" for side in "ab"]
        self.addresses = [f"10.231.{number % 250}.{i}" for i in (1, 2)]
        self.processes = []

    def __enter__(self):
        if not (shutil.which("ip") and shutil.which("ss")):
            pytest.skip("no network namespaces: `ip` and `ss` (iproute2) are not here")
        try:
            for name in self.names:
                self._ip("netns", "add", name)
            self._ip("link", "add", self.links[0], "type", "veth", "peer", "name", self.links[1])
            for name, link, address in zip(self.names, self.links, self.addresses, strict=True):
                self._ip("link", "set", link, "netns", name)
                self._ip("-n", name, "address", "add", f"{address}/24", "dev", link)
                for each in (link, "lo"):
                    self._ip("-n", name, "link", "set", each, "up")
        except subprocess.CalledProcessError as error:
            self.__exit__()
            pytest.skip(f"no network namespaces: {error.stderr.strip()}")
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()
            process.stdout.close()
        for name in self.names:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True)
        subprocess.run(["ip", "link", "delete", self.links[0]], capture_output=True)

    @staticmethod
    def _ip(*arguments):
        subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)

    def on(self, host, command):
        """A program on one of the hosts."""
        command = ["ip", "netns", "exec", self.names[host], *command]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment(PYTHONPATH=str(ROOT)))
        self.processes.append(process)
        return process

    def listening(self, host):
        """The addresses at which somebody listens on a host."""
        found, _ = self.on(host, ["ss", "-ltnH"]).communicate(timeout=30)
        return [re.sub(r"[][]|::ffff:", "", line.split()[3].rpartition(":")[0]) for line in found.splitlines()]


@pytest.mark.slow
def test_a_parameter_server_and_a_worker_on_different_hosts():
    with Hosts() as hosts:
        places = {"ps": [0], "worker": [1, 0], "master": [1]}
        ports = iter(range(2222, 2300))
        cluster = {job: [f"{hosts.addresses[host]}:{next(ports)}" for host in where] for job, where in places.items()}
        command = [sys.executable, str(PROGRAM), "penstock", json.dumps(cluster)]
        tasks = [(job, str(task), host) for job, where in places.items() for task, host in enumerate(where)]
        for process in [hosts.on(host, [*command, "serve", job, task]) for job, task, host in tasks]:
            assert process.stdout.readline().startswith("ready")
        told, _ = hosts.on(1, [*command, "train", "0:0:0"]).communicate(timeout=120)
        check([json.loads(line) for line in told.splitlines() if line.startswith("{")])
        for host, address in enumerate(hosts.addresses):  # each by gRPC and beside it, there and nowhere else
            found = hosts.listening(host)
            assert len(found) >= 2 and set(found) == {address}
