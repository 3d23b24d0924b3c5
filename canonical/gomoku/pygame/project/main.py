"""Gomoku against the machine: start this file."""
from window import Window


if __name__ == "__main__":
    Window().run()
