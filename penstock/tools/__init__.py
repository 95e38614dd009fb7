"""Programs that maintain the source tree itself (tables that are generated and committed)."""
