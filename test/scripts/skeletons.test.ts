import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skeletons } from '../../scripts/skeletons.ts'
import { pathsIn, skeletonOf } from '../../scripts/skeletons/project.ts'
import { PROJECT } from './skeletons-cases.ts'

const SKELETON = 'missions/demo/skeleton'

let root: string

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'skeletons-'))
  await put(`${PROJECT}/server.js`, 'export function start(port) { return port }\n')
  await put(`${PROJECT}/public/index.html`, '<!doctype html><title>A</title><h1 id="SECRET">B</h1>')
  await put(`${PROJECT}/public/style.css`, '.SECRET { color: red }')
  await put(`${PROJECT}/package.json`, '{ "type": "module" }\n')
  await put(`${PROJECT}/README.md`, '# Demo\n')
  await put('canonical/unfinished/answers.json', '{}')
})

afterEach(() => rm(root, { recursive: true, force: true }))

describe('skeletonOf', () => {
  it('masks or keeps each file by its kind, sorted by path', async () => {
    const files = await skeletonOf(join(root, PROJECT))
    const paths = ['README.md', 'package.json', 'public/index.html', 'public/style.css', 'server.js']
    expect(files.map((file) => file.path)).toEqual(paths)
    expect(files.map((file) => file.content).join('')).not.toContain('SECRET')
    expect(files.at(-1)?.content).toBe('export function start(port) {\n  // Start, given port.\n}\n')
    expect(files[0]?.content).toBe('# Demo\n')
  })

  it('leaves out lock files, installed packages, binary files and large data', async () => {
    const before = await skeletonOf(join(root, PROJECT))
    await put(`${PROJECT}/package-lock.json`, '{}')
    await put(`${PROJECT}/node_modules/a/index.js`, 'not JavaScript (')
    await put(`${PROJECT}/logo.png`, Uint8Array.of(0x89, 0x50, 0, 0))
    await put(`${PROJECT}/latin.txt`, Uint8Array.of(0x61, 0xe4, 0x62))
    await put(`${PROJECT}/words.json`, JSON.stringify('x'.repeat(9000)))
    expect(await skeletonOf(join(root, PROJECT))).toEqual(before)
  })

  it('refuses unknown kinds of files, because it would show them unmasked', async () => {
    await put(`${PROJECT}/app.py`, 'print(1)\n')
    await expect(skeletonOf(join(root, PROJECT))).rejects.toThrow(/app\.py.*\.py file/)
  })
})

describe('the command', () => {
  it('writes the skeletons, and changes nothing the second time', async () => {
    const written = { lines: [`${SKELETON}: 5 files written`], exitCode: 0 }
    expect(await skeletons(['--missions-dir', root], '/nowhere')).toEqual(written)
    expect(await skeletons(['demo'], root)).toEqual({ lines: [`${SKELETON}: up to date`], exitCode: 0 })
    expect(await skeletons(['--check'], root)).toMatchObject({ exitCode: 0 })
  })

  it('makes the same skeleton of a skeleton', async () => {
    await skeletons([], root)
    expect(await skeletonOf(join(root, SKELETON))).toEqual(await skeletonOf(join(root, PROJECT)))
  })

  it('finds changed, missing and stale files with --check, and writes nothing', async () => {
    await skeletons([], root)
    await put(`${PROJECT}/server.js`, 'export function begin(port) { return port }\n')
    await put(`${PROJECT}/lib/new.js`, 'export const a = 1\n')
    await put(`${SKELETON}/old/gone.js`, '')
    const lines = ['lib/new.js: missing', 'server.js: out of date', 'old/gone.js: stale']
    const expected = { lines: lines.map((line) => `${SKELETON}/${line}`), exitCode: 1 }
    expect(await skeletons(['--check'], root)).toEqual(expected)
    expect(await skeletons(['--check', 'demo'], root)).toEqual(expected)
  })

  it('ignores a change inside a body', async () => {
    await skeletons([], root)
    await put(`${PROJECT}/server.js`, 'export function start(port) { return port + 1 }\n')
    expect(await skeletons(['--check'], root)).toMatchObject({ exitCode: 0 })
  })

  it('removes stale files', async () => {
    await put(`${SKELETON}/old/gone.js`, '')
    await skeletons([], root)
    expect(await pathsIn(join(root, SKELETON))).not.toContain('old/gone.js')
    expect(await readFile(join(root, SKELETON, 'README.md'), 'utf8')).toBe('# Demo\n')
  })

  it.each(['nothing', 'unfinished', '../demo'])('refuses the unknown mission %s', async (name) => {
    const { lines, exitCode } = await skeletons([name], root)
    expect(exitCode).toBe(2)
    expect(lines).toEqual([`There is no canonical/${name}/node/project. Missions that have one: demo.`])
  })

  it('refuses other flags', async () => {
    const { lines, exitCode } = await skeletons(['--force'], root)
    expect(exitCode).toBe(2)
    expect(lines.join('\n')).toContain('Usage:')
  })

  it('names file and line of a syntax error', async () => {
    await put(`${PROJECT}/server.js`, 'function (')
    const { lines, exitCode } = await skeletons([], root)
    expect(exitCode).toBe(2)
    expect(lines.join('\n')).toContain('server.js:1: ')
  })
})
