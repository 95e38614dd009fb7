"""What a test prints when it dies."""

__all__ = ["InstallStackTraceHandler"]


def InstallStackTraceHandler() -> None:  # noqa: N802
    """Lets a process that crashes print where it was."""
    import faulthandler

    faulthandler.enable()
