import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { root, temporaryFolder } from '../helpers.ts'

it('a checkout that is not set up says what to run, in one line', async () => {
  await using folder = await temporaryFolder()
  await mkdir(folder.file('bin'))
  await copyFile(path.join(root, 'bin/pe.mjs'), folder.file('bin', 'pe.mjs'))
  const { exitCode, stdout, stderr } = await execa('node', [folder.file('bin', 'pe.mjs'), 'list'], { reject: false })
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toBe('pe: this checkout is not set up yet: run "npm ci && npm run setup" in its folder first')
})

it('the compiled program imports no file of the sources', async () => {
  const dist = path.join(root, 'dist', 'harness')
  const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(500)
  const wrong: string[] = []
  for (const file of files) {
    const text = await readFile(path.join(dist, file), 'utf8')
    // `import('./x.ts')` and `from './x.ts'`
    for (const [found] of text.matchAll(/\b(?:import\(|from )\s*['"]\.[^'"\n]*\.tsx?['"]/g))
      wrong.push(`${file}: ${found}`)
  }
  expect(wrong).toEqual([])
})

it('one that is set up runs', async () => {
  const { exitCode, stdout } = await execa('node', [path.join(root, 'bin/pe.mjs'), '--version'], { reject: false })
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+/) as string])
})
