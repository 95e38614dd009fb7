"""Programs of the small packages of tf.contrib with operations of their own; what 1.15.5 says is in `recorded/`."""

from textwrap import dedent

_SETUP = """
def run(*tensors):
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        return session.run(list(tensors))
def told(make):
    try:
        return [[x.decode() for x in v] if v.dtype == object else v.tolist() for v in run(*make())]
    except (tf.errors.OpError, ValueError) as e:
        return type(e).__name__ + ": " + str(e).split(" for '")[0].split("\\n")[0]
"""
_PROGRAMS = {
    "libsvm": """
        from tensorflow.contrib.libsvm import decode_libsvm
        def decoded(lines, **kw):
            features, labels = decode_libsvm(lines, 6, **kw)
            return [features.indices, features.values, features.dense_shape, labels]
        result = run(*decoded(["1 1:3.4 2:0.5 4:0.231", "1 2:2.5 3:0.103 5:0.503", "-1 4:1e3"]))
        square = [["1 1:3", "2 2:3"], ["0 1:1", "4 1:5 2:6"]]
        result += run(*decoded(square, dtype=tf.int32, label_dtype=tf.float64))
        result += [str(x.shape) for x in decoded(tf.placeholder(tf.string, [None, 3]))]
        for line in ("", " ", "1", "1 a:3", "1 7:2", "x 1:1", "1 3", "1.5 1:2", "1 1:", "  1   2:3  ", "1 -1:2", "1 2:3\\n",
                     "1\\t2:3", "1 2:3 2:4", "1 3:1 2:1", "1 2:3 # c", "1 0:1.5x", "1 +2:3"):
            result += [line, told(lambda: decoded([line]))]
        result += [told(lambda: decoded(["1 1:3.5"], dtype=tf.int64)), told(lambda: decoded(["1 1:inf 2:-1e400"]))]
        """,
    "probes of hyperplanes": """
        from tensorflow.contrib.nearest_neighbor import hyperplane_lsh_probes
        r = np.random.RandomState(0)
        products = r.normal(size=[20, 12])
        result = run(*hyperplane_lsh_probes(products, 3, 4, 40)) + run(*hyperplane_lsh_probes(products[:4], 2, 6, 128))
        result += run(*hyperplane_lsh_probes(products.astype(np.float32), 12, 1, 15))
        for tables, planes, probes in ((3, 4, 2), (0, 4, 3), (3, 3, 4), (3, 0, 2), (3, 4, 0), (1, 33, 2)):
            result += [told(lambda: hyperplane_lsh_probes(products[:2], tables, planes, probes))]
        result += [told(lambda: hyperplane_lsh_probes(products[0], 3, 4, 2))]
        """,
    "slices": """
        from tensorflow.contrib.reduce_slice_ops.python.ops import reduce_slice_ops as R
        data = np.arange(24).reshape(6, 4) - 7
        axis = tf.placeholder_with_default(np.int64(1), [])  # 1.15.5's rule for shapes is wrong along other axes than 0
        result = []
        for name in ("sum", "prod", "max", "min"):
            f = getattr(R, "reduce_slice_" + name)
            result += run(
                f(data.astype(np.float32), [[0, 2], [1, 1], [3, 2], [2, 9]], 0),
                f(data.astype(np.int32), tf.constant([0, 2, 4], tf.int64), axis),
                f(data.astype(np.int32), [[1, 2], [0, 4]], axis),
                f(data.astype(np.int64), [3, 6], 0),
                f(data.astype(np.float64), [3], 0),
                f(np.arange(8, dtype=np.uint8), [[0, 0], [2, 5]], 0),
            )
        total = R.reduce_slice_sum(np.complex64([1, 2j, 3]), [[0, 2]], 0)
        result += run(tf.real(total), tf.imag(total))
        for indices in (np.zeros([1, 3]), 3, np.zeros([1, 1, 2])):
            result += [told(lambda: [R.reduce_slice_sum(data, tf.constant(indices, tf.int32), 0)])]
        """,
    "periodic resampling": """
        from tensorflow.contrib.periodic_resample import periodic_resample
        values = np.arange(24).reshape(2, 3, 4).astype(np.float32)
        result = []
        for shape in ([4, 6, None], [2, 12, None], [None, 3, 4], [2, None, 8], [3, 3, None], [5, 4, None]):
            x = tf.constant(values)
            y = periodic_resample(x, shape)
            result += run(y)
            if shape[0] not in (3, 5):  # 1.15.5 writes outside of its memory where factors are no integers
                result += run(tf.gradients(y * y, x)[0])
            result += [str(y.shape), str(periodic_resample(tf.placeholder(tf.float32, [None, 3, 4]), shape).shape)]
        for shape in ([6, None], [None, 6, 1], [2, 3, 4], [None, None, 4]):
            result += [told(lambda: [periodic_resample(values, shape)])]
        """,
    "skip grams": """
        from tensorflow.contrib import text
        result = []
        for n in (2, 3, 4, 7, 8, 9):
            pairs = text.skip_gram_sample(tf.range(n), min_skips=1, max_skips=6, seed=7)
            with tf.Session() as session:
                for _ in range(4):
                    result += session.run(pairs)
        words = tf.constant(list("abcdefgh"))
        for settings in (dict(seed=1), dict(seed=3, emit_self_as_target=True, max_skips=2), dict(seed=5, start=2, limit=3),
                         dict(start=2, limit=30, min_skips=0, max_skips=0, emit_self_as_target=True),
                         dict(start=9), dict(min_skips=-1), dict(min_skips=3, max_skips=2)):
            result += [told(lambda: [tf.string_join(text.skip_gram_sample(words, **settings))])]
        result += [told(lambda: text.skip_gram_sample([[1, 2], [3, 4]]))]
        result += [str(x.shape) for x in text.skip_gram_sample(words)]
        """,
    "skip grams of frequent words": """
        import os, tempfile
        from tensorflow.contrib import text
        file = os.path.join(tempfile.mkdtemp(), "words.txt")
        with open(file, "w") as f:
            f.write("bonjour,fr,42\\nhello,en,777\\nhola,es,99\\n")
        words = tf.constant(["hola", "hello", "what", "bonjour", "hello", "hello", "hola", "hello", "hello"])
        f = lambda **kw: text.skip_gram_sample_with_text_vocab(words, file, vocab_freq_index=2, **kw)
        result = []
        for kw in (dict(max_skips=1), dict(max_skips=1, vocab_min_count=50),
                   dict(max_skips=2, seed=3, vocab_subsampling=1e-2), dict(seed=4, vocab_subsampling=1e-3, corpus_size=1000)):
            result += [told(lambda: [tf.string_join(f(**kw))])]
        f = text.skip_gram_sample_with_text_vocab
        for make in (lambda: f(words, file), lambda: f(words, file, vocab_freq_index=3),
                     lambda: f(words, file, 0, vocab_freq_index=0), lambda: f(words, file, -1),
                     lambda: f(words, file, vocab_freq_index=2, corpus_size=3, vocab_subsampling=0.1),
                     lambda: f(words, file, vocab_freq_index=2, vocab_subsampling=3.0),
                     lambda: text.skip_gram_sample(words, vocab_min_count=3),
                     lambda: text.skip_gram_sample(words, vocab_freq_table=3)):
            try:
                make()
            except ValueError as e:
                result += [str(e).replace(file, "FILE").replace("'", "").replace("float", "").split("instead of")[0]]
        """,
    "elements of lists": """
        from tensorflow.contrib.input_pipeline.python.ops import input_pipeline_ops as P
        result = []
        endless = P.seek_next(["a", "b", "c"])
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            result += [session.run(endless).decode() for _ in range(5)]
        result += [str(endless.shape), [v.name for v in tf.global_variables()], len(tf.trainable_variables())]
        with tf.Graph().as_default():
            twice = P.seek_next(["a", "b", "c", "d"], shuffle=True, seed=4, num_epochs=2)
            with tf.Session() as session:
                session.run(tf.global_variables_initializer())
                got = [session.run(twice).decode() for _ in range(8)]
                result += [sorted(got[:4]), sorted(got[4:])]
                try:
                    session.run(twice)
                except tf.errors.OutOfRangeError as e:
                    result += [str(e).split("\\n")[0]]
            result += [[n.name for n in tf.get_default_graph().as_graph_def().node]]
        result += [told(lambda: [tf.contrib.input_pipeline.obtain_next([["a"]], tf.Variable(tf.constant(0, tf.int64)))])]
        """,
}
PROGRAMS = {title: _SETUP + dedent(source) for title, source in _PROGRAMS.items()}
