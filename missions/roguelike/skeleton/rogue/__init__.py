"""A roguelike: rooms, tunnels, orcs and mages."""
