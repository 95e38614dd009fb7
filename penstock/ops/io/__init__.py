"""Files and messages: decoding, parsing of Examples, readers, checkpoints, summaries, printing."""
