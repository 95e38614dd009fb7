"""A reader in C++, as the how-to about file formats writes one."""

import pytest

import penstock as tf


@pytest.fixture(scope="module")
def pascal_reader(built):
    return tf.load_op_library(built("readers")).pascal_reader


class PascalReader(tf.ReaderBase):
    def __init__(self, op, name=None, **attributes):
        super().__init__(op(name=name, **attributes))


def _files(folder, **contents):
    paths = []
    for name, records in contents.items():
        path = folder / name
        path.write_bytes(b"PSCL" + b"".join(bytes([len(r)]) + r for r in records))
        paths.append(str(path))
    return paths


def test_records_of_several_files(pascal_reader, tmp_path):
    paths = _files(tmp_path, a=[b"one", b"", b"a record that is longer than the buffer"], empty=[], c=[b"last"])
    with tf.Graph().as_default(), tf.Session() as sess:
        names = tf.FIFOQueue(9, tf.string, shapes=[[]])
        reader = PascalReader(pascal_reader)
        record, several = reader.read(names), reader.read_up_to(names, 5)
        counts = [reader.num_records_produced(), reader.num_work_units_completed()]
        sess.run([names.enqueue_many([paths])])
        sess.run(names.close())
        assert sess.run(record) == (f"{paths[0]}:0".encode(), b"one")
        assert sess.run(record) == (f"{paths[0]}:1".encode(), b"")
        assert sess.run(counts) == [2, 0]
        keys, values = sess.run(several)
        assert values.tolist() == [b"a record that is longer than the buffer"]
        assert sess.run(record)[1] == b"last"
        assert sess.run(counts) == [4, 2]
        with pytest.raises(tf.errors.OutOfRangeError):
            sess.run(record)
        sess.run(reader.reset())
        assert sess.run(counts) == [0, 0]
        with pytest.raises(tf.errors.UnimplementedError, match="SerializeState"):
            sess.run(reader.serialize_state())


def test_what_goes_wrong_is_told(pascal_reader, tmp_path):
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"PSCL\x05abc")
    other = tmp_path / "other"
    other.write_bytes(b"GIF89a")
    for path, error, text in (
        (damaged, tf.errors.DataLossError, "ends too early"),
        (other, tf.errors.DataLossError, "no PSCL in"),
        (tmp_path / "nowhere", tf.errors.NotFoundError, "nowhere; No such file"),
    ):
        with tf.Graph().as_default(), tf.Session() as sess:
            names = tf.FIFOQueue(9, tf.string, shapes=[[]])
            record = PascalReader(pascal_reader).read(names)
            sess.run(names.enqueue(str(path)))
            with pytest.raises(error, match=text):
                sess.run(record)
    with tf.Graph().as_default(), tf.Session() as sess:
        record = PascalReader(pascal_reader, magic="").read(tf.FIFOQueue(9, tf.string, shapes=[[]]))
        with pytest.raises(tf.errors.InvalidArgumentError, match="magic must not be empty"):
            sess.run(record)
