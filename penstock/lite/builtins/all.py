"""Enters every operator into the tables."""

from penstock.lite.builtins import arithmetic, arrays, control, integer, networks, recurrent  # noqa: F401
