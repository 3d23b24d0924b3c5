"""Helpers for the project's program. It runs in the project's sandbox; the worker sees only its output."""
from types import SimpleNamespace

from faults import HarnessTrouble
from similarity import string_similarity


def find_minimum_ancestor(driver, source_tag, check_by, check_text):
    """The element itself, or the nearest of at most four ancestors, that contains the element searched for."""
    tag = source_tag
    for _ in range(5):
        try:
            tag.find_element(check_by, check_text)
            return tag
        except Exception:
            tag = tag.find_element('xpath', './ancestor::*[1]')
    raise AssertionError('No minimum ancestor found')


def utils_of(channel, files):
    def run_entry(path):
        result = channel.call('run', path=path)
        return result['stdout'], result['stderr']

    def rename_file(src, dst):
        problem = channel.call('rename', source=src, target=dst)
        if problem:
            raise FileNotFoundError(problem)

    def calculate_histogram_similarity(image1, image2):
        return load_pictures().pictures_match(files.locate(image1), files.locate(image2))

    return SimpleNamespace(
        selenium_find_minimum_ancestor=find_minimum_ancestor,
        string_similarity=string_similarity,
        rename_file=rename_file,
        run_entry=run_entry,
        calculate_histogram_similarity=calculate_histogram_similarity,
    )


def load_pictures():
    try:
        import pictures
    except ImportError as error:
        raise HarnessTrouble('pictures cannot be compared: %s; on Debian: apt-get install python3-matplotlib' % error)
    return pictures


class Console:
    """A program with one dialogue over all testcodes of a trial."""

    def __init__(self, channel):
        self._channel = channel

    def read_output(self):
        """The lines printed since the last call, until the program waits for input."""
        return self._channel.call('read')

    def send_command(self, command):
        """Sends a line and returns the output that follows it."""
        return self._channel.call('send', line=str(command))

    def poll(self):
        """The exit code, or None while the program runs."""
        return self._channel.call('poll')


def runpy_of(channel):
    """A `runpy` that runs files as programs in the project's sandbox, not in this process."""

    def run_path(path, *_, **__):
        channel.call('run', path=path)
        return {}

    return SimpleNamespace(run_path=run_path)
