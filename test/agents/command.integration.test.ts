/** Command-line tools in the strong sandbox: what they can see and reach, and which of their files count. */
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownTool } from '../../harness/agents/command/settings.ts'
import { casesNamed, root, writeTree } from '../helpers.ts'
import { needs } from '../needs.ts'
import { room, textOf, HEAD, WRITE, THAT_WRITES_IS_AT_FAULT_CASES, thatWritesIsAtFault } from './command-cases.ts'

describe('a tool', await needs('bubblewrap'), () => {
  it('gets the brief as a file and as a prompt, with its model, in an otherwise empty folder', async () => {
    await using here = await room(
      `${WRITE}fs.writeFileSync('seen.json', JSON.stringify({ argv: process.argv.slice(2), brief: fs.readFileSync('BRIEF.md', 'utf8'), files: fs.readdirSync('.'), cwd: process.cwd() }))`,
    )
    const project = await here.generate()
    const seen = JSON.parse(textOf(project, 'seen.json')) as {
      argv: string[]
      brief: string
      files: string[]
      cwd: string
    }
    expect(seen.argv[0]).toContain('Make a page.')
    expect(seen.argv[0]).toContain('launch.json')
    expect(seen.argv.slice(1)).toEqual(['--model', 'a-model'])
    expect(seen.brief).toContain('Make a page.')
    expect([seen.files, seen.cwd]).toEqual([['BRIEF.md'], '/project'])
    expect(project.files.map((file) => file.path)).toEqual(['seen.json'])
    expect(JSON.stringify(seen)).not.toContain('DESCRIPTION-')
    expect(here.agent.configuration).toMatchObject({ kind: 'command', version: 'a tool 1.2.3' })
  })

  it('sees nothing of the harness, the missions, the solutions, the reports, or the environment', async () => {
    process.env['PE_TEST_SECRET'] = 'sesame'
    await using here = await room('', {})
    const places = [
      root,
      path.join(root, 'missions'),
      path.join(root, 'canonical'),
      here.folder.file('reports'),
      '/root',
      '/home',
      '/work',
    ]
    await writeTree(here.folder.path, {
      'bin/tool': `${HEAD}${WRITE}const see = (file) => { try { return fs.readdirSync(file) } catch { return null } }
        fs.writeFileSync('seen.json', JSON.stringify({ places: ${JSON.stringify(places)}.map(see), env: process.env, pids: fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length }))`,
    })
    const seen = JSON.parse(textOf(await here.generate(), 'seen.json')) as {
      places: (string[] | null)[]
      env: object
      pids: number
    }
    delete process.env['PE_TEST_SECRET']
    // Folders in which Node, the tool or its room lie are there, with nothing else in them.
    const shown = [process.execPath, here.folder.path, tmpdir()].flatMap((place) => place.split('/'))
    const others = seen.places.map((names) => (names ?? []).filter((name) => name !== 'bin' && !shown.includes(name)))
    expect(others).toEqual(places.map(() => []))
    expect(JSON.stringify(seen.env)).not.toContain('sesame')
    expect(seen.pids).toBeLessThan(6)
  })

  thatWritesIsAtFault(casesNamed(THAT_WRITES_IS_AT_FAULT_CASES, 'nothing within its time limit'))
})

describe('tools', () => {
  it('from pe.config.ts get prompt and model filled in in one pass', () => {
    const tool = ownTool('mine', { command: ['x', '{{prompt}}', '-m={{model}}', '{{other}}'], hosts: [] })
    const call = { promptFile: '/p/prompt.md', model: 'm', baseURL: undefined }
    expect(tool.argv({ ...call, prompt: '{{model}}' })).toEqual(['x', '{{model}}', '-m=m', '{{other}}'])
    expect(tool.argv({ ...call, prompt: 'x'.repeat(200_000) })[1]).toBe(
      'Your task is in the file /p/prompt.md. Read all of it.',
    )
  })
})
