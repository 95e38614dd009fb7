"""Losses: `tf.losses`, cross entropy, sampled losses with their candidate samplers, CTC."""
