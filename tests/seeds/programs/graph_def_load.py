# Seed 004, lines 8002-8002, 8008-8008, 8033-8033.
import tensorflow as tf

from google.protobuf import text_format
from tensorflow.core.framework import graph_pb2

graph_def = graph_pb2.GraphDef()

with open(FLAGS.graph, "rb") as f:
    if FLAGS.input_binary:
        graph_def.ParseFromString(f.read())
    else:
        text_format.Merge(f.read(), graph_def)

for node in graph_def.node:
    print(node.name, node.op, list(node.input))
