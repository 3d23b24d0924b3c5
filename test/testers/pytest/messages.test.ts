import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { Messages, type Message } from '../../../harness/testers/pytest/messages.ts'

const keys = { report: Buffer.alloc(32, 1), site: Buffer.alloc(32, 2) }

function line(kind: 'report' | 'site', number: number, json: string, key = keys[kind]): string {
  const text = `${kind} ${String(number)} ${json}`
  return `${createHmac('sha256', key).update(text).digest('hex')} ${text}\n`
}

function read(...chunks: string[]): { readonly messages: Message[]; readonly forged: string | undefined } {
  const messages: Message[] = []
  const reader = new Messages(keys, (message) => messages.push(message))
  for (const chunk of chunks) reader.push(Buffer.from(chunk))
  return { messages, forged: reader.forged }
}

it('reads lines in pieces, each kind with numbers of its own', () => {
  const all = line('report', 1, '[["s","begin"]]') + line('site', 1, '[["n"]]') + line('report', 2, '[]')
  const { messages, forged } = read(all.slice(0, 90), all.slice(90, 91), all.slice(91))
  expect(forged).toBeUndefined()
  expect(messages.map(({ kind }) => kind)).toEqual(['report', 'site', 'report'])
  expect(messages[0]?.values).toEqual([['s', 'begin']])
})

it.each([
  ['a line of another writer', 'passed\n'],
  ['a wrong key', line('report', 1, '[]', keys.site)],
  ['a line that came before', line('report', 1, '[]') + line('report', 1, '[]')],
  ['a line that is missing', line('report', 2, '[]')],
  ['something that is no value', line('report', 1, '[["z"]]')],
])('notices %s', (_, text) => {
  expect(read(text).forged).toBeDefined()
})
