"""Programs of tf.contrib.graph_editor.util and of matrices to be factorized; see `recorded/editor_tools.json`."""

PROGRAMS = {
    "trees and lists": """
import collections
u = tf.contrib.graph_editor.util

def refusal(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]

def kinds(tree):
    if isinstance(tree, dict):
        return [type(tree).__name__, [[key, kinds(tree[key])] for key in tree]]
    return [type(tree).__name__, [kinds(part) for part in tree]] if isinstance(tree, (list, tuple)) else tree

view, known = u.ListView([1, 2, 3]), [1, 2]
Pair = collections.namedtuple("Pair", "p q")
trees = ([1, (2, {"a": 3}), [4]], 3, iter([1, 2]), u.ListView([1]), Pair(1, [2]), collections.OrderedDict([("z", 1)]))
result = [
    len(view), view[1], list(view), bool(view), bool(u.ListView([])), view + [4], view + u.ListView([7]), view[0:2],
    refusal(lambda: u.ListView(3))[0], refusal(lambda: u.ListView((1, 2)))[0], refusal(lambda: view.__setitem__(0, 1))[0],
    [u.is_iterable(x) for x in ([1], 3, "ab", {}, (), None)],
    u.concatenate_unique(known, [2, 3, 3, 4]), known,
    u.flatten_tree([1, [2, (3, [4])]]), u.flatten_tree(5), u.flatten_tree({"a": [1, 2]}), u.flatten_tree([1], [0]),
    [kinds(u.transform_tree(tree, lambda leaf: leaf * 10)) for tree in trees],
    kinds(u.transform_tree(iter([1, 2]), lambda leaf: leaf, list)),
    [[s, u.scope_basename(s), u.scope_dirname(s), u.scope_finalize(s)] for s in ("a/b/c", "a/b/", "a", "", "/", "a/b")],
    [name for name in u.get_predefined_collection_names() if isinstance(name, str)],
]
""",
    "graphs": """
u = tf.contrib.graph_editor.util

def refusal(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error)]

a = tf.constant(1.0, name="s/a")
b = tf.constant(2.0, name="s/t/b")
other = tf.Graph()
with other.as_default():
    a2, b2 = tf.constant(1.0, name="s/a"), tf.constant(1.0, name="q/s/t/b")
result = [
    refusal(lambda: u.check_graphs(a, b.op)), refusal(lambda: u.check_graphs(a, a2)), refusal(lambda: u.check_graphs()),
    refusal(lambda: u.check_graphs(3))[0],
    u.get_unique_graph([a, b.op]) is a.graph, u.get_unique_graph(other) is other,
    u.get_unique_graph([], none_if_empty=True), refusal(lambda: u.get_unique_graph([a, a2])),
    refusal(lambda: u.get_unique_graph([])), refusal(lambda: u.get_unique_graph([3]))[0],
    refusal(lambda: u.get_unique_graph(3))[0], refusal(lambda: u.get_unique_graph([a], tf.Operation))[0],
    u.find_corresponding_elem(a, other) is a2, u.find_corresponding_elem(b.op, other, "q") is b2.op,
    refusal(lambda: u.find_corresponding_elem(b, other)), refusal(lambda: u.find_corresponding_elem(3, other))[0],
    u.find_corresponding({"x": [b, (b.op,)]}, other, "q/")["x"][1][0] is b2.op,
]
""",
    "matrices": """
import importlib
place = "tensorflow.contrib.factorization.python.ops."
tools = importlib.import_module(place + "factorization_ops_test_utils")
clusters, mixtures = importlib.import_module(place + "clustering_ops"), importlib.import_module(place + "gmm_ops")
matrix = tools.INPUT_MATRIX
result = [clusters.CLUSTERS_VAR_NAME, clusters.KMC2_INIT, mixtures.DIAG_COVARIANCE, mixtures.FULL_COVARIANCE,
          float(mixtures.MEPS), matrix]
with tf.Session() as session:
    for settings in ({}, {"row_slices": [1, 3]}, {"col_slices": [0, 2, 4]}, {"transpose": True},
                     {"row_slices": [3, 1], "transpose": True}, {"col_slices": [0, 2], "transpose": True}):
        result.append(list(session.run(tools.np_matrix_to_tf_sparse(matrix, **settings))))
result += list(tools.remove_empty_rows_columns(np.array([[0, 1.0, 0], [0, 0, 0], [2.0, 0, 0]])))
numbers = np.random.RandomState(0)
rows, columns = (tf.constant(numbers.rand(n, 2).astype(np.float32)) for n in (5, 7))
sparse = tools.np_matrix_to_tf_sparse(matrix)
of_rows, of_columns = tf.constant(np.arange(5, dtype=np.float32)), tf.constant(np.arange(7, dtype=np.float32))
for settings in ({}, {"regularization": 0.5}, {"w0": 0.1}, {"row_weights": of_rows, "col_weights": of_columns},
                 {"regularization": 0.1, "w0": 0.2, "row_weights": tf.ones([5]), "col_weights": of_columns}):
    with tf.Session().as_default():
        result.append(np.float32(tools.calculate_loss(sparse, rows, columns, **settings)))
""",
}
