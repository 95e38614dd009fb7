"""What runs in the process that compiles: messages whole or not at all, an answer for each source."""

import socket

import numpy as np
import pytest

from penstock.runtime.plan.steps import FIRST_SLOT
from penstock.runtime.xla import compile_server, product, trace
from penstock.runtime.xla.portable import WrittenSource
from penstock.runtime.xla.source import Source

FORM = ((3,), np.dtype(np.float32))
# A program that gives back its argument.
SOURCE = WrittenSource(Source([], {}, [FIRST_SLOT], [FORM], [], [FIRST_SLOT], [], set())).data


def test_a_message_arrives_as_it_was_sent_unless_it_was_cut_off_or_is_too_long():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        compile_server.send_message(ours, b"one", b"", b"two")
        assert compile_server.receive_message(theirs, 6) == b"onetwo"
        compile_server.send_message(ours, bytes(100))
        with pytest.raises(ValueError, match="100 bytes"):
            compile_server.receive_message(theirs, 99)
        compile_server.receive(theirs, 100)
        ours.sendall((5).to_bytes(8, "little") + b"four")
        ours.close()
        with pytest.raises(EOFError):
            compile_server.receive_message(theirs, 100)


def test_a_source_becomes_a_product():
    made = product.from_bytes(compile_server.compile_written(SOURCE))
    assert isinstance(made, product.Product) and made.results == [FORM] and made.executable


def test_what_xla_does_not_serialize_must_be_compiled_by_who_asks(monkeypatch):
    def refuse(executable):
        raise trace.Unserializable("no")

    monkeypatch.setattr(trace, "_serialized", refuse)
    assert compile_server.compile_written(SOURCE) == b""


def test_an_error_is_an_answer_that_is_not_kept():
    made = product.from_bytes(compile_server.compile_written(b"no source"))
    assert isinstance(made, product.Refusal) and made.failed and "ValueError" in made.reason


def test_two_of_the_same_version_know_each_other(monkeypatch):
    before = compile_server.versions()
    assert compile_server.versions() == before and len(before) == compile_server.DIGEST
    monkeypatch.setenv("PENSTOCK_PASSES", "-fusion")
    assert compile_server.versions() != before
