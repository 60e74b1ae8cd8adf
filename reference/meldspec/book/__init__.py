"""Tree to book: names resolved, variants flattened, readings chosen, everything checked."""
