"""Checkpoint files: the same bytes as TensorFlow's, safe to read whatever is in them, and never half there."""

import errno
import os
import pathlib
import random
import resource
import struct

import ml_dtypes
import numpy as np
import pytest

from penstock import protos
from penstock.graph import dtypes, errors
from penstock.runtime.xla import background
from penstock.storage import (
    bundle,
    bundle_entry,
    bundle_known,
    bundle_layout,
    bundle_writer,
    crc32c,
    gfile,
    open_file,
    slices_v1,
    table,
    tensor_slice,
)
from penstock.storage.atomic import AtomicFile

KINDS = (
    "float16 float32 float64 bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64 complex128 string "
    "qint8 quint8 qint16 quint16 qint32"
).split()


def write_index(prefix, header, entries):
    """Writes an index with these entries, whatever they say."""
    file = AtomicFile(bundle.index_filename(prefix))
    writer = table.TableWriter(file)
    writer.add(b"", header)
    writer.extend(entries)
    writer.finish()
    file.commit()


def example(kind, shape=(2, 3)):
    dtype = dtypes.as_dtype(kind)
    count = int(np.prod(shape))
    if kind == "string":
        flat = np.empty(count, object)
        flat[:] = [bytes(range(i)) * 7 for i in range(count)]
        return flat.reshape(shape)
    return (np.arange(count) % 5).astype(dtype.storage).reshape(shape)


def write(prefix, tensors):
    """Writes `{name: (value, type name)}` or `{name: (value, type name, slice)}`."""
    with bundle_writer.BundleWriter(str(prefix)) as writer:
        for name, (value, kind, *spec) in tensors.items():
            writer.add(name.split("#")[0], value, dtypes.as_dtype(kind), *spec)
    return str(prefix)


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


# -- the format -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(), (0,), (5,), (2, 3), (2, 0, 4)])
def test_what_is_written_is_read(tmp_path, kind, shape):
    value = example(kind, shape)
    read = bundle.BundleReader(write(tmp_path / "m", {"v": (value, kind)})).tensor("v")
    assert read.dtype == value.dtype and read.shape == value.shape
    assert read.tolist() == value.tolist()


def test_all_types_are_written_as_by_tensorflow(peer, tmp_path):
    kinds = [k for k in KINDS if k != "bfloat16"] + ["bfloat16"]
    ours = {
        f"a/{kind}{i}": (example(kind, s), kind) for kind in kinds for i, s in enumerate([(), (3,), (2, 2), (0, 2)])
    }
    (tmp_path / "ours").mkdir()
    write(tmp_path / "ours" / "m", ours)
    peer.run(
        """
        import os, ml_dtypes
        os.mkdir(folder)
        tensors = []
        for value, kind in zip(values, kinds):
            dtype = tf.as_dtype(kind)
            if kind[0] == "q":  # no constants of these: made from the plain numbers
                tensors.append(tf.bitcast(tf.constant(value), dtype))
            else:
                tensors.append(tf.constant(value, dtype))
        op = tf.raw_ops.SaveV2(prefix=folder + "/m", tensor_names=names, shape_and_slices=[""] * len(names),
                               tensors=tensors)
        tf.Session().run(op)
        result = {}
        """,
        folder=str(tmp_path / "theirs"),
        names=list(ours),
        values=[value for value, _ in ours.values()],
        kinds=[kind for _, kind in ours.values()],
    )
    assert files(tmp_path / "ours") == files(tmp_path / "theirs")


def test_slices_and_long_indices_are_written_as_by_tensorflow(peer, tmp_path):
    """Keys that share prefixes, several blocks, a name with bytes that the encoding of slices escapes."""
    rows = np.arange(24, dtype=np.float32).reshape(4, 6)
    ours = {f"layer_{i // 7}/unit/{'x' * (i % 23)}{i:05d}": (np.float32(i), "float32") for i in range(1200)}
    ours |= {f"{i * 2654435761 % 2**32:08x}{'y' * 300}": (np.float32(i), "float32") for i in range(1600)}
    for k, (start, length) in enumerate([(0, 1), (1, 3)]):
        ours[f"part\0\1\xff#{k}"] = (rows[start : start + length], "float32", f"4 6 {start},{length}:-")
    ours["part\0\1\xff#whole".replace("part", "full")] = (rows, "float32", "4 6 0,4:0,6")
    (tmp_path / "ours").mkdir()
    write(tmp_path / "ours" / "m", ours)
    peer.run(
        """
        import os
        os.mkdir(folder)
        tensors = tf.unstack(tf.constant(scalars)) + [tf.constant(v) for v in others]  # thousands of constants would take seconds
        op = tf.raw_ops.SaveV2(prefix=folder + "/m", tensor_names=names, shape_and_slices=specs, tensors=tensors)
        tf.Session().run(op)
        result = {}
        """,
        folder=str(tmp_path / "theirs"),
        names=[name.split("#")[0].encode() for name in ours],
        scalars=np.array([item[0] for item in ours.values() if np.ndim(item[0]) == 0]),
        others=[item[0] for item in ours.values() if np.ndim(item[0])],  # they come last
        specs=[item[2] if len(item) > 2 else "" for item in ours.values()],
    )
    theirs = files(tmp_path / "theirs")
    assert files(tmp_path / "ours") == theirs
    assert len(theirs["m.index"]) > table.BLOCK_SIZE  # more than one block
    reader = bundle.BundleReader(str(tmp_path / "theirs" / "m"))
    assert np.array_equal(reader.tensor("part\0\1\xff"), rows)
    assert reader.tensor("layer_3/unit/00023") == 23
    for name in random.Random(1).sample(sorted(ours), 50):  # by search, and from the whole index
        if "#" not in name:
            assert bundle.BundleReader(str(tmp_path / "theirs" / "m")).tensor(name) == ours[name][0]


def test_merged_shards_are_written_as_by_tensorflow(peer, tmp_path):
    rows = np.arange(12, dtype=np.int32).reshape(4, 3)
    for who in ("ours", "theirs"):
        (tmp_path / who / "t").mkdir(parents=True)
        for shard in range(2):
            part = {"p#": (rows[2 * shard : 2 * shard + 2], "int32", f"4 3 {2 * shard},2:0,3")}
            write(tmp_path / who / "t" / f"part-{shard}", {**part, f"v{shard}": (np.float64(shard), "float64")})
    source = """
        prefixes = [folder + "/t/part-0", folder + "/t/part-1"]
        tf.Session().run(tf.raw_ops.MergeV2Checkpoints(checkpoint_prefixes=prefixes, destination_prefix=folder + "/m"))
        result = {}
    """
    peer.run(source, folder=str(tmp_path / "theirs"))
    folder = tmp_path / "ours"
    bundle_writer.merge([f"{folder}/t/part-0", f"{folder}/t/part-1"], f"{folder}/m")
    assert not list((folder / "t").iterdir())
    assert files(folder) == files(tmp_path / "theirs")
    assert np.array_equal(bundle.BundleReader(f"{folder}/m").tensor("p"), rows)


def test_the_older_format_is_written_as_by_tensorflow(peer, tmp_path):
    kinds = [k for k in KINDS if k not in ("bfloat16", "uint32", "uint64") and k[0] != "q"]
    ours = {kind: (example(kind), kind) for kind in kinds}
    ours["scalar"] = (np.float32(3), "float32")
    ours["p#0"] = (example("int64", (1, 3)), "int64", "3 3 0,1:-")
    ours["p#1"] = (example("int64", (2, 3)), "int64", "3 3 1,2:-")
    writer = slices_v1.SliceWriter(str(tmp_path / "ours"))
    for name, (value, kind, *spec) in ours.items():
        writer.add(name.split("#")[0], value, dtypes.as_dtype(kind), *spec)
    writer.finish()
    peer.run(
        """
        tensors = [tf.constant(v, tf.as_dtype(k)) for v, k in zip(values, kinds)]
        op = tf.raw_ops.SaveSlices(filename=path, tensor_names=names, shapes_and_slices=specs, data=tensors)
        tf.Session().run(op)
        result = {}
        """,
        path=str(tmp_path / "theirs"),
        names=[name.split("#")[0] for name in ours],
        values=[item[0] for item in ours.values()],
        kinds=[item[1] for item in ours.values()],
        specs=[item[2] if len(item) > 2 else "" for item in ours.values()],
    )
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()
    with slices_v1.SliceReader(str(tmp_path / "theirs")) as reader:
        for name, (value, *_) in ours.items():
            if "#" not in name:
                assert reader.tensor(name).tolist() == value.tolist()
        assert reader.tensor("p").shape == (3, 3)
        assert np.array_equal(reader.tensor("p", ((0, 2), (1, 2))), reader.tensor("p")[:2, 1:])


@pytest.mark.parametrize("kind", ["int32", "string"])
def test_files_of_big_endian_machines_are_read(tmp_path, kind):
    value = example(kind)
    prefix = write(tmp_path / "m", {"v": (value, kind)})
    with bundle.BundleReader(prefix) as reader:
        entry = reader.entry("v")
    if kind == "int32":
        data = value.astype(">i4").tobytes()
        crc = crc32c.value(data)
    else:
        strings = value.reshape(-1).tolist()
        crc = crc32c.value(b"".join(struct.pack(">I", len(s)) for s in strings))
        checksum = struct.pack(">I", crc32c.mask(crc))
        data = b"".join(table.varint(len(s)) for s in strings) + checksum + b"".join(strings)
        crc = crc32c.extend(crc32c.extend(crc, checksum), b"".join(strings))
    path = tmp_path / "m.data-00000-of-00001"
    path.write_bytes(data)
    encoded = bundle_entry.encode_entry(entry._replace(crc=crc32c.mask(crc)))
    write_index(prefix, bundle_entry.encode_header(1, big_endian=True), [(b"v", encoded)])
    assert bundle.BundleReader(prefix).tensor("v").tolist() == value.tolist()


def test_bfloat16_travels_in_both_directions(peer, tmp_path):
    value = np.array([1.5, -2.0, 3e38], ml_dtypes.bfloat16)
    prefix = write(tmp_path / "m", {"v": (value, "bfloat16")})
    read = peer.run("result = {'v': tf.train.load_variable(prefix, 'v')}", prefix=prefix)["v"]
    assert read.dtype == value.dtype and read.tolist() == value.tolist()


# -- slices ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec, kind, text",
    [
        ("a", "InvalidArgumentError", "Need least two elements"),
        ("2 x 0,1:-", "InvalidArgumentError", "Non numerical dimension"),
        ("2 3 0,0:-", "InvalidArgumentError", "positive length but got start = 0, length = 0: string = 0,0:-"),
        ("2 3 1:-", "InvalidArgumentError", "Expected a pair of numbers or '-' but got '1': string = 1:-"),
        ("2 3 0,3:-", "InternalError", "Extent in dimension 0 out of bounds: shape = [2,3], slice = 0,3:-"),
        ("2 3 -", "InternalError", "Mismatching ranks: shape = [2,3], slice = -"),
        ("2 99999999999999999999 -:-", "InvalidArgumentError", "Non numerical dimension"),
    ],
)
def test_bad_specifications_are_explained(spec, kind, text):
    with pytest.raises(getattr(errors, kind)) as caught:
        tensor_slice.parse_shape_and_slice(spec)
    assert text in caught.value.message


def test_any_slice_is_put_together_from_those_that_are_stored(tmp_path):
    whole = np.arange(60, dtype=np.int16).reshape(5, 4, 3)
    parts = {
        f"v#{i}{j}": (whole[a:b, c:d], "int16", f"5 4 3 {a},{b - a}:{c},{d - c}:-")
        for i, (a, b) in enumerate([(0, 2), (2, 5)])
        for j, (c, d) in enumerate([(0, 3), (3, 4)])
    }
    reader = bundle.BundleReader(write(tmp_path / "m", parts))
    assert np.array_equal(reader.tensor("v"), whole)
    assert np.array_equal(reader.tensor("v", ((1, 3), (2, 2), (0, 2))), whole[1:4, 2:4, 0:2])
    assert np.array_equal(reader.tensor("v", ((2, 3), (3, 1), (0, -1))), whole[2:, 3:])


def test_a_slice_is_read_from_a_whole_tensor_among_many(tmp_path):
    names = [f"w{i}".encode() for i in range(40)]
    tensors = {
        name.decode(): (np.arange(8, dtype=np.float32).reshape(4, 2) + i, "float32") for i, name in enumerate(names)
    }
    prefix = write(tmp_path / "m", tensors)
    specs = ["4 2 2,2:-" if i % 2 else "" for i in range(40)]
    found = bundle.restore(prefix, names, specs, [dtypes.float32] * 40)
    for i, value in enumerate(found):
        whole = np.arange(8).reshape(4, 2) + i
        assert np.array_equal(value, whole[2:] if i % 2 else whole)


def test_missing_slices_are_reported(tmp_path):
    prefix = write(tmp_path / "m", {"v": (np.zeros((1, 2), np.float32), "float32", "3 2 0,1:-")})
    with pytest.raises(errors.InvalidArgumentError, match="Does not have sufficient slices for partitioned tensor v"):
        bundle.BundleReader(prefix).tensor("v")


# -- damage ---------------------------------------------------------------------------------------------------------------


def damaged(rng, data):
    """One way to damage a file."""
    data = bytearray(data)
    how = rng.randrange(5)
    if how == 0:
        return bytes(data[: rng.randrange(len(data))])
    if how == 1:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif how == 2:
        start = rng.randrange(len(data))
        data[start : start + rng.randrange(1, 9)] = rng.randbytes(rng.randrange(9))
    elif how == 3:
        start = rng.randrange(len(data))
        data[start : start + 8] = b"\xff" * 8
    else:
        data += rng.randbytes(rng.randrange(1, 64))
    return bytes(data)


def read_everything(prefix):
    with bundle.BundleReader(prefix) as reader:
        for key in reader.entries():
            reader.tensor(key)


def hostile_index(rng, prefix, entries):
    """An index with good checksums and bad numbers in it: what an attacker writes, not what a disk does."""
    key = rng.choice(sorted(entries))
    entry = entries[key]
    huge = rng.choice([-1, 2**31, 2**40, 2**62, 2**63 - 1])
    message = protos.BundleEntryProto.FromString(bundle_entry.encode_entry(entry))
    what = rng.randrange(7)
    if what == 0:
        message.dtype = rng.randrange(200)
    elif what == 1:
        message.shape.dim.add().size = huge
    elif what == 2:
        message.size = huge
    elif what == 3:
        message.offset = huge
    elif what == 4:
        message.shard_id = max(min(huge, 2**31 - 1), -(2**31))
    elif what == 5:
        extent = message.slices.add().extent.add()
        extent.start, extent.length = rng.choice([0, huge]), huge
    else:
        message.shape.unknown_rank = True
    changed = {k: bundle_entry.encode_entry(e) for k, e in entries.items()} | {key: message.SerializeToString()}
    shards = rng.choice([1, 1, 1, 0, -1, 2, 2**31 - 1])
    write_index(prefix, bundle_entry.encode_header(shards), sorted(changed.items()))


@pytest.fixture
def little_memory():
    """Limits what the test may allocate beyond what it has: a gigabyte claimed by a small file is an error."""
    background.wait()  # a compiler that gets no memory ends the process
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (256 << 20), hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.fixture
def good_files(tmp_path):
    prefix = write(
        tmp_path / "good",
        {
            "a/floats": (np.arange(50, dtype=np.float32), "float32"),
            "a/names": (example("string"), "string"),
            "b": (example("int64"), "int64"),
            "p#0": (example("float32", (1, 3)), "float32", "2 3 0,1:-"),
            "p#1": (example("float32", (1, 3)), "float32", "2 3 1,1:-"),
        },
    )
    return prefix, bundle.BundleReader(prefix).entries()


ALLOWED = (errors.DataLossError, errors.InvalidArgumentError, errors.NotFoundError, errors.UnimplementedError)


def test_damaged_checkpoints_are_errors_and_nothing_worse(tmp_path, good_files, little_memory):
    rng = random.Random(20)
    good = files(tmp_path)
    reported = 0
    for _ in range(400):
        name = rng.choice(sorted(good))
        for other, data in good.items():
            bad = damaged(rng, data) if other == name else data
            (tmp_path / other.replace("good", "bad")).write_bytes(bad)
        try:
            read_everything(str(tmp_path / "bad"))
        except (errors.DataLossError, errors.InvalidArgumentError):
            reported += 1
    assert reported > 300  # the rest: bytes appended where nobody looks, and bytes replaced by themselves


def test_hostile_checkpoints_are_errors_and_nothing_worse(tmp_path, good_files, little_memory):
    prefix, entries = good_files
    rng = random.Random(21)
    reported = 0
    for _ in range(300):
        hostile_index(rng, prefix, entries)
        try:
            read_everything(prefix)
        except ALLOWED + (errors.InternalError,):
            reported += 1
    assert reported > 200


def test_damaged_files_of_the_older_format_are_errors_and_nothing_worse(tmp_path, little_memory):
    writer = slices_v1.SliceWriter(str(tmp_path / "m"))
    writer.add("v", np.arange(100, dtype=np.float32), dtypes.float32)
    writer.add("s", example("string"), dtypes.string)
    writer.add("p", example("int32"), dtypes.int32, "4 3 0,2:-")
    writer.add("p", example("int32"), dtypes.int32, "4 3 2,2:-")
    writer.finish()
    rng = random.Random(22)
    good = (tmp_path / "m").read_bytes()
    reported = 0
    for _ in range(300):
        (tmp_path / "bad").write_bytes(damaged(rng, good))
        try:
            with slices_v1.SliceReader(str(tmp_path / "bad")) as reader:
                for name in reader.tensors:
                    reader.tensor(name)
        except (errors.DataLossError, errors.InvalidArgumentError):
            reported += 1
    assert reported > 250


def test_slices_that_share_their_bytes_do_not_make_a_small_file_large(tmp_path, little_memory):
    prefix = write(tmp_path / "m", {"v#": (np.zeros(2000, np.uint8), "uint8", "4000000000 0,2000")})
    with bundle.BundleReader(prefix) as reader:
        (part,) = [e for e in reader.entries().values() if not e.slices]
    count = 3000
    starts = [(2000 * i, 2000) for i in range(count)]
    entries = {tensor_slice.encode_name(b"v", (s,)): part for s in starts}
    entries[b"v"] = bundle_entry.Entry(4, (2000 * count,), 0, 0, 0, 0, tuple((s,) for s in starts))
    encoded = sorted((k, bundle_entry.encode_entry(e)) for k, e in entries.items())
    write_index(prefix, bundle_entry.encode_header(1), encoded)
    with pytest.raises(errors.DataLossError, match="larger than the data"):
        bundle.BundleReader(prefix).tensor("v")


@pytest.mark.parametrize(
    "content, text",
    [(b"x" * 100, "not an sstable \\(bad magic number\\)"), (b"x" * 10, "file is too short to be an sstable")],
)
def test_what_is_no_table_is_said_so(tmp_path, content, text):
    (tmp_path / "m.index").write_bytes(content)
    with pytest.raises(errors.DataLossError, match=text):
        bundle.BundleReader(str(tmp_path / "m"))


def test_a_missing_key_is_said_as_in_1_15(tmp_path):
    prefix = write(tmp_path / "m", {"v": (np.float32(1), "float32")})
    with pytest.raises(errors.NotFoundError, match="Key w not found in checkpoint"):
        bundle.BundleReader(prefix).tensor("w")


# -- full disks and crashes -----------------------------------------------------------------------------------------------


class FullDisk(gfile.FileSystem):
    """A local disk on which only so many bytes are left."""

    def __init__(self, left):
        self.left = left

    def open(self, path, mode):
        file = super().open(path, mode)
        if "w" not in mode:
            return file
        disk, write_really = self, file.write

        class Limited:
            def write(self, data):
                if len(data) > disk.left:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                disk.left -= len(data)
                return write_really(data)

            def __getattr__(self, name):
                return getattr(file, name)

        return Limited()


@pytest.mark.parametrize("left", [0, 100, 1000, 4096, 8192])
def test_a_full_disk_is_reported_and_leaves_what_was_there(tmp_path, left):
    prefix = write(tmp_path / "m", {"v": (np.full(1000, 1, np.float32), "float32")})
    before = files(tmp_path)
    open_file.register_file_system("full", FullDisk(left))
    try:
        tensors = {f"v{i}": (np.full(1000, 2, np.float32), "float32") for i in range(3)}
        with pytest.raises(errors.ResourceExhaustedError, match="No space left on device"):
            write(f"full://{prefix}", tensors)
    finally:
        del open_file._file_systems["full"]
    assert files(tmp_path) == before


class Killed(BaseException):
    """Stands for a kill: nothing of the process goes on after it."""


def killing(left, real):
    """A function that works as long as steps are left, which it counts."""

    def limited(*args):
        if not left[0]:
            raise Killed
        left[0] -= 1
        return real(*args)

    return limited


@pytest.mark.parametrize("shards", [1, 2])
def test_a_crash_at_any_step_of_a_replacement_leaves_a_whole_checkpoint(tmp_path, monkeypatch, shards):
    """Every step that changes the disk, in turn, is the last one that happens."""

    def save(value):
        if shards == 1:
            write(tmp_path / "m", {"v0": (np.full(8, value, np.float32), "float32")})
            return
        (tmp_path / "t").mkdir(exist_ok=True)
        for i in range(shards):
            write(tmp_path / "t" / f"part-{i}", {f"v{i}": (np.full(8, value, np.float32), "float32")})
        bundle_writer.merge([str(tmp_path / "t" / f"part-{i}") for i in range(shards)], str(tmp_path / "m"))

    save(0)
    steps = 0
    for stop in range(100):
        with monkeypatch.context() as patched:
            left = [stop]
            for name in ("rename", "replace", "link", "unlink", "fsync"):
                patched.setattr(os, name, killing(left, getattr(os, name)))
            try:
                save(stop + 1)
                finished = True
            except Killed:
                finished = False
        steps += not finished
        with bundle.BundleReader(str(tmp_path / "m")) as reader:
            found = {float(x) for i in range(shards) for x in reader.tensor(f"v{i}")}
        assert len(found) == 1  # all of one save
        assert found == {stop + 1} if finished else found <= {float(k) for k in range(stop + 2)}
        if finished:
            break
    assert finished and steps >= 5  # two moves of data, two of the index, one of what is left over
    names = {path.name for path in tmp_path.iterdir() if ".tempstate" not in path.name} - {"t"}
    assert names == {"m.index", *(f"m.data-{i:05d}-of-{shards:05d}" for i in range(shards))}


def test_many_tensors_that_are_saved_again_have_the_same_files(tmp_path, monkeypatch):
    """The index of the third save is filled into a template; it has the bytes that the usual way writes."""
    monkeypatch.setattr(bundle_layout, "_layouts", [])  # other tests save the same names
    monkeypatch.setattr(bundle_layout, "_seen", None)
    random = np.random.RandomState(0)
    names = [f"layer_{i % 37}/w{i}".encode() for i in range(bundle_layout.MANY + 50)]
    types = [dtypes.float32 if i % 3 else dtypes.int64 for i in range(len(names))]
    shapes = [(i % 5, 2) if i % 7 else () for i in range(len(names))]
    for turn in range(4):
        values = [np.array(random.randint(99, size=s), t.as_numpy_dtype) for s, t in zip(shapes, types)]
        with bundle_writer.BundleWriter(str(tmp_path / "quick")) as writer:
            writer.add_all(names, values, types, [""] * len(names))
            assert (writer._layout is not None) == (turn > 0)
        with bundle_writer.BundleWriter(str(tmp_path / "slow")) as writer:
            for name, value, dtype in zip(names, values, types):
                writer.add(name, value, dtype)
        for ending in (".index", ".data-00000-of-00001"):
            assert (tmp_path / f"quick{ending}").read_bytes() == (tmp_path / f"slow{ending}").read_bytes()
        found = bundle.restore(str(tmp_path / "quick"), names, [""] * len(names), types)
        assert all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(found, values))
    values[8] = values[8][..., :1]  # another shape: the usual way again
    with bundle_writer.BundleWriter(str(tmp_path / "other")) as writer:
        writer.add_all(names, values, types, [""] * len(names))
        assert writer._layout is None
        writer.add("more", np.float32(1), dtypes.float32)
    assert bundle.BundleReader(str(tmp_path / "other")).tensor("more") == 1


def test_a_tensor_added_to_many_that_were_known_is_saved_with_them(tmp_path):
    names = [f"w{i}".encode() for i in range(bundle_layout.MANY)]
    values, types = [np.float32([i]) for i in range(len(names))], [dtypes.float32] * len(names)
    for _ in range(2):
        with bundle_writer.BundleWriter(str(tmp_path / "a")) as writer:
            writer.add_all(names, values, types, [""] * len(names))
            writer.add("more", np.float32(3), dtypes.float32)
    with bundle.BundleReader(str(tmp_path / "a")) as reader:
        assert reader.tensor("more") == 3 and reader.tensor("w7") == [7.0]


def test_a_large_restored_tensor_is_kept_without_a_copy(tmp_path):
    from penstock.runtime.state.ownership import owned

    with bundle_writer.BundleWriter(str(tmp_path / "a")) as writer:
        writer.add("v", np.arange(1 << 19, dtype=np.float32), dtypes.float32)
    value = bundle.restore(str(tmp_path / "a"), [b"v"], [""], [dtypes.float32])[0][...]
    assert owned(value) is value and value[-1] == (1 << 19) - 1


@pytest.fixture
def many(tmp_path, monkeypatch):
    """A function that saves many small tensors with values of its own each time, and what to restore."""
    monkeypatch.setattr(bundle_known, "_known", [])
    monkeypatch.setattr(bundle_known, "_seen", 0)
    names = [f"layer_{i % 37}/w{i}".encode() for i in range(bundle_layout.MANY + 50)]
    types = [dtypes.float32 if i % 3 else dtypes.int64 for i in range(len(names))]
    shapes = [(i % 5, 2) if i % 7 else () for i in range(len(names))]
    random = np.random.RandomState(1)

    def save():
        values = [np.array(random.randint(99, size=s), t.as_numpy_dtype) for s, t in zip(shapes, types)]
        with bundle_writer.BundleWriter(str(tmp_path / "m")) as writer:
            writer.add_all(names, values, types, [""] * len(names))
        return values

    return save, (str(tmp_path / "m"), names, [""] * len(names), types)


def test_many_tensors_that_are_restored_again_have_the_values_of_that_time(many):
    save, arguments = many
    prefix, names, specs, types = arguments
    for turn in range(4):
        values = save()
        found = bundle.restore(*arguments)
        assert all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(found, values))
        assert all(array.flags.writeable for array in found)
        assert len(bundle_known._known) == (turn > 0)
    some = bundle.restore(prefix, names[40:][::-1], specs[40:], types[40:][::-1])
    assert all(np.array_equal(a, b) for a, b in zip(some, values[40:][::-1]))
    with pytest.raises(errors.NotFoundError, match="Key other not found"):
        bundle.restore(prefix, [*names[1:], b"other"], specs, types)
    with pytest.raises(errors.InvalidArgumentError, match="does not equal original dtype"):
        bundle.restore(prefix, names, specs, [*types[1:], types[0]])


def test_a_known_index_hides_no_damage(many, little_memory):
    save, arguments = many
    for _ in range(2):
        values = save()
        bundle.restore(*arguments)
    assert len(bundle_known._known) == 1
    rng = random.Random(22)
    index, data = pathlib.Path(arguments[0] + ".index"), pathlib.Path(arguments[0] + ".data-00000-of-00001")
    good = {path: path.read_bytes() for path in (index, data)}
    reported = 0
    for turn in range(200):
        path = (index, data)[turn % 2]
        path.write_bytes(damaged(rng, good[path]))
        try:
            found = bundle.restore(*arguments)
        except (errors.DataLossError, errors.InvalidArgumentError):
            reported += 1
        else:
            assert all(np.array_equal(a, b) for a, b in zip(found, values))
        path.write_bytes(good[path])
    assert reported > 120  # the rest: bytes appended where nobody looks, and bytes replaced by themselves
