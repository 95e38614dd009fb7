"""Queues, barriers, staging areas, accumulators and batching: what may wait."""
