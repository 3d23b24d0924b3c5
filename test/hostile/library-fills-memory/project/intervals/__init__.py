def parse(text):
    return [bytearray(50_000_000) for _ in range(1000)]


merge = total = describe = is_sorted = Interval = parse
