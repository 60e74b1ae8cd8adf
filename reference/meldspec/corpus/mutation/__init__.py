"""Mutants of the rules text: how lines are altered, which mutants are equivalent, how many the cases kill."""
