from .enemies import make_enemies
from .guns import Guns
from .plane import Plane

WAITING, FLYING, WON, LOST = 'waiting', 'flying', 'won', 'lost'


class Game:
    """One game, from its start to its end."""

    def __init__(self, peaceful=False):
        self.peaceful = peaceful
        self.plane = Plane()
        self.enemies = make_enemies()
        self.guns = Guns(peaceful)
        self.bullets = []
        self.shells = []
        self.state = WAITING

    def begin(self):
        if self.state == WAITING:
            self.state = FLYING

    def fire(self):
        self.begin()
        if self.state == FLYING:
            self.bullets.append(self.plane.fire())

    def advance(self, across, down, seconds):
        """@param across, down: -1, 0 or 1, where the plane flies."""
        if across or down:
            self.begin()
        if self.state != FLYING:
            return
        self.plane.fly(across, down, seconds)
        for thing in [*self.enemies, *self.bullets, *self.shells]:
            thing.move(seconds)
        self.shells += self.guns.fire(self.enemies, self.plane.centre, seconds)
        self._shoot_down()
        self._leave()
        self._end()

    def _shoot_down(self):
        for bullet in list(self.bullets):
            hit = next((enemy for enemy in self.enemies if bullet.touches(enemy)), None)
            if hit:
                self.bullets.remove(bullet)
                self.enemies.remove(hit)

    def _leave(self):
        self.bullets = [bullet for bullet in self.bullets if bullet.is_inside()]
        self.shells = [shell for shell in self.shells if shell.is_inside()]

    def _end(self):
        if any(shell.touches(self.plane) for shell in self.shells):
            self.state = LOST
        elif not self.enemies:
            self.state = WON
