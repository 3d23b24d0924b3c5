/** A paper can be taken away: nothing outside of its folders leads into them, except its line in the list of papers. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../helpers.ts'
import { papers } from '../papers.ts'

const LIST = 'harness/papers/index.ts'
const names = readdirSync(path.join(root, 'harness', 'papers'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Paths of the TypeScript of a folder, relative to the repository. */
function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)))
}

/** The relative paths that a file names in imports, from the root of the repository. */
function imported(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, target = '']) =>
    path.join(path.dirname(file), target),
  )
}

const all = ['harness', 'test'].flatMap(sources).map((file) => ({ file, targets: imported(file) }))

it('each folder is a paper of the list', () => {
  expect(papers.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

describe.each(names)('the paper %s', (name) => {
  const own = [`harness/papers/${name}/`, `test/papers/${name}/`]
  const isOwn = (file: string) => own.some((folder) => file.startsWith(folder))

  it('is imported by its own files and the list alone', () => {
    const outside = all.filter(({ file, targets }) => !isOwn(file) && file !== LIST && targets.some(isOwn))
    expect(outside.map(({ file }) => file)).toEqual([])
  })

  it('has one line in the list, and one import', () => {
    const lines = readFileSync(path.join(root, LIST), 'utf8').split('\n')
    expect(lines.filter((line) => new RegExp(String.raw`\b${name}\b`).test(line))).toHaveLength(2)
  })

  it('says what it measures and how to run it', () => {
    const file = path.join(root, 'harness', 'papers', name, 'README.md')
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toMatch(/npx pe |pe run /)
  })
})
