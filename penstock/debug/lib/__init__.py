"""What the debugger is made of: dumps and how they are read, watches, graphs, gradients, sources, the debug server."""
