"""Programs by chance: `run(tf, seed, config)` builds the same graph from the same seed under Penstock and under TensorFlow.

A program has variables, some tens of operations that feed each other, at times loops and branches, a loss, its gradients
and an optimizer, and runs a few steps. Values are kept near one, so that two ways to compute them stay comparable, and what
jumps (rounding, comparisons, places of extremes) looks at variables and feeds only, not at what was summed in some order.
This file runs under both Pythons and imports nothing of Penstock.
"""

import numpy as np

SIDES = (1, 2, 3, 4, 5, 8, 16, 17, 32)


class Program:
    """One graph, while it is being made."""

    def __init__(self, tf, seed, large):
        self.tf, self.chance, self.large = tf, np.random.RandomState(seed), large
        self.float = tf.float64 if self.chance.rand() < 0.25 else tf.float32
        self.feeds, self.variables, self.pool, self.plain, self.log = {}, [], [], [], []

    # --- choices ---

    def pick(self, items):
        return items[self.chance.randint(len(items))]

    def tensor(self, condition=lambda t: True):
        """A tensor made before, rather a late one; None if none is like that."""
        fit = [t for t in self.pool if condition(t)]
        return fit[-1 - min(int(self.chance.exponential(3)), len(fit) - 1)] if fit else None

    def like(self, t):
        """Another tensor that can be broadcast with `t`."""
        shape = t.shape.as_list()

        def fits(other):
            pairs = list(zip(reversed(shape), reversed(other.shape.as_list())))
            grown = np.prod([max(a, b) / max(1, min(a, b)) for a, b in pairs])
            largest = max(t.shape.num_elements(), other.shape.num_elements()) * grown
            return all(a == b or a == 1 or b == 1 for a, b in pairs) and self.small(largest)

        return self.tensor(fits)

    def small(self, shape):
        return np.prod(shape) <= (400000 if self.large else 3000)

    def keep(self, t, plain=False):
        if t.shape.ndims is None or not t.shape.is_fully_defined() or not self.small(t.shape.as_list()):
            return
        self.pool.append(t)
        if plain:
            self.plain.append(t)

    # --- beginnings ---

    def begin(self):
        tf, chance = self.tf, self.chance
        side = self.pick((40, 64, 100, 300)) if self.large else self.pick(SIDES)
        shapes = [[side, self.pick(SIDES)], [side], [], [self.pick(SIDES), side], [1, side]]
        if self.large:
            shapes += [[side, side * 3], [side * 3], [side * 40]]
        if chance.rand() < 0.5:
            shapes += [[self.pick((1, 2, 3)), 8, 8, self.pick((1, 3, 4, 8))]]
        for i, shape in enumerate(shapes):
            value = np.asarray(chance.uniform(-1, 1, shape)).astype(self.float.as_numpy_dtype)
            if chance.rand() < 0.5:
                made = tf.placeholder(self.float, shape, name="feed%d" % i)
                self.feeds[made] = value
            else:
                made = tf.get_variable(
                    "v%d" % i, initializer=tf.constant(value), use_resource=bool(chance.rand() < 0.5)
                )
                self.variables.append(made)
                made = tf.identity(made)
            self.keep(made, plain=True)
        if not self.variables:
            made = tf.get_variable("v", initializer=tf.constant(value), use_resource=bool(chance.rand() < 0.5))
            self.variables.append(made)
            self.keep(tf.identity(made), plain=True)

    # --- operations: each returns a tensor, or None where nothing fits ---

    def unary(self):
        tf, x = self.tf, self.tensor()
        name = self.pick(
            "tanh sigmoid sin cos square neg abs relu elu softplus softsign exp_small log_safe sqrt_safe rsqrt_safe atan "
            "reciprocal_safe erf expm1_small log1p_safe selu leaky_relu relu6 identity stop_gradient".split()
        )
        functions = {
            "exp_small": lambda: tf.exp(tf.minimum(x, 1.0)),
            "expm1_small": lambda: tf.expm1(tf.clip_by_value(x, -2.0, 1.0)),
            "log_safe": lambda: tf.log(tf.square(x) + 0.5),
            "log1p_safe": lambda: tf.log1p(tf.square(x)),
            "sqrt_safe": lambda: tf.sqrt(tf.square(x) + 0.1),
            "rsqrt_safe": lambda: tf.rsqrt(tf.square(x) + 0.5),
            "reciprocal_safe": lambda: 1.0 / (1.0 + tf.square(x)),
            "neg": lambda: -x,
        }
        if name in functions:
            return functions[name]()
        return getattr(tf, name)(x) if hasattr(tf, name) else getattr(tf.nn, name)(x)

    def binary(self):
        x = self.tensor()
        y, tf = self.like(x), self.tf
        if y is None:
            return None
        kind = self.chance.randint(8)
        if kind == 7:
            return tf.squared_difference(x, y)
        return (
            x + y,
            x - y,
            x * y,
            tf.maximum(x, y),
            tf.minimum(x, y),
            x / (1.5 + tf.square(y)),
            tf.add_n([x * y, y * x]),
        )[kind]

    def scalar(self):
        x, c = self.tensor(), float(self.chance.randint(-3, 4)) / 2
        return (x * c, x + c, c - x, self.tf.pow(self.tf.abs(x) + 0.5, c))[self.chance.randint(4)]

    def reduction(self):
        x = self.tensor(lambda t: t.shape.ndims > 0)
        if x is None:
            return None
        rank = x.shape.ndims
        axes = self.pick([None, 0, -1, [0], list(range(rank))] + ([[0, rank - 1]] if rank > 1 else []))
        name = self.pick("reduce_mean reduce_mean reduce_max reduce_min reduce_logsumexp reduce_sum".split())
        y = getattr(self.tf, name)(x, axis=axes, keepdims=bool(self.chance.randint(2)))
        return self.tf.tanh(y) if name == "reduce_sum" else y

    def shaping(self):
        tf = self.tf
        x = self.tensor(lambda t: t.shape.ndims > 0)
        if x is None:
            return None
        shape, kind = x.shape.as_list(), self.chance.randint(11)
        rank, axis = len(shape), self.chance.randint(len(shape))
        size = shape[axis]
        if kind == 0:
            return tf.reshape(x, [-1])
        if kind == 1:
            return tf.transpose(x, self.chance.permutation(rank).tolist())
        if kind == 2:
            return tf.expand_dims(x, int(self.chance.randint(rank + 1)))
        if kind == 3:
            return tf.tile(x, [self.pick((1, 1, 2)) for _ in shape])
        if kind == 4:
            return tf.pad(x, [[self.pick((0, 0, 1)), self.pick((0, 1, 2))] for _ in shape], mode="CONSTANT")
        if kind == 5:
            begin = [int(self.chance.randint(s)) for s in shape]
            return tf.slice(x, begin, [int(self.chance.randint(s - b)) + 1 for s, b in zip(shape, begin)])
        if kind == 6:
            step = self.pick((1, 2, -1, -2))
            return x[(slice(None),) * axis + (slice(None, None, step),)]
        if kind == 7:
            return tf.reverse(x, [axis])
        if kind == 8:
            return tf.concat([x, tf.tanh(x), x][: self.pick((2, 3))], axis)
        if kind == 9:
            return tf.stack([x, -x], axis)
        parts = tf.split(x, size, axis) if size <= 8 else [x]
        return parts[0] * 2.0 - parts[-1]

    def product(self):
        tf = self.tf
        x = self.tensor(lambda t: t.shape.ndims == 2)
        if x is None:
            return None
        rows, columns = x.shape.as_list()
        y = self.tensor(lambda t: t.shape.ndims == 2 and columns in t.shape.as_list())
        if y is None:
            y = x
        first, second = y.shape.as_list()
        if first == columns:
            z = tf.matmul(x, y)
        elif second == columns:
            z = tf.matmul(x, y, transpose_b=True)
        else:
            z = tf.matmul(x, x, transpose_a=True)
        return z * (1.0 / max(1, columns))

    def picture(self):
        tf = self.tf
        x = self.tensor(
            lambda t: t.shape.ndims == 4 and min(t.shape.as_list()[1:3]) >= 3 and t.shape.as_list()[3] <= 32
        )
        if x is None or self.large and x.shape.num_elements() > 60000:
            return None
        channels, kind = x.shape.as_list()[3], self.chance.randint(5)
        padding = self.pick(("SAME", "VALID"))
        if kind <= 1:
            size, out = self.pick((1, 2, 3, 3, 5)), self.pick((1, 4, 8, 16))
            if size > min(x.shape.as_list()[1:3]):
                size = 3
            weights = self.chance.uniform(-1, 1, [size, size, channels, out]) / (size * size * channels) ** 0.5
            kernel = tf.get_variable(
                "k%d" % len(self.variables), initializer=tf.constant(weights.astype(self.float.as_numpy_dtype))
            )
            self.variables.append(kernel)
            stride = self.pick((1, 1, 2))
            y = tf.nn.conv2d(x, kernel, strides=[1, stride, stride, 1], padding=padding)
            if self.chance.rand() < 0.5:
                bias = tf.get_variable("k%d" % len(self.variables), initializer=tf.zeros([out], self.float))
                self.variables.append(bias)
                y = tf.nn.bias_add(y, bias)
                y = tf.nn.relu(y) if self.chance.rand() < 0.5 else y
            return y
        if kind == 2:
            return tf.nn.max_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], padding)
        if kind == 3:
            return tf.nn.avg_pool(x, [1, 2, 2, 1], [1, 1, 1, 1], padding)
        mean, variance = tf.nn.moments(x, [0, 1, 2])
        return tf.nn.batch_normalization(x, mean, variance, None, None, 0.1)

    def choosing(self):
        """What looks at the values of feeds and variables."""
        tf, x = self.tf, self.pick(self.plain)
        kind = self.chance.randint(6)
        if kind == 0:
            y = self.like(x)
            if y is None or y.shape.as_list() != x.shape.as_list():
                y = x * 0.5
            return tf.where(x > 0.25, x, y)
        if kind == 1:
            return tf.cast(tf.floor(x * 4.0), self.float) / 4.0
        if kind == 2:
            return tf.cast(tf.logical_and(x > -0.5, x < 0.5), self.float)
        if kind == 3:
            return tf.cond(tf.reduce_mean(x) > 0, lambda: tf.sin(x), lambda: x * 2.0)
        if x.shape.ndims == 0:
            return None
        rows = x.shape.as_list()[0]
        if kind == 4:
            return tf.gather(x, self.chance.randint(0, rows, [self.pick(SIDES)]))
        return tf.one_hot(tf.argmax(x, 0), rows, dtype=self.float) if x.shape.ndims == 1 else None

    def looping(self):
        tf, x = self.tf, self.tensor()
        turns = int(self.chance.randint(1, 6))
        if self.chance.rand() < 0.5:
            return tf.while_loop(lambda i, y: i < turns, lambda i, y: (i + 1, tf.tanh(y + 0.5 * x)), [0, x])[1]
        if x.shape.ndims == 0 or x.shape.as_list()[0] > 20:
            return None
        return tf.map_fn(lambda row: tf.sin(row) * 2.0, x)

    def softmax(self):
        tf, x = self.tf, self.tensor(lambda t: t.shape.ndims in (1, 2))
        if x is None:
            return None
        kind = self.chance.randint(5)
        if kind == 0:
            return tf.nn.softmax(x)
        if kind == 1:
            return tf.nn.log_softmax(x)
        if kind == 2:
            return (
                tf.cumsum(x, axis=int(self.chance.randint(x.shape.ndims)), reverse=bool(self.chance.randint(2))) / 10.0
            )
        if kind == 3:
            return tf.nn.l2_normalize(x + 0.1, -1)
        return tf.nn.sigmoid_cross_entropy_with_logits(logits=x, labels=tf.stop_gradient(tf.sigmoid(x)))

    def noise(self):
        tf, x = self.tf, self.tensor()
        seed = int(self.chance.randint(1000))
        if self.chance.rand() < 0.5:
            return x + 0.1 * tf.random_uniform(x.shape.as_list(), -1, 1, self.float, seed=seed)
        return tf.nn.dropout(x, keep_prob=0.75, seed=seed)

    # --- the whole ---

    def build(self):
        tf, chance = self.tf, self.chance
        self.begin()
        makers = (
            [self.unary] * 5 + [self.binary] * 6 + [self.scalar] * 2 + [self.reduction] * 3 + [self.shaping] * 4
            + [self.product] * 3 + [self.picture] * 4 + [self.choosing] * 2 + [self.looping] + [self.softmax] * 2 + [self.noise]
        )  # fmt: skip
        for _ in range(chance.randint(5, 40)):
            maker = self.pick(makers)
            made = maker()
            if made is not None:
                self.log.append("%s -> %s %s" % (maker.__name__, made.name, made.shape))
                self.keep(made)
        ends = self.pool[-min(len(self.pool), chance.randint(1, 6)) :]
        loss = tf.add_n([tf.reduce_mean(tf.square(tf.tanh(t))) for t in ends])
        for v in self.variables:  # so that each has a gradient
            loss += 0.001 * tf.reduce_mean(tf.square(v))
        optimizer = self.pick(
            [
                lambda: tf.train.GradientDescentOptimizer(0.1),
                lambda: tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=bool(chance.randint(2))),
                lambda: tf.train.AdamOptimizer(0.01, epsilon=0.1),
                lambda: tf.train.AdagradOptimizer(0.1),
                lambda: tf.train.RMSPropOptimizer(0.01, epsilon=0.1),
                lambda: tf.train.AdadeltaOptimizer(0.1, epsilon=0.1),
                lambda: tf.train.FtrlOptimizer(0.1),
            ]
        )()
        gradients = optimizer.compute_gradients(loss, self.variables)
        if chance.rand() < 0.3:
            clipped, _ = tf.clip_by_global_norm([g for g, _ in gradients], 1.0)
            gradients = list(zip(clipped, self.variables))
        # All gradients first: TensorFlow may update a variable while the gradient of another still reads it.
        gradients = list(zip(tf.tuple([g for g, _ in gradients]), self.variables))
        fetched = (
            [self.pick(self.pool) for _ in range(2)] + [loss] + [tf.convert_to_tensor(g) for g, _ in gradients[:2]]
        )
        return fetched, optimizer.apply_gradients(gradients)


def run(tf, seed, config=None, large=False, steps=3):
    """Build and run the program of a seed; return what was fetched in each step, the variables at the end, and its operations."""
    tf.set_random_seed(seed + 1)
    program = Program(tf, seed, large)
    fetched, train = program.build()
    found = []
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        for _ in range(steps):
            found.append([np.asarray(value) for value in session.run(fetched, program.feeds)])
            session.run(
                train, program.feeds
            )  # by itself: in TensorFlow, what reads a variable beside its update is a race
        variables = session.run(program.variables)
    return {"fetched": found, "variables": variables, "log": program.log}
