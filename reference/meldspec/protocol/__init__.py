"""What travels between an implementation and the suite: messages, observations, cases, transcripts."""
