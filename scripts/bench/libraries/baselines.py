"""Writes projects that build nothing from the references of libraries: DIR/{empty,stubs,mocks}/<repository>/project/**.

Usage: baselines.py DATASET DIR
"""
import ast
import json
import os
import sys

MOCK = '''from unittest.mock import MagicMock


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    globals()[name] = MagicMock(name=name)
    return globals()[name]
'''


class Hollow(ast.NodeTransformer):
    """Functions keep their names and parameters and return None."""

    def visit_FunctionDef(self, node):
        node.body = [ast.Return(ast.Constant(None))]
        return node

    visit_AsyncFunctionDef = visit_FunctionDef


def stub(text):
    return ast.unparse(ast.fix_missing_locations(Hollow().visit(ast.parse(text)))) + '\n'


def main(dataset, target):
    for name in sorted(os.listdir(dataset)):
        config = os.path.join(dataset, name, 'config.json')
        if not os.path.exists(config):
            continue
        for source in sources(json.load(open(config, encoding='utf-8')), os.path.join(dataset, name)):
            write_all(os.path.join(dataset, name), source, target, name)


def sources(config, folder):
    graph = config.get('code_file_DAG', {})
    named = [config['source_code']] if 'source_code' in config else [each.split('/')[0] for each in graph]
    return sorted({each for each in named if os.path.isdir(os.path.join(folder, each))})


def write_all(folder, source, target, name):
    write(os.path.join(target, 'empty', name, 'project', source, '__init__.py'), '')
    for parent, _, files in os.walk(os.path.join(folder, source)):
        for file in files:
            full = os.path.join(parent, file)
            place = os.path.join(name, 'project', os.path.relpath(full, folder))
            if not file.endswith('.py') or '__pycache__' in full:
                continue
            with open(full, encoding='utf-8') as stream:
                text = stream.read()
            write(os.path.join(target, 'stubs', place), stub(text))
            write(os.path.join(target, 'mocks', place), MOCK)


def write(file, text):
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, 'w', encoding='utf-8') as stream:
        stream.write(text)


if __name__ == '__main__':
    main(*sys.argv[1:])
