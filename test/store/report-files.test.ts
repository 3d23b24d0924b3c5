import { readFile, readdir, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openSingleFile, runFiles } from '../../harness/store/report-files.ts'
import { UsageError } from '../../harness/errors.ts'
import { temporaryFolder } from '../helpers.ts'

describe('a report with files beside it', () => {
  it('appears when it is ended, and takes the place of the one before with all that belonged to that', async () => {
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

  it('leaves nothing where it was not ended', async () => {
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

describe('a single file', () => {
  it('appears when it is ended, and leaves nothing where it was not', async () => {
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

it('names the place that cannot be written to', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.file('file'), '')
  await expect(runFiles.openReport(folder.file('file'))).rejects.toThrow(UsageError)
  await expect(openSingleFile(folder.file('file/a.html'))).rejects.toThrow(
    /no report can be written to .*file\/a\.html/,
  )
})
