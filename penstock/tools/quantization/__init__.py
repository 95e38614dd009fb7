"""`quantize_graph` and its rewriting to eight bits, where 1.x had them: `tensorflow.tools.quantization`."""
