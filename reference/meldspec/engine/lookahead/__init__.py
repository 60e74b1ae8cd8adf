"""What further acts can bring about: a search with pruners that may say "possible" too often, never "impossible" wrongly."""
