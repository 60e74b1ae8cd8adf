"""Everything that can be wrong with a book: one function a sort of fault, all with one signature."""
