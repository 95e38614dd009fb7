"""Whether tensors of computations on TPUs are traced, which 1.15 did if the environment asked for it."""

from __future__ import annotations

import os
import re

_FLAGS = "TENSOR_TRACER_FLAGS"


class TensorTracer:
    """Traces tensors of computations on TPUs; there are none here.

    Raises:
      NotImplementedError: always; `python -m penstock debug` shows tensors of programs on processors.
    """

    def __init__(self) -> None:
        raise NotImplementedError("Tensors of computations on TPUs cannot be traced: there is no TPU.")

    @staticmethod
    def is_enabled() -> bool:
        """Says whether `TENSOR_TRACER_FLAGS` asks for traces: whether it holds `--enable`, `--enable=true` or `=1`."""
        given = re.search(r"""(?:^|\s)--enable(?:=(['"]?)(\w*)\1)?(?=\s|$)""", os.environ.get(_FLAGS, ""))
        return given is not None and (given[2] or "true").lower() in ("true", "t", "yes", "y", "1")
