"""What the operations of `sources` are asked, on both sides: real TensorFlow 1.15 (Python 3.7) and Penstock run this file.

`recorded.json` has the answers of TensorFlow 1.15.5; `python tests/ops/custom/record.py`, run by its Python, writes it.
"""

import inspect
import re

import numpy as np

_DEFINED = re.compile(r" \(defined at [^)]*\)")  # a path of the machine where it ran
LIBRARIES = ["geometry", "sequences", "language", "numeric"]


def _floats(*shape):
    """Numbers that look random: the same on both sides whatever the version of NumPy."""
    n = int(np.prod(shape))
    return (((np.arange(n) * 7919 + 104729) % 1009) / 1009.0 - 0.5).astype(np.float32).reshape(shape)


POINTS, QUERIES = _floats(2, 9, 3), _floats(2, 4, 3) * 0.9
BOXES = np.float32([[0, 0, 2, 2], [0, 0, 2, 1.9], [1, 1, 3, 3], [5, 5, 6, 7], [5, 5, 6, 6.5]])
ROIS = np.float32([[0, 0, 0, 6, 6], [1, 2, 4, 9, 7], [1, 30, 30, 31, 31]])
_has_gradients = []


def _gradients(tf, m):
    """Registers gradients in Python, as the projects that ship such operations do."""

    @tf.RegisterGradient("Swish")
    def _swish(op, grad):
        return m.swish_grad(grad, op.inputs[0])

    @tf.RegisterGradient("RoiPool")
    def _roi_pool(op, grad, _):
        return [m.roi_pool_grad(op.inputs[0], op.inputs[1], op.outputs[1], grad), None]

    @tf.RegisterGradient("GroupPoint")
    def _group_point(op, grad):
        return [m.group_point_grad(op.inputs[0], op.inputs[1], grad), None]

    tf.NotDifferentiable("KNearest")


def cases(tf, m):
    """name → a function that makes tensors; each is run twice in one session."""
    if not _has_gradients:  # once in a process
        _gradients(tf, m)
        _has_gradients.append(True)
    c = tf.constant

    def roi_pool(dtype):
        data = c(_floats(2, 6, 7, 3).astype(dtype))
        pooled = m.roi_pool(data, c(ROIS.astype(dtype)), pooled_height=2, pooled_width=3, spatial_scale=0.5)
        return [pooled.top_data, pooled.argmax, tf.gradients(tf.square(pooled[0]), data)[0]]

    def swish(dtype):
        x = c(_floats(5, 3).astype(dtype) * 4)
        y = m.swish(x)
        return [y, tf.gradients(y * y, x)[0]]

    def group():
        x, idx = c(POINTS), c(np.int32([[[0, 1], [8, 0]], [[3, 3], [2, 7]]]))
        y = m.group_point(x, idx)
        return [y, tf.gradients(y * y, x)[0]]

    def counter():
        first, second = m.counter_handle(shared_name="a"), m.counter_handle(name="own")
        one = m.counter_add(first, 5)
        with tf.control_dependencies([one]):
            two = m.counter_add(m.counter_handle(shared_name="a"), 2)
        return [one, two, m.counter_add(second, 1)]

    def reference():
        v = tf.Variable([1.0, 2.0], use_resource=False)
        scaled = m.scale_in_place(v, 3.0)
        with tf.control_dependencies([scaled.op]):
            return [tf.identity(scaled), tf.identity(v)]

    def placeholders():
        return [
            m.min_pool(tf.placeholder(tf.float32, [None, 7, None, 2]), [1, 3, 2, 1], [1, 2, 2, 1], "VALID"),
            m.span_reduce(tf.placeholder(tf.float32, [3, None, 4]), [-1], keep_dims=True),
            m.span_reduce(tf.placeholder(tf.float32, [3, None, 4]), tf.placeholder(tf.int32, [1])),
            m.segment_span(tf.placeholder(tf.int64, [None]), tf.placeholder(tf.int64, [4]), 6),
            m.top_rows(tf.placeholder(tf.float32, [9, 2]), n=4),
            m.bilinear_sampler(tf.placeholder(tf.float32, [2, None, 5, 3]), tf.placeholder(tf.float32, [2, None, 2])),
            m.huber_loss(tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [5, 1])),
            m.greedy_nms(BOXES, tf.placeholder(tf.float32), 3),
        ]

    return {
        "roi_pool float": lambda: roi_pool(np.float32),
        "roi_pool double": lambda: roi_pool(np.float64),
        "roi_pool wrong": lambda: m.roi_pool(
            tf.placeholder_with_default(_floats(1, 2, 2, 1), None), _floats(1, 5)[:, :4], 1, 1, 1.0
        ),
        "roi_pool negative": lambda: m.roi_pool(_floats(1, 2, 2, 1), _floats(1, 5), -1, 1, 1.0),
        "correlation": lambda: m.correlation(_floats(1, 4, 5, 3), _floats(1, 4, 5, 3)[:, ::-1], max_displacement=2),
        "correlation shapes": lambda: m.correlation(_floats(1, 4, 5, 3), _floats(1, 4, 5, 2)),
        "bilinear_sampler": lambda: m.bilinear_sampler(_floats(2, 4, 5, 3), _floats(2, 3, 4, 2) * 9),
        "k_nearest": lambda: m.k_nearest(QUERIES, POINTS, k=3),
        "k_nearest too many": lambda: m.k_nearest(QUERIES, POINTS, k=10),
        "k_nearest none": lambda: m.k_nearest(QUERIES, POINTS, k=0),
        "farthest_point_sample": lambda: m.farthest_point_sample(POINTS, npoint=5),
        "query_ball_point": lambda: m.query_ball_point(POINTS, QUERIES, radius=0.6, nsample=4),
        "group_point": group,
        "group_point outside": lambda: m.group_point(POINTS, np.full((2, 1, 1), 9, np.int32)),
        "three_interpolate": lambda: m.three_interpolate(
            POINTS, np.int32([[[0, 1, 2]], [[6, 7, 8]]]), _floats(2, 1, 3)
        ),
        "three_interpolate shapes": lambda: m.three_interpolate(
            POINTS, np.int32([[[0, 1]], [[6, 7]]]), _floats(2, 1, 3)
        ),
        "chamfer": lambda: m.chamfer(POINTS, QUERIES),
        "iou_matrix": lambda: m.iou_matrix(BOXES, BOXES[2:]),
        "greedy_nms": lambda: m.greedy_nms(BOXES, np.float32([0.5, 0.9, 0.6, 0.2, 0.3]), 3),
        "ctc_collapse": lambda: m.ctc_collapse(_floats(8, 3, 4), [8, 5, 0]),
        "ctc_collapse too long": lambda: m.ctc_collapse(_floats(8, 3, 4), [8, 9, 0], blank=3),
        "viterbi_path": lambda: m.viterbi_path(_floats(7, 4), _floats(4, 4)),
        "viterbi_path empty": lambda: m.viterbi_path(_floats(0, 4), _floats(4, 4)),
        "dtw_distance": lambda: [
            m.dtw_distance(_floats(9), _floats(6)),
            m.dtw_distance(c(1.5, tf.float64), [0.5, 2.5]),
        ],
        "dtw_distance type": lambda: m.dtw_distance(c([1, 2]), c([1, 2])),
        "row_edit_distance": lambda: m.row_edit_distance([[1, 2, 3], [4, 4, 4]], [[1, 3, 3, 2], [5, 4, 4, 4]]),
        "cumulative_log_sum_exp": lambda: [
            m.cumulative_log_sum_exp(_floats(3, 4)),
            m.cumulative_log_sum_exp(_floats(2, 3).astype(np.float16), reverse=True),
            m.cumulative_log_sum_exp(_floats(5).astype(np.float64) * 50),
        ],
        "swish float": lambda: swish(np.float32),
        "swish double": lambda: swish(np.float64),
        "swish_grad shapes": lambda: m.swish_grad(
            tf.placeholder_with_default(_floats(2), None), tf.placeholder_with_default(_floats(3), None)
        ),
        "huber_loss": lambda: [
            m.huber_loss(_floats(3, 4) * 9, 0.25),
            m.huber_loss(_floats(6), _floats(6)[::-1], delta=0.3),
        ],
        "bit_shuffle": lambda: [
            m.bit_shuffle(c([3, 200, 7, 9], t), by=2) for t in (tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint16)
        ],
        "bit_shuffle by": lambda: m.bit_shuffle([1, 2], by=0),
        "segment_span": lambda: [
            m.segment_span([4, 9, -3, 7], [0, 2, 2, 0], 4),
            m.segment_span([4, 9], c([0, 1], tf.int64), 2),
        ],
        "segment_span outside": lambda: m.segment_span([4, 9, -3, 7], [0, 2, 4, 0], 4),
        "top_rows": lambda: m.top_rows(_floats(9, 2), n=4),
        "min_pool": lambda: [
            m.min_pool(_floats(1, 7, 6, 2), ksize=[1, 3, 2, 1], strides=[1, 2, 2, 1], padding=p)
            for p in ("SAME", "VALID")
        ],
        "min_pool format": lambda: m.min_pool(
            _floats(1, 7, 6, 2), [1, 1, 2, 2], [1, 1, 2, 2], "VALID", data_format="NCHW"
        ),
        "min_pool padding": lambda: m.min_pool(_floats(1, 7, 6, 2), [1, 3, 2, 1], [1, 2, 2, 1], "FULL"),
        "span_reduce": lambda: [
            m.span_reduce(_floats(3, 5), [1]),
            m.span_reduce(_floats(2, 3, 4), [-1], keep_dims=True),
        ],
        "span_reduce axis": lambda: m.span_reduce(_floats(3, 5), [2]),
        "attr_zoo": lambda: [
            m.attr_zoo(),
            m.attr_zoo(
                s="x",
                i=9,
                f=0.1,
                b=False,
                t=tf.string,
                sh=[3],
                ls=[],
                li=[1],
                lf=[0.5, 2],
                lb=[],
                lt=[tf.bool],
                fruit="orange",
            ),
        ],
        "attr_zoo fruit": lambda: m.attr_zoo(fruit="pear"),
        "sum_of_all": lambda: [m.sum_of_all([[1, 2], [3, 4], [5, 6]]), m.sum_of_all([c(1.5), c(2.5)])],
        "sum_of_all one": lambda: m.sum_of_all([[1, 2]]),
        "sum_of_all type": lambda: m.sum_of_all([c(1.5, tf.float64), c(2.5, tf.float64)]),
        "reversed": lambda: [
            t
            for part in m.reversed([c([1, 2, 3]), c(["a", "bc"]), c([True, False]), c([0.5])])
            for t in (part if isinstance(part, list) else [part])
        ],
        "powers": lambda: list(m.powers(c([2.0, 3.0], tf.float64), N=4)),
        "parse_numbers": lambda: [
            m.parse_numbers(["1.5", " -2e3 "]),
            m.parse_numbers([["7"], ["-8"]], out_type=tf.int64),
        ],
        "parse_numbers wrong": lambda: m.parse_numbers(["7", "7.5"], tf.int32),
        "word_count": lambda: m.word_count(["the cat The dog", " the  end"], lower=True),
        "word_count empty": lambda: m.word_count(c([], tf.string), delims=",;"),
        "char_ngrams": lambda: m.char_ngrams(["abcd", "", "xy", "x"], n=2),
        "hash_words": lambda: m.hash_words(
            [["", "a", "word"], ["eight by", "a longer text of words", "\0\1"]], buckets=1000003
        ),
        "format_rows": lambda: m.format_rows(_floats(2, 3).astype(np.float64) * 10),
        "counter": counter,
        "running_mean": lambda: m.running_mean([1.0, 3.0]),
        "last_input": lambda: [m.last_input(tf.cumsum([1, 2, 3])), m.last_input(tf.as_string([1, 2]))],
        "scale_in_place": reference,
        "random_walk": lambda: m.random_walk(6, seed=87654321, seed2=42),
        "weighted_draws": lambda: m.weighted_draws([0.5, 3.0, 0.0, 1.5, 9.0], n=40, seed=5),
        "later_sum": lambda: [m.later_sum([1, 2, 3]), m.later_sum(c([], tf.int64))],
        "later_sum fails": lambda: m.later_sum([1], fail=True),
        "which_kernel": lambda: [
            m.which_kernel(1, name="i"),
            m.which_kernel(1.0, name="f"),
            m.which_kernel(c(1, tf.float64), name="d"),
        ],
        "which_kernel none": lambda: m.which_kernel(True, name="b"),
        "only_declared": lambda: m.only_declared(1.0, name="d"),
        "forgets_its_output": lambda: m.forgets_its_output([1.0], name="f"),
        "forgets_its_output fails": lambda: m.forgets_its_output([1.0, 2.0, 3.0]),
        "shapes": placeholders,
        **numeric(tf, m),
    }


def numeric(tf, m):
    """What `numeric.cc` is asked."""
    c = tf.constant
    long = tf.int64

    def broadcast(x, y, fewer=True):
        return lambda: m.broadcast_shapes(c(x, long), c(y, long), fewer=fewer)

    numbers = [[-7, 2, 5], [1, -1, -3]]
    kinds = [tf.float32, tf.float64, tf.float16, tf.bfloat16, tf.int8, tf.int16, tf.int32, tf.int64]
    return {
        "scaled_elu": lambda: [
            m.scaled_elu(_floats(2, 3)),
            m.scaled_elu(_floats(4).astype(np.float64), scale=2, below="zero"),
            m.scaled_elu(_floats(0, 2)),
        ],
        "scaled_elu below": lambda: m.scaled_elu([1.0], below="log"),
        "scaled_elu scale": lambda: m.scaled_elu([1.0], scale="much"),
        "scaled_distance": lambda: [m.scaled_distance(x, x * x) for x in (c(0.5), c([1.0, 2.0]), c(_floats(2, 1, 3)))],
        "scaled_distance shapes": lambda: m.scaled_distance([1.0, 2.0], [1.0]),
        "scaled_distance rank": lambda: m.scaled_distance(np.ones([1] * 9, np.float32), np.ones([1] * 9, np.float32)),
        "broadcast_shapes": broadcast([2, 3, 5, 7], [5, 7]),
        "broadcast_shapes of one": broadcast([1, 1, 4, 1], [6, 2, 1, 1, 3]),
        "broadcast_shapes apart": broadcast([2, 1, 3, 1], [1, 1, 3, 1], fewer=False),
        "broadcast_shapes scalars": broadcast(np.zeros([0]), np.zeros([0])),
        "broadcast_shapes ones": broadcast([1, 1], [1]),
        "broadcast_shapes empty": broadcast([3, 0], [1]),
        "broadcast_shapes same": broadcast([2, 1, 3], [2, 1, 3]),
        "broadcast_shapes wrong": broadcast([2, 3], [2]),
        "repack": lambda: [
            *m.repack([c(_floats(2, 2)), c(_floats(1, 2)), c(_floats(0, 2))], sizes=[1, 0, 2]),
            *m.repack([c(["a", "bc"]), c(["def"])], sizes=[3, 0]),
        ],
        "repack one": lambda: m.repack(c(_floats(2, 2)), sizes=[2]),
        "repack none": lambda: m.repack([], sizes=[2]),
        "repack sizes": lambda: m.repack([c([1.0])], sizes=2),
        "repack sum": lambda: m.repack([c([1.0])], sizes=[2]),
        "repack scalar": lambda: m.repack([c(1.0)], sizes=[1]),
        "largest_of_rows": lambda: [tf.cast(m.largest_of_rows(tf.cast(numbers, t)), tf.float64) for t in kinds],
        "largest_of_rows empty": lambda: [tf.cast(m.largest_of_rows(tf.zeros([2, 0], t)), tf.float64) for t in kinds],
    }


def _plain(value):
    value = np.asarray(value)
    if value.dtype == object or value.dtype.kind in "SU":
        return {"dtype": "string", "shape": list(value.shape), "value": [v.decode("latin-1") for v in value.ravel()]}
    wide = value.astype(np.float64) if value.dtype.kind == "f" else value
    return {"dtype": value.dtype.name, "shape": list(value.shape), "value": wide.ravel().tolist()}


def answer(tf, make):
    """What a case gives: the static shapes and two runs, or the error."""
    with tf.Graph().as_default():
        try:
            made = make()
            made = [made] if isinstance(made, tf.Tensor) else list(made)
        except Exception as error:  # noqa: BLE001 - whatever it is is compared
            return {"building": [type(error).__name__, str(error)]}
        shapes = [str(t.shape) for t in made]
        if any(op.type == "Placeholder" for op in made[0].graph.get_operations()):
            return {"shapes": shapes}
        with tf.Session() as sess:
            try:
                sess.run(tf.global_variables_initializer())
                runs = [[_plain(v) for v in sess.run(made)] for _ in range(2)]
            except tf.errors.OpError as error:
                return {
                    "shapes": shapes,
                    "running": [type(error).__name__, _DEFINED.sub("", error.message.split("\n\n")[0])],
                }
        return {"shapes": shapes, "runs": runs}


def signatures(m):
    """The functions of a library: their parameters and docstrings."""
    found = {}
    for name in sorted(vars(m)):
        function = getattr(m, name)
        if name[0].islower() and inspect.isfunction(function) and not name.endswith(("_eager_fallback", "d_endpoints")):
            signature = inspect.signature(function)
            if "kwargs" not in signature.parameters:
                found[name] = [str(signature), function.__doc__]
    return found


class Joined:
    """The functions of several libraries as those of one."""

    def __init__(self, modules):
        for module in modules:
            for name in vars(module):
                if not name.startswith("_"):
                    setattr(self, name, getattr(module, name))
