import type { ProjectFile } from '../../../../contracts/types.ts'

/** A repository that has nothing to do with any library that is judged: a judge should find no algorithm in it. */
export const UNRELATED: readonly ProjectFile[] = [
  {
    path: 'garden/__init__.py',
    content: '"""A watering plan for a balcony."""\n',
  },
  {
    path: 'garden/plan.py',
    content: `"""Which pot gets water on which day."""
DAYS = ['monday', 'wednesday', 'friday']


class Pot:
    """A pot and what grows in it."""

    def __init__(self, plant, litres):
        self.plant = plant
        self.litres = litres
        self.watered = []

    def water(self, day):
        """Remembers that the pot got water."""
        if day not in DAYS:
            raise KeyError(day)
        self.watered.append(day)
        return self.litres * len(self.watered)


def thirsty(pots, day):
    """Lists the plants that got no water on a day."""
    return [pot.plant for pot in pots if day not in pot.watered]


def cans(pots, size):
    """Says how many cans of a size all pots need."""
    need = sum(pot.litres for pot in pots)
    return -(-need // size)
`,
  },
]

/** A repository without any code. */
export const EMPTY: readonly ProjectFile[] = [{ path: 'README.md', content: 'Nothing is here yet.\n' }]
