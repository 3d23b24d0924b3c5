/** docs/architecture.md says what exists. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../helpers.ts'
import { papers } from '../papers.ts'

const page = readFileSync(path.join(root, 'docs', 'architecture.md'), 'utf8')
const section = (title: string) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
const entries = (folder: string) => readdirSync(path.join(root, folder), { withFileTypes: true })
const foldersIn = (folder: string) => entries(folder).flatMap((each) => (each.isDirectory() ? [each.name] : []))

/** The folders of the list, from top to bottom. */
const listed = [...section('Folders').matchAll(/^([a-z]+) {2,}\S/gm)].map(([, name = '']) => name)

describe('the page about the architecture', () => {
  it('lists the folders that exist', () => {
    expect(listed.toSorted()).toEqual(foldersIn('harness').toSorted())
  })

  it('lists them in the order of the rules of imports', () => {
    const { forbidden } = createRequire(import.meta.url)('../../scripts/checks/imports.cjs') as {
      readonly forbidden: readonly { readonly name: string }[]
    }
    const ruled = forbidden.flatMap(({ name }) => /^(?:layer|seam)-([a-z]+)$/.exec(name)?.[1] ?? [])
    expect(listed.slice(0, ruled.length)).toEqual(ruled)
  })

  it('names the files beside the folders', () => {
    const files = entries('harness').flatMap(({ name }) => (name.endsWith('.ts') ? [name] : []))
    const named = [...section('Folders').matchAll(/`([a-z-]+\.ts)`/g)].map(([, name = '']) => name)
    expect(named.toSorted()).toEqual(files.toSorted())
  })

  it('names the folders of lib', () => {
    const [, names = ''] = /`lib` has ([^.]*)\./.exec(page) ?? []
    expect(names.split(/,\s+|\s+and\s+/)).toEqual(foldersIn('harness/lib').toSorted())
  })

  it('names the papers', () => {
    const [, names = ''] = /one line for each: ([^.]*)\./.exec(page) ?? []
    expect(names.split(/,\s+|\s+and\s+/)).toEqual(papers.map(({ name }) => name))
  })

  it('names code that exists for each stage', () => {
    const paths = [...page.matchAll(/`((?:harness|scripts|test)\/[^`]+)`/g)].map(([, name = '']) => name)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })
})
