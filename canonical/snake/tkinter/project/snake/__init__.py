"""The game Snake: rules (arena, body, food, game, scores) and window
(keyboard, board, panel, app)."""
