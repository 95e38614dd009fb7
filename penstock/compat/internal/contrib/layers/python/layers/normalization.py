"""The order of the dimensions of images."""

__all__ = ["DATA_FORMAT_NCHW", "DATA_FORMAT_NHWC"]

DATA_FORMAT_NCHW, DATA_FORMAT_NHWC = "NCHW", "NHWC"
