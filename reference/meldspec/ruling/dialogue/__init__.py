"""A position asked for question by question, for whoever has a table and a doubt but no file; which questions, the book says."""
