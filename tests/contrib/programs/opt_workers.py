"""Programs of tf.contrib.opt for many workers, with one; what TensorFlow says to them is in `recorded/opt_workers.json`."""

from textwrap import dedent

_PROGRAM = """
F = tf.contrib.opt
getter = F.{name}CustomGetter("/cpu:0")
with tf.variable_scope("m", custom_getter=getter):
    w = tf.get_variable("w", initializer=tf.constant([[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]]))
    b = tf.get_variable("b", initializer=tf.constant([0.5, -0.25]))
step = tf.train.get_or_create_global_step()
x = tf.constant([[1.0, 2.0, -1.0], [0.5, -1.0, 2.0]])
loss = tf.reduce_sum(tf.square(tf.matmul(x, w) + b - 1.0))
optimizer = F.{name}Optimizer(tf.train.{inner}, 1, getter, communication_period=2{more})
train_op = optimizer.minimize(loss, step)
init_op = optimizer.get_init_op(0)
found = []
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run(tf.local_variables_initializer())
    session.run(init_op)
    for _ in range(5):
        session.run(train_op)
        found += session.run([w, b, step, getter._global_map[w]])
names = [sorted(v.op.name for v in c) for c in (tf.global_variables(), tf.local_variables(), tf.trainable_variables())]
result = [found, names{slots}]
"""


def _filled(**parts):
    text = _PROGRAM
    for name, part in parts.items():
        text = text.replace("{" + name + "}", part)
    return dedent(text)


PROGRAMS = {
    "elastic": _filled(name="ElasticAverage", inner="GradientDescentOptimizer(0.05)", more="", slots=""),
    "elastic, momentum": _filled(
        name="ElasticAverage", inner="MomentumOptimizer(0.02, 0.9)", more=", moving_rate=0.3, rho=0.5", slots=""
    ),
    "accumulated": _filled(name="AGN", inner="GradientDescentOptimizer(0.05)", more="", slots=""),
    "accumulated, Adagrad": _filled(name="AGN", inner="AdagradOptimizer(0.1)", more="", slots=""),
    "mean": dedent(
        """
        F = tf.contrib.opt
        getter = F.ModelAverageCustomGetter("/cpu:0")
        with tf.variable_scope("m", custom_getter=getter):
            w = tf.get_variable("w", initializer=tf.constant([[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]]))
            b = tf.get_variable("b", initializer=tf.constant([0.5, -0.25]))
        step = tf.train.get_or_create_global_step()
        x = tf.constant([[1.0, 2.0, -1.0], [0.5, -1.0, 2.0]])
        loss = tf.reduce_sum(tf.square(tf.matmul(x, w) + b - 1.0))
        optimizer = F.ModelAverageOptimizer(tf.train.MomentumOptimizer(0.02, 0.9), 1, True, getter, interval_steps=2)
        train_op = optimizer.minimize(loss, step)
        init_op = optimizer.get_init_op()
        found = []
        with tf.Session() as session:
            session.run(tf.local_variables_initializer())
            session.run(tf.global_variables_initializer())
            session.run(init_op)
            for _ in range(5):
                session.run(train_op)
                found += session.run([w, b, step, getter._local_2_global[w]])
        collections = tf.global_variables(), tf.local_variables(), tf.trainable_variables()
        result = [found, [sorted(v.op.name for v in c) for c in collections]]
        """
    ),
}
