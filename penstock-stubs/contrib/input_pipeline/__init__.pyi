"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.list_elements import obtain_next as obtain_next

__all__ = [
    "obtain_next",
]
