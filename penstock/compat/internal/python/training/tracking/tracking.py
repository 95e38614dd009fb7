"""Objects whose attributes are saved with them."""

from penstock.ops.state.trackable import AutoTrackable

__all__ = ["AutoTrackable"]
