/** The bundle of the compiled program, of a project with three files. */
import { copyFile, mkdir, readFile, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root, temporaryFolder, type TemporaryFolder } from '../helpers.ts'

const SCRIPT = 'scripts/bundle-program.mjs'

let project: TemporaryFolder

beforeEach(async () => {
  project = await temporaryFolder()
  for (const folder of ['scripts', 'dist/harness/parts']) await mkdir(project.file(folder), { recursive: true })
  await copyFile(path.join(root, SCRIPT), project.file(SCRIPT))
  await symlink(path.join(root, 'node_modules'), project.file('node_modules'))
  await put('index.js', `export { place } from './parts/place.js'`)
  await put(
    'bin.js',
    `import { place } from './parts/place.js'; console.log(place, (await import('./parts/late.js')).late)`,
  )
  await put('parts/place.js', 'export const place = import.meta.dirname')
  await put('parts/late.js', `export const late = 'late 1'`)
})
afterEach(async () => {
  await project[Symbol.asyncDispose]()
})

const put = (name: string, code: string) => writeFile(project.file('dist/harness', name), code)
const bundle = (...args: string[]) => execa('node', [project.file(SCRIPT), ...args], { reject: false })
const lateParts = async () => (await readdir(project.file('dist/pe'))).filter((name) => /^late-\w+\.js$/.test(name))

it('runs, and a file that asks for its place gets that of the compiled file', async () => {
  expect(await bundle()).toMatchObject({ exitCode: 0, stderr: '' })
  const { stdout } = await execa('node', [project.file('dist/pe/bin.js')])
  expect(stdout).toBe(`${project.file('dist/harness/parts')} late 1`)
  const listed = JSON.parse(await readFile(project.file('dist/pe/files.json'), 'utf8')) as string[]
  expect((await readdir(project.file('dist/pe'))).toSorted()).toEqual([...listed, 'files.json'].toSorted())
})

it('keeps replaced files for a day after they were replaced, however old they are', async () => {
  await bundle()
  const [first = ''] = await lateParts()
  const age = async (days: number) => {
    const then = new Date(Date.now() - days * 24 * 3600 * 1000)
    await utimes(project.file('dist/pe', first), then, then)
  }
  await age(30)
  await put('parts/late.js', `export const late = 'late 2'`)
  await bundle()
  expect(await lateParts()).toHaveLength(2)
  await bundle()
  expect(await lateParts()).toHaveLength(2)
  await age(2)
  await bundle()
  expect(await lateParts()).not.toContain(first)
  expect(await lateParts()).toHaveLength(1)
})

it('is without replaced files at once if it is to be clean', async () => {
  await bundle()
  await put('parts/late.js', `export const late = 'late 2'`)
  await bundle('--clean')
  expect(await lateParts()).toHaveLength(1)
})

it('refuses a package that asks for its place', async () => {
  const folder = project.file('packages/node_modules/placed')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'index.js'), 'export const here = import.meta.url')
  await put('index.js', `export { here } from '../../packages/node_modules/placed/index.js'`)
  const { exitCode, stderr } = await bundle()
  expect(exitCode).toBe(1)
  expect(stderr).toContain('asks for its place: keep its package outside of the bundle')
})
