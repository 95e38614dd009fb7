"""Small programs about files: readers, whole files, checkpoints and vocabularies. `folder` is an empty directory.

The same form as in `programs.py`.
"""

from tests.differential.programs import OLDER

READER = (
    OLDER
    + """
import os
r = tf.raw_ops
for i in range(3):
    with open(os.path.join(folder, f"part{i}"), "w") as f:
        f.write("".join(f"line {j} of {i}\\n" for j in range(4)))
names = [os.path.join(folder, f"part{i}") for i in range(3)]
queue = tf.FIFOQueue(10, [tf.string], shapes=[[]])
fill = [[queue.enqueue_many([names])], [queue.close()]]
def short(key):  # the folders of the two differ
    return tf.strings.regex_replace(key, ".*/", "")
def steps(reader, v2, count):
    which = "V2" if v2 else ""
    q = queue.queue_ref if v2 else tf.raw_ops.FakeQueue(resource=queue.queue_ref)
    def op(name, **more):
        return getattr(r, name + which)(reader_handle=reader, **more)
    one = op("ReaderRead", queue_handle=q)
    some = op("ReaderReadUpTo", queue_handle=q, num_records=3)
    numbers = [op("ReaderNumRecordsProduced"), op("ReaderNumWorkUnitsCompleted")]
    read, more = [short(one[0]), one[1]], [short(some[0]), some[1]]
    return [*([read] * count), numbers, more, numbers, more, numbers, [op("ReaderReset")], numbers]
"""
)

LINES = READER + "ys = fill + steps(r.TextLineReader{v}(skip_header_lines=1), {is_v2}, 4)"
RECORDS = (
    READER
    + "ys = fill + steps(r.FixedLengthRecordReader{v}(header_bytes=2, record_bytes=5, footer_bytes=1), {is_v2}, 4)"
)
WHOLE = READER + "ys = fill + steps(r.WholeFileReader{v}(), {is_v2}, 1)"
NAMES = READER + (
    "reader = r.IdentityReader{v}()\n"
    "q = queue.queue_ref if {is_v2} else r.FakeQueue(resource=queue.queue_ref)\n"
    "one = r.ReaderRead{v}(reader_handle=reader, queue_handle=q)\n"
    "kept = tf.Variable('', dtype=tf.string, use_resource=True)\n"
    "keep = kept.assign(r.ReaderSerializeState{v}(reader_handle=reader)).op\n"
    "back = r.ReaderRestoreState{v}(reader_handle=reader, state=kept)\n"
    "number = r.ReaderNumRecordsProduced{v}(reader_handle=reader)\n"
    "read = [short(one[0]), short(one[1])]\n"
    "ys = fill + [read, [keep], read, [number], [back], [number], read, [number]]\n"
)
TF_RECORDS = READER + (
    "for i, name in enumerate(names):\n"
    "    with tf.io.TFRecordWriter(name, options={how}) as w:\n"
    "        for j in range(4):\n"
    "            w.write(bytes([65 + i]) * j)\n"
    "ys = fill + steps(r.TFRecordReader{v}(compression_type='{kind}'), {is_v2}, 5)"
)


def readers(v):
    """The programs of both generations of readers: those known by a string, and those by a handle."""
    ops = "ReaderRead ReaderReadUpTo ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted ReaderReset".split()
    common = " ".join(name + v for name in ops) + ("" if v else " FakeQueue")
    given = {"v": v, "is_v2": bool(v)}

    def filled(text, **more):
        for name, value in {**given, **more}.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    older = "" if v else ", older readers"
    yield f"lines are read{older}", (f"TextLineReader{v} {common}", filled(LINES))
    if v:  # TensorFlow 2's kernel wants an attribute that its definition of the older one has not
        yield "records of one length are read", (f"FixedLengthRecordReader{v} {common}", filled(RECORDS))
    yield f"whole files are read{older}", (f"WholeFileReader{v} {common}", filled(WHOLE))
    states = f"IdentityReader{v} ReaderSerializeState{v} ReaderRestoreState{v}"
    yield f"the state of a reader is kept{older}", (states, filled(NAMES))
    for kind in ("", "ZLIB"):
        how = f"tf.io.TFRecordOptions(tf.io.TFRecordCompressionType.{kind or 'NONE'})"
        about = f"records are read, compressed by {kind or 'nothing'}{older}"
        yield about, (f"TFRecordReader{v} {common}", filled(TF_RECORDS, kind=kind, how=how))


FILE_PROGRAMS = {
    **dict(readers("")),
    **dict(readers("V2")),
    "a batch of records is made of files in turn": (
        "RecordInput",
        "import os\n"
        "for i in range(3):\n"
        "    with tf.io.TFRecordWriter(os.path.join(folder, f'r{i}')) as w:\n"
        "        for j in range(5):\n"
        "            w.write(b'%d %d' % (i, j))\n"
        "batch = tf.raw_ops.RecordInput(file_pattern=os.path.join(folder, 'r*'), file_random_seed=7,\n"
        "    file_shuffle_shift_ratio=0.0, file_buffer_size=15, file_parallelism=1, batch_size=15, compression_type='')\n"
        "ys = [tf.sort(tf.strings.to_number(tf.strings.regex_replace(batch, ' ', '')))]\n",
    ),
    "files are written, read and found": (
        "WriteFile ReadFile MatchingFiles",
        "import os\n"
        "r = tf.raw_ops\n"
        "path = os.path.join(folder, 'new', 'a.txt')\n"
        "write = r.WriteFile(filename=path, contents=tf.as_string(x[0, 1]) + b' \\xff\\n')\n"
        "found = r.MatchingFiles(pattern=[os.path.join(folder, 'new', '*'), os.path.join(folder, 'none*')])\n"
        "ys = [[write], [r.ReadFile(filename=path)], [tf.strings.regex_replace(found, '.*/', '')]]\n",
    ),
    "the names of parts": (
        "ShardedFilename ShardedFilespec",
        "r = tf.raw_ops\n"
        "ys = [r.ShardedFilename(basename='a/b', shard=3, num_shards=12), r.ShardedFilespec(basename='c', num_shards=7)]",
    ),
    "slices are written and restored in the first format": (
        "SaveSlices RestoreSlice",
        "import os\n"
        "r = tf.raw_ops\n"
        "path = os.path.join(folder, 'v1')\n"
        "save = r.SaveSlices(filename=path, tensor_names=['w', 'w', 'b'], data=[x[:2], x[2:], x[0]],\n"
        "    shapes_and_slices=['3 2 0,2:-', '3 2 2,1:-', ''])\n"
        "whole = r.RestoreSlice(file_pattern=path, tensor_name='w', shape_and_slice='', dt=tf.float32)\n"
        "part = r.RestoreSlice(file_pattern=path, tensor_name='w', shape_and_slice='3 2 1,2:1,1', dt=tf.float32)\n"
        "ys = [[save], [whole, part]]\n",
    ),
    "parts of a checkpoint are merged": (
        "SaveV2 MergeV2Checkpoints RestoreV2",
        "import os\n"
        "r = tf.raw_ops\n"
        "a, b, all = (os.path.join(folder, n) for n in ('tmp/a', 'tmp/b', 'all'))\n"
        "saves = [r.SaveV2(prefix=p, tensor_names=[n], shape_and_slices=[''], tensors=[t])\n"
        "    for p, n, t in ((a, 'x', x), (b, 'y', tf.as_string(x)))]\n"
        "merge = r.MergeV2Checkpoints(checkpoint_prefixes=[a, b], destination_prefix=all, delete_old_dirs=True)\n"
        "back = r.RestoreV2(prefix=all, tensor_names=['y', 'x'], shape_and_slices=['', ''], dtypes=[tf.string, tf.float32])\n"
        "ys = [saves, [merge], list(back)]\n",
    ),
    "a matrix of a checkpoint follows its words to a new vocabulary": (
        "GenerateVocabRemapping LoadAndRemapMatrix",
        "import os\n"
        "r = tf.raw_ops\n"
        "for name, words in (('old', 'a b c'), ('new', 'z c a q b')):\n"
        "    with open(os.path.join(folder, name), 'w') as f:\n"
        "        f.write(words.replace(' ', '\\n') + '\\n')\n"
        "path = os.path.join(folder, 'model')\n"
        "save = r.SaveV2(prefix=path, tensor_names=['w'], shape_and_slices=[''], tensors=[x])\n"
        "new, old = os.path.join(folder, 'new'), os.path.join(folder, 'old')\n"
        "made = [r.GenerateVocabRemapping(new_vocab_file=new, old_vocab_file=old, new_vocab_offset=o, num_new_vocab=n,\n"
        "    old_vocab_size=s) for o, n, s in ((0, 5, -1), (1, 3, -1), (0, 5, 2), (0, 0, -1))]\n"
        "loaded = [r.LoadAndRemapMatrix(ckpt_path=path, old_tensor_name='w', row_remapping=m[0], col_remapping=c,\n"
        "    initializing_values=100.0 + tf.cast(tf.range(k), tf.float32), num_rows=n, num_cols=2, max_rows_in_memory=most)\n"
        "    for m, c, k, n, most in ((made[0], [], 4, 5, -1), (made[1], [1, 0], 2, 3, 1), (made[0], [-1, 1], 7, 5, 2))]\n"
        "ys = [[save], [part for m in made for part in m], loaded]\n",
    ),
    "a table is read from a file": (
        "InitializeTableFromTextFile InitializeTableFromTextFileV2 LookupTableFind LookupTableFindV2",
        "import os\n"
        "r = tf.raw_ops\n"
        "path = os.path.join(folder, 'words')\n"
        "with open(path, 'w') as f:\n"
        "    f.write('a,3\\nb,5\\nc,9\\n')\n"
        "old = r.HashTable(key_dtype=tf.string, value_dtype=tf.int64, shared_name='old')\n"
        "new = r.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64, shared_name='new')\n"
        "columns = dict(filename=path, key_index=0, value_index=1, delimiter=',')\n"
        "numbers = dict(filename=path, key_index=-2, value_index=-1, vocab_size=3)\n"
        "start = [r.InitializeTableFromTextFile(table_handle=old, **columns),\n"
        "    r.InitializeTableFromTextFileV2(table_handle=new, **numbers)]\n"
        "default = tf.constant(-1, tf.int64)\n"
        "ys = [start, [r.LookupTableFind(table_handle=old, keys=['c', 'z', 'a'], default_value=default),\n"
        "    r.LookupTableFindV2(table_handle=new, keys=['b,5', 'b'], default_value=default)]]\n",
    ),
}
