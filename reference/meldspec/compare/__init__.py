"""Games side by side, and two books clause by clause."""
