"""What a position is made of: cards, layout, table, act, and the choice of readings; shared by definition and engine."""
