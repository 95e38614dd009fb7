"""Input of slim: datasets of records, decoders of examples, providers, parallel readers, prefetching."""
