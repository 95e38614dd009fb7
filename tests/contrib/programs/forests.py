"""Random forests that grow; what their trees are in 1.15.5 is in `recorded/forests.json`.

There, one thread counts: of several the fastest decides which leaf gets the next number.
"""

HELPERS = """
if tf.__name__ == "penstock":
    from penstock import protos
    Model, FertileStats, TreePath, Matching = (protos.find("tensorflow." + name) for name in (
        "decision_trees.Model", "tensorforest.FertileStats", "tensorforest.TreePath", "decision_trees.MatchingValuesTest"))
else:
    from tensorflow.contrib.decision_trees.proto.generic_tree_model_pb2 import Model
    from tensorflow.contrib.tensor_forest.proto.fertile_stats_pb2 import FertileStats, TreePath

forest = tf.contrib.tensor_forest.python.tensor_forest
ONE = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)

def data(rows=400, columns=7, seed=0, classes=3):
    random = np.random.RandomState(seed)
    x = random.randint(0, 40, (rows, columns)).astype(np.float32) / 4
    return x, ((x[:, 0] > 5).astype(np.int32) + (x[:, 3] > 7)) % classes

def made(**settings):
    settings = dict(dict(num_trees=2, max_nodes=60, split_after_samples=12, num_splits_to_consider=6, base_random_seed=5),
                    **settings)
    return forest.ForestHParams(**settings).fill()

def resources():
    return [resource.create for resource in tf.get_collection("resources")]

def test_of(node):
    if node.HasField("custom_left_child_test"):
        value = node.custom_left_child_test.value  # a feature in 10 0a <n> text, then a value
        return [node.custom_left_child_test.type_url, list(bytearray(value))]
    test = node.inequality_left_child_test
    return [test.type, int(test.feature_id.id.value), test.threshold.float_value]

def numbers(values):
    return [float("%.6g" % value.float_value) for value in values]

def leaf_of(leaf):
    if leaf.HasField("sparse_vector"):
        found = leaf.sparse_vector.sparse_value
        return [[int(key), float("%.6g" % found[key].float_value)] for key in sorted(found)]
    return numbers(leaf.vector.value)

def tree_of(text):
    return [
        [node.node_id.value, leaf_of(node.leaf)] if node.HasField("leaf") else
        [node.node_id.value, node.binary_node.left_child_id.value, node.binary_node.right_child_id.value]
        + test_of(node.binary_node)
        for node in Model.FromString(text).decision_tree.nodes]

def counts_of(stats):
    if stats.HasField("regression"):
        return [numbers(stats.regression.mean_output.value), numbers(stats.regression.mean_output_squares.value)]
    found = stats.classification
    if found.HasField("sparse_counts"):
        return [[int(key), found.sparse_counts.sparse_value[key].float_value]
                for key in sorted(found.sparse_counts.sparse_value)]
    return numbers(found.dense_counts.value)

def stats_of(text):
    return sorted(
        [slot.node_id, slot.depth, slot.post_init_leaf_stats.weight_sum, counts_of(slot.post_init_leaf_stats),
         [[test_of(one.split), counts_of(one.left_stats)] for one in slot.candidates]]
        for slot in FertileStats.FromString(text).node_to_slot)

def grow(params, x, y, batch=16, known=True, weights=None, dense=True):
    x_in = tf.placeholder(tf.float32, [None, x.shape[1]]) if dense else x
    y_in = tf.placeholder(tf.float32, (None,) + y.shape[1:])
    w_in = None if weights is None else tf.placeholder(tf.float32, [None])
    graphs = forest.RandomForestGraphs(params)
    train = graphs.training_graph(x_in, y_in, input_weights=w_in)
    texts = [saveable.specs[0].tensor for saveable in tf.get_collection("saveable_objects")]
    names = [saveable.specs[0].name for saveable in tf.get_collection("saveable_objects")]
    found, paths, variance = graphs.inference_graph(x_in)
    importances, size = graphs.feature_importances(), graphs.average_size()
    with tf.Session(config=ONE) as session:
        session.run([tf.global_variables_initializer()] + resources())
        for start in range(0, len(y), batch):
            here = slice(start, start + batch)
            feeds = {y_in: y[here]}
            if dense:
                feeds[x_in] = x[here]
            if weights is not None:
                feeds[w_in] = weights[here]
            session.run(train, feeds)
        feeds = {x_in: x[:9]} if dense else {}
        texts, found, variance, importances, size, paths = session.run(
            [texts, found, variance, importances, size, paths], feeds)
    stats = dict(zip(names, texts))
    return [names, [tree_of(stats["tree-%d:0" % i]) for i in range(params.num_trees)],
            [stats_of(stats["stats-%d:0" % i]) for i in range(params.num_trees) if known],
            found, variance, importances, float(size), list(paths.shape)]
"""

_PROGRAMS = {
    "classes": """
x, y = data()
result = grow(made(num_classes=3, num_features=7), x, y)
""",
    "classes, in batches of 5, with what is counted": """
x, y = data(seed=1)
result = grow(made(num_classes=3, num_features=7, checkpoint_stats=True, max_nodes=17), x, y, batch=5)
""",
    "classes kept sparsely": """
x, y = data(seed=2)
result = grow(made(num_classes=30, num_features=7, checkpoint_stats=True, model_name="all_sparse"), x, y * 9)
""",
    "classes, below thresholds": """
x, y = data(seed=3)
result = grow(made(num_classes=3, num_features=7, split_name="less", split_after_samples="linear {slope: 3 y_intercept: 9 "
    "min_val: 9 max_val: 20}", num_splits_to_consider="threshold {on_value: 9 off_value: 4 threshold: 2}"), x, y)
""",
    "weights": """
x, y = data(seed=4)
weights = (np.arange(len(y)) % 5).astype(np.float32) / 2
result = grow(made(num_classes=3, num_features=7, checkpoint_stats=True), x, y, weights=weights)
""",
    "a number": """
x, _ = data()
y = np.float32(x[:, 1] * 2 - x[:, 4]) / 4
result = grow(made(num_classes=1, num_features=7, regression=True), x, y)
""",
    "two numbers, with what is counted": """
x, _ = data(seed=6)
y = np.stack([x[:, 1] / 4, x[:, 4] - x[:, 0]], 1)
result = grow(made(num_classes=2, num_features=7, regression=True, checkpoint_stats=True, split_after_samples=30), x, y)
""",
    "leaf by leaf": """
x, y = data(seed=7)
result = grow(made(num_classes=3, num_features=7, collate_examples=True, checkpoint_stats=True), x, y)
""",
    "sums that are kept up": """
x, y = data(seed=8)
result = grow(made(num_classes=3, num_features=7, use_running_stats_method=True, checkpoint_stats=True), x, y)
""",
    "thresholds in the middle": """
x, y = data(seed=9)
result = grow(made(num_classes=3, num_features=7, initialize_average_splits=True, checkpoint_stats=True), x, y)
""",
    "half of the candidates": """
x, y = data(seed=10)
result = grow(made(num_classes=3, num_features=7, split_pruning_name="half", prune_every_samples=5,
                   num_splits_to_consider=9, checkpoint_stats=True), x, y)
""",
    "a tenth of the candidates": """
x, y = data(seed=11)
result = grow(made(num_classes=3, num_features=7, split_pruning_name="10_percent", prune_every_samples=3,
                   num_splits_to_consider=20, checkpoint_stats=True), x, y)
""",
    "candidates that are surely worse": """
x, y = data(seed=12)
result = grow(made(num_classes=3, num_features=7, split_pruning_name="hoeffding", prune_every_samples=8,
                   num_splits_to_consider=9, checkpoint_stats=True, dominate_fraction=0.6, split_after_samples=40), x, y)
""",
    "early": """
import tempfile
x, y = data(seed=13)
with tempfile.NamedTemporaryFile("w") as file:
    file.write("min_split_samples { constant_value: 6 }")
    file.flush()
    params = made(num_classes=2, num_features=7, split_finish_name="hoeffding", early_finish_check_every_samples=3,
                  checkpoint_stats=True, dominate_fraction=0.05, split_after_samples=40, param_file=file.name)
    result = grow(params, x, (x[:, 1] > 4).astype(np.int32))
""",
    "some of the examples": """
x, y = data(seed=15)
result = grow(made(num_classes=3, num_features=7, bagging_fraction=0.5), x, y)
""",
    "columns of several types": """
x, y = data(seed=16)
columns = {"number": tf.constant(x[:48, :2]), "whole": tf.constant(x[:48, 3:4].astype(np.int32)),
           "word": tf.constant([["abc"], ["de"], [""]] * 16)}
result = grow(made(num_classes=3, num_features=4), columns, np.tile(y[:48], 12), 48, dense=False)
""",
    "sparse features": """
x, y = data(seed=17)
rows, places = np.nonzero((x[:48] > 6) | (np.arange(7) == 2))  # of an example without any, 1.15 reads what is not there
sparse = tf.SparseTensor(np.stack([rows, places], 1), x[:48][rows, places], [48, 7])
result = grow(made(num_classes=3, num_features=7), sparse, np.tile(y[:48], 12), 48, dense=False)
""",
    "paths": """
x, y = data(seed=18)
params = made(num_classes=3, num_features=7, inference_tree_paths=True)
x_in = tf.constant(x[:100])
graphs = forest.RandomForestGraphs(params)
train = graphs.training_graph(x_in, tf.constant(y[:100]))
paths = graphs.inference_graph(x_in)[1]
with tf.Session(config=ONE) as session:
    session.run([tf.global_variables_initializer()] + resources())
    for _ in range(4):
        session.run(train)
    found = session.run(paths)
result = [list(found.shape), [[node.node_id.value for node in TreePath.FromString(text).nodes_visited]
                              for text in found.ravel()]]
""",
    "trees that were there": """
x, y = data(seed=19)
text = tf.constant(Model().SerializeToString())
tree = Model()
root = tree.decision_tree.nodes.add().binary_node
root.left_child_id.value, root.right_child_id.value = 1, 2
test = root.inequality_left_child_test
for feature, weight in ((1, 0.5), (4, -1.0)):
    test.oblique.features.add().id.value = str(feature)
    test.oblique.weights.append(weight)
test.threshold.float_value = 0.25
for i in (1, 2):
    node = tree.decision_tree.nodes.add()
    node.node_id.value = i
    for j in range(3):
        node.leaf.vector.value.add().float_value = i + j
graphs = forest.RandomForestGraphs(
    made(num_classes=3, num_features=7, num_trees=1), tree_configs=[tree.SerializeToString()], training=False)
found = graphs.inference_graph(tf.constant(x[:20]))[0]
with tf.Session(config=ONE) as session:
    session.run([tf.global_variables_initializer()] + resources())
    result = session.run([found, graphs.average_size(), graphs.trees[0].feature_usage_counts()])
""",
    "saved and gone on with": """
import os, shutil, tempfile
x, y = data(seed=20)
folder = tempfile.mkdtemp()
result = []
for kept in (True, False):
    with tf.Graph().as_default():
        params = made(num_classes=3, num_features=7, checkpoint_stats=kept, num_trees=1)
        graphs = forest.RandomForestGraphs(params)
        x_in, y_in = tf.placeholder(tf.float32, [None, 7]), tf.placeholder(tf.float32, [None])
        train = graphs.training_graph(x_in, y_in)
        found = graphs.inference_graph(x_in)[0]
        texts = [saveable.specs[0].tensor for saveable in tf.get_collection("saveable_objects")]
        saver = tf.train.Saver()
        path = os.path.join(folder, "forest%d" % kept)
        for half in (slice(0, 200), slice(200, 400)):
            with tf.Session(config=ONE) as session:
                if half.start:
                    saver.restore(session, path)
                else:
                    session.run([tf.global_variables_initializer()] + resources())
                for start in range(half.start, half.stop, 8):
                    session.run(train, {x_in: x[start:start + 8], y_in: y[start:start + 8]})
                saver.save(session, path)
                stats, tree = session.run(texts)
                result += [stats_of(stats), tree_of(tree), session.run(found, {x_in: x[:5]})]
        result.append([[name, shape] for name, shape in tf.train.list_variables(path)])
shutil.rmtree(folder)
""",
    "names and numbers of operations": """
x, y = data()
graphs = forest.RandomForestGraphs(made(num_classes=3, num_features=7, bagging_fraction=0.5))
graphs.training_graph(tf.constant(x), tf.constant(y))
graphs.inference_graph(tf.constant(x))
graphs.training_loss(None, None)
graphs.feature_importances()
result = [[op.name, op.type] for op in tf.get_default_graph().get_operations()
          if op.type not in ("Const", "Cast", "NoOp")] + [
    [v.op.name, list(v.shape.as_list())] for v in tf.global_variables()]
""",
    "parameters": """
result = []
for settings in (dict(), dict(num_trees=3, model_name="all_sparse", split_name="less", collate_examples=True),
                 dict(regression=True, split_after_samples="30", inference_tree_paths=True),
                 dict(split_pruning_name="quarter", prune_every_samples="7", dominate_fraction=0.5),
                 dict(num_splits_to_consider="exponential {base: 2 multiplier: 3 depth_multiplier: 0.5 bias: 1}")):
    params = forest.ForestHParams(num_classes=4, num_features=900, **settings).fill()
    values = {key: value for key, value in params.values().items() if key[-5:] != 'proto'}
    message = forest.build_params_proto(params).SerializeToString()
    result += [list(bytearray(message)), {key: values[key] for key in sorted(values)}]
""",
}
PROGRAMS = {title: HELPERS + source for title, source in _PROGRAMS.items()}
