"""Large tensors are written and read by several threads as by one: the same bytes, values and errors."""

import threading
from pathlib import Path

import numpy as np
import pytest

from penstock.graph import dtypes, errors
from penstock.storage import bundle, gfile, open_file, side_by_side
from penstock.storage.bundle_writer import BundleWriter

COUNT, SIZE = 7, 300_001  # floats: more than a piece each


def tensors():
    noise = np.random.RandomState(0).randn(SIZE).astype(np.float32)
    values = {f"v{i}": noise + np.float32(i) for i in range(COUNT)}
    values["small"] = np.arange(5, dtype=np.int32)
    values["z"] = np.asfortranarray(noise[:300_000].reshape(600, 500))
    return values


def save(prefix, values):
    kinds = [dtypes.as_dtype(value.dtype) for value in values.values()]
    with BundleWriter(str(prefix)) as writer:
        writer.add_all([name.encode() for name in values], list(values.values()), kinds, [""] * len(values))


def restore(prefix, values):
    kinds = [dtypes.as_dtype(value.dtype) for value in values.values()]
    found = bundle.restore(str(prefix), [name.encode() for name in values], [""] * len(values), kinds)
    return dict(zip(values, found))


@pytest.fixture(params=[1, 2, 5])
def count(request, monkeypatch):
    monkeypatch.setattr(side_by_side, "threads", lambda size: request.param)
    return request.param


def files(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def test_files_and_values_do_not_depend_on_the_number_of_threads(tmp_path, count, monkeypatch):
    values = tensors()
    save(tmp_path / "some" / "m", values)
    found = restore(tmp_path / "some" / "m", values)
    for name, value in values.items():
        assert found[name].dtype == value.dtype and found[name].flags.writeable
        np.testing.assert_array_equal(found[name], value)
    monkeypatch.setattr(side_by_side, "threads", lambda size: 1)
    save(tmp_path / "one" / "m", values)
    assert files(tmp_path / "some") == files(tmp_path / "one")


def test_of_several_damaged_tensors_the_first_is_told(tmp_path, count):
    values = tensors()
    save(tmp_path / "m", values)
    path = tmp_path / "m.data-00000-of-00001"
    data = bytearray(path.read_bytes())
    with bundle.BundleReader(str(tmp_path / "m")) as reader:
        places = {name: reader.entry(name) for name in ("v2", "v3", "v6")}
    for entry in places.values():
        data[entry.offset + entry.size - 1] ^= 1
    path.write_bytes(data)
    wanted = bundle.crc32c.unmask(places["v2"].crc)
    with pytest.raises(errors.DataLossError, match=f"Checksum does not match: stored {wanted:08d} "):
        restore(tmp_path / "m", values)


def test_a_data_file_that_is_too_short_is_told(tmp_path, count):
    values = tensors()
    save(tmp_path / "m", values)
    path = tmp_path / "m.data-00000-of-00001"
    with bundle.BundleReader(str(tmp_path / "m")) as reader:
        entry = reader.entry("v4")
    path.write_bytes(path.read_bytes()[: entry.offset + 10])
    with pytest.raises(errors.DataLossError, match=f"is truncated: v4 ends at byte {entry.offset + entry.size}"):
        restore(tmp_path / "m", values)


def test_file_systems_of_others_are_read_by_one_thread(tmp_path, count, monkeypatch):
    threads = set()

    class Other(gfile.FileSystem):
        def open(self, path, mode):
            file = super().open(path, mode)
            reading = file.readinto if mode == "rb" else None

            class Watched:
                def __getattr__(self, name):
                    return getattr(file, name)

                def readinto(self, memory):
                    threads.add(threading.get_ident())
                    return reading(memory)

            return Watched()

    monkeypatch.setitem(open_file._file_systems, "other", Other())
    values = tensors()
    save(f"other://{tmp_path}/m", values)
    found = restore(f"other://{tmp_path}/m", values)
    for name, value in values.items():
        np.testing.assert_array_equal(found[name], value)
    assert threads == {threading.get_ident()}


def test_results_come_in_the_order_of_the_items():
    second = threading.Event()

    def work(item):
        if item == 0:
            assert second.wait(60)
        if item == 1:
            second.set()
        return item * item

    assert list(side_by_side.in_order(work, range(20), 2)) == [i * i for i in range(20)]


def test_the_first_error_is_raised_whichever_came_earlier():
    later = threading.Event()

    def work(item):
        if item == 1:
            assert later.wait(60)
        if item == 3:
            later.set()
        if item in (1, 3):
            raise ValueError(item)
        return item

    found = side_by_side.in_order(work, range(10), 2)
    assert next(found) == 0
    with pytest.raises(ValueError, match="1"):
        next(found)


def test_an_item_that_cannot_be_made_is_an_error_after_what_came_before():
    def items():
        yield from (1, 2)
        raise KeyError("three")

    found = side_by_side.in_order(lambda item: item, items(), 2)
    assert [next(found), next(found)] == [1, 2]
    with pytest.raises(KeyError, match="three"):
        next(found)


def test_only_large_work_is_shared():
    assert side_by_side.threads(1000) == 1
    assert 1 <= side_by_side.threads(1 << 30) <= 4
