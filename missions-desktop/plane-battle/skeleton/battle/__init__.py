"""The game Plane Battle."""
