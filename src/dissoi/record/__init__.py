"""The nouns: what a debate is made of, as frozen data and pure functions. No I/O, no clock, no randomness."""
