"""Start the game:  python3 main.py"""

from snake.app import App


def main():
    App().run()


if __name__ == "__main__":
    main()
