"""What a program meets around the graph: its flags, its start, its log, its data files. A leaf."""
