"""`tf.contrib.testing`: what tests ask of the event files in a folder, and of summaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.storage import gfile
from penstock.storage.events import summary_iterator

_MARK = "tfevents"  # stands in the name of every event file


@export("contrib.testing.latest_event_file")
def latest_event_file(base_dir: str) -> str | None:
    """The event file in a folder whose name, which holds the time at which it was begun, comes last; None if there is none.

    >>> import tempfile
    >>> import penstock as tf
    >>> tf.contrib.testing.latest_event_file(tempfile.mkdtemp()) is None
    True
    """
    found = gfile.Glob(f"{base_dir}/*{_MARK}*")
    return max(found) if found else None


@export("contrib.testing.latest_events")
def latest_events(base_dir: str) -> Iterator[Any]:
    """The events in the latest event file of a folder.

    Raises:
      ValueError: there is no event file.

    >>> import tempfile
    >>> import penstock as tf
    >>> logs = tempfile.mkdtemp()
    >>> writer = tf.summary.FileWriter(logs)
    >>> writer.add_session_log(tf.SessionLog(status=tf.SessionLog.START), 7)
    >>> writer.close()
    >>> [event.step for event in tf.contrib.testing.latest_events(logs)]
    [0, 7]
    """
    path = latest_event_file(base_dir)
    if path is None:
        raise ValueError(f"No event files found in {base_dir}.")
    return summary_iterator(path)


@export("contrib.testing.latest_summaries")
def latest_summaries(base_dir: str) -> list[Any]:
    """The events with summaries in the latest event file of a folder.

    Raises:
      ValueError: there is no event file.

    >>> import tempfile
    >>> import penstock as tf
    >>> logs = tempfile.mkdtemp()
    >>> writer = tf.summary.FileWriter(logs)
    >>> writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)]), 3)
    >>> writer.close()
    >>> [event.step for event in tf.contrib.testing.latest_summaries(logs)]
    [3]
    """
    return [event for event in latest_events(base_dir) if event.HasField("summary")]


@export("contrib.testing.simple_values_from_events")
def simple_values_from_events(events: Iterable[Any], tags: Iterable[str]) -> dict[str, float]:
    """The numbers of some tags in events; the last one of a tag that comes several times.

    Args:
      events: messages `Event`.
      tags: the tags.

    Raises:
      ValueError: what has such a tag is not a number.

    >>> import penstock as tf
    >>> summary = tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)])
    >>> tf.contrib.testing.simple_values_from_events([tf.Event(summary=summary)], ["loss"])
    {'loss': 0.5}
    """
    wanted, found = set(tags), {}
    for event in events:
        for value in event.summary.value if event.HasField("summary") else ():
            if value.tag in wanted:
                found[value.tag] = _number(value)
    return found


@export("contrib.testing.to_summary_proto")
def to_summary_proto(summary_str: bytes) -> Any:
    """The `Summary` that running a summary operation has given as bytes.

    Raises:
      ValueError: these are not the bytes of a summary.

    >>> import penstock as tf
    >>> written = tf.Session().run(tf.summary.scalar("loss", 0.5))
    >>> tf.contrib.testing.to_summary_proto(written).value[0].simple_value
    0.5
    """
    try:
        return protos.Summary.FromString(summary_str)
    except Exception as error:  # what protobuf raises has another class in each of its implementations
        raise ValueError(f"not a serialized summary: {error}") from error


@export("contrib.testing.assert_summary")
def assert_summary(expected_tags: Iterable[str], expected_simple_values: dict[str, float], summary_proto: Any) -> None:
    """Checks that a summary has some tags, and no others, and that some of them have these numbers.

    Args:
      expected_tags: all the tags.
      expected_simple_values: tag → number; not every tag need be among them.
      summary_proto: the `Summary`.

    Raises:
      ValueError: something is otherwise.

    >>> import penstock as tf
    >>> summary = tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)])
    >>> tf.contrib.testing.assert_summary(["loss"], {"loss": 0.5}, summary)
    """
    values = {value.tag: value for value in summary_proto.value}
    if values.keys() != set(expected_tags):
        raise ValueError(f"expected the tags {sorted(set(expected_tags))}, found {sorted(values)}")
    for tag, expected in expected_simple_values.items():
        if tag not in values:
            raise ValueError(f"expected {expected} for the tag {tag}, which is not in the summary")
        found = _number(values[tag])
        if found != expected:
            raise ValueError(f"expected {expected} for the tag {tag}, found {found}")


def _number(value: Any) -> float:
    if value.WhichOneof("value") != "simple_value":
        raise ValueError(f"the summary with the tag {value.tag} is not a number: {value.WhichOneof('value')}")
    return value.simple_value
