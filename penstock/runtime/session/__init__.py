"""A session as its user sees it: run, feeds, fetches, prepared and partial runs, metadata, errors, servers."""
