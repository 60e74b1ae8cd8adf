"""Rulebook × table × act → verdict, next table: the small interpreter, which knows cards, places and time, and no game."""
