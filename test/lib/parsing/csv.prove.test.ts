import { afterAll, describe, expect, it } from 'vitest'
import { ProjectFault, messageOf } from '../../../harness/errors.ts'
import { closeParsers, readTable } from '../../../harness/lib/parsing/produced.ts'

afterAll(closeParsers)

describe('parseCsv throws ProjectFault for too many or too much:', () => {
  it.each([
    ['32 MiB of commas', () => ','.repeat(32 * 1024 * 1024), 'more than 16,384 columns'],
    ['quotes without end', () => '"'.repeat(32 * 1024 * 1024 - 1), 'a cell of more than 1,048,576 characters'],
  ])('%s', async (_, text, message) => {
    const error: unknown = await readTable('out.csv', Buffer.from(text())).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProjectFault)
    expect(messageOf(error)).toContain(`"out.csv" has ${message}`)
  })
})
