"""Switches between ways to run that 1.15 had. Programs here are graphs that a session runs, so few of them change anything:
each function says what holds here.
"""

from __future__ import annotations

from penstock._namespace import export, export_value
from penstock.ops.gradients.custom import NotDifferentiable
from penstock.platform import switches

no_gradient = export_value(NotDifferentiable, "no_gradient")

_flags = {"log_device_placement": False}


@export("executing_eagerly")
def executing_eagerly() -> bool:
    """Whether operations run as soon as they are made: False, they are put into a graph.

    >>> import penstock as tf
    >>> tf.executing_eagerly()
    False
    """
    return False


@export("disable_eager_execution")
def disable_eager_execution() -> None:
    """Makes operations go into a graph, as they always do here.

    >>> import penstock as tf
    >>> tf.disable_eager_execution()
    """


@export("disable_v2_behavior")
def disable_v2_behavior() -> None:
    """Chooses the behaviour of 1.x, which is the only one here.

    >>> import penstock as tf
    >>> tf.disable_v2_behavior()
    """
    switches.set_control_flow_v2(False)


@export("enable_control_flow_v2")
def enable_control_flow_v2() -> None:
    """Asks for functional control flow. Loops and conditionals are functions here in any case.

    >>> import penstock as tf
    >>> tf.enable_control_flow_v2()
    >>> tf.control_flow_v2_enabled()
    True
    >>> tf.disable_control_flow_v2()
    """
    switches.set_control_flow_v2(True)


@export("disable_control_flow_v2")
def disable_control_flow_v2() -> None:
    """Takes `enable_control_flow_v2` back.

    >>> import penstock as tf
    >>> tf.disable_control_flow_v2()
    """
    switches.set_control_flow_v2(False)


@export("control_flow_v2_enabled")
def control_flow_v2_enabled() -> bool:
    """Whether `enable_control_flow_v2` was called last.

    >>> import penstock as tf
    >>> tf.control_flow_v2_enabled()
    False
    """
    return switches.control_flow_v2()


@export("debugging.set_log_device_placement")
def set_log_device_placement(enabled: bool) -> None:
    """Asks that the placement of operations run at once be logged. Sessions have an option of their own in `ConfigProto`.

    Args:
      enabled: whether to log.

    >>> import penstock as tf
    >>> tf.debugging.set_log_device_placement(True)
    >>> tf.debugging.get_log_device_placement()
    True
    >>> tf.debugging.set_log_device_placement(False)
    """
    _flags["log_device_placement"] = bool(enabled)


@export("debugging.get_log_device_placement")
def get_log_device_placement() -> bool:
    """What `set_log_device_placement` was last called with.

    >>> import penstock as tf
    >>> tf.debugging.get_log_device_placement()
    False
    """
    return _flags["log_device_placement"]
