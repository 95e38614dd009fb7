"""Checksums and frames of records in C are those that the library in Python makes, for good files and for damaged ones."""

import itertools
import struct

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.storage import crc32c, records, records_native
from tests.storage.damage import damaged

pytestmark = [
    pytest.mark.skipif(native.wait() is None, reason="no C compiler"),
    pytest.mark.skipif(records_native.checksum(0) is None, reason="the processor has no instructions for it"),
]

_random = np.random.RandomState(0)
NOISE = np.frombuffer(_random.bytes(1 << 16), np.uint8)
RECORDS = [b"", b"a", b"\x00\xff" * 7, _random.bytes(1000), b"", _random.bytes(70_000), b"last"]


@pytest.fixture
def without_kernels(monkeypatch):
    def turn_off():
        monkeypatch.setattr(records_native, "_ready", lambda size: None)

    return turn_off


@pytest.mark.parametrize("first", [0, 1, 5])
def test_checksums_of_all_lengths_are_those_of_the_library(first):
    value, library = records_native.checksum(0), crc32c._library()
    for n in itertools.chain(range(1100), (4095, 4096, 10_001, 65_000)):
        piece = NOISE[first : first + n]
        for before in (0, 1, 0x89ABCDEF, 0xFFFFFFFF):
            assert value(before, piece.ctypes.data, n) == library.extend(before, piece.tobytes()), (n, before)


def test_a_checksum_by_pieces_is_that_of_the_whole():
    crc = 0
    for start in range(0, NOISE.size, 777):
        piece = NOISE[start : start + 777]
        crc = records_native.checksum(0)(crc, piece.ctypes.data, piece.size)
    assert crc == crc32c._library().value(NOISE.tobytes())


@pytest.mark.parametrize("kind", [bytes, bytearray, np.asarray, memoryview])
def test_large_data_of_any_kind_has_its_checksum(kind):
    data = np.tile(NOISE, 3)
    given = data if kind is np.asarray else kind(data.tobytes())
    assert crc32c.extend(7, given) == crc32c._library().extend(7, data.tobytes())


def test_frames_are_those_of_the_library():
    wanted = b"".join(map(records.frame, RECORDS))
    assert records_native.frames(RECORDS, len(wanted)) == wanted
    assert records_native.frames([], 0) == b""


def test_frames_never_take_more_room_than_there_is():
    for wrong in (15, 16, 18, 20):
        with pytest.raises(ValueError, match="not"):
            records_native.frames([b"abc"], wrong)


def test_pieces_of_a_file_are_cut_as_by_the_library():
    whole = b"".join(map(records.frame, RECORDS[:5]))
    for end in range(len(whole) + 1):
        found = records_native.cut(whole[:end])
        assert found == records._cut(whole[:end])
        assert found[1] == RECORDS[: len(found[1])]


def test_damaged_pieces_are_cut_as_by_the_library():
    kinds = set()
    for case in damaged(b"".join(map(records.frame, RECORDS[:5] * 2)), 1500):
        found = records_native.cut(case)
        assert found == records._cut(case)
        kinds.add(found[0])
    assert kinds == {records_native.COMPLETE, records_native.BAD_LENGTH, records_native.BAD_DATA}


@pytest.mark.parametrize("length", [2**40, 2**63 - 1, 2**63, 2**64 - 16, 2**64 - 1])
def test_a_length_that_lies_is_told_and_not_followed(length):
    head = struct.pack("<Q", length)
    piece = records.frame(b"one") + head + struct.pack("<I", crc32c.masked(head)) + b"x" * 100
    assert records_native.cut(piece) == records._cut(piece) == (records_native.COMPLETE, [b"one"], 19, length)


@pytest.mark.parametrize("compression", ["", "GZIP"])
def test_files_are_the_same_without_kernels(tmp_path, compression, without_kernels):
    items = [bytes([i % 251]) * (i * 37 % 3000) for i in range(400)] + [NOISE.tobytes() * 10, b"", NOISE.tobytes() * 3]
    paths = [str(tmp_path / "with"), str(tmp_path / "without")]
    read = []
    for path in paths:
        with tf.python_io.TFRecordWriter(path, compression) as writer:
            for item in items:
                writer.write(item)
        read.append([list(tf.python_io.tf_record_iterator(name, compression)) for name in paths[: len(read) + 1]])
        without_kernels()
    assert (tmp_path / "with").read_bytes() == (tmp_path / "without").read_bytes()
    assert all(found == items for found in itertools.chain(*read))


def test_damage_is_told_in_the_same_words_without_kernels(tmp_path, without_kernels):
    def told(case):
        (tmp_path / "f").write_bytes(case)
        found = []
        try:
            found.extend(records.iterate(str(tmp_path / "f")))
        except tf.errors.DataLossError as error:
            return found, error.message
        return found, None

    cases = list(damaged(b"".join(map(records.frame, RECORDS[:5] * 2)), 200))
    with_kernels = [told(case) for case in cases]
    without_kernels()
    assert [told(case) for case in cases] == with_kernels
