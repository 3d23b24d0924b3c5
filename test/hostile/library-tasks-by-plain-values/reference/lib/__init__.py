class Cache:
    def __init__(self, items):
        self.items = dict(items)

    def get(self, key):
        return self.items.get(key)


class Unit:
    def __init__(self, name):
        self.name = name

    def upper(self):
        return self.name.upper()


def place(text, width):
    return width - len(text)


def found(items, key):
    return items.get(key)


def last_first(items):
    return list(reversed(items))


def strict(text):
    raise ValueError(text)


def loud(text):
    return text.upper()


def twice(text):
    return text * 2


def tidy(text):
    return ' '.join(text.split())
