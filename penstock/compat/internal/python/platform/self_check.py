"""What is looked after before the libraries of the framework are loaded."""

__all__ = ["preload_check"]


def preload_check() -> None:
    """Does nothing, as on Linux in 1.15: there only Windows had libraries to look for."""
