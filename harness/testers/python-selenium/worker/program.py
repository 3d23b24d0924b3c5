"""The project's program, which runs in the project's sandbox: here there are only its name and what it printed."""
from types import SimpleNamespace

from faults import HarnessTrouble
from similarity import string_similarity


def find_minimum_ancestor(driver, source_tag, check_by, check_text):
    """The element itself or the nearest of its ancestors, five at most, in which the thing looked for is found."""
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
    """A program that is talked to over all testcodes of a trial."""

    def __init__(self, channel):
        self._channel = channel

    def read_output(self):
        """The lines that it has printed since it was last asked, up to where it waits for input."""
        return self._channel.call('read')

    def send_command(self, command):
        """What it prints in answer to a line."""
        return self._channel.call('send', line=str(command))

    def poll(self):
        """Its exit code, or None while it runs."""
        return self._channel.call('poll')


def runpy_of(channel):
    """`runpy` runs nothing here: a file that it is given is run as the program that it is."""

    def run_path(path, *_, **__):
        channel.call('run', path=path)
        return {}

    return SimpleNamespace(run_path=run_path)
