"""How a graph runs: sessions, plans, the interpreter, the compiler, and what lasts between runs."""
