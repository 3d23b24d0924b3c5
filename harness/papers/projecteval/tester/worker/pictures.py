"""Compares two pictures by oriented FAST corners and rotated BRIEF patterns (ORB).

E. Rublee, V. Rabaud, K. Konolige, G. Bradski: ORB: an efficient alternative to SIFT or SURF (2011). Constants are
from there unless a comment says otherwise. The module is imported only if a testcode compares pictures, because NumPy and
Pillow may be missing.
"""
import numpy
from PIL import Image

FEATURES = 500
LEVELS = 8
SCALE = 1.2
RADIUS = 15
# Least distance of a corner from the edge, so that its patch stays inside the picture under every rotation.
MARGIN = 31
# FAST-9: a corner has nine consecutive neighbours on a circle that are all brighter, or all darker, by this much.
CONTRAST = 20
CIRCLE = (
    (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3),
    (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0), (-3, -1), (-2, -2), (-1, -3),
)  # fmt: skip
HARRIS = 0.04
# Number of point pairs, drawn once as in BRIEF: the standard deviation is a fifth of the patch.
PAIRS = 256
DEVIATION = 2 * RADIUS / 5
REACH = 13
SEED = 2011
# Most of the 256 bits in which matching patterns may differ; random patterns differ in 128 ± 8.
MOST_DIFFERENT = 32
# Share of matching features above which two pictures count as equal, from the published judge.
ENOUGH = 0.2
LONGEST_SIDE = 1600
MOST_PIXELS = 40_000_000


def pictures_match(first, second):
    """True if more than a fifth of the features of the picture with fewer features are found in the other one."""
    return bool(likeness(patterns_of(grey(first)), patterns_of(grey(second))) > ENOUGH)


def likeness(first, second):
    """The share of patterns that are mutual nearest neighbours and close enough: 0 to 1."""
    if min(len(first), len(second)) == 0:
        return 0.0
    different = bits(first) @ bits(~second).T + bits(~first) @ bits(second).T
    nearest, back = different.argmin(axis=1), different.argmin(axis=0)
    own = numpy.arange(len(first))
    mutual = (back[nearest] == own) & (different[own, nearest] <= MOST_DIFFERENT)
    return mutual.sum() / min(len(first), len(second))


def bits(patterns):
    return patterns.astype(numpy.float32)


def grey(file):
    """Brightness from 0 to 255 on a white background, scaled to at most LONGEST_SIDE pixels per side."""
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    with Image.open(file) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            raise ValueError('the picture has more than %d pixels' % MOST_PIXELS)
        colours = picture.convert('RGBA')
    ground = Image.new('RGB', colours.size, 'white')
    ground.paste(colours, mask=colours.getchannel('A'))
    ground.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return numpy.asarray(ground.convert('L'), dtype=numpy.float32)


def patterns_of(picture):
    """One row of 256 bits per feature. Larger levels get more features, in proportion to their area."""
    first = FEATURES * (1 - 1 / SCALE) / (1 - (1 / SCALE) ** LEVELS)
    levels = [(shrunk(picture, SCALE**level), round(first / SCALE**level)) for level in range(LEVELS)]
    found = [patterns_at(level, *corners(level, most)) for level, most in levels if min(level.shape) > 2 * MARGIN]
    return numpy.concatenate(found) if found else numpy.zeros((0, PAIRS), dtype=bool)


def shrunk(picture, factor):
    height, width = picture.shape
    size = (max(1, round(width / factor)), max(1, round(height / factor)))
    small = Image.fromarray(picture.astype(numpy.uint8)).resize(size, Image.BILINEAR)
    return numpy.asarray(small, dtype=numpy.float32)


def corners(picture, most):
    """Rows and columns of the best corners, ranked by FAST first, then by the Harris measure."""
    strength = corner_strength(picture)
    around = [numpy.roll(strength, (y, x), axis=(0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    rows, columns = numpy.nonzero((strength > 0) & (strength == numpy.max(around, axis=0)))
    best = numpy.argsort(-strength[rows, columns], kind='stable')[: 2 * most]
    rows, columns = rows[best], columns[best]
    best = numpy.argsort(-harris(picture)[rows, columns], kind='stable')[:most]
    return rows[best], columns[best]


def corner_strength(picture):
    """For each corner the least difference among its nine neighbours; zero elsewhere."""
    strength = numpy.zeros_like(picture)
    inner = picture[MARGIN:-MARGIN, MARGIN:-MARGIN]
    rows, columns = (axis + MARGIN for axis in numpy.nonzero(perhaps_corners(picture, inner)))
    centre = picture[rows, columns]
    around = numpy.stack([picture[rows + y, columns + x] - centre for x, y in CIRCLE])
    least = numpy.maximum(weakest_run(around), weakest_run(-around))
    strength[rows, columns] = numpy.where(least > CONTRAST, least, 0)
    return strength


def perhaps_corners(picture, inner):
    """Pixels that differ from two adjacent compass points: nine consecutive neighbours contain at least two of these."""
    height, width = inner.shape
    compass = [
        picture[MARGIN + y : MARGIN + y + height, MARGIN + x : MARGIN + x + width] - inner for x, y in CIRCLE[::4]
    ]
    pairs = zip(compass, compass[1:] + compass[:1])
    both = [numpy.maximum(numpy.minimum(one, other), -numpy.maximum(one, other)) for one, other in pairs]
    return numpy.max(both, axis=0) > CONTRAST


def weakest_run(around):
    """The best of the sixteen runs of nine neighbours; the weakest neighbour decides the value of a run."""
    ring = numpy.concatenate([around, around[:8]])
    two = numpy.minimum(ring[:-1], ring[1:])
    four = numpy.minimum(two[:-2], two[2:])
    eight = numpy.minimum(four[:-4], four[4:])
    return numpy.minimum(eight[:16], ring[8:24]).max(axis=0)


def harris(picture):
    across = numpy.roll(picture, -1, axis=1) - numpy.roll(picture, 1, axis=1)
    down = numpy.roll(picture, -1, axis=0) - numpy.roll(picture, 1, axis=0)
    xx, yy, xy = (box_sum(product, 3) for product in (across * across, down * down, across * down))
    return xx * yy - xy * xy - HARRIS * (xx + yy) ** 2


def box_sum(values, reach):
    for axis in (0, 1):
        values = sum(numpy.roll(values, shift, axis=axis) for shift in range(-reach, reach + 1))
    return values


def patterns_at(picture, rows, columns):
    """Which point of each pair is darker, with the pairs rotated to the orientation of the patch."""
    if len(rows) == 0:
        return numpy.zeros((0, PAIRS), dtype=bool)
    across = numpy.arange(-RADIUS, RADIUS + 1)[None, :]
    down = across.T
    patch = picture[rows[:, None, None] + down, columns[:, None, None] + across] * (across**2 + down**2 <= RADIUS**2)
    angle = numpy.arctan2((patch * down).sum(axis=(1, 2)), (patch * across).sum(axis=(1, 2)))[:, None]
    pairs = numpy.random.RandomState(SEED).normal(0, DEVIATION, (4, PAIRS)).clip(-REACH, REACH)
    smooth = box_sum(picture, 2)

    def brightness(x, y):
        turned_x = numpy.rint(numpy.cos(angle) * x - numpy.sin(angle) * y).astype(int)
        turned_y = numpy.rint(numpy.sin(angle) * x + numpy.cos(angle) * y).astype(int)
        return smooth[rows[:, None] + turned_y, columns[:, None] + turned_x]

    return brightness(pairs[0], pairs[1]) < brightness(pairs[2], pairs[3])
