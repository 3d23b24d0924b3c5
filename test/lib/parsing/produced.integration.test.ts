import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeParsers } from '../../../harness/lib/parsing/produced.ts'
import { leftFiles } from '../../../harness/testers/subprocess/left-files.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pe-parsing-'))
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(closeParsers)

const SCRIPT = `import { readTable } from './dist/harness/lib/parsing/produced.js'
console.log(process.argv[2], JSON.stringify(await readTable('t.csv', Buffer.from('a,b'))))`

describe('parser processes', () => {
  it('let Node exit, also when compiled, and exit with it', async () => {
    await symlink(path.join(root, 'dist'), path.join(folder, 'dist'))
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(path.join(folder, 'script.js'), SCRIPT)
    const { stdout } = await run(process.execPath, [path.join(folder, 'script.js'), 'rows:'], { timeout: 20_000 })
    expect(stdout).toBe('rows: [["a","b"]]\n')
  })
})

describe('leftFiles', () => {
  it('reads tables and pictures', async () => {
    await writeFile(path.join(folder, 'out.csv'), 'a,b\r\n')
    await writeFile(path.join(folder, 'out.png'), 'no picture')
    await mkdir(path.join(folder, 'sub'))
    const left = leftFiles(folder)
    expect(await left.table('out.csv')).toEqual([['a', 'b']])
    await expect(left.picture('out.png')).rejects.toThrow('"out.png" is not a PNG')
    await expect(left.workbook('out.csv')).rejects.toThrow('"out.csv" is not a workbook: it is not a zip archive')
    await expect(left.table('absent.csv')).rejects.toThrow('the program left no file "absent.csv"')
    await expect(left.table('sub')).rejects.toThrow('"sub" is not a regular file')
  })
})
