"""Programs written in Python 2: told apart (`detect`), translated (`translate`, `meaning`), loaded (`load`), written to
disk (`convert`), and what Python 2 did that Python 3 does otherwise (`runtime`). `penstock run` and `penstock convert`
use it; nothing here is loaded for a program of Python 3.
"""
