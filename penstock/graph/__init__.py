"""What a program is: graphs, operations, tensors, types, shapes. Knows nothing of how a graph runs."""
