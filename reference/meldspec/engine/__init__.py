"""The reference interpreter: rulebook × table × act to verdict and next table."""
