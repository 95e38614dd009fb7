"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.ragged.arrays import boolean_mask as boolean_mask
from penstock.ops.ragged.arrays import stack_dynamic_partitions as stack_dynamic_partitions
from penstock.ops.ragged.factory import constant as constant
from penstock.ops.ragged.gathering import ragged_range as range
from penstock.ops.ragged.joining import stack as stack
from penstock.ops.ragged.mapping import map_flat_values as map_flat_values
from penstock.ops.ragged.segments import row_splits_to_segment_ids as row_splits_to_segment_ids
from penstock.ops.ragged.segments import segment_ids_to_row_splits as segment_ids_to_row_splits

__all__ = [
    "boolean_mask",
    "constant",
    "map_flat_values",
    "range",
    "row_splits_to_segment_ids",
    "segment_ids_to_row_splits",
    "stack",
    "stack_dynamic_partitions",
]
