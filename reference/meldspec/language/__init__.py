"""Rules text to tree and back, and the one Diagnostic type for every problem."""
