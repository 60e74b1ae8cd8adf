"""Corpus × implementation to report: which rules it breaks, which readings it follows."""
