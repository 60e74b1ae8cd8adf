"""A table written down: what is given of it, what follows, what is assumed."""
