/** Objects that are equal to more than they should be, as the code that runs beside the tests sees them. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../helpers.ts'

const PYTHON = process.env['PE_PYTHON'] ?? '/usr/bin/python3'
const FOLDER = path.join(root, 'harness', 'testers', 'pytest')

/** Each is compared with the right side; whether the judge is told that both are equal. */
const CASES = `
import _thread
import sys
sys.path.insert(0, ${JSON.stringify(FOLDER)})
sys.dont_write_bytecode = True
from observers import observers

class All:
    def __eq__(self, other):
        return True

class Most:
    def __eq__(self, other):
        return type(other).__name__ != 'Probe'

class Typed:
    """Equal to everything of the types of values."""
    def __eq__(self, other):
        return type(other) in (int, str, list, dict, tuple, float, bytes, set)

class Number:
    def __init__(self, value):
        self.value = value
    def __eq__(self, other):
        return self.value == (other.value if type(other) is Number else other)

class Refusing:
    def __eq__(self, other):
        if type(other) is not str:
            raise TypeError('only texts')
        return other == 'right'

told = []
def send(message):
    if message[0] == 'keep':
        return 1, 'o' * (len(message) - 1), message[1:]
    told.append(message)
names = ('value', 'same', 'differs', 'truth', 'inner', 'block', 'call', 'mocked', 'raising', 'hay')
same = observers(send, {name: name for name in names}, _thread.RLock(), lambda function: function)['same']
for left, right in [
    (All(), 1), (1, All()), (Most(), 1), (Most(), 'a'), (Typed(), 5), (Typed(), [1, [2]]), (Typed(), {'a': (1, b'x')}), (Typed(), {1, 2}),
    (Number(3), 3), (Number([1, 2]), [1, 2]), (Number({'a': 1}), {'a': 1}), (Number(3), Number(3)), (Refusing(), 'right'), (Number(None), None),
    (Number(3), 4), (3, 3), (float('inf'), float('inf')), ([], []),
]:
    same('site', '', left, right)
print(''.join('=' if (each[3] if each[0] == 'kept' else each[1]) else '.' for each in told))
`

describe('what is told of a comparison', () => {
  it('is that both sides are equal only if an object is not equal to everything else of that kind', () => {
    const { stdout, stderr } = spawnSync(PYTHON, ['-I', '-c', CASES], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.trim()).toBe(`${'.'.repeat(8)}${'='.repeat(6)}.===`)
  })
})
