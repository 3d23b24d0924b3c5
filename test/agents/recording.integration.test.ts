import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readRecording } from '../../harness/agents/redteam/recording.ts'
import { temporaryFolder } from '../helpers.ts'

function entryOf(body: string) {
  return { method: 'POST', url: '/', type: 'text/plain', body, status: 200, headers: {}, content: '' }
}

it('a recording is bounded by its bytes, not by its characters', async () => {
  await using folder = await temporaryFolder()
  const file = folder.file('recording.jsonl')
  // Each has 4 million characters and 8 million bytes.
  const entries = ['ä', 'ö'].map((letter) => entryOf(letter.repeat(4_000_000)))
  await writeFile(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  expect(await readRecording(file, 'todo')).toEqual(entries.slice(0, 1))
})
