"""The game Snake."""
