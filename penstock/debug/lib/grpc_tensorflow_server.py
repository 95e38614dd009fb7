"""A task of a cluster as a program: `python -m tensorflow.python.debug.lib.grpc_tensorflow_server --cluster_spec=...`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from penstock import protos
from penstock.platform import app, logging
from penstock.train.server_lib import Server

_SPEC = """
the tasks of all jobs, such as ps|ps0:2222,worker|worker0:2222;worker1:2222:
jobs stand between commas, the tasks of a job behind its name and a bar, semicolons between them
"""


def parse_cluster_spec(cluster_spec: str, cluster: Any, verbose: bool = False) -> None:
    """Adds the tasks that a text such as `ps|ps0:2222,worker|worker0:2222;worker1:2222` names.

    Args:
      cluster_spec: the text.
      cluster: the `ClusterDef` to add them to.
      verbose: logs each of them.

    Raises:
      ValueError: a job or a task has no name, or the text is empty.
    """
    if not cluster_spec:
        raise ValueError("Empty cluster_spec string")
    for text in cluster_spec.split(","):
        name, *rest = text.split("|")
        if len(rest) != 1:
            raise ValueError("Not exactly one instance of '|' in cluster_spec")
        if not name:
            raise ValueError("Empty job_name in cluster_spec")
        job = cluster.job.add(name=name)
        if verbose:
            logging.info('Added job named "%s"', name)
        for number, task in enumerate(rest[0].split(";")):
            if not task:
                raise ValueError(f"Empty task string at position {number}")
            job.tasks[number] = task
            if verbose:
                logging.info('  Added task "%s" to job "%s"', task, name)


def _parsed(argv: Sequence[str]) -> tuple[Any, list[str]]:
    parser = argparse.ArgumentParser(description="Runs a task of a cluster until it is stopped.")
    parser.add_argument("--cluster_spec", default="", help=_SPEC.replace("\n", " "))
    parser.add_argument("--job_name", default="", help="the job of this task")
    parser.add_argument("--task_id", type=int, default=0, help="the number of this task in its job")
    parser.add_argument("--gpu_memory_fraction", type=float, default=1.0, help="how much of a GPU's memory to take")
    parser.add_argument("--verbose", type=_boolean, nargs="?", const=True, default=False, help="logs all tasks")
    return parser.parse_known_args(argv)


def _boolean(text: str) -> bool:
    return text.lower() == "true"


def server_def(flags: Any) -> Any:
    """The `ServerDef` that flags describe.

    Raises:
      ValueError: they describe none.
    """
    found = protos.ServerDef(protocol="grpc")
    parse_cluster_spec(flags.cluster_spec, found.cluster, flags.verbose)
    if not flags.job_name:
        raise ValueError("Empty job_name")
    if flags.task_id < 0:
        raise ValueError(f"Invalid task_id: {flags.task_id}")
    found.job_name, found.task_index = flags.job_name, flags.task_id
    return found


def main(argv: list[str]) -> None:
    """Starts the task and waits until the process is ended."""
    flags, _ = _parsed(argv[1:])
    fraction = protos.GPUOptions(per_process_gpu_memory_fraction=flags.gpu_memory_fraction)
    Server(server_def(flags), config=protos.ConfigProto(gpu_options=fraction)).join()


if __name__ == "__main__":
    app.run(main, sys.argv)
