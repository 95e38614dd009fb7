"""Models that are ready to use: heads (losses, metrics, predictions), networks, linear models, trees, baselines."""
