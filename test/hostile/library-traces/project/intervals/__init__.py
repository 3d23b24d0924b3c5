import sys


def trace(frame, event, argument):
    return trace


sys.settrace(trace)

class Interval:
    def __init__(self, low, high):
        pass


def parse(text):
    return None


merge = total = describe = is_sorted = parse
