"""What lasts: files by name, and the formats kept in them. Depends on `graph` and `protos`."""
