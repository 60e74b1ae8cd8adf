"""The sources, their ledgers, and what is traced to what."""
