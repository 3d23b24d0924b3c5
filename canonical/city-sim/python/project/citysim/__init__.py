"""A calm city builder."""
