"""Whether ragged tensors with splits of both types may meet."""

__all__ = ["auto_cast_partition_dtype"]


def auto_cast_partition_dtype() -> bool:
    """False, as in 1.15: splits of int32 are not made int64 where others are."""
    return False
