"""What this build can do: it runs on the processor only."""

__all__ = ["is_cuda_build", "is_rocm_build"]

is_cuda_build = False
is_rocm_build = False
