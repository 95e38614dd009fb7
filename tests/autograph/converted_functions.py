"""Functions with Python's control flow, converted by AutoGraph. A Python that has 1.15.5 records what it makes of them:

python tests/autograph/converted_functions.py    writes recorded_converted_functions.json
"""

import json
import os
import sys

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded_converted_functions.json")

if __name__ == "__main__":
    sys.path.pop(0)

import tensorflow as tf  # noqa: E402


def branch(x):
    if tf.reduce_sum(x) > 0:
        y = x * 2.0
    else:
        y = -x
    return y


def halves(x):
    turns = 0
    while x > 1.0:
        x = x / 2.0
        turns += 1
    return x, turns


def counting(n):
    total = 0
    for i in range(n):
        if i < 3:
            continue
        if i > 6:
            break
        total += i
    return total


def early_return(x):
    if x > 0.0:
        return x + 1.0
    x = x * 3.0
    return x - 1.0


def lazy(x, y):
    if x > 0.0 and not y > 5.0:
        return x
    return y


def expression(x):
    return x if x > 1.0 else -x


def rows(m):
    largest = tf.constant(0.0)
    for row in m:
        largest += tf.reduce_max(row)
    return largest, len(m)


def rows_of_unknown_number(n):
    return rows(tf.ones([n, 2]))


def elements(n):
    total = tf.constant(0, tf.int64)
    for e in tf.data.Dataset.range(tf.cast(n, tf.int64)):
        total += e * e
    return total


def elements_until(n):
    total = tf.constant(0, tf.int64)
    for e in tf.data.Dataset.range(tf.cast(n, tf.int64)):
        if e > 4:
            break
        total += e
    return total


def nested(n):
    found = tf.constant(0)
    i = 0
    while i < n:
        j = 0
        while j < i:
            if (i + j) % 2 > 0:
                found += 1
            j += 1
        i += 1
    return found


def calls_another(x):
    return branch(x) + expression(tf.reduce_max(x))


class Model(object):  # noqa: UP004
    bias = 3.0

    def call(self, x):
        if x > 0.0:
            x = x + self.bias
        return x


def method(x):
    return Model().call(x)


def builtins(x):
    return float(x) + 0.5, int(x), abs(x)


def only_in_one_branch(x):
    if x > 0.0:
        y = 1.0
    return y


def other_type(x):
    if x > 0.0:
        y = 1
    else:
        y = 1.0
    return y


def not_defined_before(n):
    i = 0
    while i < n:
        k = i
        i += 1
    return k


def type_changes(n):
    i = 0
    while i < n:
        i = i + 1
        n = n * 1
        s = 1.0
        i = tf.cast(i, tf.float32) + s
    return i


def return_in_loop(n):
    i = 0
    while i < n:
        if i > 3:
            return i
        i += 1
    return -1


CASES = [
    (branch, [1.0, 2.0]),
    (branch, [-1.0, -2.0]),
    (halves, 10.0),
    (counting, 10),
    (counting, 5),
    (early_return, 1.0),
    (early_return, -1.0),
    (expression, 0.5),
    (rows, [[1.0, 2.0], [5.0, 3.0]]),
    (rows_of_unknown_number, 3),
    (elements, 5),
    (elements_until, 10),
    (elements_until, 3),
    (nested, 6),
    (calls_another, [1.0, 2.0]),
    (method, 1.0),
    (builtins, 2.75),
    (only_in_one_branch, 1.0),
    (other_type, 1.0),
    (not_defined_before, 3),
    (type_changes, 3),
    (return_in_loop, 3),
]


def outcome(function, value):
    """What the converted function returns in a session, or the first line of its error."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        given = tf.compat.v1.placeholder_with_default(tf.constant(value), tf.constant(value).shape)
        try:
            result = tf.autograph.to_graph(function)(given)
        except Exception as error:
            return {
                "error": type(error).__name__,
                "text": [line.strip() for line in str(error).splitlines() if line][-1],
            }
        return [v.tolist() if hasattr(v, "tolist") else v for v in sess.run(tf.nest.flatten(tf.nest.map_structure(
            tf.convert_to_tensor, result)))]  # fmt: skip


if __name__ == "__main__":
    with open(RECORD, "w") as file:
        json.dump([[f.__name__, value, outcome(f, value)] for f, value in CASES], file, separators=(",", ":"))
        file.write("\n")
