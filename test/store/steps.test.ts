import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { Redactor } from '../../harness/lib/models/redact.ts'
import { StepFile } from '../../harness/store/steps.ts'
import { temporaryFolder } from '../helpers.ts'

describe('recorded steps', () => {
  it('are carried out once, also by a later process, which drops the line of one that was killed', async () => {
    await using folder = await temporaryFolder()
    const file = folder.file('trial/steps.jsonl')
    const times: string[] = []
    const step = (result: string) => () => {
      times.push(result)
      return Promise.resolve(result)
    }
    const first = new StepFile(file, new Redactor())
    expect(await first.once('a', step('one'))).toBe('one')
    expect(await first.once('a', step('two'))).toBe('one')
    await appendFile(file, '{"key": "half of a li')
    const later = new StepFile(file, new Redactor())
    expect(await Promise.all([later.once('a', step('three')), later.once('b', step('four'))])).toEqual(['one', 'four'])
    expect(times).toEqual(['one', 'four'])
    expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(2)
  })

  it('have no keys of models, at once and later', async () => {
    await using folder = await temporaryFolder()
    const redactor = new Redactor()
    redactor.add(['sk-secret-0123456789'])
    const printed = () => Promise.resolve('the key is sk-secret-0123456789')
    const result = await new StepFile(folder.file('steps.jsonl'), redactor).once('a', printed)
    expect(result).not.toContain('sk-secret')
    expect(await readFile(folder.file('steps.jsonl'), 'utf8')).not.toContain('sk-secret')
    expect(await new StepFile(folder.file('steps.jsonl'), redactor).once('a', printed)).toBe(result)
  })

  it('of a damaged file are the fault of the harness', async () => {
    await using folder = await temporaryFolder()
    await writeFile(folder.file('steps.jsonl'), '{"key": 1}\n')
    const steps = new StepFile(folder.file('steps.jsonl'), new Redactor())
    await expect(steps.once('a', () => Promise.resolve('x'))).rejects.toMatchObject({ code: 'harness' })
  })

  it('that fail are not recorded', async () => {
    await using folder = await temporaryFolder()
    const steps = new StepFile(folder.file('steps.jsonl'), new Redactor())
    await expect(steps.once('a', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(await steps.once('a', () => Promise.resolve('x'))).toBe('x')
  })
})
