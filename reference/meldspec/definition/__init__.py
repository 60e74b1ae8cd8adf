"""What the language means: the small reference interpreter, written for clarity alone and never for speed."""
