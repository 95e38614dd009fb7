"""Programs of `batch_sequences_with_states`, whose answers TensorFlow 1.15.5 has given (`record_115.py`)."""

_SETUP = """
batch_sequences_with_states = tf.contrib.training.batch_sequences_with_states
lengths = [5, 2, 4]
number = tf.train.range_input_producer(3, num_epochs=1, shuffle=False).dequeue()
length = tf.constant(lengths)[number]
steps = tf.range(tf.cast(length, tf.int64))
wide = tf.SparseTensor(
    tf.stack([steps, (steps * 2 + tf.cast(number, tf.int64)) % 4], 1),
    tf.cast(steps, tf.float32) + 100.0 * tf.cast(number, tf.float32),
    tf.stack([tf.cast(length, tf.int64), 4]))
few = tf.SparseTensor([[0, 2], [3, 0]], tf.as_string(number + [10, 20]), [4, 3])
own = tf.SparseTensor([[1], [4]], tf.stack([number, -number]), [5])
dense = tf.cast(tf.range(length), tf.float32)

def sparse(value):
    texts = [v.decode() for v in value.values] if value.values.dtype == object else value.values
    return [value.indices, texts, value.dense_shape]

def collected(batch, fetches):
    save = batch.save_state("seen", batch.state("seen") + batch.length)
    coord = tf.train.Coordinator()
    found = []
    session = tf.Session()
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    threads = tf.train.start_queue_runners(session, coord)
    try:
        while True:
            keys, values, _ = session.run([batch.key, fetches, save])
            row = {"key": " ".join(k.decode() for k in keys)}
            for name, value in values.items():
                row[name] = sparse(value) if isinstance(value, tf.SparseTensorValue) else value
            found.append(row)
    except tf.errors.OutOfRangeError:
        pass
    if tf.__name__ == "penstock":  # TensorFlow's barrier never comes back from being closed
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=20)
        session.close()
    return sorted(found, key=lambda row: row["key"])
"""

_PROGRAMS = {
    "sequences and context, padded": """
context = {"own": own, "n": number}
batch = batch_sequences_with_states(
    tf.as_string(number), {"wide": wide, "x": dense}, context, None, {"seen": tf.constant(0)}, 3, 1, num_threads=1)
names = [sorted(batch.sequences), sorted(batch.context)]
shapes = [str(batch.sequences["wide"].get_shape()), str(batch.context["own"].get_shape()),
          str(batch.sequences["x"].get_shape()), batch.sequences["wide"].dtype.name]
rows = collected(batch, {"wide": batch.sequences["wide"], "x": batch.sequences["x"], "own": batch.context["own"],
                         "n": batch.context["n"], "length": batch.length, "seen": batch.state("seen")})
result = [names, shapes, rows]
""",
    "only sparse sequences, two at a time": """
key = tf.train.range_input_producer(2, num_epochs=1, shuffle=False, name="other").dequeue()
few = tf.SparseTensor([[0, 2], [3, 0], [3, 2]], tf.as_string(key + [10, 20, 30]), [4, 3])
batch = batch_sequences_with_states(
    tf.as_string(key), {"few": few}, {}, None, {"seen": tf.constant(0)}, 3, 2, num_threads=1)
result = collected(batch, {"few": batch.sequences["few"], "length": batch.length, "total": batch.total_length})
""",
    "a length that is given, nothing to pad": """
batch = batch_sequences_with_states(
    tf.as_string(number), {"few": few}, {"own": own}, 3, {"seen": tf.constant(0)}, 2, 1, num_threads=1, pad=False)
result = collected(batch, {"few": batch.sequences["few"], "own": batch.context["own"], "length": batch.length})
""",
    "a sparse value of NumPy": """
value = tf.SparseTensorValue(np.array([[0, 1], [2, 0]]), np.array([1.5, 2.5], np.float32), np.array([3, 2]))
key = tf.train.range_input_producer(1, num_epochs=1, shuffle=False, name="other").dequeue()
batch = batch_sequences_with_states(
    tf.as_string(key), {"v": tf.SparseTensor.from_value(value), "x": tf.constant([1, 2, 3])}, {}, None,
    {"seen": tf.constant(0)}, 2, 1, num_threads=1)
result = collected(batch, {"v": batch.sequences["v"], "x": batch.sequences["x"]})
""",
    "a length that is no multiple": """
found = []
for sequences in ({"few": few}, {"x": tf.placeholder_with_default([1, 2, 3, 4, 5], [None])}):
    batch_sequences_with_states(
        tf.as_string(number), sequences, {}, 4, {"seen": tf.constant(0)}, 3, 1, num_threads=1, pad=False)
    enqueue = tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS)[-1].enqueue_ops[0]
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        coord = tf.train.Coordinator()
        first = tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS)[0]
        threads = first.create_threads(session, coord, daemon=True, start=True)
        try:
            session.run(enqueue)
        except tf.errors.InvalidArgumentError as error:
            text = error.message
            start = text.index("ensor ") - (7 if "SparseT" in text else 1)
            found.append(text[start:text.index("pad=True.") + 9])
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=20)
result = found
""",
}

PROGRAMS = {title: _SETUP + program for title, program in _PROGRAMS.items()}
