"""Readings and options chosen → lines made into Python functions."""
