"""Run with:  python3 -m unittest discover tests"""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from snake.arena import Box, Maze, Tunnel
from snake.body import Direction
from snake.food import FoodFactory
from snake.game import Game, State
from snake.scores import ScoreList


class GameTest(unittest.TestCase):
    def game(self, arena=Box, food=(0, 0)):
        game = Game(arena())
        game.food = FoodFactory().make("apple", food)
        return game

    def test_start(self):
        game = self.game()
        self.assertEqual(game.body.cells, ((13, 10), (12, 10), (11, 10)))
        game.turn(Direction.LEFT)
        game.step()
        self.assertIs(game.state, State.WAITING)

    def test_never_straight_back(self):
        game = self.game()
        game.turn(Direction.RIGHT)
        game.turn(Direction.LEFT)
        game.step()
        self.assertEqual(game.body.head, (14, 10))
        game.turn(Direction.UP)
        game.turn(Direction.LEFT)
        game.step()
        game.step()
        self.assertEqual(game.body.head, (13, 9))

    def test_eating(self):
        game = self.game(food=(14, 10))
        game.turn(Direction.RIGHT)
        game.step()
        self.assertEqual(game.score, 10)
        game.food = FoodFactory().make("apple", (0, 0))
        self.assertNotEqual(game.food.cell, (14, 10))
        game.step()
        self.assertEqual(len(game.body), 4)

    def test_edges(self):
        for arena, state in ((Box, State.OVER), (Tunnel, State.RUNNING)):
            game = self.game(arena)
            game.turn(Direction.UP)
            for _ in range(11):
                game.step()
            self.assertIs(game.state, state)
        self.assertEqual(game.body.head, (13, 20))

    def test_bites_itself(self):
        game = self.game()
        game.body.grow(3)
        game.turn(Direction.RIGHT)
        for direction in (None, None, None, Direction.DOWN, Direction.LEFT,
                          Direction.UP):
            if direction:
                game.turn(direction)
            game.step()
        self.assertIs(game.state, State.OVER)

    def test_maze(self):
        maze = Maze()
        self.assertEqual(len(maze.plan), maze.rows)
        self.assertEqual({len(line) for line in maze.plan}, {maze.columns})
        head = maze.start_cells(3)[0]
        for direction in (Direction.UP, Direction.DOWN, Direction.RIGHT):
            cell = head
            for _ in range(3):
                cell = maze.step(cell, direction)
                self.assertIsNotNone(cell)
        reached, edge = {head}, [head]
        while edge:
            cell = edge.pop()
            for direction in Direction:
                to = maze.step(cell, direction)
                if to and to not in reached:
                    reached.add(to)
                    edge.append(to)
        self.assertEqual(len(reached) + len(maze.walls),
                         maze.columns * maze.rows)

    def test_scores(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "scores.json")
            scores = ScoreList(path)
            for score in (10, 50, 0, 30, 20, 40):
                scores.add(score)
            self.assertEqual(ScoreList(path).scores, [50, 40, 30, 20, 10])


if __name__ == "__main__":
    unittest.main()
