"""From a frozen graph to a `.tflite` file: read (`reading.py`), rewritten by `passes/`, and written (`writing.py`)."""
