"""Programs of tf.contrib.optimizer_v2; what TensorFlow 1.15.5 says to them is in `recorded/optimizer_v2.json`."""

_STEPS = """
F = tf.contrib.optimizer_v2
step = tf.train.get_or_create_global_step()
w = tf.get_variable("w", initializer=tf.constant([[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]]), use_resource={resource})
b = tf.get_variable("b", initializer=tf.constant([0.5, -0.25]), use_resource={resource})
x = tf.constant([[1.0, 2.0, -1.0], [0.5, -1.0, 2.0]])
if {sparse}:
    loss = tf.reduce_sum(tf.square(tf.nn.embedding_lookup(w, [2, 0, 2]) * b))
else:
    loss = tf.reduce_sum(tf.square(tf.matmul(x, w) + b - 1.0))
optimizer = {optimizer}
pairs = optimizer.compute_gradients(loss)
count = len(tf.get_default_graph().get_operations())
with tf.control_dependencies([getattr(g, "values", g) for g, _ in pairs]):
    train_op = optimizer.apply_gradients(pairs, step)
made = [[o.type, o.name] for o in tf.get_default_graph().get_operations()[count:]]
losses = []
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        losses.append(session.run(loss))
        session.run(train_op)
    values = {v.op.name: session.run(v) for v in tf.global_variables()}
result = dict(losses=losses, values=values, made=made, slots=optimizer.get_slot_names(),
              names=[v.name for v in optimizer.variables()])
"""
_OPTIMIZERS = {
    "GradientDescent": "F.GradientDescentOptimizer(0.1)",
    "Momentum": "F.MomentumOptimizer(0.1, 0.9)",
    "Momentum, Nesterov": "F.MomentumOptimizer(0.1, lambda: 0.5, use_nesterov=True, name='Mine')",
    "Adagrad": "F.AdagradOptimizer(0.1)",
    "Adadelta": "F.AdadeltaOptimizer(tf.constant(0.5))",
    "RMSProp": "F.RMSPropOptimizer(0.1, momentum=0.25)",
    "RMSProp, centered": "F.RMSPropOptimizer(0.1, centered=True)",
    "Adam": "F.AdamOptimizer(0.1)",
    "Adam, functions": "F.AdamOptimizer(lambda: 0.1 / tf.cast(step + 1, tf.float32), beta1=0.5)",
}


def _filled(text: str, **parts: object) -> str:
    for name, part in parts.items():
        text = text.replace("{" + name + "}", str(part))
    return text


PROGRAMS = {
    "{}{}{}".format(title, ", sparse" if sparse else "", ", resources" if resource else ""): _filled(
        _STEPS, optimizer=optimizer, resource=resource, sparse=sparse
    )
    for title, optimizer in _OPTIMIZERS.items()
    for sparse, resource in ((False, False), (False, True), (True, False), (True, True))
}

PROGRAMS["an optimizer of one's own"] = """
class Mine(tf.contrib.optimizer_v2.OptimizerV2):
    def __init__(self, rate, name="Mine"):
        tf.contrib.optimizer_v2.OptimizerV2.__init__(self, False, name)
        self._set_hyper("rate", rate)

    def _create_vars(self, var_list, state):
        for v in var_list:
            state.create_slot_with_initializer(v, tf.ones_initializer(), v.shape, v.dtype.base_dtype, "acc")
        state.create_slot(var_list[0], tf.zeros([2]), "one", "Extra")
        state.create_non_slot(3.0, "count")

    def _prepare(self, state):
        said.append(state.get_hyper("rate").name)

    def _apply_dense(self, grad, var, state):
        said.append([var.name, state.get_slot(var, "acc").name, state.get_slot(var, "no"), state.get_non_slot("no")])
        said.append(state.get_slot_names())
        return var.assign_sub(grad * state.get_hyper("rate", tf.float64) * state.get_slot(var, "acc"))

    def _finish(self, state):
        return state.get_non_slot("count").assign_add(1.0)

said = []
v = tf.get_variable("v", initializer=tf.constant([1.0, 2.0], tf.float64))
w = tf.get_variable("w", initializer=tf.constant([3.0, 4.0], tf.float64))
optimizer = Mine(0.5)
said.append([optimizer.get_slot(v, "acc"), optimizer.get_slot_names(), len(optimizer.variables())])
loss = tf.reduce_sum(v * w)
count = len(tf.get_default_graph().get_operations())
pairs = optimizer.compute_gradients(loss, stop_gradients=[w])
with tf.control_dependencies([g for g, _ in pairs if g is not None]):
    train = optimizer.apply_gradients(pairs, name="other")
    again = optimizer.apply_gradients(pairs[:1])
made = [[o.type, o.name] for o in tf.get_default_graph().get_operations()[count:] if "grad" not in o.name]
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run([train, again])
    values = {x.op.name: session.run(x) for x in tf.global_variables()}
result = dict(said=said, made=made, values=values, slot=optimizer.get_slot(v, "one").name, none=optimizer.get_slot(w, "one"),
              saved=[name for name, _ in optimizer._checkpoint_dependencies], train=train.name, again=again.name)
"""

PROGRAMS["what is refused"] = """
def refusal(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]

F = tf.contrib.optimizer_v2
v = tf.get_variable("v", [2])
r = tf.get_variable("r", [2], use_resource=True)
c = tf.get_variable("c", [3, 2], constraint=lambda x: tf.maximum(x, 0.0))
loss = tf.reduce_sum(v)

class Bad(F.OptimizerV2):
    def _create_slots(self, var_list):
        pass

class Empty(F.OptimizerV2):
    pass

empty = Empty(False, "empty")
result = [
    refusal(lambda: F.AdamOptimizer(name="")),
    refusal(lambda: F.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0), var_list=[v])),
    refusal(lambda: F.GradientDescentOptimizer(0.1).apply_gradients([])),
    refusal(lambda: F.GradientDescentOptimizer(0.1).apply_gradients([(None, v)])),
    refusal(lambda: F.GradientDescentOptimizer(0.1).minimize(loss, gate_gradients=7)),
    refusal(lambda: F.GradientDescentOptimizer(0.1).compute_gradients(loss, var_list=[])),
    refusal(lambda: F.GradientDescentOptimizer(0.1).compute_gradients(loss, var_list=[3])),
    refusal(lambda: F.AdagradOptimizer(0.1, 0.0)),
    refusal(lambda: F.GradientDescentOptimizer(0.1)._track_trackable(v, "v")),
    refusal(lambda: Bad(False, "bad")),
    refusal(lambda: empty.minimize(loss)),
    refusal(lambda: empty.minimize(tf.reduce_sum(r))),
    refusal(lambda: empty.minimize(tf.reduce_sum(tf.gather(v, [0])))),
    refusal(lambda: empty.minimize(tf.reduce_sum(tf.gather(r, [0])))),
    refusal(lambda: F.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.gather(c, [0])))),
    refusal(lambda: empty._non_slot_variables()),
]
"""

PROGRAMS["a checkpoint of objects"] = """
import os, tempfile
v = tf.get_variable("v", initializer=tf.constant([1.0, 2.0]), use_resource=True)
optimizer = tf.contrib.optimizer_v2.AdamOptimizer(0.1)
train = optimizer.minimize(tf.reduce_sum(v * v))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run(train)
    path = tf.train.Checkpoint(v=v, optimizer=optimizer).save(os.path.join(tempfile.mkdtemp(), "model"), session=session)
result = sorted([name, shape] for name, shape in tf.train.list_variables(path) if "OBJECT" not in name)
"""
