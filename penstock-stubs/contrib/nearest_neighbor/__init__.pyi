"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.hyperplane_probes import hyperplane_lsh_probes as hyperplane_lsh_probes

__all__ = [
    "hyperplane_lsh_probes",
]
