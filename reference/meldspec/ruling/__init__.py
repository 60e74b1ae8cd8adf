"""One act or one score explained, under every reading that matters."""
