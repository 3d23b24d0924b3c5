import { expect, test } from 'vitest'
import { authorityFile } from '../../../harness/lib/x11/authority.ts'
import { Incoming } from '../../../harness/lib/x11/incoming.ts'
import { KEY_NAMES, keyNamed, keysymOf } from '../../../harness/lib/x11/keys.ts'

test.each([
  ['Left', 'Left', 0xff51],
  ['arrow left', 'Left', 0xff51],
  ['K_SPACE', 'Space', 0x20],
  [' ', 'Space', 0x20],
  ['K_a', 'a', 0x61],
  ['A', 'a', 0x61],
  ['1', '1', 0x31],
  ['f12', 'F12', 0xffc9],
])('%s is the key %s', (given, name, keysym) => {
  expect(keyNamed(given)).toBe(name)
  expect(keysymOf(name)).toBe(keysym)
})

test.each(['', 'é', 'Left Right', '__proto__', 'constructor', 'x'.repeat(1000)])('%s is no key', (given) => {
  expect(keyNamed(given)).toBeUndefined()
})

test('every named key has a keysym', () => {
  for (const name of KEY_NAMES) expect([name, keysymOf(name) !== undefined]).toEqual([name, true])
})

test('an authority file has one entry for every display', () => {
  const file = authorityFile(Buffer.alloc(16, 7))
  expect(file.subarray(0, 8).toString('hex')).toBe('ffff000000000012')
  expect(file).toHaveLength(2 + 2 + 2 + 2 + 18 + 2 + 16)
})

function reply(sequence: number, words: number): Buffer {
  const message = Buffer.alloc(32 + 4 * words)
  message[0] = 1
  message.writeUInt16LE(sequence, 2)
  message.writeUInt32LE(words, 4)
  return message
}

test('messages are cut wherever the bytes are divided, and events are dropped', () => {
  const event = Buffer.alloc(32, 0)
  event[0] = 34
  const error = Buffer.alloc(32)
  error.writeUInt16LE(2, 2)
  const all = Buffer.concat([event, reply(1, 10), error, event, reply(3, 0)])
  for (let size = 1; size <= all.length; size += 1) {
    const incoming = new Incoming()
    const found = []
    for (let at = 0; at < all.length; at += size) found.push(...incoming.messages(all.subarray(at, at + size)))
    expect(found.map(({ sequence, reply: got }) => [sequence, got?.length])).toEqual([
      [1, 72],
      [2, undefined],
      [3, 32],
    ])
  }
})

test('a message that is too long is refused', () => {
  const head = reply(1, 0)
  head.writeUInt32LE(0xffffffff, 4)
  expect(() => new Incoming().messages(head)).toThrow(RangeError)
})
