"""Supervisors, monitored sessions and their hooks as programs used them,
    answered by TensorFlow 1.15.5 (`record_115.py`).

A program's `result` has what it said, what was logged, and which files it left.
"""

_SETUP = r"""
import logging, os, re, shutil, tempfile, time
folder = tempfile.mkdtemp()
said, lines = [], []

def clean(text):
    text = re.sub(r"<class '[\w.]*?(\w+)'>", r"<class \1>", text.replace(folder, "FOLDER"))
    text = re.sub(r"\{\{function_node [^}]*\}\} ", "", text)
    text = re.sub(r"np\.\w+\(([^()]*)\)", r"\1", text)
    text = re.sub(r"<(?:class ')?[\w.]*?(\w+)(?: object)? at 0x[0-9a-f]+>", r"<\1>", text)
    text = re.sub(r"\d+\.\d+ sec(/step)?\)", "T sec)", text)
    text = re.sub(r"/sec: [\w.+-]+", "/sec: N", text)
    return re.sub(r"\d+\.\d{5,}", lambda number: "%.4g" % float(number.group()), text)

class Keep(logging.Handler):
    def emit(self, record):
        text = record.getMessage().split("[[node")[0]  # without where an operation was made
        if not any(part in text for part in ("deprecat", "contrib module", "AutoGraph")):
            lines.append(record.levelname + ":" + clean(text).rstrip())

def say(*values):
    said.append(clean(" ".join(str(v) for v in values)))

def tried(function):
    try:
        say("gave", function())
    except Exception as e:
        text = str(getattr(e, "message", None) or e)
        for end in ("[[", "Original stack", "defined at"):
            text = text.split(end)[0]
        say(type(e).__name__ + ": " + re.sub(r"[\s]+", " ", text).strip())

def saved(name=""):
    path = tf.train.latest_checkpoint(os.path.join(folder, name))
    say(path, tf.train.list_variables(path) if path else None)

def events(name=""):
    where = os.path.join(folder, name)
    tf.summary.FileWriterCache.clear()
    for file in sorted(n for n in os.listdir(where) if "tfevents" in n):
        for event in tf.train.summary_iterator(os.path.join(where, file)):
            kind = event.WhichOneof("what")
            if kind == "summary":
                what = [v.tag if v.tag.endswith("/sec") else "%s=%.4g" % (v.tag,
                    v.simple_value) for v in event.summary.value]
            elif kind == "session_log":
                what = [event.session_log.status, event.session_log.checkpoint_path]
            else:
                what = event.tagged_run_metadata.tag
            say(event.step, kind, what)

def read_step():
    try:
        from tensorflow.python.training.training_util import _get_or_create_global_step_read as read
    except ImportError:
        from penstock.train.training_step import get_or_create_global_step_read as read
    return read()

def model(rate=0.05):
    x, y = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]]), tf.constant([[1.0], [2.0], [-1.0]])
    w = tf.get_variable("w", [2, 1], initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y), name="loss")
    tf.summary.scalar("loss", loss)
    step = tf.train.get_or_create_global_step()
    with tf.control_dependencies([read_step()]):  # no race between reading and counting the step, as in Estimators
        return loss, tf.train.GradientDescentOptimizer(rate).minimize(loss, global_step=step)

def files():
    found = []
    for path, _, names in os.walk(folder):
        for name in names:
            found.append(re.sub("tfevents.*", "tfevents", os.path.relpath(os.path.join(path, name), folder)))
    return sorted(set(found))  # event files of one second have one name in TensorFlow

logger, keep = logging.getLogger("tensorflow"), Keep()
was, quiet = tf.logging.get_verbosity(), logger.propagate
others, logger.propagate = list(logger.handlers), False
logger.handlers[:] = [keep]
tf.logging.set_verbosity(tf.logging.INFO)
try:
    exec(compile(PROGRAM, "program", "exec"), globals())
finally:
    tf.logging.set_verbosity(was)
    logger.handlers[:], logger.propagate = others, quiet
    tf.summary.FileWriterCache.clear()
result = {"said": said, "log": lines, "files": files()}
shutil.rmtree(folder, ignore_errors=True)
"""

_PROGRAMS = {
    "a supervisor with a writer of its own, a function that initializes, and local variables": """
loss, train_op = model()
n = tf.Variable(3, name="n", collections=[tf.GraphKeys.LOCAL_VARIABLES], trainable=False)
bias = tf.placeholder(tf.float32, [2, 1], name="start")
w = tf.trainable_variables()[0]
start = tf.group(w.assign(bias), tf.train.get_global_step().initializer)
sv = tf.train.Supervisor(logdir=folder, init_op=start, init_feed_dict={bias: [[1.0], [2.0]]}, save_model_secs=0,
    save_summaries_secs=0, init_fn=lambda sess: say("init", sess.run(w).tolist()), checkpoint_basename="mine")
with sv.managed_session("", tf.ConfigProto(allow_soft_placement=True)) as sess:
    say(sess.run(n), sess.run(loss))
    for _ in range(2):
        sess.run(train_op)
    sv.summary_computed(sess, sess.run(sv.summary_op))
    sv.saver.save(sess, sv.save_path, global_step=sv.global_step)
say(sv.save_path, sv.save_model_secs, sv.save_summaries_secs, sv.should_stop(), sess.graph.finalized)
saved()
events()
say([v.op.name for v in tf.get_collection(tf.GraphKeys.LOCAL_VARIABLES)])
""",
    "a supervisor that takes a directory over, then an incompatible one": """
for number, add in enumerate((False, False, True)):
    with tf.Graph().as_default():
        loss, train_op = model()
        if add:
            tf.get_variable("more", [3])
        sv = tf.train.Supervisor(logdir=folder, save_summaries_secs=0, save_model_secs=0)
        def run():
            with sv.managed_session() as sess:
                say("at", sess.run(sv.global_step))
                sess.run(train_op)
                sv.saver.save(sess, sv.save_path, global_step=sv.global_step)
        tried(run)
saved()
""",
    "a supervisor's services, once each": """
loss, train_op = model()
sv = tf.train.Supervisor(logdir=folder, save_summaries_secs=500, save_model_secs=500)
added = []
def noted(function):
    def note(*args, **kwargs):
        function(*args, **kwargs)
        added.append(1)
    return note
for name in ("add_summary", "add_session_log"):
    setattr(sv.summary_writer, name, noted(getattr(sv.summary_writer, name)))
sess = sv.prepare_or_wait_for_session(start_standard_services=False)
threads = sv.start_standard_services(sess)
say([type(t).__name__ for t in threads])
while len(added) < 4:
    time.sleep(0.01)
sess.run(train_op)
sv.stop(threads)
say(sv.should_stop(), sess._closed if hasattr(sess, "_closed") else None)
lines[:] = sorted(line for line in lines if "/sec" not in line)  # of which a process logs ten
saved()
""",
    "supervisors that cannot": """
class Called:
    def __call__(self, sess):
        say("called")
for options in ({"logdir": None, "init_op": None, "ready_op": None}, {"logdir": folder, "init_op": None},
        {"logdir": folder, "saver": None, "init_op": None, "local_init_op": None}, {"logdir": None, "summary_op": None},
        {"logdir": folder, "init_op": None, "init_fn": Called()}):
    with tf.Graph().as_default():
        tf.Variable(1.0, name="v")
        sv = tf.train.Supervisor(**options)
        tried(lambda: type(sv.prepare_or_wait_for_session()).__name__)
        tried(lambda: sv.summary_computed(None, tf.Summary()))
        sv.stop()
with tf.Graph().as_default(), tf.device("/cpu:0"):
    tf.train.create_global_step()
    sv = tf.train.Supervisor(logdir=folder, is_chief=False)
    tried(lambda: sv.start_standard_services(None))
    say(sv.save_path, sv.summary_writer, sv.save_model_secs, sv.is_chief)
with tf.Graph().as_default():
    tf.Variable(1.0, name="v")
    tried(lambda: tf.train.Supervisor(logdir=folder, is_chief=False))
with tf.Graph().as_default():
    tf.Variable(1.0, name="global_step")
    say(tf.train.Supervisor(logdir=None).global_step)
""",
    "a loop of a supervisor and one that is tried again": """
step = tf.train.create_global_step()
add = tf.assign_add(step, 1)
sv = tf.train.Supervisor(logdir=folder, save_summaries_secs=0, save_model_secs=0)
calls = []
def train(sess, most):
    calls.append(int(sess.run(add)))
    if calls[-1] == 2:
        sv.saver.save(sess, sv.save_path, global_step=step)
    if len(calls) == 3:
        raise tf.errors.AbortedError(None, None, "gone")
    if len(calls) == most:
        sv.request_stop()
tf.train.basic_train_loop(sv, train, args=(5,))
say(calls)
class Mine(ValueError):
    pass
def fails(sess):
    raise Mine("not again")
tried(lambda: tf.train.basic_train_loop(sv, fails))
""",
    "a training session with all it does by itself": """
loss, train_op = model()
hooks = [tf.train.StopAtStepHook(last_step=7), tf.train.LoggingTensorHook({"loss": loss}, every_n_iter=3)]
with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=3,
        save_summaries_steps=2, log_step_count_steps=4) as sess:
    while not sess.should_stop():
        say(sess.run([train_op, loss])[1])
saved()
events()
""",
    "a training session that is taken up again": """
for hook in (tf.train.StopAtStepHook(num_steps=2), tf.train.StopAtStepHook(num_steps=2),
    tf.train.StopAtStepHook(last_step=3)):
    with tf.Graph().as_default():
        loss, train_op = model()
        step = tf.train.get_global_step()
        with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=[hook], save_summaries_steps=None,
                save_summaries_secs=None, log_step_count_steps=None, max_wait_secs=10) as sess:
            say("at", sess.run(step), sess.should_stop())
            while not sess.should_stop():
                say(sess.run([loss, train_op])[0])
saved()
""",
    "an incompatible checkpoint": """
with tf.Graph().as_default():
    model()
    with tf.train.MonitoredTrainingSession(checkpoint_dir=folder):
        pass
def again(change):
    with tf.Graph().as_default():
        change()
        tf.train.get_or_create_global_step()
        with tf.train.MonitoredTrainingSession(checkpoint_dir=folder) as sess:
            say("started")
def kind():
    tf.get_variable("w", [2, 1], tf.float64, initializer=tf.zeros_initializer())
tried(lambda: again(lambda: tf.get_variable("more", [2])))
tried(lambda: again(lambda: tf.get_variable("w", [3, 1])))
tried(lambda: again(kind))
for name in os.listdir(folder):
    if ".data-" in name:
        os.remove(os.path.join(folder, name))
tried(lambda: again(model))
""",
    "a NaN of a loss": """
loss, train_op = model(rate=1e30)
def run(fail, dir):
    hooks = [tf.train.NanTensorHook(loss, fail_on_nan_loss=fail), tf.train.StopAtStepHook(num_steps=9)]
    with tf.train.MonitoredTrainingSession(checkpoint_dir=os.path.join(folder, dir), hooks=hooks,
            save_summaries_steps=None, save_summaries_secs=None, log_step_count_steps=None) as sess:
        while not sess.should_stop():
            sess.run([loss, train_op])
            say("ran")
tried(lambda: run(True, "one"))
saved("one")
tried(lambda: run(False, "two"))
saved("two")
say(tf.train.NanLossDuringTrainingError(), issubclass(tf.train.NanLossDuringTrainingError, RuntimeError))
""",
    "logging at the end, by seconds, with a formatter, of several names": """
step = tf.train.create_global_step()
add = tf.assign_add(step, 1, name="add")
f = tf.constant([[1.5, 2.0], [3.0, 4.0]], name="f")
s = tf.constant("text", name="s")
b = tf.constant([True, False], name="b")
hooks = [
    tf.train.LoggingTensorHook(["f", "s:0"], at_end=True),
    tf.train.LoggingTensorHook(["add", "b", "f"], every_n_iter=2, at_end=True),
    tf.train.LoggingTensorHook({"one": f, "two": "add:0"}, every_n_secs=1000),
    tf.train.LoggingTensorHook([add, s], every_n_iter=3, formatter=lambda d: "keys: %s" % [k if isinstance(k,
        str) else k.name for k in d]),
    tf.train.LoggingTensorHook([b], every_n_iter=100),
]
with tf.train.MonitoredSession(hooks=hooks) as sess:
    for _ in range(5):
        sess.run(add)
""",
    "a saver's listeners, steps and its end": """
loss, train_op = model()
class Listens(tf.train.CheckpointSaverListener):
    def __init__(self, stop=None):
        self.stop = stop
    def begin(self):
        say("begin", tf.get_default_graph().finalized)
    def before_save(self, session, step):
        say("before", step, type(session).__name__)
    def after_save(self, session, step):
        say("after", step, type(step).__name__)
        return step == self.stop
    def end(self, session, step):
        say("end", step)
saver = tf.train.Saver(max_to_keep=2, name="mine")
hook = tf.train.CheckpointSaverHook(folder, save_steps=2, saver=saver, checkpoint_basename="m",
    listeners=[Listens(), Listens(6)])
with tf.train.SingularMonitoredSession(hooks=[hook]) as sess:
    while not sess.should_stop():
        sess.run(train_op)
    say(sess.raw_session() is not None)
saved()
say(saver.last_checkpoints)
events()
""",
    "savers that are missing or too many": """
loss, train_op = model()
def run(**kwargs):
    with tf.train.SingularMonitoredSession(hooks=[tf.train.CheckpointSaverHook(folder, save_steps=2,
        **kwargs)]) as sess:
        sess.run(train_op)
with tf.Graph().as_default():
    tried(lambda: run())
for _ in range(2):
    tf.add_to_collection(tf.GraphKeys.SAVERS, tf.train.Saver())
tried(lambda: run())
""",
    "summaries by a scaffold or an operation, every step": """
loss, train_op = model()
scaffold = tf.train.Scaffold()
other = tf.summary.scalar("other", 2.0)
writer = tf.summary.FileWriter(os.path.join(folder, "w"))
hooks = [
    tf.train.SummarySaverHook(save_steps=1, output_dir=os.path.join(folder, "a"), scaffold=scaffold),
    tf.train.SummarySaverHook(save_steps=2, summary_writer=writer, summary_op=other),
    tf.train.StepCounterHook(every_n_steps=2, output_dir=os.path.join(folder, "c")),
    tf.train.StepCounterHook(every_n_steps=3, summary_writer=writer),
]
with tf.train.MonitoredSession(tf.train.ChiefSessionCreator(scaffold), hooks) as sess:
    for _ in range(4):
        sess.run(train_op)
writer.close()
tf.summary.FileWriterCache.clear()
for name in "awc":
    say(name)
    events(name)
tried(lambda: tf.train.SummarySaverHook(save_steps=1, output_dir=folder, scaffold=scaffold, summary_op=other))
tried(lambda: tf.train.SummarySaverHook(save_steps=1, output_dir=folder))
""",
    "a profiler": """
loss, train_op = model()
hook = tf.train.ProfilerHook(save_steps=2, output_dir=folder, show_memory=True)
with tf.train.MonitoredSession(hooks=[hook]) as sess:
    for _ in range(5):
        sess.run(train_op)
events()
import json
with open(os.path.join(folder, "timeline-4.json")) as file:
    trace = json.load(file)
say(sorted(trace), sorted(set(e["ph"] for e in trace["traceEvents"]) & set("MX")))
tried(lambda: tf.train.ProfilerHook(save_steps=2, save_secs=2, output_dir=folder))
with tf.Graph().as_default():
    tried(lambda: tf.train.ProfilerHook(save_steps=2, output_dir=folder).begin())
""",
    "final operations and what feeds them": """
p = tf.placeholder(tf.float32, [], name="p")
v = tf.Variable(2.0, name="v")
twice = tf.multiply(v, p, name="twice")
final = tf.train.FinalOpsHook({"a": twice, "b": [v]}, {p: 3.0})
bad = tf.train.FinalOpsHook(twice)
feeds = iter([1.0, 2.0])
say(final.final_ops_values)
with tf.train.MonitoredSession(hooks=[final, tf.train.FeedFnHook(lambda: {p: next(feeds)})]) as sess:
    say(sess.run(twice), sess.run(twice))
    tried(lambda: sess.run(twice))
say(sorted(final.final_ops_values.items()))
def run():
    with tf.train.MonitoredSession(hooks=[bad]) as sess:
        sess.run(v)
tried(run)
say(bad.final_ops_values)
""",
    "the end of the input before the final operations": """
n = tf.data.make_one_shot_iterator(tf.data.Dataset.range(2)).get_next()
final = tf.train.FinalOpsHook(n)
def run():
    with tf.train.MonitoredSession(hooks=[final]) as sess:
        while not sess.should_stop():
            say(sess.run(n))
tried(run)
""",
    "waiting for a step": """
step = tf.train.create_global_step()
add = tf.assign_add(step, 5)
class Counts(tf.train.SessionRunHook):
    def before_run(self, context):
        context.session.run(add)
with tf.train.MonitoredSession(hooks=[Counts(), tf.train.GlobalStepWaiterHook(4),
    tf.train.GlobalStepWaiterHook(0)]) as sess:
    say(sess.run(step))
with tf.Graph().as_default():
    for hook in (tf.train.GlobalStepWaiterHook(4), tf.train.StopAtStepHook(num_steps=3), tf.train.StepCounterHook(),
            tf.train.SummarySaverHook(save_steps=1, summary_op=step, output_dir=folder)):
        tried(hook.begin)
""",
    "a scaffold with all of its arguments": """
v = tf.Variable([1.0, 2.0], name="v")
local = tf.Variable(5, name="local", trainable=False, collections=[tf.GraphKeys.LOCAL_VARIABLES])
feed = tf.placeholder(tf.float32, [2], name="feed")
tf.train.create_global_step()
scaffold = tf.train.Scaffold(
    init_op=tf.group(v.assign(feed), tf.train.get_global_step().initializer, name="mine"),
        init_feed_dict={feed: [3.0, 4.0]},
    init_fn=lambda scaffold, sess: say("init", sess.run(v).tolist(), scaffold.init_op.name),
    ready_op=tf.report_uninitialized_variables(name="ready"),
    ready_for_local_init_op=tf.report_uninitialized_variables(tf.global_variables(), name="half"),
    local_init_op=tf.assign(local, 8, name="local_start"),
    summary_op=tf.summary.scalar("norm", tf.norm(v)), saver=tf.train.Saver([v], name="only"))
with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, scaffold=scaffold) as sess:
    say(sess.run([v, local]))
for name in ("init_op", "ready_op", "ready_for_local_init_op", "local_init_op", "summary_op"):
    say(name, getattr(scaffold, name).name)
say([k.name for k in scaffold.init_feed_dict], scaffold.saver.saver_def.filename_tensor_name)
saved()
""",
    "a scaffold that is filled in": """
v = tf.get_variable("v", [2])
tf.summary.scalar("s", 1.0)
table = tf.contrib.lookup.index_table_from_tensor(["a", "b"])
scaffold = tf.train.Scaffold().finalize()
for name in ("init_op", "ready_op", "ready_for_local_init_op", "local_init_op", "summary_op"):
    say(name, getattr(scaffold, name).name)
say(scaffold.init_fn, scaffold.init_feed_dict, scaffold.saver.saver_def.restore_op_name,
    tf.get_default_graph().finalized)
for key in ("init_op", "ready_op", "ready_for_local_init_op", "local_init_op", "summary_op", "savers"):
    say(key, len(tf.get_collection(key)))
tried(lambda: tf.train.Scaffold.get_or_default("init_op", "init_op", lambda: 1).name)
with tf.Graph().as_default():
    say(tf.train.Scaffold().finalize().summary_op)
""",
    "what a session manager says": """
v, w = tf.Variable(1.0, name="v"), tf.Variable(2.0, name="w")
local = tf.Variable(3.0, name="l", collections=[tf.GraphKeys.LOCAL_VARIABLES])
report, half = tf.report_uninitialized_variables(), tf.report_uninitialized_variables([v])
saver, some = tf.train.Saver(), tf.train.Saver([v], name="some")
every = tf.global_variables_initializer()
new = lambda **k: tf.train.SessionManager(recovery_wait_secs=0.01, **k)
slow = tf.train.SessionManager(recovery_wait_secs=5, ready_op=report)
path = os.path.join(folder, "m")
tried(lambda: new(ready_op=report).prepare_session("", saver=saver, checkpoint_dir=folder))
tried(lambda: new(ready_op=report).prepare_session("", init_op=v.initializer))
tried(lambda: new(ready_op=report).prepare_session("", init_op=every))
tried(lambda: new(ready_op=half, ready_for_local_init_op=report,
    local_init_op=local.initializer).prepare_session("", init_op=every))
tried(lambda: new(ready_op=report, ready_for_local_init_op=half).prepare_session("", init_op=every))
tried(lambda: new().recover_session("", saver=saver, checkpoint_dir=folder, checkpoint_filename_with_path=path))
tried(lambda: new(ready_op=report).recover_session("", saver=saver, checkpoint_dir=folder)[1])
tried(lambda: new(ready_op=report).recover_session("", saver=saver, checkpoint_dir=folder,
    wait_for_checkpoint=True, max_wait_secs=0.05)[1])
tried(lambda: slow.wait_for_session("", max_wait_secs=0.05))
with tf.Session() as sess:
    sess.run(every)
    some.save(sess, path, global_step=4)
tried(lambda: new(ready_op=report).recover_session("", saver=some, checkpoint_dir=folder)[1])
tried(lambda: new(ready_op=half).recover_session("", saver=some, checkpoint_dir=folder)[1])
tried(lambda: new(ready_op=half).recover_session("", saver=some, checkpoint_filename_with_path=path + "-4")[1])
tried(lambda: new(ready_op=report).recover_session("", saver=saver, checkpoint_dir=folder)[1])
tried(lambda: new(ready_op=half).recover_session("", saver=some, checkpoint_filename_with_path=path + "-5")[1])
tried(lambda: new(ready_op=half, local_init_op=local.initializer,
    ready_for_local_init_op=report).recover_session("", saver=some, checkpoint_dir=folder)[1])
sess = new(ready_op=half).prepare_session("", saver=some, checkpoint_dir=folder, init_fn=lambda s: say("not called"))
say(sess.run(v))
sess = new(ready_op=half).prepare_session("", init_fn=lambda s: s.run(v.initializer))
say(sess.run(v))
""",
    "the sessions of chiefs and workers": """
v = tf.Variable(1.0, name="v")
server = tf.train.Server.create_local_server(start=True)
creator = tf.train.WorkerSessionCreator(master=server.target, max_wait_secs=0.05)
tried(lambda: creator.create_session())
chief = tf.train.ChiefSessionCreator(master=server.target, checkpoint_dir=folder,
    config=tf.ConfigProto(allow_soft_placement=True))
with tf.train.MonitoredSession(chief) as sess:
    say(sess.run(v.assign_add(1.0)) if not sess.graph.finalized else sess.run(v))
    with tf.train.MonitoredSession(tf.train.WorkerSessionCreator(master=server.target, max_wait_secs=10)) as other:
        say(other.run(v))
""",
    "a worker's training session has no hooks that save": """
loss, train_op = model()
server = tf.train.Server.create_local_server()
with tf.Session(server.target) as sess:
    sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    with tf.train.MonitoredTrainingSession(server.target, is_chief=False, checkpoint_dir=folder,
            hooks=[tf.train.StopAtStepHook(last_step=2)],
                chief_only_hooks=[tf.train.CheckpointSaverHook(folder, save_steps=1)]) as worker:
        while not worker.should_stop():
            worker.run(train_op)
    tried(lambda: worker.run(loss))
    tried(worker.should_stop)
""",
    "preemptions, and an error that is none": """
loss, train_op = model()
step = tf.train.get_global_step()
class Fails(tf.train.SessionRunHook):
    def __init__(self, errors):
        self.errors, self.runs = errors, 0
    def after_create_session(self, session, coord):
        say("created at", session.run(step))
    def after_run(self, context, values):
        self.runs += 1
        if self.runs in self.errors:
            raise self.errors[self.runs]
errors = {3: tf.errors.AbortedError(None, None, "lost"), 5: tf.errors.UnavailableError(None, None, "away"),
    7: tf.errors.InternalError(None, None, "broken")}
def run():
    with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=[Fails(errors)], save_checkpoint_steps=2,
            save_summaries_steps=None, save_summaries_secs=None, log_step_count_steps=None) as sess:
        while True:
            sess.run(train_op)
            say("step", sess.run(step))
tried(run)
saved()
""",
    "step functions and sessions that are used wrongly": """
v = tf.Variable(1.0, name="v")
with tf.train.MonitoredSession() as sess:
    tried(lambda: sess.run_step_fn(lambda: None))
    tried(lambda: sess.run_step_fn(lambda a, b: None))
    tried(lambda: sess.run_step_fn(lambda step_context: step_context.session.run(v)))
    tried(lambda: sess.run_step_fn(lambda step_context: step_context.request_stop()))
    tried(lambda: tf.constant(1))
    say(sess.should_stop())
    tried(lambda: sess.run("nothing:0"))
    tried(lambda: sess.run(3))
tried(lambda: sess.run(v))
tried(lambda: sess.close())
tried(lambda: tf.train.MonitoredSession(hooks=[3]))
tried(lambda: tf.train.MonitoredTrainingSession(scaffold=3))
with tf.Graph().as_default():
    tried(lambda: tf.train.MonitoredTrainingSession(checkpoint_dir=folder))
""",
    "a directory that cannot be written": """
blocked = os.path.join(folder, "file")
open(blocked, "w").close()
loss, train_op = model()
def run():
    with tf.train.MonitoredTrainingSession(checkpoint_dir=os.path.join(blocked, "sub")) as sess:
        sess.run(train_op)
tried(run)
said[:] = [said[0].split(":")[0]]
""",
    "an input that fails": """
loss, train_op = model()
n = tf.data.make_one_shot_iterator(tf.data.Dataset.range(4).map(lambda i: tf.div(6, tf.cast(2 - i,
    tf.int32)))).get_next()
checked = tf.check_numerics(tf.log(tf.cast(n, tf.float32) - 6.0), "log of nothing")
def run(tensor):
    with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, log_step_count_steps=None) as sess:
        while not sess.should_stop():
            say(sess.run([train_op, tensor])[1])
tried(lambda: run(n))
tried(lambda: run(checked))
saved()
""",
    "the switches of a training session": """
loss, train_op = model()
step = tf.train.get_global_step()
def run(name, **kwargs):
    with tf.train.MonitoredTrainingSession(hooks=[tf.train.StopAtStepHook(num_steps=3)],
        log_step_count_steps=None, **kwargs) as sess:
        say(name, sess.run(step))
        while not sess.should_stop():
            sess.run(train_op)
where = lambda name: os.path.join(folder, name)
run("none")
run("plain", checkpoint_dir=where("plain"))
run("no checkpoints", checkpoint_dir=where("bare"), save_checkpoint_secs=None, save_summaries_steps=2,
    summary_dir=where("own"))
run("secs", checkpoint_dir=where("secs"), save_checkpoint_secs=1000, save_summaries_secs=1000, stop_grace_period_secs=5)
run("both", checkpoint_dir=where("both"), save_checkpoint_secs=None, save_checkpoint_steps=2,
    save_summaries_steps=1, save_summaries_secs=None)
tried(lambda: run("too many", checkpoint_dir=where("many"), save_checkpoint_secs=10, save_checkpoint_steps=10))
tried(lambda: run("too many", checkpoint_dir=where("many"), save_summaries_secs=10, save_summaries_steps=10))
for name in ("plain", "own", "secs", "both"):
    say(name)
    events(name)
""",
    "slim's loop": """
slim = tf.contrib.slim
def train(steps, **kwargs):
    with tf.Graph().as_default():
        x, y = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]]), tf.constant([[1.0], [2.0], [-1.0]])
        predicted = slim.fully_connected(x, 1, activation_fn=None, weights_initializer=tf.zeros_initializer())
        loss = tf.losses.mean_squared_error(y, predicted)
        train_op = slim.learning.create_train_op(loss, tf.train.GradientDescentOptimizer(0.05))
        return "%.5g" % slim.learning.train(train_op, folder, number_of_steps=steps, log_every_n_steps=2,
            save_summaries_secs=0, save_interval_secs=0, **kwargs)
for steps in (4, 6, 6):
    tried(lambda: train(steps))
saved()
tried(lambda: slim.learning.train(None, folder))
""",
    "the loop of tf.contrib.training, then evaluations": """
training = tf.contrib.training
y = [[1.0], [2.0], [-1.0]]
def network():
    return tf.layers.dense(tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]]), 1,
        kernel_initializer=tf.zeros_initializer())
loss = tf.losses.mean_squared_error(y, network())
train_op = training.create_train_op(loss, tf.train.GradientDescentOptimizer(0.05))
say(training.train(train_op, folder, hooks=[tf.train.StopAtStepHook(num_steps=3)], save_summaries_steps=None,
    save_checkpoint_secs=1000))
with tf.Graph().as_default():
    tf.train.get_or_create_global_step()
    value, update = tf.metrics.mean_squared_error(y, network())
    summary = tf.summary.scalar("mse", value)
    hooks = [training.StopAfterNEvalsHook(2), training.SummaryAtEndHook(os.path.join(folder, "eval"),
        summary_op=summary)]
    say(training.evaluate_once(tf.train.latest_checkpoint(folder), eval_ops=update, final_ops={"mse": value},
        hooks=hooks))
    events("eval")
    say(list(training.checkpoints_iterator(os.path.join(folder, "nothing"), timeout=0)))
    say([os.path.basename(path) for path in training.checkpoints_iterator(folder, timeout=0)])
    tried(lambda: training.evaluate_once(os.path.join(folder, "missing"), eval_ops=update))
lines[:] = [line for line in lines if "evaluation at" not in line]
""",
    "a queue that fails under a training session": """
tf.train.create_global_step()
number = tf.train.input_producer([3.0, 1.0, 0.0, 2.0], num_epochs=1, shuffle=False).dequeue()
checked = tf.check_numerics(1.0 / number, "divided by nothing")
value = tf.train.batch([checked], 1)
def run():
    with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, save_summaries_steps=None, save_summaries_secs=None,
            log_step_count_steps=None) as sess:
        while True:  # who asks whether to stop may be told before the error comes
            say(sess.run(value))
tried(run)
said[:] = said[-1:]
lines[:] = [line.split(" : ")[0] for line in lines if "Error reported" not in line]
""",
    "options and metadata that hooks ask for": """
v = tf.Variable(1.0, name="v")
add = v.assign_add(1.0)
class Traces(tf.train.SessionRunHook):
    def before_run(self, context):
        say(context.original_args.fetches.name, context.original_args.feed_dict, context.original_args.options)
        return tf.train.SessionRunArgs({"v": add}, options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE,
            timeout_in_ms=60000))
    def after_run(self, context, values):
        say(sorted(values._fields), values.options.trace_level, len(values.run_metadata.step_stats.dev_stats) > 0)
with tf.train.MonitoredSession(hooks=[Traces()]) as sess:
    metadata = tf.RunMetadata()
    say(sess.run(add, options=tf.RunOptions(timeout_in_ms=90000), run_metadata=metadata))
    say(len(metadata.step_stats.dev_stats) > 0)
say(tf.train.SessionRunArgs(3), tf.train.SessionRunHook().before_run(None))
""",
    "a timer": """
for kwargs in ({"every_steps": 3}, {"every_secs": 1000.0}):
    timer = tf.train.SecondOrStepTimer(**kwargs)
    say(timer.last_triggered_step())
    for step in (0, 0, 2, 3, 4, 7):
        due = timer.should_trigger_for_step(step)
        say(step, due, [x for x in timer.update_last_triggered_step(step)][1] if due else None)
    timer.reset()
    say(timer.last_triggered_step(), timer.should_trigger_for_step(7))
tried(lambda: tf.train.SecondOrStepTimer())
tried(lambda: tf.train.SecondOrStepTimer(every_secs=1, every_steps=1))
""",
    "a coordinator's threads that do not stop, and one that fails": """
import threading
release = threading.Event()
coord = tf.train.Coordinator()
stuck = threading.Thread(target=release.wait, name="stuck")
stuck.daemon = True
stuck.start()
coord.request_stop()
tried(lambda: coord.join([stuck], stop_grace_period_secs=0.1))
tried(lambda: coord.join([stuck], stop_grace_period_secs=0.1, ignore_live_threads=True))
release.set()
coord.clear_stop()
coord.request_stop(tf.errors.OutOfRangeError(None, None, "end"))
tried(lambda: coord.join([stuck]))
coord.clear_stop()
def fail():
    with coord.stop_on_exception():
        raise ValueError("in a thread")
thread = threading.Thread(target=fail)
thread.start()
tried(lambda: coord.join([thread]))
tried(lambda: coord.raise_requested_exception())
say(coord.joined, coord.should_stop(), coord.wait_for_stop(0))
""",
    "a supervisor's queue runners, whose error comes out": """
step = tf.train.create_global_step()
number = tf.train.input_producer([3.0, 0.0], num_epochs=1, shuffle=False).dequeue()
value = tf.train.batch([tf.check_numerics(1.0 / number, "divided by nothing")], 1)
sv = tf.train.Supervisor(logdir=folder, save_summaries_secs=0, save_model_secs=0)
def run():
    with sv.managed_session() as sess:
        while not sv.should_stop():
            sess.run(value)
tried(run)
lines[:] = [line for line in lines if "Error reported" not in line]
""",
    "moving averages that a scaffold restores for an evaluation": """
with tf.Graph().as_default():
    loss, train_op = model()
    average = tf.train.ExponentialMovingAverage(0.5, tf.train.get_global_step())
    with tf.control_dependencies([train_op]):
        both = average.apply(tf.trainable_variables())
    with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, save_summaries_steps=None, save_summaries_secs=None,
            log_step_count_steps=None) as sess:
        for _ in range(4):
            sess.run(both)
saved()
with tf.Graph().as_default():
    loss, _ = model()
    names = tf.train.ExponentialMovingAverage(0.5).variables_to_restore()
    say(sorted(names))
    names = {k: v for k, v in names.items() if "Grad" not in k}
    scaffold = tf.train.Scaffold(saver=tf.train.Saver(names))
    creator = tf.train.ChiefSessionCreator(scaffold, checkpoint_filename_with_path=tf.train.latest_checkpoint(folder))
    with tf.train.MonitoredSession(creator) as sess:
        say(sess.run(loss))
""",
    "a warm start by a scaffold's function": """
with tf.Graph().as_default():
    loss, train_op = model()
    with tf.train.MonitoredTrainingSession(checkpoint_dir=os.path.join(folder, "old"), save_summaries_steps=None,
            save_summaries_secs=None, log_step_count_steps=None) as sess:
        for _ in range(3):
            sess.run(train_op)
with tf.Graph().as_default():
    loss, train_op = model()
    new = tf.get_variable("new", [], initializer=tf.ones_initializer())
    saver = tf.train.Saver([v for v in tf.global_variables() if v.op.name == "w"])
    scaffold = tf.train.Scaffold(init_fn=lambda _, sess: saver.restore(sess,
        tf.train.latest_checkpoint(os.path.join(folder, "old"))))
    with tf.train.MonitoredTrainingSession(checkpoint_dir=os.path.join(folder, "new"), scaffold=scaffold,
            save_summaries_steps=None, save_summaries_secs=None, log_step_count_steps=None) as sess:
        say(sess.run([loss, new, tf.train.get_global_step()]))
with tf.Graph().as_default():
    loss, train_op = model()
    tf.train.init_from_checkpoint(os.path.join(folder, "old"), {"w": "w"})
    tried(lambda: tf.train.init_from_checkpoint(os.path.join(folder, "old"), {"absent": "w"}))
    said[-1] = said[-1].split("{")[0]
    tried(lambda: tf.train.init_from_checkpoint(os.path.join(folder, "old"), {"w": "absent"}))
    with tf.train.MonitoredSession() as sess:
        say(sess.run(loss))
saved("new")
""",
    "the global step": """
say(tf.train.get_global_step())
step = tf.train.get_or_create_global_step()
say(step.name, step.dtype, step.shape, [k for k in ("global_step", "variables",
    "trainable_variables") if tf.get_collection(k)])
tried(lambda: tf.train.create_global_step())
for bad in (tf.constant(1.0), tf.constant([1])):
    tried(lambda: tf.train.assert_global_step(bad))
with tf.Session() as sess:
    sess.run(step.initializer)
    sess.run(step.assign(5))
    say(tf.train.global_step(sess, step), type(tf.train.global_step(sess, step)).__name__)
with tf.Graph().as_default():
    for _ in range(2):
        tf.add_to_collection("global_step", tf.constant(1))
    tried(lambda: tf.train.get_global_step())
with tf.Graph().as_default():
    tf.Variable(1.0, name="global_step")
    tried(lambda: tf.train.get_global_step())
with tf.Graph().as_default():
    tf.Variable(7, name="global_step")
    say(tf.train.get_global_step().name)
""",
    "servers and clusters that are wrong": """
one, two, T = {"a": ["localhost:0"]}, {"a": ["localhost:0", "localhost:0"]}, tf.train
for make in (
    lambda: T.Server(one, job_name="z", task_index=0), lambda: T.Server(one, job_name="z"),
    lambda: T.Server(one, task_index=5), lambda: T.Server(one, protocol="foo"), lambda: T.Server({"a": ["noport"]}),
    lambda: T.Server(two, job_name="a", task_index=7), lambda: T.Server(two, job_name="b", task_index=0),
    lambda: T.Server(two, job_name="a"), lambda: T.Server({"a": ["localhost:x"]}), lambda: T.Server({"a": []}),
    lambda: T.ClusterSpec({"a": {"x": "y"}}), lambda: T.ClusterSpec({"a": {1.5: "y"}}), lambda: T.ClusterSpec({"a": {0: 3}}),
):
    tried(make)
""",
    "numbers that are logged": """
tf.constant([1e-9, 1.0, 123456.789], name="a"), tf.constant(1e-12, name="b"), tf.constant([[1, 2], [3, 4]], name="c")
tf.constant(2**40, tf.int64, name="d"), tf.constant(np.arange(2000.0), name="e"), tf.constant(["x", "y"], name="f")
tf.constant(float("nan"), name="g"), tf.constant(1.0 / 3, tf.float64, name="h")
for names in (["a", "b"], ["c"], ["d", "h"], ["e"], ["f", "g"]):
    with tf.train.MonitoredSession(hooks=[tf.train.LoggingTensorHook(names, every_n_iter=1)]) as sess:
        sess.run(names[0] + ":0")
""",
    "hooks that are wrong": """
loss, train_op = model()
def wrong(name, function):
    return type(name, (tf.train.SessionRunHook,), {name: function})()
def fail(*args):
    raise ValueError("not me")
for hook in (
    wrong("before_run", lambda self, context: 3), wrong("before_run", lambda self, context: tf.train.SessionRunArgs("no:0")),
    wrong("before_run", lambda self, context: tf.train.SessionRunArgs(None, feed_dict={"x": 1})),
    wrong("after_create_session", lambda self, session, coord: tf.constant(1)),
    wrong("begin", fail), wrong("end", fail), wrong("after_run", fail),
):
    def run():
        with tf.train.MonitoredSession(hooks=[hook]) as sess:
            sess.run(train_op)
            say("ran", sess.should_stop())
    tried(run)
""",
    "a histogram of a NaN": """
x, step = tf.placeholder(tf.float32, [2], name="x"), tf.train.create_global_step()
tf.summary.histogram("h", x)
def run():
    with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, save_summaries_steps=1) as sess:
        sess.run(step, {x: [1.0, 2.0]})
        sess.run(step, {x: [1.0, float("nan")]})
tried(run)
""",
}

PROGRAMS = {title: "PROGRAM = '''" + source + "'''\n" + _SETUP for title, source in _PROGRAMS.items()}
