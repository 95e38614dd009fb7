"""Readers, producers, batches and queues of the first generation, answered by TensorFlow 1.15.5 (`record_115.py`)."""

_SETUP = """
import contextlib, os, shutil, struct, tempfile
folder = tempfile.mkdtemp()

def path(name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    return os.path.join(folder, name)

def texts(values):
    return [os.path.basename(v.decode()) for v in np.ravel(values)]

def told(action):
    try:
        return action()
    except Exception as error:
        text = str(getattr(error, "message", error)).replace(folder, "FOLDER")
        return [type(error).__name__, text.split("\\n")[0]]

def error_of(action):
    found = told(action)
    return found[0] if isinstance(found, list) else found

@contextlib.contextmanager
def running():
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coord)
        yield session
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=20)

def names_of(files):
    queue = tf.FIFOQueue(10, [tf.string], [[]])
    return queue, queue.enqueue_many([files]), queue.close()
"""

_PROGRAMS = {
    "a reader that is read up to": """
one, two = path("one", b"a\\nb\\nc\\n"), path("two", b"d\\ne")
queue, fill, close = names_of([one, two])
reader = tf.TextLineReader()
many, single = reader.read_up_to(queue, 2), reader.read(queue)
counts = [reader.num_records_produced(), reader.num_work_units_completed()]
found = []
with tf.Session() as session:
    session.run(fill)
    session.run(close)
    for step in (many, single, many):
        keys, values = session.run(step)
        found.append([texts(keys), texts(values), *session.run(counts)])
    found.append(error_of(lambda: session.run(many)))
    session.run(reader.reset())
    found.append(session.run(counts))
result = found
""",
    "headers": """
one = path("one", b"".join(bytes([n]) * 5 for n in range(65, 70)))
queue, fill, close = names_of([one])
reader = tf.TextLineReader(skip_header_lines=1)
two = path("two", b"head\\nx\\ny\\n")
fixed = tf.FixedLengthRecordReader(record_bytes=4, header_bytes=3, footer_bytes=2, hop_bytes=6)
other, fill_other, close_other = names_of([two, two])
with tf.Session() as session:
    session.run([fill, fill_other])
    session.run([close, close_other])
    a = []
    for _ in range(6):
        a.append(told(lambda: texts(session.run(fixed.read(queue)[1]))))
        if a[-1][0] == "OutOfRangeError":
            a[-1] = "OutOfRangeError"
            break
    b = [texts(session.run(list(reader.read(other)))) for _ in range(4)]
result = [a, b]
""",
    "states of readers": """
queue, fill, close = names_of(["x", "y", "z"])
whole = tf.IdentityReader()
line = tf.TextLineReader()
read = whole.read(queue)
state = whole.serialize_state()
given = tf.placeholder(tf.string, [])
restore, line_restore = whole.restore_state(given), line.restore_state(given)
found = []
with tf.Session() as session:
    session.run(fill)
    session.run(read)
    saved = session.run(state)
    found.append(saved.decode("latin1"))
    session.run(read)
    found.append([int(v) for v in session.run([whole.num_records_produced(), whole.num_work_units_completed()])])
    session.run(restore, {given: saved})
    found.append([int(v) for v in session.run([whole.num_records_produced(), whole.num_work_units_completed()])])
    found.append(texts(session.run(list(read))))
    found.append(error_of(lambda: session.run(restore, {given: b"rubbish"})))
    found.append(told(lambda: session.run(line.serialize_state())))
    found.append(told(lambda: session.run(line_restore, {given: saved})))
result = found + [whole.supports_serialize, line.supports_serialize]
""",
    "files that are not there, or broken": """
missing = os.path.join(folder, "missing")
broken = path("broken", struct.pack("<Q", 3) + b"\\0\\0\\0\\0abc")
found = []
for make, name in ((tf.TextLineReader, missing), (tf.WholeFileReader, missing), (tf.TFRecordReader, missing),
                   (tf.TFRecordReader, broken), (lambda: tf.FixedLengthRecordReader(5), missing),
                   (lambda: tf.FixedLengthRecordReader(5), path("short", b"1234567"))):
    queue, fill, close = names_of([name])
    read = make().read(queue)
    with tf.Session() as session:
        session.run(fill)
        session.run(close)
        # Of a broken file, TensorFlow says the same for ever; here the next file is read, and the message names the place.
        for _ in range(1 if name == broken else 2):
            answer = told(lambda: texts(session.run(read[1])))
            answer[1:] = [text[: len("corrupted record at 0")] if name == broken else text for text in answer[1:]]
            found.append(answer[0] if answer[0] == "OutOfRangeError" else answer)
result = found
""",
    "maybe batched": """
number = tf.train.range_input_producer(8, num_epochs=1, shuffle=False).dequeue()
batch = tf.train.maybe_batch([number], number % 3 > 0, 2, allow_smaller_final_batch=True)
found = []
with running() as session:
    while True:
        answer = told(lambda: session.run(batch).tolist())
        if answer[0] == "OutOfRangeError":
            break
        found.append(answer)
result = found
""",
    "maybe shuffled, maybe joined": """
found = []
for kind in ("maybe_shuffle_batch", "maybe_batch_join", "maybe_shuffle_batch_join"):
    number = tf.train.range_input_producer(9, num_epochs=1, shuffle=False, name=kind).dequeue()
    tensors, keep = ([number], number % 2 > 0) if kind == "maybe_shuffle_batch" else ([[number]], number % 2 > 0)
    more = {} if kind == "maybe_batch_join" else {"capacity": 20, "min_after_dequeue": 3}
    arguments = dict(more, batch_size=2, keep_input=keep, allow_smaller_final_batch=True)
    batch = getattr(tf.train, kind)(tensors, **arguments)
    with running() as session:
        values = []
        while True:
            answer = told(lambda: session.run(batch).tolist())
            if answer[0] == "OutOfRangeError":
                break
            values.append(answer)
    found.append([sorted(v for part in values for v in part), [len(part) for part in values]])
result = found
""",
    "how full queues are, in summaries": """
number = tf.train.range_input_producer(8, shuffle=False).dequeue()
tf.train.batch([number], 2, capacity=7, name="plain")
tf.train.shuffle_batch([number], 2, 20, 5, name="mixed")
tf.train.batch_join([[number], [number]], 2, capacity=9)
tf.train.string_input_producer(["a", "b"])
tf.train.slice_input_producer([tf.constant([1, 2, 3])])
result = sorted(op.name for op in tf.get_default_graph().get_operations() if op.type == "ScalarSummary")
""",
    "producers": """
strings = tf.train.string_input_producer(["a", "b", "c"], num_epochs=2, shuffle=True, seed=5)
tf.set_random_seed(3)
numbers = tf.train.range_input_producer(5, num_epochs=2, seed=7)
left, right = tf.train.slice_input_producer([tf.constant([1, 2, 3]), tf.constant([4.0, 5.0, 6.0])], 1, shuffle=False)
limited = tf.train.limit_epochs(tf.constant(3), 2)
with running() as session:
    a = texts([session.run(strings.dequeue()) for _ in range(6)])
    b = [int(session.run(numbers.dequeue())) for _ in range(10)]
    c = [[float(v) for v in session.run([left, right])] for _ in range(3)]
    d = [int(session.run(limited)) for _ in range(2)]
    ends = [error_of(lambda: session.run(step)) for step in (strings.dequeue(), numbers.dequeue(), left, limited)]
result = [a, b, c, d, ends]
""",
    "batches of what has no fixed shape": """
number = tf.train.range_input_producer(5, num_epochs=1, shuffle=False).dequeue()
row = tf.fill([number], number)
row.set_shape([None])
sparse = tf.SparseTensor(tf.cast([[0], [2]], tf.int64), tf.stack([number, 10 * number]), [3])
rows, parts, alone = tf.train.batch([row, sparse, number], 2, dynamic_pad=True, allow_smaller_final_batch=True)
found = []
with running() as session:
    while True:
        answer = told(lambda: session.run([rows, parts, alone]))
        if isinstance(answer[0], str):
            break
        found.append([answer[0], list(answer[1]), answer[2]])
result = found
""",
    "closed queues": """
found = []
for queue in (tf.FIFOQueue(3, [tf.int32], [[]]), tf.RandomShuffleQueue(3, 1, [tf.int32], [[]], seed=1),
              tf.PaddingFIFOQueue(3, [tf.int32], [[None]])):
    given = [[7]] if isinstance(queue, tf.PaddingFIFOQueue) else [tf.constant(1, tf.int64), 7] \\
        if isinstance(queue, tf.PriorityQueue) else [7]
    put = queue.enqueue(given)
    with tf.Session() as session:
        steps = []
        steps.append(bool(session.run(queue.is_closed())))
        session.run(put)
        session.run(put)
        session.run(queue.close())
        steps.append(bool(session.run(queue.is_closed())))
        steps.append(told(lambda: session.run(put))[0])
        steps.append(told(lambda: session.run(queue.dequeue_many(3)))[0])
        steps.append(int(session.run(queue.size())))
        for _ in range(2):
            steps.append(error_of(lambda: str(np.shape(np.array(session.run(queue.dequeue_up_to(3)), object)))))
        steps.append(told(lambda: session.run(queue.close(cancel_pending_enqueues=True)) or "fine"))
        steps.append(told(lambda: session.run(queue.close(cancel_pending_enqueues=True)) or "fine"))
    found.append(steps)
result = found
""",
    "time limits": """
queue = tf.FIFOQueue(1, [tf.int32], [[]])
barrier_like = queue.dequeue_many(2)
limits = tf.RunOptions(timeout_in_ms=100)
with tf.Session() as session:
    found = [error_of(lambda: session.run(queue.dequeue(), options=limits))]
    session.run(queue.enqueue([1]))
    found.append(error_of(lambda: session.run(queue.enqueue([2]), options=limits)))
    found.append(error_of(lambda: session.run(barrier_like, options=limits)))
with tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=100)) as session:
    found.append(error_of(lambda: session.run(queue.dequeue())))
result = found
""",
    "the orders of a shuffled queue": """
tf.set_random_seed(11)
queue = tf.RandomShuffleQueue(20, 2, [tf.int32], [[]], seed=4)
with tf.Session() as session:
    session.run(queue.enqueue_many([list(range(15))]))
    a = session.run(queue.dequeue_many(4))
    b = [session.run(queue.dequeue()) for _ in range(5)]
    session.run(queue.close())
    c = session.run(queue.dequeue_up_to(20))
result = [a, np.array(b), c]
""",
    "files by pattern": """
for name in ("b1", "a2", "a1"):
    path(name, b"")
names = tf.train.match_filenames_once(os.path.join(folder, "a*"))
with tf.Session() as session:
    before = error_of(lambda: session.run(names))
    session.run(tf.local_variables_initializer())
    found = texts(session.run(names))
    path("a3", b"")
    found += texts(session.run(names))
result = [before, found]
""",
}

PROGRAMS = {title: _SETUP + program for title, program in _PROGRAMS.items()}
