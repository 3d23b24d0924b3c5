import { readFile, readdir, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../../harness/contracts/schema.ts'
import type { Exchange } from '../../harness/lib/models/schema.ts'
import { openSingleFile, runFiles } from '../../harness/store/report-files.ts'
import { UsageError } from '../../harness/errors.ts'
import { keyOf, temporaryFolder, writeTree } from '../helpers.ts'

describe('a report with files beside it', () => {
  it('appears when it is ended, and replaces the previous one with all its files', async () => {
    await using folder = await temporaryFolder()
    for (const version of ['one', 'two']) {
      await using writer = await runFiles.openReport(folder.path)
      expect(await writer.write(`${version}.js`, version)).toBe(`report/${version}.js`)
      if (version === 'two') expect(await readFile(folder.file('index.html'), 'utf8')).toBe('page one')
      await writer.end(`page ${version}`)
    }
    expect((await readdir(folder.path)).toSorted()).toEqual(['index.html', 'report'])
    expect(await readdir(folder.file('report'))).toEqual(['two.js'])
    expect(await readFile(folder.file('index.html'), 'utf8')).toBe('page two')
  })

  it('is written by several processes at once, and one of them stays', async () => {
    await using folder = await temporaryFolder()
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        ['one', 'two', 'three'].map(async (version) => {
          await using writer = await runFiles.openReport(folder.path)
          await writer.write(`${version}.js`, version)
          await writer.end(`page ${version}`)
        }),
      )
      expect((await readdir(folder.path)).toSorted()).toEqual(['index.html', 'report'])
      expect(await readdir(folder.file('report'))).toHaveLength(1)
    }
  })

  it('leaves nothing if it was not ended', async () => {
    await using folder = await temporaryFolder()
    {
      await using writer = await runFiles.openReport(folder.path)
      await writer.write('a.js', '1')
    }
    expect(await readdir(folder.path)).toEqual([])
  })

  it('writes no name twice', async () => {
    await using folder = await temporaryFolder()
    await using writer = await runFiles.openReport(folder.path)
    await writer.write('a.js', '1')
    await expect(writer.write('a.js', '2')).rejects.toThrow('EEXIST')
  })
})

describe('what a report reads of a trial', () => {
  const key = keyOf()
  const place = (name: string) => `trials/${key.id}/${name}`
  const exchange: Exchange = {
    ...{ schemaVersion: 1, digest: '0', purpose: 'code', at: '2025-01-01T00:00:01.000Z', milliseconds: 1 },
    request: { server: 'a', model: 'b', parameters: {}, messages: [], sample: 1, attempt: 1 },
    response: { text: 'x', finish: 'stop', model: null, tokens: null },
    ...{ failures: [], reused: false, price: null, cost: null },
  }

  it('is undefined if there is no such file', async () => {
    await using folder = await temporaryFolder()
    expect(await runFiles.readScores(folder.path, key)).toBeUndefined()
    expect(await runFiles.readExchanges(folder.path, key)).toBeUndefined()
  })

  it('is exchanges, of which a broken line costs only itself', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { [place('exchanges.jsonl')]: `${JSON.stringify(exchange)}\n[]\n{"half` })
    expect(await runFiles.readExchanges(folder.path, key)).toEqual({ exchanges: [exchange], unread: 2 })
  })

  it('is scores of an older version of the program, too', async () => {
    await using folder = await temporaryFolder()
    const old = { schemaVersion: 1, digest: '0', scores: [] }
    await writeTree(folder.path, { [place('scores.json')]: JSON.stringify(old) })
    expect(await runFiles.readScores(folder.path, key)).toEqual({ ...old, schemaVersion: SCHEMA_VERSION })
  })

  it('is no scores if the file is damaged, which is said', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { [place('scores.json')]: '{"scores": 1}' })
    await expect(runFiles.readScores(folder.path, key)).rejects.toThrow('scores.json is damaged')
  })
})

describe('a single file', () => {
  it('appears when it is ended, and leaves nothing if it was not ended', async () => {
    await using folder = await temporaryFolder()
    for (const ended of [false, true]) {
      await using writer = await openSingleFile(folder.file('a.html'))
      await writer.append('one ')
      await writer.append('two')
      if (ended) await writer.end()
      expect((await readdir(folder.path)).includes('a.html')).toBe(ended)
    }
    expect(await readdir(folder.path)).toEqual(['a.html'])
    expect(await readFile(folder.file('a.html'), 'utf8')).toBe('one two')
  })
})

it('names the path that cannot be written', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.file('file'), '')
  await expect(runFiles.openReport(folder.file('file'))).rejects.toThrow(UsageError)
  await expect(openSingleFile(folder.file('file/a.html'))).rejects.toThrow(
    /no report can be written to .*file\/a\.html/,
  )
})
