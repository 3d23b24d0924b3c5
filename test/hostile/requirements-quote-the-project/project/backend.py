"""A build backend without dependencies: a wheel with one module."""

import zipfile

NAME, MODULE = 'greetings', 'greetings.py'


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f'{NAME}-1-py3-none-any.whl'
    info = f'{NAME}-1.dist-info'
    with zipfile.ZipFile(f'{wheel_directory}/{name}', 'w') as wheel:
        wheel.write(f'src/{MODULE}', MODULE)
        wheel.writestr(f'{info}/METADATA', f'Metadata-Version: 2.1\nName: {NAME}\nVersion: 1\nProvides-Extra: dev\n')
        wheel.writestr(f'{info}/WHEEL', 'Wheel-Version: 1.0\nGenerator: own\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
        wheel.writestr(f'{info}/RECORD', '')
    return name


get_requires_for_build_editable = get_requires_for_build_wheel
build_editable = build_wheel
