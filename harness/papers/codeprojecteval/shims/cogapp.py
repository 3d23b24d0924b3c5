"""A stand-in for the package cogapp, for `from cogapp import Cog` in tests that compare a README with its program."""
import io
import re
import sys
from contextlib import redirect_stdout

BLOCK = re.compile(r'\[\[\[cog\n(?P<code>.*?)\n\]\]\][^\n]*\n(?P<output>.*?)(?=[^\n]*\[\[\[end\]\]\])', re.S)


class Cog:
    def main(self, argv):
        """Writes a file to stdout with the output of its blocks renewed."""
        with open(argv[1], encoding='utf-8') as stream:
            sys.stdout.write(BLOCK.sub(_written, stream.read()))
        return 0


class _Module:
    def __init__(self):
        self.written = []

    def out(self, text='', dedent=False, trimblanklines=False):
        self.written.append(text)

    def outl(self, text='', **options):
        self.out(text + '\n', **options)


def _written(match):
    module = _Module()
    sys.modules['cog'] = module
    with redirect_stdout(io.StringIO()):
        exec(compile(match['code'], '<cog>', 'exec'), {'cog': module})
    start = match.start('output') - match.start()
    written = ''.join(module.written)
    return match[0][:start] + written + ('' if written.endswith('\n') else '\n')
