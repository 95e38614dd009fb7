"""The command line: `penstock run`, `penstock board`."""
