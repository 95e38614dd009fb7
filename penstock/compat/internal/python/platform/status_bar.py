"""A page about a running program, which only Google had."""

__all__ = ["SetupStatusBarInsideGoogle"]


def SetupStatusBarInsideGoogle(unused_link_text: str, unused_port: int) -> None:  # noqa: N802
    """Does nothing, as in 1.15 outside of Google."""
