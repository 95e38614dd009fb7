"""What programs in C++ ask of Penstock: sessions, SavedModels, gradients.

Nothing here is for Python programs: `include/penstock/python.h` loads Python into the process and calls `runtime.fill`.
"""
