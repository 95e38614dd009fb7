"""Small Keras models, data and a check of layers, for tests: `tensorflow.python.keras.testing_utils`.

A scope says of which kind the models are: "functional", "sequential", "subclass" or "subclass_custom_build".
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock.graph.typing import NestedTensors, ShapeLike
from penstock.keras.engine import base_layer_utils

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


_settings = threading.local()


@contextlib.contextmanager
def _scope(name: str, value: Any) -> Iterator[Any]:
    before = getattr(_settings, name, None)
    setattr(_settings, name, value)
    try:
        yield value
    finally:
        setattr(_settings, name, before)


def _setting(name: str, asker: str, scope: str, decorator: str) -> Any:
    value = getattr(_settings, name, None)
    if value is None:
        raise ValueError(f"Cannot call `{asker}()` outside of a `{scope}()` or `{decorator}` decorator.")
    return value


def model_type_scope(value: str) -> Any:
    """A scope in which models are of a kind."""
    return _scope("model_type", value)


def run_eagerly_scope(value: bool) -> Any:
    """A scope in which `should_run_eagerly` gives a value."""
    return _scope("run_eagerly", value)


def experimental_run_tf_function_scope(value: bool) -> Any:
    """A scope in which `should_run_tf_function` gives a value."""
    return _scope("run_tf_function", value)


def get_model_type() -> str:
    """The kind of models in this scope; ValueError outside of one.

    >>> with model_type_scope("sequential"):
    ...     get_model_type()
    'sequential'
    """
    return _setting("model_type", "get_model_type", "model_type_scope", "run_with_all_model_types")


def should_run_eagerly() -> bool:
    """What the scope says about running eagerly; ValueError outside of one."""
    return _setting("run_eagerly", "should_run_eagerly", "run_eagerly_scope", "run_all_keras_modes")


def should_run_tf_function() -> bool:
    """What the scope says about running as functions; ValueError outside of one."""
    scope = "experimental_run_tf_function_scope"
    return _setting("run_tf_function", "should_run_tf_function", scope, "run_all_keras_modes")


def get_test_data(
    train_samples: int,
    test_samples: int,
    input_shape: Sequence[int],
    num_classes: int,
    random_seed: int | None = None,
) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """Random inputs around a random centre of each class, and their classes.

    Args:
      train_samples: how many to train with.
      test_samples: how many to test with.
      input_shape: of one input.
      num_classes: how many classes.
      random_seed: of NumPy's global numbers.

    Returns:
      `(x_train, y_train), (x_test, y_test)`.
    """
    if random_seed is not None:
        np.random.seed(random_seed)
    count = train_samples + test_samples
    centres = 2 * num_classes * np.random.random((num_classes, *input_shape))
    labels = np.random.randint(0, num_classes, size=(count,))
    inputs = np.zeros((count, *input_shape), np.float32)
    for i in range(count):
        inputs[i] = centres[labels[i]] + np.random.normal(loc=0, scale=1.0, size=input_shape)
    return (inputs[:train_samples], labels[:train_samples]), (inputs[train_samples:], labels[train_samples:])


def get_v2_optimizer(name: str, **kwargs: Any) -> Any:
    """The optimizer of Keras with a name, in small letters; ValueError if there is none."""
    names = ("Adadelta", "Adagrad", "Adam", "Adamax", "Nadam", "RMSprop", "SGD")
    found = {one.lower(): getattr(tf.keras.optimizers, one) for one in names}
    if name not in found:
        raise ValueError(f"Could not find requested v2 optimizer: {name}\nValid choices: {list(found)}")
    return found[name](**kwargs)


def get_expected_metric_variable_names(var_names: list[str], name_suffix: str = "") -> list[str]:
    """The names of variables of metrics in a graph.

    >>> get_expected_metric_variable_names(["total"], "_1")
    ['total_1:0']
    """
    return [f"{name}{name_suffix}:0" for name in var_names]


def _small_mlp(num_hidden: int, num_classes: int, **first: Any) -> list[Any]:
    last = "sigmoid" if num_classes == 1 else "softmax"
    dense = tf.keras.layers.Dense
    return [dense(num_hidden, activation="relu", **first), dense(num_classes, activation=last)]


def get_small_sequential_mlp(num_hidden: int, num_classes: int, input_dim: int | None = None) -> Any:
    """A `Sequential` of two dense layers."""
    return tf.keras.models.Sequential(
        _small_mlp(num_hidden, num_classes, **({"input_dim": input_dim} if input_dim else {}))
    )


def get_small_functional_mlp(num_hidden: int, num_classes: int, input_dim: int) -> Any:
    """A functional model of two dense layers."""
    inputs = tf.keras.Input(shape=(input_dim,))
    hidden, last = _small_mlp(num_hidden, num_classes)
    return tf.keras.Model(inputs, last(hidden(inputs)))


@functools.cache
def _classes() -> dict[str, type]:
    """The subclasses of `tf.keras.Model`, made when they are first needed."""

    class _SmallSubclassMLP(tf.keras.Model):
        """Two dense layers, made with the model."""

        def __init__(self, num_hidden: int, num_classes: int) -> None:
            super().__init__()
            self.layer_a, self.layer_b = _small_mlp(num_hidden, num_classes)

        def call(self, inputs: NestedTensors, **kwargs: Any) -> Any:
            return self.layer_b(self.layer_a(inputs))

    class _SmallSubclassMLPCustomBuild(tf.keras.Model):
        """Two dense layers, made when the model is built."""

        def __init__(self, num_hidden: int, num_classes: int) -> None:
            super().__init__()
            self.layer_a: Any = None
            self.layer_b: Any = None
            self.num_hidden, self.num_classes = num_hidden, num_classes

        def build(self, input_shape: ShapeLike) -> None:
            self.layer_a, self.layer_b = _small_mlp(self.num_hidden, self.num_classes)

        def call(self, inputs: NestedTensors, **kwargs: Any) -> Any:
            return self.layer_b(self.layer_a(inputs))

    class _SubclassModel(tf.keras.Model):
        """Some layers, one after the other."""

        def __init__(self, layers: Sequence[Any], *args: Any, **kwargs: Any) -> None:
            inputs = kwargs.pop("input_tensor", None)
            super().__init__(*args, **kwargs)
            # Attributes, one for each, so that weights are saved under their names.
            for i, layer in enumerate(layers):
                setattr(self, f"layer{i}", layer)
            self.num_layers = len(layers)
            if inputs is not None:
                self._set_inputs(inputs)

        def call(self, inputs: NestedTensors, **kwargs: Any) -> Any:
            for i in range(self.num_layers):
                inputs = getattr(self, f"layer{i}")(inputs)
            return inputs

    class _SubclassModelCustomBuild(tf.keras.Model):
        """Some layers, one after the other, made when the model is built."""

        def __init__(self, layer_generating_func: Callable[[], Sequence[Any]], *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.all_layers: Any = None
            self._layer_generating_func = layer_generating_func

        def build(self, input_shape: ShapeLike) -> None:
            self.all_layers = list(self._layer_generating_func())

        def call(self, inputs: NestedTensors, **kwargs: Any) -> Any:
            for layer in self.all_layers:
                inputs = layer(inputs)
            return inputs

    class _MultiIOSubclassModel(tf.keras.Model):
        """Two branches with inputs and outputs of their own or in common."""

        def __init__(
            self, branch_a: Any, branch_b: Any, shared_input_branch: Any = None, shared_output_branch: Any = None
        ) -> None:
            super().__init__()
            self._shared_input_branch = shared_input_branch
            self._branch_a = branch_a
            self._branch_b = branch_b
            self._shared_output_branch = shared_output_branch

        def call(self, inputs: Any, **kwargs: Any) -> Any:
            return _two_branches(
                inputs, self._branch_a, self._branch_b, self._shared_input_branch, self._shared_output_branch
            )

    class _MultiIOSubclassModelCustomBuild(tf.keras.Model):
        """The same, with branches that are made when the model is built."""

        def __init__(
            self,
            branch_a_func: Callable[[], Any],
            branch_b_func: Callable[[], Any],
            shared_input_branch_func: Callable[[], Any] | None = None,
            shared_output_branch_func: Callable[[], Any] | None = None,
        ) -> None:
            super().__init__()
            self._functions = (branch_a_func, branch_b_func, shared_input_branch_func, shared_output_branch_func)
            self._branch_a = self._branch_b = self._shared_input_branch = self._shared_output_branch = None

        def build(self, input_shape: ShapeLike) -> None:
            first, second, before, after = self._functions
            self._shared_input_branch = before() if before else None
            self._branch_a = first()
            self._branch_b = second()
            self._shared_output_branch = after() if after else None

        def call(self, inputs: Any, **kwargs: Any) -> Any:
            return _two_branches(
                inputs, self._branch_a, self._branch_b, self._shared_input_branch, self._shared_output_branch
            )

    return {name: value for name, value in locals().items() if isinstance(value, type)}


def __getattr__(name: str) -> Any:
    if name.startswith("_") and name.endswith(("MLP", "Model", "CustomBuild")):
        return _classes()[name]
    raise AttributeError(name)


def _through(layers: Sequence[Any] | None, value: Any) -> Any:
    for layer in layers or ():
        value = layer(value)
    return value


def _two_branches(inputs: Tensor, first: Any, second: Any, before: Any, after: Any) -> Any:
    if before:
        a = b = _through(before, inputs[0] if isinstance(inputs, (list, tuple)) else inputs)
    else:
        a, b = inputs
    outputs = [_through(first, a), _through(second, b)]
    return _through(after, outputs) if after else outputs


def get_small_subclass_mlp(num_hidden: int, num_classes: int) -> Any:
    """A subclass of `tf.keras.Model` with two dense layers."""
    return _classes()["_SmallSubclassMLP"](num_hidden, num_classes)


def get_small_subclass_mlp_with_custom_build(num_hidden: int, num_classes: int) -> Any:
    """The same, whose layers are made when it is built."""
    return _classes()["_SmallSubclassMLPCustomBuild"](num_hidden, num_classes)


def get_small_mlp(num_hidden: int, num_classes: int, input_dim: int) -> Any:
    """Two dense layers, as a model of the scope's kind; ValueError if there is no such kind."""
    kind = get_model_type()
    if kind == "subclass":
        return get_small_subclass_mlp(num_hidden, num_classes)
    if kind == "subclass_custom_build":
        return get_small_subclass_mlp_with_custom_build(num_hidden, num_classes)
    if kind == "sequential":
        return get_small_sequential_mlp(num_hidden, num_classes, input_dim)
    if kind == "functional":
        return get_small_functional_mlp(num_hidden, num_classes, input_dim)
    raise ValueError(f"Unknown model type {kind}")


def get_model_from_layers(
    layers: Any,
    input_shape: ShapeLike | None = None,
    input_dtype: Any = None,
    name: str | None = None,
    input_ragged: bool | None = None,
    input_sparse: bool | None = None,
) -> Any:
    """A model of the scope's kind, of layers.

    Args:
      layers: the layers, or for "subclass_custom_build" a function that makes them.
      input_shape: of an input without the batch.
      input_dtype: of the input.
      name: of the model.
      input_ragged: whether the input is ragged.
      input_sparse: whether the input is sparse.

    Raises:
      ValueError: there is no such kind, or a functional model has no input shape.
    """
    kind = get_model_type()
    options = {"dtype": input_dtype, "ragged": input_ragged, "sparse": input_sparse}
    options = {key: value for key, value in options.items() if value is not None}
    if kind in ("subclass", "subclass_custom_build"):
        if kind == "subclass_custom_build":
            return _classes()["_SubclassModelCustomBuild"](layers, name=name)
        special = input_ragged or input_sparse
        extra = {"input_tensor": tf.keras.Input(input_shape, **options)} if special else {}
        return _classes()["_SubclassModel"](layers, name=name, **extra)
    if kind == "sequential":
        model = tf.keras.models.Sequential(name=name)
        if input_shape:
            model.add(tf.keras.layers.InputLayer(input_shape=input_shape, **options))
        for layer in layers:
            model.add(layer)
        return model
    if kind == "functional":
        if not input_shape:
            raise ValueError("Cannot create a functional model from layers with no input shape.")
        inputs = tf.keras.Input(shape=input_shape, **options)
        return tf.keras.Model(inputs, _through(layers, inputs), name=name)
    raise ValueError(f"Unknown model type {kind}")


def get_multi_io_model(
    branch_a: Any, branch_b: Any, shared_input_branch: Any = None, shared_output_branch: Any = None
) -> Any:
    """A model of two branches, of the scope's kind.

    Args:
      branch_a: layers; without a shared input, the first is an `Input`.
      branch_b: layers of the other branch.
      shared_input_branch: layers, the first of them an `Input`, that both branches start from.
      shared_output_branch: layers that take both branches' outputs; the first of them takes a list.

    Raises:
      ValueError: a sequential model cannot have branches, or there is no such kind.
    """
    branches = (branch_a, branch_b, shared_input_branch, shared_output_branch)
    kind = get_model_type()
    if kind == "subclass_custom_build":
        functions = [(lambda found=branch: found) if branch else None for branch in branches]
        return _classes()["_MultiIOSubclassModelCustomBuild"](*functions)
    if kind == "subclass":
        # A subclassed model is called with its inputs: it needs no layer for them.
        if shared_input_branch:
            shared_input_branch = shared_input_branch[1:]
        else:
            branch_a, branch_b = branch_a[1:], branch_b[1:]
        return _classes()["_MultiIOSubclassModel"](branch_a, branch_b, shared_input_branch, shared_output_branch)
    if kind == "sequential":
        raise ValueError("Cannot use `get_multi_io_model` to construct sequential models")
    if kind == "functional":
        if shared_input_branch:
            inputs = shared_input_branch[0]
            a = b = _through(shared_input_branch[1:], inputs)
        else:
            inputs = [branch_a[0], branch_b[0]]
            (a, b), branch_a, branch_b = inputs, branch_a[1:], branch_b[1:]
        outputs = [_through(branch_a, a), _through(branch_b, b)]
        return tf.keras.Model(inputs, _through(shared_output_branch, outputs) if shared_output_branch else outputs)
    raise ValueError(f"Unknown model type {kind}")


def _with_v2_dtype_behavior(target: Any, enabled: bool) -> Any:
    @functools.wraps(target)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        before = base_layer_utils.v2_dtype_behavior_enabled()
        _set_v2_dtype_behavior(enabled)
        try:
            return target(*args, **kwargs)
        finally:
            _set_v2_dtype_behavior(before)

    return decorated


def _set_v2_dtype_behavior(enabled: bool) -> None:
    (base_layer_utils.enable_v2_dtype_behavior if enabled else base_layer_utils.disable_v2_dtype_behavior)()


def enable_v2_dtype_behavior(fn: Any) -> Any:
    """A decorator of tests: layers cast their inputs to their own dtype."""
    return _with_v2_dtype_behavior(fn, True)


def disable_v2_dtype_behavior(fn: Any) -> Any:
    """A decorator of tests: layers take the dtype of their first input."""
    return _with_v2_dtype_behavior(fn, False)


def layer_test(
    layer_cls: Any,
    kwargs: dict[str, Any] | None = None,
    input_shape: Sequence[int | None] | None = None,
    input_dtype: Any = None,
    input_data: np.ndarray | None = None,
    expected_output: np.ndarray | None = None,
    expected_output_dtype: Any = None,
    expected_output_shape: Any = None,
    validate_training: bool = True,
    custom_objects: dict[str, Any] | None = None,
) -> np.ndarray:
    """Checks a layer: its weights, configuration, shapes and dtypes, in a functional and in a sequential model, and in training.

    Args:
      layer_cls: the class.
      kwargs: the arguments that it is made with.
      input_shape: of the input, with the batch; None is any size.
      input_dtype: of the input.
      input_data: the input; random numbers of the shape if not given.
      expected_output: what the model has to predict.
      expected_output_dtype: the dtype that the output has to have.
      expected_output_shape: the shape, without the batch, that the output has to have.
      validate_training: whether the layer is trained for a step.
      custom_objects: names of a configuration that are no names of Keras.

    Returns:
      What the functional model predicts.

    Raises:
      AssertionError: something is not as it should be.
    """
    kwargs = dict(kwargs or {})
    if input_data is None:
        if not input_shape:
            raise ValueError("input_shape is None")
        input_dtype = input_dtype or "float32"
        sizes = [size if size is not None else np.random.randint(1, 4) for size in input_shape]
        input_data = 10 * np.random.random(sizes)
        if tf.as_dtype(input_dtype).name.startswith("float"):
            input_data -= 0.5
        input_data = input_data.astype(tf.as_dtype(input_dtype).as_numpy_dtype)
    elif input_shape is None:
        input_shape = input_data.shape
    input_dtype = input_dtype or input_data.dtype
    expected_output_dtype = expected_output_dtype or input_dtype
    check = _LayerCheck(layer_cls.__name__, kwargs)

    layer = layer_cls(**kwargs)
    weights = layer.get_weights()
    layer.set_weights(weights)
    if "weights" in _parameters(layer_cls):
        layer = layer_cls(**{**kwargs, "weights": weights})

    x = tf.keras.layers.Input(shape=tuple(input_shape[1:]), dtype=input_dtype)
    y = layer(x)
    check.equal("dtype of the output", tf.keras.backend.dtype(y), tf.as_dtype(expected_output_dtype).name)
    if expected_output_shape is not None:
        check.shapes("expected_output_shape", tf.TensorShape(expected_output_shape), y.shape)
    model = tf.keras.models.Model(x, y)
    computed = tuple(layer.compute_output_shape(tf.TensorShape(input_shape)).as_list())
    found = model.predict(input_data)
    check.shapes("compute_output_shape", computed, found.shape)
    if expected_output is not None:
        np.testing.assert_allclose(found, expected_output, rtol=1e-3, atol=1e-6)

    configuration = model.get_config()
    recovered = tf.keras.models.Model.from_config(configuration, custom_objects)
    if model.weights:
        recovered.set_weights(model.get_weights())
        np.testing.assert_allclose(recovered.predict(input_data), found, rtol=1e-3, atol=1e-6)

    # Dropout and its like: a layer may differ in training from what it does otherwise; it has to run.
    if validate_training:
        trained = tf.keras.models.Model(x, layer_cls.from_config(layer.get_config())(x))
        trained.compile("rmsprop", "mse", weighted_metrics=["acc"])
        trained.train_on_batch(input_data, found)

    sequential = tf.keras.models.Sequential()
    sequential.add(tf.keras.layers.Input(shape=tuple(input_shape[1:]), dtype=input_dtype))
    sequential.add(layer_cls.from_config(layer.get_config()))
    made = sequential.predict(input_data)
    check.shapes("the sequential model", computed, made.shape)
    if expected_output is not None and not model.weights:
        np.testing.assert_allclose(made, expected_output, rtol=1e-3, atol=1e-6)
    again = tf.keras.models.Sequential.from_config(sequential.get_config(), custom_objects)
    if sequential.weights:
        again.set_weights(sequential.get_weights())
        np.testing.assert_allclose(again.predict(input_data), made, rtol=1e-3, atol=1e-6)
    return found


def _parameters(layer_cls: Any) -> Sequence[str]:
    import inspect

    return list(inspect.signature(layer_cls.__init__).parameters)


class _LayerCheck:
    """Raises AssertionErrors that name the layer and its arguments."""

    def __init__(self, name: str, kwargs: dict[str, Any]) -> None:
        self._text = f"layer {name} with {kwargs}"

    def equal(self, what: str, found: Any, wanted: Any) -> None:
        if found != wanted:
            raise AssertionError(f"When testing {self._text}: {what} is {found}, expected {wanted}")

    def shapes(self, what: str, wanted: Any, found: Any) -> None:
        wanted, found = tf.TensorShape(wanted), tf.TensorShape(found)
        if not wanted.is_compatible_with(found):
            raise AssertionError(f"When testing {self._text}: by {what} the shape is {wanted}, it is {found}")
