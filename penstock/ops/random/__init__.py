"""Random numbers: Philox streams, distributions drawn from them, seeds, generators."""
