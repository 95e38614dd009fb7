"""Short programs that build graphs, run under Penstock and under TensorFlow 1.15.5. Each is a function `program(tf, mark)`;
`mark()` notes how far the numbers of operations have come, which are the seeds of random operations that have none."""
