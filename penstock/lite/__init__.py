"""`tf.lite`: models as `.tflite` files, made of graphs (`TFLiteConverter`) and run (`Interpreter`).

`schema.py` reads and writes the file. `interpreter.py` turns its operators into operations of a graph, by the tables of
`builtins/`, and a session runs that. The way back: `converter.py` freezes a graph, `conversion/` says it in the file's
operators and fuses what TensorFlow Lite computes in one; `quantization/` makes integers of real numbers.
"""

from penstock import _namespace

__getattr__, __dir__ = _namespace.attach(__name__)
