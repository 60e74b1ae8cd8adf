"""Random play in search of cases: where games begin, how they are played, what watches them, how finds are shrunk."""
