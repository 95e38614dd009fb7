"""`tf.summary.scalar` and its kin: operations that make summaries, and the names that their tags get.

The name of a summary becomes a name scope, and the full name of that scope the tag, so that tags are unique. The 0.x
functions at the end take the tag as it is.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.protos import NodeDef

_INVALID_IN_TAGS = re.compile(r"[^-/\w\.]")


def clean_tag(name: str | None) -> str | None:
    """The name with characters that no operation may have replaced by `_`, and without leading slashes."""
    if name is None:
        return None
    cleaned = _INVALID_IN_TAGS.sub("_", name).lstrip("/")
    if cleaned != name:
        logging.info(f"Summary name {name} is illegal; using {cleaned} instead.")
    return cleaned


@contextlib.contextmanager
def summary_scope(
    name: str | None, family: str | None = None, default_name: str | None = None, values: Any = None
) -> Iterator[tuple[str, str]]:
    """A name scope for one summary; gives its tag and the scope."""
    name, family = clean_tag(name), clean_tag(family)
    base = name if family is None else f"{family}/{name}"
    with name_scope(base, default_name, values) as scope:
        tag = scope.rstrip("/")
        yield (tag if family is None else f"{family}/{tag}"), scope


def _collect(value: Tensor, collections: Sequence[str] | None, default: Sequence[str]) -> Tensor:
    for key in default if collections is None else collections:
        add_to_collection(key, value)
    return value


_SUMMARIES = (GraphKeys.SUMMARIES,)


@export("summary.scalar")
def scalar(
    name: str, tensor: TensorLike, collections: Sequence[str] | None = None, family: str | None = None
) -> Tensor:
    """A summary of one number.

    Args:
      name: a name for the operation, and the tag in TensorBoard.
      tensor: a real number.
      collections: the collections to add the summary to, `[GraphKeys.SUMMARIES]` by default.
      family: a prefix of the tag, which TensorBoard groups by.

    Returns:
      A serialized `Summary`, a string.

    >>> import penstock as tf
    >>> with tf.Session(graph=tf.Graph()) as sess:
    ...     print(tf.Summary.FromString(sess.run(tf.summary.scalar("loss", 0.5))))
    value {
      tag: "loss"
      simple_value: 0.5
    }
    <BLANKLINE>
    """
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        made = apply("ScalarSummary", tags=tag, values=tensor, name=scope)
        return _collect(made, collections, _SUMMARIES)


@export("summary.histogram")
def histogram(
    name: str, values: TensorLike, collections: Sequence[str] | None = None, family: str | None = None
) -> Tensor:
    """A summary of the distribution of numbers.

    Args:
      name: a name for the operation, and the tag in TensorBoard.
      values: real numbers, of any shape.
      collections: the collections to add the summary to, `[GraphKeys.SUMMARIES]` by default.
      family: a prefix of the tag.

    Returns:
      A serialized `Summary`. Running it fails with InvalidArgumentError if a value is not finite.

    >>> import penstock as tf
    >>> written = tf.Session().run(tf.summary.histogram("weights", [1.0, 2.0, 2.0, 3.0]))
    >>> [value] = tf.Summary.FromString(written).value
    >>> print(value.tag, value.histo.num, value.histo.sum, value.histo.max)
    weights 4.0 8.0 3.0
    """
    with summary_scope(name, family, default_name="HistogramSummary", values=[values]) as (tag, scope):
        made = apply("HistogramSummary", tag=tag, values=values, name=scope)
        return _collect(made, collections, _SUMMARIES)


@export("summary.image")
def image(
    name: str,
    tensor: TensorLike,
    max_outputs: int = 3,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of images.

    Args:
      name: a name for the operation, and the start of the tags.
      tensor: `uint8` or floats, of shape `[batch, height, width, 1 | 3 | 4]`. Floats are scaled per image: the largest
        value becomes 255, or, with negative values, 0 becomes 128.
      max_outputs: how many images of the batch to write.
      collections: the collections to add the summary to, `[GraphKeys.SUMMARIES]` by default.
      family: a prefix of the tag.

    Returns:
      A serialized `Summary`.

    >>> import penstock as tf
    >>> pictures = tf.summary.image("picture", tf.zeros([2, 4, 6, 3]))
    >>> for value in tf.Summary.FromString(tf.Session().run(pictures)).value:
    ...     print(value.tag, value.image.height, value.image.width)
    picture/image/0 4 6
    picture/image/1 4 6
    """
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        made = apply("ImageSummary", tag=tag, tensor=tensor, max_images=max_outputs, name=scope)
        return _collect(made, collections, _SUMMARIES)


@export("summary.audio")
def audio(
    name: str,
    tensor: TensorLike,
    sample_rate: TensorLike,
    max_outputs: int = 3,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of sounds.

    Args:
      name: a name for the operation, and the start of the tags.
      tensor: floats in [-1, 1] of shape `[batch, frames]` or `[batch, frames, channels]`.
      sample_rate: frames per second.
      max_outputs: how many sounds of the batch to write.
      collections: the collections to add the summary to, `[GraphKeys.SUMMARIES]` by default.
      family: a prefix of the tag.

    Returns:
      A serialized `Summary`.

    >>> import penstock as tf
    >>> sounds = tf.summary.audio("sound", [[0.0, 0.5, -0.5]], sample_rate=8000)
    >>> [value] = tf.Summary.FromString(tf.Session().run(sounds)).value
    >>> print(value.tag, value.audio.sample_rate, value.audio.length_frames)
    sound/audio/0 8000.0 3
    """
    with summary_scope(name, family=family, values=[tensor]) as (tag, scope):
        rate = convert_to_tensor(sample_rate, dtype=dtypes.float32, name="sample_rate")
        made = apply("AudioSummaryV2", tag=tag, tensor=tensor, max_outputs=max_outputs, sample_rate=rate, name=scope)
        return _collect(made, collections, _SUMMARIES)


@export("summary.text")
def text(name: str, tensor: TensorOrVariable, collections: Sequence[str] | None = None) -> Tensor:
    """A summary of text, which TensorBoard shows as Markdown; of a table, if the tensor has two dimensions.

    Args:
      name: a name for the operation, and the tag.
      tensor: strings.
      collections: the collections to add the summary to, `[GraphKeys.SUMMARIES]` by default.

    Raises:
      ValueError: the tensor is not of strings.

    >>> import penstock as tf
    >>> written = tf.Session().run(tf.summary.text("note", tf.constant("*begins* well")))
    >>> [value] = tf.Summary.FromString(written).value
    >>> print(value.tag, tf.make_ndarray(value.tensor), value.metadata.plugin_data.plugin_name)
    note b'*begins* well' text
    """
    if tensor.dtype != dtypes.string:
        raise ValueError(f"Expected tensor {tensor.name} to have dtype string, got {tensor.dtype}")
    metadata = protos.SummaryMetadata(plugin_data=protos.SummaryMetadata.PluginData(plugin_name="text"))
    return tensor_summary(name, tensor, collections=collections, summary_metadata=metadata)


@export("summary.tensor_summary")
def tensor_summary(
    name: str,
    tensor: TensorLike,
    summary_description: str | None = None,
    collections: Sequence[str] | None = None,
    summary_metadata: Any = None,
    family: str | None = None,
    display_name: str | None = None,
) -> Tensor:
    """A summary of a tensor as it is, for a plugin of TensorBoard.

    Args:
      name: a name for the operation, and the tag.
      tensor: a tensor of any type and shape.
      summary_description: a description, in Markdown.
      collections: the collections to add the summary to, `[GraphKeys.SUMMARIES]` by default.
      summary_metadata: a `SummaryMetadata`, which says which plugin shows it.
      family: a prefix of the tag.
      display_name: what TensorBoard shows instead of the tag.

    >>> import penstock as tf
    >>> written = tf.Session().run(tf.summary.tensor_summary("table", [[1, 2], [3, 4]]))
    >>> [value] = tf.Summary.FromString(written).value
    >>> print(value.tag, tf.make_ndarray(value.tensor).tolist())
    table [[1, 2], [3, 4]]
    """
    metadata = protos.SummaryMetadata() if summary_metadata is None else summary_metadata
    if summary_description is not None:
        metadata.summary_description = summary_description
    if display_name is not None:
        metadata.display_name = display_name
    with summary_scope(name, family, values=[tensor]) as (tag, scope):
        packed = metadata.SerializeToString()
        made = apply("TensorSummaryV2", tensor=tensor, tag=tag, name=scope, serialized_summary_metadata=packed)
        return _collect(made, collections, _SUMMARIES)


@export("summary.merge")
def merge(inputs: Sequence[Any], collections: Sequence[str] | None = None, name: str | None = None) -> Tensor:
    """One summary with the values of several. Running it fails if two have the same tag.

    Args:
      inputs: serialized `Summary` messages.
      collections: the collections to add the summary to, none by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> both = tf.summary.merge([tf.summary.scalar("loss", 0.5), tf.summary.scalar("rate", 2.0)])
    >>> [value.tag for value in tf.Summary.FromString(tf.Session().run(both)).value]
    ['loss', 'rate']
    """
    name = clean_tag(name)
    with name_scope(name, "Merge", list(inputs)):
        return _collect(apply("MergeSummary", inputs=list(inputs), name=name), collections, ())


@export("summary.merge_all")
def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None) -> Tensor | None:
    """One summary with the values of all summaries of the default graph.

    Args:
      key: the collection they are in.
      scope: take only those whose name this matches.
      name: a name for the operation.

    Returns:
      A serialized `Summary`, or None if there is none.

    >>> import penstock as tf
    >>> _ = tf.summary.scalar("loss", 0.5), tf.summary.scalar("rate", 2.0)
    >>> written = tf.Session().run(tf.summary.merge_all())
    >>> [(value.tag, value.simple_value) for value in tf.Summary.FromString(written).value]
    [('loss', 0.5), ('rate', 2.0)]
    """
    found = get_collection(key, scope=scope)
    return merge(found, name=name) if found else None


@export("summary.get_summary_description")
def get_summary_description(node_def: NodeDef) -> Any:
    """The `SummaryDescription` that a `TensorSummary` node has.

    Args:
      node_def: a `NodeDef`.

    Raises:
      ValueError: the node is of another type.

    >>> import penstock as tf
    >>> table = tf.raw_ops.TensorSummary(tensor=[1, 2], description='{"typeHint": "table"}')
    >>> print(tf.summary.get_summary_description(table.op.node_def).type_hint)
    table
    """
    from google.protobuf import json_format

    if node_def.op != "TensorSummary":
        raise ValueError(f"Can't get_summary_description on {node_def.op}")
    text = node_def.attr["description"].s.decode()
    description = protos.SummaryDescription()
    if text:
        json_format.Parse(text, description)
    return description


@export("summary.all_v2_summary_ops")
def all_v2_summary_ops() -> list[Any]:
    """The operations of the default graph that write summaries by themselves.

    >>> import penstock as tf
    >>> writer = tf.contrib.summary.create_file_writer("logs")
    >>> with writer.as_default(), tf.contrib.summary.always_record_summaries():
    ...     _ = tf.contrib.summary.scalar("loss", 0.5, step=1)
    >>> len(tf.summary.all_v2_summary_ops())
    1
    """
    return get_collection(GraphKeys._SUMMARY_COLLECTION)


# -- 0.x: the tag is given, the name of the operation is another thing ------------------------------------------------


@export("scalar_summary")
def scalar_summary(
    tags: Any, values: TensorLike, collections: Sequence[str] | None = None, name: str | None = None
) -> Tensor:
    """A summary of numbers with their tags; `tf.summary.scalar` is its successor.

    Args:
      tags: a tensor of strings.
      values: numbers, of the shape of `tags`.
      collections: the collections that the summary is put into; `[tf.GraphKeys.SUMMARIES]` by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> written = tf.Session().run(tf.contrib.deprecated.scalar_summary(["a loss", "a rate"], [0.5, 2.0]))
    >>> [(value.tag, value.simple_value) for value in tf.Summary.FromString(written).value]
    [('a loss', 0.5), ('a rate', 2.0)]
    """
    with name_scope(name, "ScalarSummary", [tags, values]) as scope:
        return _collect(apply("ScalarSummary", tags=tags, values=values, name=scope), collections, _SUMMARIES)


@export("histogram_summary")
def histogram_summary(
    tag: str, values: TensorLike, collections: Sequence[str] | None = None, name: str | None = None
) -> Tensor:
    """A summary of a distribution with its tag; `tf.summary.histogram` is its successor.

    Args:
      tag: a scalar of strings, under which TensorBoard shows it.
      values: a tensor of numbers.
      collections: the collections that the summary is put into; `[tf.GraphKeys.SUMMARIES]` by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> written = tf.Session().run(tf.contrib.deprecated.histogram_summary("my weights", [1.0, 2.0, 2.0, 3.0]))
    >>> [value] = tf.Summary.FromString(written).value
    >>> print(value.tag, value.histo.num, value.histo.sum)
    my weights 4.0 8.0
    """
    with name_scope(name, "HistogramSummary", [tag, values]) as scope:
        return _collect(apply("HistogramSummary", tag=tag, values=values, name=scope), collections, _SUMMARIES)


@export("image_summary")
def image_summary(
    tag: str, tensor: TensorLike, max_images: int = 3, collections: Sequence[str] | None = None, name: str | None = None
) -> Tensor:
    """A summary of images with the start of their tags; `tf.summary.image` is its successor.

    Args:
      tag: a scalar of strings; `/image` is added to it, and a number if `max_images` is not 1.
      tensor: images `[batch, height, width, channels]` with 1, 3 or 4 channels.
      max_images: how many images of the batch to take.
      collections: the collections that the summary is put into; `[tf.GraphKeys.SUMMARIES]` by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> pictures = tf.contrib.deprecated.image_summary("my picture", tf.zeros([1, 4, 6, 3]))
    >>> [value] = tf.Summary.FromString(tf.Session().run(pictures)).value
    >>> print(value.tag, value.image.height, value.image.width)
    my picture/image/0 4 6
    """
    with name_scope(name, "ImageSummary", [tag, tensor]) as scope:
        made = apply("ImageSummary", tag=tag, tensor=tensor, max_images=max_images, name=scope)
        return _collect(made, collections, _SUMMARIES)


@export("audio_summary")
def audio_summary(
    tag: str,
    tensor: TensorLike,
    sample_rate: float,
    max_outputs: int = 3,
    collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Tensor:
    """A summary of sounds with the start of their tags; `tf.summary.audio` is its successor.

    Args:
      tag: a scalar of strings; `/audio` is added to it, and a number if `max_outputs` is not 1.
      tensor: sounds, `[batch, frames]` or `[batch, frames, channels]`, with values from -1 to 1.
      sample_rate: the number of samples in a second.
      max_outputs: how many sounds of the batch to take.
      collections: the collections that the summary is put into; `[tf.GraphKeys.SUMMARIES]` by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> sounds = tf.contrib.deprecated.audio_summary("sound", [[0.0, 0.5, -0.5]], sample_rate=8000)
    >>> [value] = tf.Summary.FromString(tf.Session().run(sounds)).value
    >>> print(value.tag, value.audio.length_frames)
    sound/audio/0 3
    """
    with name_scope(name, "AudioSummary", [tag, tensor]) as scope:
        rate = convert_to_tensor(sample_rate, dtype=dtypes.float32, name="sample_rate")
        made = apply("AudioSummaryV2", tag=tag, tensor=tensor, max_outputs=max_outputs, sample_rate=rate, name=scope)
        return _collect(made, collections, _SUMMARIES)


@export("merge_summary")
def merge_summary(inputs: Sequence[Any], collections: Sequence[str] | None = None, name: str | None = None) -> Tensor:
    """One summary with the values of several; `tf.summary.merge` is its successor.

    Args:
      inputs: a list of string tensors with serialized summaries.
      collections: collections that the merged summary is put into; none by default.
      name: a name for the operation.

    >>> import penstock as tf
    >>> loss = tf.contrib.deprecated.scalar_summary("loss", 0.5)
    >>> rate = tf.contrib.deprecated.scalar_summary("rate", 2.0)
    >>> written = tf.Session().run(tf.contrib.deprecated.merge_summary([loss, rate]))
    >>> [value.tag for value in tf.Summary.FromString(written).value]
    ['loss', 'rate']
    """
    with name_scope(name, "MergeSummary", list(inputs)):
        return _collect(apply("MergeSummary", inputs=list(inputs), name=name), collections, ())


@export("merge_all_summaries")
def merge_all_summaries(key: str = GraphKeys.SUMMARIES) -> Tensor | None:
    """One summary with the values of all; `tf.summary.merge_all` is its successor.

    >>> import penstock as tf
    >>> _ = tf.contrib.deprecated.scalar_summary("loss", 0.5)
    >>> written = tf.Session().run(tf.contrib.deprecated.merge_all_summaries())
    >>> [(value.tag, value.simple_value) for value in tf.Summary.FromString(written).value]
    [('loss', 0.5)]
    """
    found = get_collection(key)
    return merge_summary(found) if found else None
