"""Programs of tf.contrib.checkpoint; what TensorFlow 1.15.5 says to them is in `recorded/checkpoint.json`."""

_BEFORE = """
import os, re, tempfile
K = tf.contrib.checkpoint
folder = tempfile.mkdtemp()

def refusal(call):
    try:
        call()
    except Exception as error:
        kinds = [c.__name__ for c in type(error).__mro__ if not c.__name__.startswith("_")]
        text = re.sub("<[^<]*object at 0x[0-9a-f]+>", "<object>", str(error)).replace(folder, "FOLDER")
        return [kinds[0], text]

def parts(value):
    return [name for name, _ in value._checkpoint_dependencies]
"""

PROGRAMS = {
    "arrays": _BEFORE
    + """
arrays = K.NumpyState()
arrays.x = np.zeros([2, 2])
arrays.y = np.float32(3)
refused = [refusal(lambda: setattr(arrays, "z", value)) for value in (3, "s", [1.0])]
refused.append(refusal(lambda: arrays.nothing))
checkpoint = tf.train.Checkpoint(arrays=arrays)
with tf.Session() as session:
    path = checkpoint.save(os.path.join(folder, "m"), session=session)
names = [[name, shape] for name, shape in tf.train.list_variables(path) if "OBJECT" not in name]
arrays.x[1, 1] = 4.0
changed = arrays.x.copy()
arrays.x = np.ones([3])
checkpoint.restore(path).assert_consumed()
back = [arrays.x, arrays.y]
others = K.NumpyState()
tf.train.Checkpoint(arrays=others).restore(path)
fuller = K.NumpyState()
fuller.extra = np.ones(2)
tf.train.Checkpoint(arrays=fuller).restore(path)
unused = tf.train.Checkpoint(arrays=tf.train.Checkpoint()).restore(path)
kind = refusal(unused.assert_consumed)[0]
result = [refused, names, changed, back, others.x, others.y, parts(others), fuller.x, fuller.extra, parts(fuller), kind]
""",
    "state of Python": _BEFORE
    + """
class Name(K.PythonStateWrapper):
    def __init__(self, text):
        self.text = text

    def serialize(self):
        return self.text.encode()

    def deserialize(self, string_value):
        self.text = string_value.decode()

name = Name("before")
checkpoint = tf.train.Checkpoint(name=name, v=tf.Variable(1.0))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    path = checkpoint.save(os.path.join(folder, "m"), session=session)
    name.text = "after"
    status = checkpoint.restore(path)
    at_once = name.text
    name.text = "later"
    status.run_restore_ops(session)
result = [at_once, name.text]
""",
    "drawing": _BEFORE
    + """
v, w = tf.Variable([1.0, 2.0], name="v"), tf.Variable(3.0)
optimizer = tf.train.AdamOptimizer(0.1)
train = optimizer.minimize(tf.reduce_sum(v) * w, var_list=[v])
arrays = K.NumpyState()
arrays.x = np.zeros([2])
checkpoint = tf.train.Checkpoint(optimizer=optimizer, v=v, arrays=arrays, **{'a/b."c': w})
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    path = checkpoint.save(os.path.join(folder, "m"), session=session)
result = [K.dot_graph_from_checkpoint(path), refusal(lambda: K.dot_graph_from_checkpoint(os.path.join(folder, "none")))]
""",
    "containers": _BEFORE
    + """
v, w = tf.Variable([1.0, 2.0], name="v"), tf.Variable(3.0, name="w", trainable=False)
both = K.List([v, w])
both.append(v)
both.extend([w])
named = K.Mapping(a=v)
named["b"] = w
named.update(z=v)
deep = K.List([K.List([v]), tf.keras.layers.Dense(2)])
deep[1].build([1, 2])
names = lambda values: [value.op.name for value in values]
result = [
    len(both), names(both), parts(both), names(both + [v]), repr(both), names(both.trainable_weights), names(both.weights),
    names(both.non_trainable_weights), both.count(v) if False else len(both.copy()), refusal(lambda: both.append(3))[1],
    refusal(lambda: both.__setitem__(0, v))[0], refusal(lambda: both.__delitem__(0))[0], both == both, both == [v, w, v, w],
    len(named), sorted(named), parts(named), names(named.trainable_weights), refusal(lambda: named.__setitem__("a", w)),
    refusal(lambda: named.__setitem__("c", 3))[1], refusal(lambda: named.__setitem__(3, v)),
    refusal(lambda: named.__delitem__("a"))[0], "a" in named, named.get("q"), len(deep.layers), len(deep.weights),
    isinstance(both, K.CheckpointableBase), isinstance(named, K.CheckpointableBase),
]
""",
    "parts": _BEFORE
    + """
class Root(K.Checkpointable):
    def __init__(self):
        block = tf.get_variable("block", initializer=[1.0, 2.0, 3.0, 4.0])

        def fill(buffer):
            said.append(["fill", sorted(buffer)])
            buffer["a"], buffer["b"] = tf.identity(block[:2]), tf.identity(block[2:])

        def consume(buffer):
            said.append(["consume", sorted(buffer)])
            return block.assign(tf.concat([buffer["b"], buffer["a"] * 2.0], 0))

        made = K.split_dependency(["a", "b"], [tf.float32, tf.float32], fill, consume, device="/cpu:0")
        for name in sorted(made):
            self._track_trackable(made[name], name)
        self.block = K.NoDependency(block)

said = []
root = Root()
checkpoint = tf.train.Checkpoint(root=root)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    path = checkpoint.save(os.path.join(folder, "m"), session=session)
    session.run(root.block.assign([0.0, 0.0, 0.0, 0.0]))
    status = checkpoint.restore(path)
    status.assert_consumed()
    status.run_restore_ops(session)
    value = session.run(root.block)
result = [said[0], said[-1], value, [name for name, _ in tf.train.list_variables(path)]]
""",
}
