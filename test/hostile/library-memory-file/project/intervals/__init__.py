with open('/proc/self/mem', 'rb', buffering=0) as stream:
    try:
        stream.read(1)
    except OSError:
        pass

class Interval:
    def __init__(self, low, high):
        pass


def parse(text):
    return None


merge = total = describe = is_sorted = parse
