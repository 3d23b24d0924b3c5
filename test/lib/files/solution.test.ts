import { rm, symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../harness/errors.ts'
import { readSolution } from '../../../harness/lib/files/solution.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'
import { processorTime } from '../../processor.ts'

const GOOD = {
  'project/server.js': 'listen()',
  'launch.json': '{ "start": ["node", "server.js"] }',
  'answers.json': '{ "shows": { "home_url": "http://localhost:8000/" } }',
}

async function refusal(files: Readonly<Record<string, string>>): Promise<{ message: string; folder: string }> {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, files)
  const error: unknown = await readSolution(folder.path, 'the solution').then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${String(error)}`)
  return { message: error.message, folder: folder.path }
}

describe('readSolution', () => {
  it('reads files, launch plan with its defaults, and answers', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { ...GOOD, 'project/node_modules/x/index.js': 'never read' })
    const { project, answers } = await readSolution(folder.path, 'the solution')
    expect(project.files.map((file) => [file.path, String(file.content)])).toEqual([['server.js', 'listen()']])
    expect(project.launch).toEqual({ start: ['node', 'server.js'], port: 8000, homepage: '/' })
    expect(answers).toEqual({ shows: { home_url: 'http://localhost:8000/' } })
  })

  it('reads the plan of a program', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { ...GOOD, 'launch.json': '{ "run": ["node", "main.js"] }' })
    expect((await readSolution(folder.path, 'it')).project.launch).toEqual({ run: ['node', 'main.js'] })
  })

  it.each([
    ['answers.json', 'levels deep', `{"a":{"b":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`],
    ['answers.json', 'levels deep', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['launch.json', 'levels deep', `{"start":${'['.repeat(1000)}${']'.repeat(1000)}}`],
    ['answers.json', 'more than 1048576 bytes', `{"a":{"b":"${'x'.repeat(30_000_000)}"}}`],
    ['answers.json', 'is not valid JSON', '{"a":'],
  ])('refuses a malicious or broken %s: %s', async (name, says, content) => {
    const used = processorTime()
    const { message } = await refusal({ ...GOOD, [name]: content })
    expect(message).toContain(name)
    expect(message).toContain(says)
    expect(used()).toBeLessThan(20_000)
  })

  it('ignores __proto__ in answers, and takes the last of duplicate keys', async () => {
    await using folder = await temporaryFolder()
    const answers = '{ "__proto__": { "x": "1" }, "a": { "__proto__": { "x": "2" }, "b": "1", "b": "2" } }'
    await writeTree(folder.path, { ...GOOD, 'answers.json': answers })
    const read = await readSolution(folder.path, 'it')
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
    expect(Object.getPrototypeOf(read.answers)).toBe(Object.prototype)
    expect(read.answers['a']?.['b']).toBe('2')
    expect('x' in (read.answers['a'] ?? {})).toBe(false)
  })

  it('names a missing folder', async () => {
    await expect(readSolution('/nowhere/at/all', 'the solution of "x"')).rejects.toThrow(
      'the solution of "x" is missing: there is no folder /nowhere/at/all',
    )
  })

  it('names a project that is missing or is a file', async () => {
    const rest = { 'launch.json': GOOD['launch.json'], 'answers.json': GOOD['answers.json'] }
    const missing = await refusal(rest)
    expect(missing.message).toContain(`${missing.folder}/project`)
    const file = await refusal({ ...rest, project: 'not a folder' })
    expect(file.message).toContain(`${file.folder}/project`)
  })

  it('reads a solution without a launch plan', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, Object.fromEntries(Object.entries(GOOD).filter(([file]) => file !== 'launch.json')))
    expect((await readSolution(folder.path, 'it')).project).not.toHaveProperty('launch')
  })

  it('names missing answers', async () => {
    const missing = await refusal(Object.fromEntries(Object.entries(GOOD).filter(([file]) => file !== 'answers.json')))
    expect(missing.message).toContain(`${missing.folder}/answers.json`)
  })

  it.each(['launch.json', 'answers.json'])('names an unreadable %s', async (name) => {
    const invalid = await refusal({ ...GOOD, [name]: '{ "start": [' })
    expect(invalid.message).toContain(`${invalid.folder}/${name} is not valid JSON`)
  })

  it.each([
    ['launch.json', '{ "start": "node server.js" }', 'start: '],
    ['launch.json', '{ "start": [] }', 'start: '],
    ['launch.json', '{ "start": ["node"], "port": 70000 }', 'port: '],
    ['launch.json', '{ "start": ["node"], "homepage": "index.html" }', 'homepage: '],
    ['launch.json', '{ "start": ["node"], "prot": 1 }', 'prot'],
    ['launch.json', '{ "run": ["node", 1] }', 'run.1: '],
    ['launch.json', '{ }', 'run: '],
    ['launch.json', '[]', 'the file: '],
    ['answers.json', '{ "shows": "http://localhost" }', 'shows: '],
    ['answers.json', 'null', 'the file: '],
  ])('names the field of %s: %s', async (name, text, field) => {
    const { message, folder } = await refusal({ ...GOOD, [name]: text })
    expect(message).toContain(`${folder}/${name}: `)
    expect(message).toContain(field)
    expect(message).not.toContain('\n')
  })

  it('refuses a link in the project', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, GOOD)
    await rm(folder.file('project/server.js'))
    await symlink('/etc/passwd', folder.file('project/server.js'))
    const reading = readSolution(folder.path, 'the solution')
    await expect(reading).rejects.toThrow(UsageError)
    await expect(reading).rejects.toThrow(folder.file('project/server.js'))
  })
})
