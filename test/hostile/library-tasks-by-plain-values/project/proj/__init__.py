class Box:
    def __init__(self, value):
        self.value = value


def echo(value, *more):
    return value


def word(*anything):
    return 'km'


def twice(text):
    return text + text


def tidy(text):
    return ' '.join(text.split())
