"""`KMeans`: the operations that choose centers of clusters, assign points to them and move them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export, export_value
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.typing import TensorLike
from penstock.ops.training import clustering  # noqa: F401  the operations that are made here

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor

SQUARED_EUCLIDEAN_DISTANCE = export_value("squared_euclidean", "contrib.factorization.SQUARED_EUCLIDEAN_DISTANCE")
COSINE_DISTANCE = export_value("cosine", "contrib.factorization.COSINE_DISTANCE")
RANDOM_INIT = export_value("random", "contrib.factorization.RANDOM_INIT")
KMEANS_PLUS_PLUS_INIT = export_value("kmeans_plus_plus", "contrib.factorization.KMEANS_PLUS_PLUS_INIT")
KMC2_INIT = "kmc2"
CLUSTERS_VAR_NAME = "clusters"


def nearest_neighbors(points: TensorLike, centers: TensorLike, k: TensorLike, name: str | None = None) -> Any:
    """The nearest centers of points, and their squared distances.

    Args:
      points: a row for each point.
      centers: a row for each center.
      k: how many.
      name: the operation's name.
    """
    return apply("NearestNeighbors", name, points=points, centers=centers, k=k)


def kmeans_plus_plus_initialization(
    points: TensorLike,
    num_to_sample: TensorLike,
    seed: TensorLike,
    num_retries_per_sample: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Points that are chosen as centers by k-means++.

    Args:
      points: a row for each point.
      num_to_sample: how many.
      seed: a seed.
      num_retries_per_sample: how often it tries for each.
      name: the operation's name.
    """
    return apply(
        "KmeansPlusPlusInitialization",
        name,
        points=points,
        num_to_sample=num_to_sample,
        seed=seed,
        num_retries_per_sample=num_retries_per_sample,
    )


def kmc2_chain_initialization(distances: TensorLike, seed: TensorLike, name: str | None = None) -> Tensor:
    """The place of the point that k-MC2 chooses as a center.

    Args:
      distances: of the points from the nearest center.
      seed: a seed.
      name: the operation's name.
    """
    return apply("KMC2ChainInitialization", name, distances=distances, seed=seed)


@export("contrib.factorization.KMeans")
class KMeans:
    """Clusters of points: the graph that finds centers.

    Args:
      inputs: points [n, d], or a list of such.
      num_clusters: how many centers.
      initial_clusters: "random", "kmeans_plus_plus", "kmc2", the centers themselves, or a function of the inputs and of
        how many are missing that gives some.
      distance_metric: "squared_euclidean" or "cosine".
      use_mini_batch: whether inputs are a part of all points, so that centers move a little each time.
      mini_batch_steps_per_iteration: how many parts are seen before centers move.
      random_seed: a seed.
      kmeans_plus_plus_num_retries: how often k-means++ tries for each center.
      kmc2_chain_length: how many points k-MC2 looks at for each center.

    Raises:
      ValueError: `initial_clusters` or `distance_metric` is unknown.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     points = tf.constant([[0.0], [1.0], [10.0], [11.0]])
    ...     model = tf.contrib.factorization.KMeans(points, 2, initial_clusters=[[0.0], [5.0]])
    ...     _, index, _, _, init_op, train_op = model.training_graph()
    ...     sess.run(tf.global_variables_initializer())
    ...     _ = sess.run(init_op)
    ...     _ = sess.run(train_op)
    ...     print(sess.run(index)[0])
    [0 0 1 1]
    """

    def __init__(
        self,
        inputs: Any,
        num_clusters: Any,
        initial_clusters: Any = RANDOM_INIT,
        distance_metric: str = SQUARED_EUCLIDEAN_DISTANCE,
        use_mini_batch: bool = False,
        mini_batch_steps_per_iteration: int = 1,
        random_seed: int = 0,
        kmeans_plus_plus_num_retries: int = 2,
        kmc2_chain_length: int = 200,
    ):
        known = (RANDOM_INIT, KMEANS_PLUS_PLUS_INIT, KMC2_INIT)
        if isinstance(initial_clusters, str) and initial_clusters not in known:
            raise ValueError(f"Unsupported initialization algorithm '{initial_clusters}'")
        if distance_metric not in (SQUARED_EUCLIDEAN_DISTANCE, COSINE_DISTANCE):
            raise ValueError(f"Unsupported distance metric '{distance_metric}'")
        self._inputs = inputs if isinstance(inputs, list) else [inputs]
        self._num_clusters, self._initial_clusters = num_clusters, initial_clusters
        self._cosine = distance_metric == COSINE_DISTANCE
        self._use_mini_batch = use_mini_batch
        self._steps = int(mini_batch_steps_per_iteration)
        self._seed = random_seed
        self._retries, self._chain_length = kmeans_plus_plus_num_retries, kmc2_chain_length

    @property
    def _slow(self) -> bool:
        """Whether centers move only after several parts."""
        return self._use_mini_batch and self._steps > 1

    def training_graph(self) -> tuple[Any, Any, Any, Any, Any, Any]:
        """Makes the variables and operations.

        Returns:
          For each input: the distances of its points to all centers, the nearest center, and the distance to that; a
          variable that tells whether centers are chosen; the operation that chooses them; the one that moves them.
        """
        if isinstance(self._initial_clusters, str) or callable(self._initial_clusters):
            initial, count = self._initial_clusters, convert_to_tensor(self._num_clusters)
        else:
            initial = convert_to_tensor(self._initial_clusters)
            count = tf.shape(initial)[0]
        nothing = tf.constant([], dtype=tf.float32)
        centers = tf.Variable(nothing, name=CLUSTERS_VAR_NAME, validate_shape=False)
        initialized = tf.Variable(False, dtype=tf.bool, name="initialized")
        moved, waiting, counts = centers, None, None
        if self._slow:
            moved = tf.Variable(nothing, name="clusters_updated", validate_shape=False)
            waiting = tf.Variable(self._steps, dtype=tf.int64, name="update_in_steps")
            counts = tf.Variable(tf.zeros([count], dtype=tf.int64))
        elif self._use_mini_batch:
            counts = tf.Variable(tf.ones([count], dtype=tf.int64))
        init_op = _Choice(self, count, initial, centers, moved, initialized).op()
        inputs, used = self._inputs, centers
        # Centers that are a plain mean of unit vectors have to be made unit vectors each time.
        normalized = self._cosine and (not self._use_mini_batch or self._steps > 1)
        if self._cosine:
            inputs = [tf.nn.l2_normalize(points, dim=1) for points in inputs]
            if not normalized:
                used = tf.nn.l2_normalize(centers, dim=1)
        found = [self._assigned(points, used, normalized) for points in inputs]
        all_scores, scores, index = (list(part) for part in zip(*found, strict=True))
        if self._use_mini_batch:
            with control_dependencies([self._sync(waiting, centers, moved, counts)]):
                train_op = _partial_step(inputs, index, moved, counts)
        else:
            train_op = _full_step(inputs, index, count, centers, normalized)
        return tuple(all_scores), tuple(index), tuple(scores), initialized, init_op, train_op

    def _assigned(self, points: Any, centers: TensorLike, normalized: bool) -> tuple[Any, Any, Any]:
        if self._cosine:
            all_distances = 1 - tf.matmul(points, centers, transpose_b=True)
            centers = centers if normalized else tf.nn.l2_normalize(centers, dim=1)
        else:
            squares = [tf.reduce_sum(tf.square(v), 1, keepdims=True) for v in (points, centers)]
            products = tf.matmul(points, centers, transpose_b=True)
            all_distances = squares[0] - 2 * products + tf.transpose(squares[1])
        index, distances = apply("NearestNeighbors", None, points=points, centers=centers, k=1)
        if self._cosine:
            distances *= 0.5  # half the squared distance of unit vectors
        return all_distances, tf.squeeze(distances, [-1]), tf.squeeze(index, [-1])

    def _sync(self, waiting: Any, centers: TensorLike, moved: TensorLike, counts: TensorLike | None) -> Any:
        """Lets the centers that are used catch up with those that move, every so many steps."""
        if not self._slow:
            return tf.no_op()

        def catch_up() -> Any:
            with control_dependencies([tf.assign(waiting, self._steps - 1)]):
                new = tf.nn.l2_normalize(moved, dim=1) if self._cosine else moved
                with control_dependencies([tf.assign(centers, new, validate_shape=False)]):
                    with control_dependencies([tf.assign(counts, tf.zeros_like(counts))]):
                        return tf.identity(waiting)

        return tf.cond(waiting <= 0, catch_up, lambda: tf.identity(tf.assign_sub(waiting, 1)))


def _partial_step(inputs: list[Any], index: list[Any], centers: Any, counts: Any) -> Operation:
    """Moves each center by the share of its new points among all that it has seen."""
    updates = []
    for points, places in zip(inputs, index, strict=True):
        ids, which = tf.unique(tf.reshape(places, [-1]))
        many = tf.size(ids)
        old_counts, old_centers = tf.gather(counts, ids), tf.gather(centers, ids)
        more = tf.unsorted_segment_sum(tf.ones_like(which, dtype=counts.dtype.base_dtype), which, many)
        change = tf.unsorted_segment_sum(points, which, many)
        shape = tf.concat([tf.reshape(many, [1]), tf.ones(tf.reshape(tf.rank(points) - 1, [1]), dtype=tf.int32)], 0)
        change -= tf.cast(tf.reshape(more, shape), points.dtype) * old_centers
        change *= tf.reshape(tf.reciprocal(tf.cast(old_counts + more, points.dtype)), shape)
        updates += [tf.scatter_add(counts, ids, more), tf.scatter_add(centers, ids, change)]
    return tf.group(*updates)


def _full_step(inputs: list[Any], index: list[Any], count: TensorLike, centers: TensorLike, normalized: bool) -> Any:
    """Moves each center to the mean of its points."""
    sums, counts = [], []
    for points, places in zip(inputs, index, strict=True):
        sums.append(tf.unsorted_segment_sum(points, places, count))
        ones = tf.reshape(tf.ones(tf.reshape(tf.shape(points)[0], [-1])), [-1, 1])
        counts.append(tf.unsorted_segment_sum(ones, places, count))
    new = tf.add_n(sums) / (tf.cast(tf.add_n(counts), sums[0].dtype) + tf.constant(1e-6, dtype=inputs[0].dtype))
    return tf.assign(centers, tf.nn.l2_normalize(new, dim=1) if normalized else new, validate_shape=False)


class _Choice:
    """Chooses the first centers, in as many runs as it takes."""

    def __init__(
        self, model: KMeans, count: Any, initial: Any, centers: TensorLike, moved: TensorLike, initialized: Any
    ):
        self._model, self._count, self._initial = model, count, initial
        self._centers, self._moved, self._initialized = centers, moved, initialized
        self._selected = tf.shape(centers)[0]
        self._remaining = count - self._selected
        self._data = tf.add_n([tf.shape(points)[0] for points in model._inputs])

    def op(self) -> Any:
        done = lambda: tf.group(tf.assert_equal(self._initialized, True))  # noqa: E731
        return tf.cond(tf.equal(self._remaining, 0), done, lambda: tf.group(self._initialize()))

    def _initialize(self) -> Any:
        with control_dependencies([tf.assert_positive(self._remaining)]):
            is_chain = isinstance(self._initial, str) and self._initial == KMC2_INIT
            left = self._chain() if is_chain else self._add()
            ready = lambda: tf.group(tf.assign(self._initialized, True))  # noqa: E731
            return tf.cond(tf.equal(left, 0), ready, tf.no_op)

    def _assign(self, centers: TensorLike) -> Tensor:
        """How many are missing after the centers were assigned."""
        found = tf.assign(self._centers, centers, validate_shape=False)
        if self._moved is not self._centers:
            found = tf.assign(self._moved, found, validate_shape=False)
        return self._count - tf.shape(found)[0]

    def _unit(self, centers: Any) -> Any:
        return tf.nn.l2_normalize(centers, dim=1) if self._model._cosine else centers

    def _add(self) -> Tensor:
        new = self._unit(self._chosen())
        none_yet = tf.equal(self._selected, 0)
        return self._assign(tf.cond(none_yet, lambda: new, lambda: tf.concat([self._centers, new], 0)))

    def _chosen(self) -> Any:
        if isinstance(self._initial, str) and self._initial == RANDOM_INIT:
            too_few = self._data <= self._remaining
            return tf.cond(too_few, lambda: tf.concat(self._model._inputs, 0), self._random)
        if isinstance(self._initial, str):
            with control_dependencies([tf.assert_greater_equal(self._data, self._remaining)]):
                points = self._unit(self._model._inputs[0])
                return apply(
                    "KmeansPlusPlusInitialization",
                    None,
                    points=points,
                    num_to_sample=tf.cast(self._remaining, tf.int64),
                    seed=self._model._seed,
                    num_retries_per_sample=self._model._retries,
                )
        if callable(self._initial):
            return self._initial(self._model._inputs, self._remaining)
        with control_dependencies([tf.assert_equal(self._remaining, tf.shape(self._initial)[0])]):
            return tf.identity(self._initial)

    def _random(self) -> Tensor:
        places = tf.random_uniform(
            tf.reshape(self._remaining, [-1]),
            minval=0,
            maxval=tf.cast(self._data, tf.int64),
            seed=self._model._seed,
            dtype=tf.int64,
        )
        return tf.nn.embedding_lookup(self._model._inputs, places, partition_strategy="div")

    def _chain(self) -> Any:
        points, length = self._model._inputs[0], self._model._chain_length
        most = tf.cast(tf.shape(points)[0] / length, dtype=tf.int32)
        wanted = tf.maximum(tf.minimum(self._remaining, most), 1)

        def one_more(i: Any, _: Any) -> tuple[Any, Any]:
            def from_chain() -> Tensor:
                part = points[i * length : (i + 1) * length]
                _, distances = apply("NearestNeighbors", None, points=part, centers=self._centers, k=1)
                place = apply("KMC2ChainInitialization", None, distances=tf.squeeze(distances), seed=self._model._seed)
                new = self._unit(tf.reshape(tf.gather(part, place), [1, -1]))
                return tf.concat([self._centers, new], 0)

            first = lambda: self._unit(tf.reshape(points[0], [1, -1]))  # noqa: E731
            return i + 1, self._assign(tf.cond(tf.equal(self._selected, 0), first, from_chain))

        return tf.while_loop(lambda i, _: tf.less(i, wanted), one_more, [0, 0])[1]
