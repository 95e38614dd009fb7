"""Which replicas write summaries: `tensorflow.python.distribute.summary_op_util`."""

from typing import Any

from penstock._namespace import find

__all__ = ["skip_summary"]


def skip_summary() -> Any:
    """Whether a summary is left out, as this is not the first replica."""
    context = find("distribute.get_replica_context")()
    if not context:
        return False
    place = context.replica_id_in_sync_group
    if isinstance(place, find("Tensor")):
        place = find("get_static_value")(place)
    return place and place > 0
