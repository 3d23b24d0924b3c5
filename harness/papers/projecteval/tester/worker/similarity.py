"""Similarity of two texts."""


def distance(first, second):
    """Levenshtein distance, by Hyyrö's bit-parallel form of Myers' algorithm (2003): one long integer holds a column."""
    if len(first) < len(second):
        first, second = second, first
    if not second:
        return len(first)
    masks = {}
    for place, character in enumerate(second):
        masks[character] = masks.get(character, 0) | 1 << place
    last = 1 << (len(second) - 1)
    everything = (1 << len(second)) - 1
    positive, negative, score = everything, 0, len(second)
    for character in first:
        match = masks.get(character, 0)
        diagonal = ((((match & positive) + positive) ^ positive) | match | negative) & everything
        up = negative | (~(diagonal | positive) & everything)
        down = positive & diagonal
        score += (up & last != 0) - (down & last != 0)
        up = (up << 1) | 1
        down <<= 1
        positive = (down | ~(diagonal | up)) & everything
        negative = up & diagonal & everything
    return score


def string_similarity(first, second):
    """1 − Levenshtein distance / length of the longer text; two empty texts are alike."""
    longer = max(len(first), len(second))
    return 1.0 if longer == 0 else 1 - distance(first, second) / longer
