"""What lasts between runs: variables and resources, who may use them, and their memory."""
