"""The command line of the debugger: what a user types at `tfdbg>`, how it is understood, and how the answer is shown."""
