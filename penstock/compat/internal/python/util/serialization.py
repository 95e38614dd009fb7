"""Objects of the graph for `json`."""

from typing import Any

import numpy as np

from penstock._namespace import find

__all__ = ["get_json_type"]


def get_json_type(obj: Any) -> Any:
    """What stands for `obj` in JSON; the argument `default` of `json.dumps`.

    Raises:
      TypeError: nothing can.
    """
    if hasattr(obj, "get_config"):
        return {"class_name": obj.__class__.__name__, "config": obj.get_config()}
    if type(obj).__module__ == np.__name__:
        return obj.tolist() if isinstance(obj, np.ndarray) else obj.item()
    if callable(obj):
        return obj.__name__
    if type(obj).__name__ == type.__name__:
        return obj.__name__
    if isinstance(obj, find("Dimension")):
        return obj.value
    if isinstance(obj, find("TensorShape")):
        return obj.as_list()
    if hasattr(obj, "items"):
        return dict(obj)
    raise TypeError("Not JSON Serializable:", obj)
