/** Text from models and projects on a terminal: nothing in it moves the cursor. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { complain, print, say } from '../../harness/commands/print.ts'

let written = ''
beforeEach(() => {
  written = ''
  const keep = (text: unknown) => ((written += String(text)), true)
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
})
afterEach(() => vi.restoreAllMocks())

const HOSTILE = {
  'clears the screen': 'a\u001b[2Jb',
  'sets the title': 'a\u001b]0;owned\u0007b',
  'goes back to the beginning': 'a\rb',
  'rings the bell': 'a\u0007b',
  'goes back a character': 'a\bb',
  'is a sequence of one C1 character': 'a\u009b2Jb',
  'moves to the next line by C1': 'a\u0085b',
  'turns the direction': 'a\u202eb',
  'isolates a direction': 'a\u2066b',
  'is a line separator': 'a\u2028b',
}

it.each(Object.entries(HOSTILE))('text that %s is shown and does nothing', (_, text) => {
  for (const write of [print, say, complain]) write(text)
  expect(written).toMatch(/a[^b]*b/)
  // eslint-disable-next-line no-control-regex -- they are what must not be there
  expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
})

it('lines of a text stay, and a complaint is one line', () => {
  print('a\nb\tc')
  complain('d\ne')
  expect(written).toBe('a\nb\tc\npe: d\ufffde\n')
})
