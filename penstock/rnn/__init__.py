"""Recurrent networks: cells (`cells.py`), cells around cells (`wrappers.py`), and what runs them over sequences (`networks.py`).

Cells are layers, so this package stands beside `layers/` and above `ops/`; `contrib/rnn` and the sequence-to-sequence
packages are built from it.
"""
