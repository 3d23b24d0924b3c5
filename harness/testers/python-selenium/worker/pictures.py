"""Whether two pictures show the same: by corners and the patterns around them, as ORB does (Rublee et al., 2011)."""

# Side and number of pairs of a pattern, as in the paper; the pairs are drawn once, from a generator with a fixed seed.
RADIUS = 15
PAIRS = 256
SEED = 20110101
FEATURES = 500
SCALES = (1.0, 0.8, 0.64, 0.512)
# FAST-9: a corner has nine neighbours in a row on the circle that are brighter, or darker, by so much.
BRIGHTER_BY = 20
IN_A_ROW = 9
CIRCLE = (
    (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3),
    (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0), (-3, -1), (-2, -2), (-1, -3),
)  # fmt: skip
# Patterns that differ in more of their 256 bits show different things: chance gives 128 ± 8.
MOST_DIFFERENT = 64
ENOUGH = 0.2
MOST_PIXELS = 40_000_000


def pictures_match(first, second):
    """True where more than a fifth of the features of the picture with fewer of them are found in the other one."""
    patterns = [patterns_of(grey(file)) for file in (first, second)]
    fewer = min(len(each) for each in patterns)
    return fewer > 0 and mutual_matches(*patterns) / fewer > ENOUGH


def grey(file):
    import numpy
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    with Image.open(file) as picture:
        flat = Image.new('RGB', picture.size, 'white')
        flat.paste(picture.convert('RGBA'), mask=picture.convert('RGBA').getchannel('A'))
        return numpy.asarray(flat.convert('L'), dtype=numpy.int16)


def patterns_of(picture):
    """One row of 256 bits for each of the strongest corners, over several scales."""
    import numpy

    found = [features_at(resized(picture, scale)) for scale in SCALES]
    strengths = numpy.concatenate([strength for strength, _ in found])
    patterns = numpy.concatenate([pattern for _, pattern in found])
    return patterns[numpy.argsort(-strengths, kind='stable')[:FEATURES]]


def resized(picture, scale):
    import numpy
    from PIL import Image

    if scale == 1.0:
        return picture
    size = [max(1, int(side * scale)) for side in (picture.shape[1], picture.shape[0])]
    return numpy.asarray(Image.fromarray(picture.astype(numpy.uint8)).resize(size, Image.BILINEAR), dtype=numpy.int16)


def features_at(picture):
    """Strength and pattern of each corner that is the strongest in its neighbourhood and far enough from the edge."""
    import numpy

    margin = 2 * RADIUS
    height, width = picture.shape
    if min(height, width) <= 2 * margin:
        return numpy.zeros(0), numpy.zeros((0, PAIRS), dtype=bool)
    strength = corner_strength(picture)
    strength[:margin], strength[-margin:], strength[:, :margin], strength[:, -margin:] = 0, 0, 0, 0
    rows, columns = numpy.nonzero((strength > 0) & (strength == neighbourhood_maximum(strength)))
    strengths = strength[rows, columns]
    best = numpy.argsort(-strengths, kind='stable')[:FEATURES]
    rows, columns = rows[best], columns[best]
    return strengths[best], patterns_at(picture, rows, columns)


def corner_strength(picture):
    """By how much the weakest of nine neighbours in a row differs from the centre; zero where that is no corner."""
    import numpy

    around = numpy.stack([numpy.roll(picture, (-y, -x), axis=(0, 1)) for x, y in CIRCLE]) - picture
    around = numpy.concatenate([around, around[: IN_A_ROW - 1]])
    runs = numpy.lib.stride_tricks.sliding_window_view(around, IN_A_ROW, axis=0)
    brighter = runs.min(axis=-1).max(axis=0)
    darker = (-runs).min(axis=-1).max(axis=0)
    strength = numpy.maximum(brighter, darker)
    return numpy.where(strength > BRIGHTER_BY, strength, 0)


def neighbourhood_maximum(strength):
    import numpy

    shifts = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    return numpy.max([numpy.roll(strength, shift, axis=(0, 1)) for shift in shifts], axis=0)


def patterns_at(picture, rows, columns):
    """Which point of each pair is brighter, the pairs turned into the direction of the patch's brightness."""
    import numpy

    smooth = box_blur(picture)
    offsets = numpy.arange(-RADIUS, RADIUS + 1)
    inside = offsets[:, None] ** 2 + offsets[None, :] ** 2 <= RADIUS**2
    patches = picture[rows[:, None, None] + offsets[:, None], columns[:, None, None] + offsets[None, :]] * inside
    angle = numpy.arctan2((patches * offsets[:, None]).sum((1, 2)), (patches * offsets[None, :]).sum((1, 2)))
    cosine, sine = numpy.cos(angle)[:, None], numpy.sin(angle)[:, None]
    generator = numpy.random.RandomState(SEED)
    pairs = numpy.clip(generator.normal(0, RADIUS / 2.5, (4, PAIRS)), -RADIUS, RADIUS)

    def brightness(x, y):
        turned_x = numpy.rint(cosine * x - sine * y).astype(int)
        turned_y = numpy.rint(sine * x + cosine * y).astype(int)
        return smooth[rows[:, None] + turned_y, columns[:, None] + turned_x]

    return brightness(pairs[0], pairs[1]) < brightness(pairs[2], pairs[3])


def box_blur(picture):
    """Mean over 5 × 5 points, times 25."""
    import numpy

    for axis in (0, 1):
        picture = sum(numpy.roll(picture.astype(numpy.int32), shift, axis=axis) for shift in range(-2, 3))
    return picture


def mutual_matches(first, second):
    """How many patterns are each other's nearest, and near enough."""
    import numpy

    ones, zeros = first.astype(numpy.int32), (~first).astype(numpy.int32)
    different = ones @ (~second).T.astype(numpy.int32) + zeros @ second.T.astype(numpy.int32)
    nearest, back = different.argmin(axis=1), different.argmin(axis=0)
    own = numpy.arange(len(first))
    return int(((back[nearest] == own) & (different[own, nearest] <= MOST_DIFFERENT)).sum())
