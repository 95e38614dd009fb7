"""Dense tables have their entries in the buckets of 1.15, so that each side goes on with the checkpoints of the other."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.dense_tables import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_values_are_those_of_tensorflow(title, monkeypatch):
    same_as_recorded("dense_tables", title, PROGRAMS[title], monkeypatch)


def _filled(keys, values, default=(0.0, 0.0), empty=0, deleted=-1):
    """A table that was filled with what an export says: its values for 5 and 7, and its own export."""
    with tf.Graph().as_default(), tf.Session() as session:
        table = tf.contrib.lookup.MutableDenseHashTable(
            tf.int64, tf.float32, list(default), empty_key=empty, deleted_key=deleted, initial_num_buckets=8
        )
        feeds = tf.placeholder(tf.int64), tf.placeholder(tf.float32)
        fill = tf.raw_ops.LookupTableImportV2(table_handle=table.resource_handle, keys=feeds[0], values=feeds[1])
        session.run(fill, dict(zip(feeds, (keys, values), strict=True)))
        return session.run([table.lookup([5, 7]), *table.export()])


def test_bare_entries_of_older_checkpoints_find_their_buckets():
    found, keys, values = _filled([7, 5], [[2.0, 2.0], [1.0, 1.0]])
    assert found.tolist() == [[1, 1], [2, 2]]
    assert keys.ravel().tolist() == [0, 0, 0, 0, 0, 5, 0, 7]
    assert values[:, 0].tolist() == [0, 0, 0, 0, 0, 1, 0, 2]
    found, keys, values = _filled(np.zeros([0]), np.zeros([0, 2]))
    assert not found.any() and not keys.any() and keys.shape == (8, 1)
    many = np.arange(1, 9)  # a power of two, and more than eight buckets may hold
    found, keys, values = _filled(many, np.stack([many, many], 1))
    assert found.tolist() == [[5, 5], [7, 7]]
    assert keys.ravel().tolist() == [0, *range(1, 9), *[0] * 7]


@pytest.mark.parametrize(
    ("keys", "values", "message"),
    [
        ([[0], [1], [0], [0]], [[0.0] * 3] * 4, r"Expected shape \[4,2\] for value, got \[4,3\]"),
        ([[0, 0], [1, 1]], [[0.0] * 2] * 2, r"Input key shape \[2,2\]"),
        (5, [0.0, 0.0], r"Input key shape \[\]"),
    ],
)
def test_what_is_no_export_of_such_a_table_is_refused(keys, values, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        _filled(keys, values)
