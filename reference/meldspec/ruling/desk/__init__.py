"""What a page needs to rule in the browser of whoever reads it: a game in the terms of its controls, and answers piece by piece."""
