"""The end of a process: what daemon threads ask of others then fails without a word; nobody else waits for an answer."""

import subprocess
import sys

from tests.subprocesses import ROOT

PROGRAM = """
import threading
from penstock import protos
from penstock.distributed import rpc, services
stub = rpc.Stub("localhost:1", {"GetStatus": services.worker_methods()["GetStatus"]})
answers = []
ask = lambda: stub.begin("GetStatus", protos.GetStatusRequest(), answers.append)
rpc.close_channels()
for daemon in (True, False):
    thread = threading.Thread(target=ask, daemon=daemon)
    thread.start()
    thread.join(60)
    print(daemon, [type(answer).__name__ for answer in answers])
"""


def test_a_daemon_thread_that_still_calls_is_never_answered_and_others_are_told(tmp_path):
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=300, cwd=ROOT)
    assert done.stdout == "True []\nFalse ['CancelledError']\n", done.stderr
    assert done.stderr == ""
