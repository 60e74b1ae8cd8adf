"""Rulebooks to a corpus of transcripts: planned, searched for, mutated, shrunk."""
