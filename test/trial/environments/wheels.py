"""Packs pytest as this machine has it, and modules of one file, as wheels. Arguments: the folder, then NAME=CODE for each module."""
import os
import sys
import zipfile
from importlib.util import find_spec

PYTEST = ['_pytest', 'pytest', 'pluggy', 'iniconfig', 'packaging', 'attr', 'py']


def files_of(module):
    spec = find_spec(module)
    for place in spec.submodule_search_locations or []:
        for folder, _, names in os.walk(place):
            for name in names:
                if not name.endswith('.pyc'):
                    file = os.path.join(folder, name)
                    with open(file, 'rb') as stream:
                        yield os.path.relpath(file, os.path.dirname(place)), stream.read()


def write(folder, name, version, files):
    info = f'{name}-{version}.dist-info'
    files = {
        **files,
        f'{info}/METADATA': f'Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n'.encode(),
        f'{info}/WHEEL': b'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    }
    record = ''.join(f'{each},,\n' for each in files) + f'{info}/RECORD,,\n'
    with zipfile.ZipFile(os.path.join(folder, f'{name}-{version}-py3-none-any.whl'), 'w') as wheel:
        for each, content in files.items():
            wheel.writestr(each, content)
        wheel.writestr(f'{info}/RECORD', record)


if __name__ == '__main__':
    target, *modules = sys.argv[1:]
    write(target, 'pytest', '7.2.1', {name: content for module in PYTEST if find_spec(module) for name, content in files_of(module)})
    for module in modules:
        name, _, code = module.partition('=')
        write(target, name, '1.0', {f'{name}.py': code.encode()})
