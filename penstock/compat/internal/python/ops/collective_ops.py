"""The functions behind collective operations; strategies use them."""

from penstock.ops.control.collectives import all_gather, all_reduce, broadcast_recv, broadcast_send

__all__ = ["all_gather", "all_reduce", "broadcast_recv", "broadcast_send"]
