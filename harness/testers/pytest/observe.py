"""Runs the tests of a suite in the same process as produced code and tells the judge what it observes.

Reads its job from stdin and writes sealed lines to what was stdout. See docs/adr/0014-pytest-beside-produced-code.md.
"""
import sys


def load(folder, name, named=None):
    """A file of the judge as a module that nothing can look up, with builtins that nothing can replace. named: the name of its code"""
    import builtins
    file = folder + '/' + name + '.py'
    with open(file, encoding='utf-8') as stream:
        code = compile(stream.read(), named or file, 'exec')
    contents = {'__name__': 'pe_' + name, '__builtins__': dict(vars(builtins))}
    exec(code, contents)
    return contents


def main():
    import os
    folder = os.path.dirname(os.path.realpath(__file__))
    load(folder, 'session')['run'](folder, load)


if __name__ == '__main__':
    main()
