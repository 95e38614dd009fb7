"""Conditionals, loops and what is made of them: map_fn, scan, folds, TensorArrays, with gradients and optimizers after them."""


def cond_of_constants(tf, mark):
    x = tf.constant(2.0)
    mark()
    y = tf.cond(x < 5.0, lambda: tf.constant(1.0), lambda: tf.constant(0.0))
    mark()
    return y


def cond_with_captures(tf, mark):
    x, y = tf.placeholder(tf.float32, [3]), tf.constant([1.0, 2.0, 3.0])
    p = tf.placeholder(tf.bool, [])
    z = tf.cond(p, lambda: x * y + x, lambda: x - 1.0)
    mark()
    w = tf.cond(p, lambda: (x, y), lambda: (y, x))
    mark()
    return z, w


def cond_of_python_numbers(tf, mark):
    p = tf.placeholder(tf.bool, [])
    y = tf.cond(p, lambda: 1, lambda: 2)
    mark()
    z = tf.cond(p, lambda: [1.0, [2.0]], lambda: [3.0, [4.0]])
    mark()
    return y, z


def cond_of_operations(tf, mark):
    p = tf.placeholder(tf.bool, [])
    v = tf.Variable(1.0)
    step = tf.Variable(0, trainable=False)
    mark()
    one = tf.cond(p, lambda: tf.assign(v, 3.0).op, lambda: tf.no_op())
    mark()
    two = tf.cond(p, lambda: tf.assign_add(step, 1), lambda: step)
    mark()
    three = tf.cond(p, lambda: tf.group(v.initializer, step.initializer), tf.no_op)
    mark()
    return one, two, three


def cond_nested(tf, mark):
    p, q = tf.placeholder(tf.bool, []), tf.placeholder(tf.bool, [])
    x = tf.constant([1.0, 2.0])

    def inner():
        mark()
        y = tf.cond(q, lambda: x * 2.0, lambda: x + 1.0)
        mark()
        return y

    y = tf.cond(p, inner, lambda: tf.zeros([2]))
    mark()
    return y


def cond_with_random_branches(tf, mark):
    p = tf.placeholder_with_default(True, [])
    x = tf.ones([2, 3])

    def dropped():
        mark()
        y = tf.nn.dropout(x, 0.5)
        mark()
        return y

    y = tf.cond(p, dropped, lambda: x)
    mark()
    z = tf.cond(p, lambda: tf.random_normal([2]), lambda: tf.random_uniform([2]))
    mark()
    return y, z


def cond_of_sparse(tf, mark):
    p = tf.placeholder(tf.bool, [])
    a = tf.SparseTensor([[0, 0]], [1.0], [2, 2])
    b = tf.SparseTensor([[1, 1]], [2.0], [2, 2])
    y = tf.cond(p, lambda: a, lambda: b)
    mark()
    return y.values


def cond_gradient(tf, mark):
    p = tf.placeholder(tf.bool, [])
    x = tf.constant([1.0, 2.0])
    y = tf.cond(p, lambda: x * x, lambda: x + 1.0)
    mark()
    g = tf.gradients(y, x)
    mark()
    return g


def cond_gradient_of_one_branch(tf, mark):
    p = tf.placeholder(tf.bool, [])
    x = tf.placeholder(tf.float32, [None, 2])
    y = tf.cond(p, lambda: tf.reduce_sum(tf.exp(x)), lambda: tf.constant(0.0))
    g = tf.gradients(y, x)
    mark()
    return g


def cond_gradient_of_variables(tf, mark):
    p = tf.placeholder(tf.bool, [])
    v = tf.get_variable("v", [3, 3])
    b = tf.get_variable("b", [3], initializer=tf.zeros_initializer())
    x = tf.placeholder(tf.float32, [2, 3])
    y = tf.cond(p, lambda: tf.matmul(x, v) + b, lambda: tf.nn.relu(tf.matmul(x, v)))
    loss = tf.reduce_mean(tf.square(y))
    mark()
    tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    mark()


def cond_gradient_nested(tf, mark):
    p, q = tf.placeholder(tf.bool, []), tf.placeholder(tf.bool, [])
    x = tf.constant([1.0, 2.0])
    y = tf.cond(p, lambda: tf.cond(q, lambda: x * x, lambda: tf.exp(x)), lambda: tf.sin(x))
    mark()
    g = tf.gradients(y, x)
    mark()
    return g


def case_with_default(tf, mark):
    x = tf.placeholder(tf.int32, [])
    y = tf.case([(x < 1, lambda: tf.constant(1)), (x < 3, lambda: tf.constant(2))], default=lambda: tf.constant(3))
    mark()
    return y


def case_exclusive(tf, mark):
    x = tf.placeholder(tf.int32, [])
    pairs = [(tf.equal(x, 1), lambda: tf.constant(1)), (tf.equal(x, 3), lambda: tf.constant(2))]
    y = tf.case(pairs, default=lambda: tf.constant(3), exclusive=True)
    mark()
    return y


def case_without_default(tf, mark):
    x = tf.placeholder(tf.int32, [])
    y = tf.case([(x < 1, lambda: tf.constant(1)), (x >= 1, lambda: tf.constant(2))])
    mark()
    return y


def while_counter(tf, mark):
    i = tf.while_loop(lambda i: i < 10, lambda i: i + 1, [tf.constant(0)])
    mark()
    return i


def while_of_python_numbers(tf, mark):
    i = tf.while_loop(lambda i, x: i < 10, lambda i, x: (i + 1, x * 2.0), [0, 1.0])
    mark()
    return i


def while_with_captures(tf, mark):
    x, n = tf.placeholder(tf.float32, [2, 2]), tf.placeholder(tf.int32, [])

    def body(i, a):
        mark()
        a = tf.matmul(a, x) + tf.cast(n, tf.float32)
        mark()
        return i + 1, a

    r = tf.while_loop(lambda i, a: i < n, body, [tf.constant(0), x])
    mark()
    return r


def while_with_limit(tf, mark):
    r = tf.while_loop(lambda i: i < 10, lambda i: i + 1, [tf.constant(0)], maximum_iterations=5)
    mark()
    r = tf.while_loop(
        lambda i, j: i < 10,
        lambda i, j: [i + 1, j],
        [tf.constant(0), tf.constant(3.0)],
        maximum_iterations=tf.constant(5),
    )
    mark()
    return r


def while_nested(tf, mark):
    x = tf.constant([1.0, 2.0])

    def body(i, a):
        _, b = tf.while_loop(lambda j, b: j < i, lambda j, b: (j + 1, b * x), [0, a])
        mark()
        return i + 1, b

    r = tf.while_loop(lambda i, a: i < 3, body, [0, x])
    mark()
    return r


def while_with_cond(tf, mark):
    x = tf.constant([1.0, 2.0])

    def body(i, a):
        b = tf.cond(tf.equal(i % 2, 0), lambda: a * x, lambda: a + 1.0)
        mark()
        return i + 1, b

    r = tf.while_loop(lambda i, a: i < 3, body, [0, x])
    mark()
    return r


def cond_with_while(tf, mark):
    x = tf.constant([1.0, 2.0])
    p = tf.placeholder(tf.bool, [])
    loop = lambda: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x])[1]
    r = tf.cond(p, loop, lambda: x)
    mark()
    return r


def while_with_random_numbers(tf, mark):
    def body(i, a):
        return i + 1, a + tf.random_normal([2])

    r = tf.while_loop(lambda i, a: i < 3, body, [0, tf.zeros([2])])
    mark()
    return r


def while_invariants(tf, mark):
    r = tf.while_loop(
        lambda i, a: i < 3,
        lambda i, a: (i + 1, tf.concat([a, a], 0)),
        [tf.constant(0), tf.ones([1])],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
    )
    mark()
    return r


def while_with_assignment(tf, mark):
    v = tf.Variable(1.0)

    def body(i):
        with tf.control_dependencies([tf.assign_add(v, 1.0)]):
            return i + 1

    r = tf.while_loop(lambda i: i < 3, body, [0])
    mark()
    return r


def while_gradient(tf, mark):
    x = tf.constant([1.0, 2.0])
    _, y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * a), [0, x])
    mark()
    g = tf.gradients(y, x)
    mark()
    return g


def while_gradient_of_captures(tf, mark):
    x, w = tf.constant([[1.0, 2.0]]), tf.get_variable("w", [2, 2])
    _, y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.tanh(tf.matmul(a, w))), [0, x])
    mark()
    tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y))
    mark()


def while_gradient_with_cond(tf, mark):
    x = tf.constant([1.0, 2.0])
    body = lambda i, a: (i + 1, tf.cond(i < 1, lambda: a * a, lambda: a * x))
    _, y = tf.while_loop(lambda i, a: i < 3, body, [0, x])
    mark()
    g = tf.gradients(y, x)
    mark()
    return g


def while_gradient_nested(tf, mark):
    x = tf.constant([1.0, 2.0])
    inner = lambda i, a: tf.while_loop(lambda j, b: j < i, lambda j, b: (j + 1, b * x), [0, a])[1]
    _, y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, inner(i, a)), [0, x])
    mark()
    g = tf.gradients(y, x)
    mark()
    return g


def map_over_elements(tf, mark):
    y = tf.map_fn(lambda x: x * x, tf.constant([1.0, 2.0, 3.0]))
    mark()
    z = tf.map_fn(lambda x: x + 1, tf.placeholder(tf.int32, [None, 2]))
    mark()
    w = tf.map_fn(lambda ab: ab[0] * ab[1], (tf.ones([3]), tf.ones([3, 2])), dtype=tf.float32)
    mark()
    u = tf.map_fn(lambda x: tf.nn.dropout(x, 0.5), tf.ones([2, 3]))
    mark()
    return y, z, w, u


def map_gradient(tf, mark):
    x = tf.constant([1.0, 2.0, 3.0])
    y = tf.map_fn(lambda x: x * x, x)
    mark()
    g = tf.gradients(y, x)
    mark()
    return g


def scan_over_elements(tf, mark):
    x = tf.constant([1.0, 2.0, 3.0])
    y = tf.scan(lambda a, b: a + b, x)
    mark()
    z = tf.scan(lambda a, b: a + b, tf.placeholder(tf.float32, [None]), initializer=0.0)
    mark()
    w = tf.scan(lambda a, b: (a[0] + b, a[1] * b), x, initializer=(0.0, 1.0), reverse=True)
    mark()
    v = tf.scan(lambda a, b: a + b, x, reverse=True)
    mark()
    return y, z, w, v


def folds(tf, mark):
    x = tf.constant([1.0, 2.0, 3.0])
    y = tf.foldl(lambda a, b: a + b, x)
    mark()
    z = tf.foldr(lambda a, b: a - b, x)
    mark()
    w = tf.foldl(lambda a, b: a + b, tf.placeholder(tf.float32, [None]), initializer=0.0)
    mark()
    v = tf.foldr(lambda a, b: a + b, x, initializer=tf.constant(1.0))
    mark()
    return y, z, w, v


def tensor_arrays(tf, mark):
    a = tf.TensorArray(tf.float32, size=3)
    mark()
    a = a.write(0, [1.0]).write(1, [2.0])
    mark()
    a = a.write(tf.constant(2), tf.constant([3.0]))
    x = a.read(1)
    mark()
    y = a.stack()
    mark()
    b = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False).unstack(tf.ones([3, 2]))
    mark()
    s = b.size()
    mark()
    g = b.gather([0, 1])
    mark()
    c = b.concat()
    mark()
    d = tf.TensorArray(tf.float32, size=tf.constant(2)).split([1.0, 2.0, 3.0], [1, 2])
    mark()
    e = tf.TensorArray(tf.float32, size=2, element_shape=[2]).scatter([1, 0], tf.ones([2, 2]))
    mark()
    f = e.identity()
    mark()
    return x, y, s, g, c, d.read(0), f.stack(), e.close()


def tensor_array_in_a_loop(tf, mark):
    a = tf.TensorArray(tf.float32, size=4)
    _, a = tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a.write(i, tf.cast(i, tf.float32))), [0, a])
    mark()
    y = a.stack()
    mark()
    return y


def tensor_array_gradient(tf, mark):
    x = tf.constant([1.0, 2.0, 3.0])
    b = tf.TensorArray(tf.float32, size=3).unstack(x)
    a = tf.TensorArray(tf.float32, size=3)
    _, a = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a.write(i, b.read(i) * 2.0)), [0, a])
    y = a.stack()
    mark()
    g = tf.gradients(y, x)
    mark()
    return g


def assertions(tf, mark):
    x = tf.placeholder(tf.float32, [None])
    a = tf.Assert(tf.reduce_all(x > 0.0), [x])
    mark()
    with tf.control_dependencies([a]):
        y = tf.identity(x)
    checks = [tf.assert_positive(x), tf.assert_equal(x, 1.0), tf.assert_less(x, 3.0), tf.assert_rank(x, 1)]
    mark()
    checks += [tf.assert_non_negative(y), tf.assert_greater_equal(x, y), tf.assert_integer(tf.constant(1))]
    mark()
    return checks


def dropout_by_a_switch(tf, mark):
    x, training = tf.ones([4, 3]), tf.placeholder_with_default(True, [])
    y = tf.layers.dropout(x, 0.5, training=training)
    mark()
    z = tf.layers.dense(y, 2)
    mark()
    return y, z


def batch_normalization_by_a_switch(tf, mark):
    x, training = tf.ones([4, 3]), tf.placeholder_with_default(True, [])
    y = tf.layers.batch_normalization(x, training=training)
    mark()
    z = tf.layers.batch_normalization(tf.ones([2, 4, 4, 3]), training=training)
    mark()
    w = tf.layers.dense(y, 2)
    loss = tf.reduce_mean(w) + tf.reduce_mean(z)
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        tf.train.AdamOptimizer().minimize(loss)
    mark()


def loop_conditions_and_seeds_after(tf, mark):
    w = tf.Variable(tf.truncated_normal([2, 2]))
    mark()
    y = tf.cond(tf.placeholder_with_default(True, []), lambda: w * 2.0, lambda: w)
    v = tf.Variable(tf.truncated_normal([2, 2]))
    mark()
    return y, v
