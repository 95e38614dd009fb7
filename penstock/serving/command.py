"""The commands `tensorflow_model_server` and `penstock serve`: start a server, say where it listens, and end it when told to.

With `--processes`, several servers answer on the same ports (the system shares connections out among them), and one that dies is
started again.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from penstock.graph import errors
from penstock.platform import logging
from penstock.serving import flags
from penstock.serving.server import ModelServer, Options

_STARTED = "Running gRPC ModelServer at {} ..."
# A process that died is started again after this; one that dies at once is not started in a tight loop.
_PAUSE = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what `penstock serve` takes."""
    text = "a SavedModel, or a folder whose subfolders, named by numbers, are its versions"
    parser.add_argument("path", nargs="?", help=text)
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen at; 0.0.0.0 for all (default: %(default)s)"
    )
    text = "print a request for each signature of the SavedModel, for curl and for Python, and end"
    parser.add_argument("--example", action="store_true", help=text)
    text = "servers on the same ports; each has its own copy of the models (default: %(default)s)"
    parser.add_argument("--processes", type=int, default=1, help=text)
    parser.add_argument("--one_of_several", action="store_true", help=argparse.SUPPRESS)
    flags.add_to(parser)
    parser.set_defaults(rest_api_port=8501)


def create_parser(prog: str = "penstock serve") -> argparse.ArgumentParser:
    """The parser of its flags, which the page on commands shows too."""
    description = "Serves SavedModels to the clients of TensorFlow Serving, by gRPC and REST."
    parser = argparse.ArgumentParser(prog=prog, description=description, allow_abbrev=False)
    add_arguments(parser)
    return parser


def run_main(argv: Sequence[str] | None, prog: str) -> int:
    """`penstock serve`: the exit code."""
    parser = create_parser(prog)
    arguments = sys.argv[1:] if argv is None else list(argv)
    given = parser.parse_args(arguments)
    if given.example:
        from penstock.serving import examples

        return examples.main(given)
    if given.path:
        if given.model_base_path or given.model_config_file:
            print("penstock serve: a path, or --model_base_path, or --model_config_file: one of them", file=sys.stderr)
            return 2
        given.model_base_path = given.path
    if given.processes > 1:
        return _several(given.processes, arguments, given.host, given.port, given.rest_api_port)
    return _main(given, given.host)


def model_server(argv: Sequence[str] | None = None) -> int:
    """`tensorflow_model_server`: the exit code."""
    parser = argparse.ArgumentParser(
        prog="tensorflow_model_server",
        description="Serves SavedModels to the clients of TensorFlow Serving, by gRPC and REST.",
        allow_abbrev=False,
    )
    flags.add_to(parser)
    return _main(parser.parse_args(argv), "0.0.0.0")


def _main(given: argparse.Namespace, host: str) -> int:
    if given.version:
        import penstock

        print(f"TensorFlow ModelServer: Penstock {penstock.__penstock__}\nTensorFlow Library: {penstock.VERSION}")
        return 0
    try:
        options = flags.options_of(given)
        options.host = host
        options.several = getattr(given, "one_of_several", False)
        options.share_ports = options.share_ports or options.several
        options.lone = bool(getattr(given, "path", None))
        return run(options)
    except errors.OpError as error:
        print(f"Failed to start server. Error: {type(error).__name__}: {error.message}", file=sys.stderr)
        return 1


def run(options: Options) -> int:
    """Serves until SIGTERM or SIGINT comes."""
    gc.freeze()  # modules stay: looking for what can be freed need not look at them
    server = ModelServer(options)
    caught: list[int] = []

    def end(number: int, frame: Any) -> None:
        caught.append(number)
        if len(caught) > 1:
            os._exit(1)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        server.start()
        gc.collect()
        gc.freeze()  # as above, for the models; when one is let go, this ends
        if options.port is not None:
            print(_STARTED.format(f"{options.host}:{server.port}"), flush=True)
        if options.rest_port is not None:
            print(f"Exporting HTTP/REST API at:{options.host}:{server.rest_port} ...", flush=True)
        while True:
            signal.pause()
    except KeyboardInterrupt:
        logging.info("The server ends")
        return 0
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if caught else handler)
        server.stop()


# -- several processes ------------------------------------------------------------------------------------------------


def _several(count: int, argv: list[str], host: str, *ports: int) -> int:
    """Starts `count` servers and keeps them alive."""
    held, chosen = [], []
    for port in ports:  # taken here already, so that all of them get the same, and nobody else does
        holder = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            holder.bind((host, port))
        except OSError as error:
            print(f"Failed to start server. Error: {host}:{port}: {error.strerror}", file=sys.stderr)
            return 1
        held.append(holder)
        chosen.append(holder.getsockname()[1])
    command = [sys.executable, "-m", "penstock", "serve", *argv, "--processes=1", "--one_of_several"]
    command += [f"--port={chosen[0]}", f"--rest_api_port={chosen[1]}"]
    processes = [subprocess.Popen(command) for _ in range(count)]
    stopping = False

    def end(number: int, frame: Any) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    started = [time.monotonic()] * count
    code = 0
    while not stopping:
        time.sleep(0.1)
        for i, process in enumerate(processes):
            left = process.poll()
            if left is None or time.monotonic() - started[i] < _PAUSE:
                continue
            if left == 1 and process.returncode >= 0:  # it said why: the others would say the same
                stopping, code = True, 1
                break
            logging.error("A server (process %d) has died with %d and is started again", process.pid, left)
            processes[i], started[i] = subprocess.Popen(command), time.monotonic()
    for process in processes:
        if process.poll() is None:
            process.terminate()
    for process in processes:
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
    for holder in held:
        holder.close()
    return code
