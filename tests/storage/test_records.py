"""TFRecord files: framing, compression, damage, and travel to and from real TensorFlow."""

import gzip
import os
import struct
import textwrap
import threading
import zlib
from pathlib import Path

import numpy as np
import pytest

import penstock as tf
from penstock.storage import crc32c, records
from tests.storage.damage import damaged, peak_megabytes

_random = np.random.RandomState(0)
RECORDS = [b"", b"a", b"\x00\xff" * 7, _random.bytes(1000), _random.bytes(40_000), b"z" * 300_000, b"last"]
KINDS = ["", "GZIP", "ZLIB"]


def written(path, items=RECORDS, options=None):
    with tf.python_io.TFRecordWriter(str(path), options) as writer:
        for item in items:
            writer.write(item)
    return str(path)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read(tmp_path, kind):
    path = written(tmp_path / "f", options=kind)
    assert list(tf.python_io.tf_record_iterator(path, kind)) == RECORDS
    assert list(tf.io.tf_record_iterator(path, tf.io.TFRecordOptions(kind))) == RECORDS


def test_the_bytes_of_a_frame_are_those_of_the_format(tmp_path):
    path = written(tmp_path / "f", [b"abc"])
    length = struct.pack("<Q", 3)
    frame = length + struct.pack("<I", crc32c.masked(length)) + b"abc" + struct.pack("<I", crc32c.masked(b"abc"))
    assert Path(path).read_bytes() == frame == records.frame(b"abc")


def test_compression_is_that_of_gzip_and_zlib(tmp_path):
    plain = b"".join(map(records.frame, RECORDS))
    assert gzip.decompress(Path(written(tmp_path / "g", options="GZIP")).read_bytes()) == plain
    assert zlib.decompress(Path(written(tmp_path / "z", options="ZLIB")).read_bytes()) == plain


@pytest.mark.parametrize("kind", ["GZIP", "ZLIB"])
def test_compressed_files_may_be_joined(tmp_path, kind):
    one = Path(written(tmp_path / "a", [b"1"], kind)).read_bytes()
    two = Path(written(tmp_path / "b", [b"2", b"3"], kind)).read_bytes()
    (tmp_path / "both").write_bytes(one + two)
    assert list(records.iterate(str(tmp_path / "both"), kind)) == [b"1", b"2", b"3"]


def test_compression_levels_are_used(tmp_path):
    item = [b"abcdefgh" * 10_000]
    sizes = [
        os.path.getsize(written(tmp_path / str(n), item, tf.io.TFRecordOptions("ZLIB", compression_level=n)))
        for n in (0, 9)
    ]
    assert sizes[0] > 80_000 > sizes[1]


def test_bad_options_are_refused(tmp_path):
    with pytest.raises(ValueError, match='Not a valid compression_type: "LZ4"'):
        tf.io.TFRecordOptions("LZ4")
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.python_io.TFRecordWriter(str(tmp_path / "f"), tf.io.TFRecordOptions("GZIP", window_bits=99))


def test_types_of_compression_have_their_names():
    kinds = tf.python_io.TFRecordCompressionType
    named = [tf.io.TFRecordOptions.get_compression_type_string(k) for k in (kinds.NONE, kinds.ZLIB, kinds.GZIP, None)]
    assert named == ["", "ZLIB", "GZIP", ""]


def test_text_is_written_as_utf8_and_numbers_are_refused(tmp_path):
    path = written(tmp_path / "f", ["größe", bytearray(b"b")])
    assert list(records.iterate(path)) == ["größe".encode(), b"b"]
    with tf.python_io.TFRecordWriter(str(tmp_path / "g")) as writer, pytest.raises(TypeError):
        writer.write(3)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_flushed_is_there_before_the_file_is_closed(tmp_path, kind):
    writer = tf.python_io.TFRecordWriter(str(tmp_path / "f"), kind)
    writer.write(b"one")
    writer.flush()
    assert list(records.iterate(str(tmp_path / "f"), kind)) == [b"one"]
    writer.close()


def test_a_closed_writer_refuses_records_and_closes_again_in_peace(tmp_path):
    writer = tf.python_io.TFRecordWriter(str(tmp_path / "f"))
    writer.close()
    writer.close()
    for call in (lambda: writer.write(b"x"), lambda: writer.write(b"x" * 100_000), writer.flush):
        with pytest.raises(tf.errors.FailedPreconditionError, match="previously closed"):
            call()
    assert list(records.iterate(str(tmp_path / "f"))) == []


def test_threads_may_share_a_writer(tmp_path):
    with tf.python_io.TFRecordWriter(str(tmp_path / "f")) as writer:
        threads = [
            threading.Thread(target=lambda i=i: [writer.write(b"%d" % i * (1 + n % 50)) for n in range(500)])
            for i in range(4)
        ]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    assert len(list(records.iterate(str(tmp_path / "f")))) == 2000


def test_files_that_cannot_be_opened_are_reported(tmp_path):
    with pytest.raises(tf.errors.NotFoundError):
        list(tf.python_io.tf_record_iterator(str(tmp_path / "none")))
    with pytest.raises(tf.errors.NotFoundError):
        tf.python_io.TFRecordWriter(str(tmp_path / "no" / "folder"))


def test_reading_may_start_at_a_record(tmp_path):
    path = written(tmp_path / "f", [b"one", b"two"])
    assert list(records.iterate(path, start=19)) == [b"two"]
    path = written(tmp_path / "g", [b"one", b"two"], "GZIP")
    assert list(records.iterate(path, "GZIP", start=19)) == [b"two"]


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "at, text",
    [
        (3, "corrupted record at 0 .*its length does not match"),
        (13, "corrupted record at 0 .*its data does not match"),
        (19 + 14, "corrupted record at 19 .*its data does not match"),
    ],
)
def test_a_wrong_checksum_is_reported_with_file_and_offset(tmp_path, at, text):
    path = written(tmp_path / "f", [b"one", b"two"])
    data = bytearray(Path(path).read_bytes())
    data[at] ^= 1
    Path(path).write_bytes(data)
    with pytest.raises(tf.errors.DataLossError, match=text) as caught:
        list(records.iterate(path))
    assert path in str(caught.value)


@pytest.mark.parametrize("length", [1, 11, 12, 15, 18])
def test_a_file_that_was_cut_off_is_reported(tmp_path, length):
    path = written(tmp_path / "f", [b"one", b"two"])
    data = Path(path).read_bytes()
    Path(path).write_bytes(data[: 19 + length])
    found = records.iterate(path)
    assert next(found) == b"one"
    with pytest.raises(tf.errors.DataLossError, match="truncated record at 19"):
        next(found)


def test_a_length_that_lies_takes_no_memory(tmp_path):
    length = struct.pack("<Q", 2**40)  # with a correct checksum
    (tmp_path / "f").write_bytes(length + struct.pack("<I", crc32c.masked(length)) + b"x" * 100)
    before = peak_megabytes()
    with pytest.raises(tf.errors.DataLossError, match="truncated record at 0"):
        list(records.iterate(str(tmp_path / "f")))
    assert peak_megabytes() - before < 50


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_give_data_loss_and_nothing_else(tmp_path, kind):
    data = Path(written(tmp_path / "f", RECORDS[:4] * 3, kind)).read_bytes()
    before, reported = peak_megabytes(), 0
    for case in damaged(data, 300):
        (tmp_path / "g").write_bytes(case)
        try:
            list(records.iterate(str(tmp_path / "g"), kind))
        except tf.errors.DataLossError:
            reported += 1
    assert reported > 200  # some cuts are between records, some flips in a trailer that nothing depends on
    assert peak_megabytes() - before < 100


# -- real TensorFlow ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_tensorflow_reads_our_files(peer, tmp_path, kind):
    path = written(tmp_path / "f", options=kind)
    source = "result = {'r': list(tf.python_io.tf_record_iterator(path, tf.io.TFRecordOptions(kind)))}"
    assert peer.run(source, path=path, kind=kind)["r"] == RECORDS


@pytest.mark.parametrize("kind", KINDS)
def test_we_read_files_of_tensorflow(peer, tmp_path, kind):
    path = str(tmp_path / "f")
    source = """
        with tf.python_io.TFRecordWriter(path, tf.io.TFRecordOptions(kind)) as writer:
            for item in items:
                writer.write(item)
        result = {}
    """
    peer.run(source, path=path, kind=kind, items=RECORDS)
    assert list(records.iterate(path, kind)) == RECORDS
    if not kind:
        assert Path(path).read_bytes() == b"".join(map(records.frame, RECORDS))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("flushed", [False, True])
def test_files_are_written_as_by_tensorflow_byte_for_byte(peer, tmp_path, kind, flushed):
    source = """
        with tf.python_io.TFRecordWriter(path, tf.io.TFRecordOptions(kind)) as writer:
            for item in items:
                writer.write(item)
                if flushed and len(item) < 10000:
                    writer.flush()
        result = {}
    """
    # More than the buffers of either side hold, some of it easy to compress.
    noise = np.random.RandomState(0).randint(0, 9, 400_000).astype(np.uint8).tobytes()
    items = [b"", noise[:300_000], b"abc" * 50, noise, b"x" * 70_000]
    arguments = {"kind": kind, "items": items, "flushed": flushed}
    ours, theirs = str(tmp_path / "ours"), str(tmp_path / "theirs")
    peer.run(source, path=theirs, **arguments)
    exec(textwrap.dedent(source), {"tf": tf, "path": ours, **arguments})
    assert Path(ours).read_bytes() == Path(theirs).read_bytes()
