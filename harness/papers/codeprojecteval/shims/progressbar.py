"""A stand-in for the package progressbar2: shows nothing."""


class ProgressBar:
    def __init__(self, *_, **options):
        self.maxval = self.max_value = options.get('maxval') or options.get('max_value')
        self.currval = self.value = 0

    def start(self, *_, **__):
        return self

    def update(self, value=None, *_, **__):
        self.currval = self.value = value

    def finish(self, *_, **__):
        return self

    def __call__(self, iterable, *_):
        return iter(iterable)


def _widget(*_, **__):
    return ''


Bar = ETA = FileTransferSpeed = Percentage = RotatingMarker = Counter = Timer = _widget
