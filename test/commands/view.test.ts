import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { syntheticRun, writeSyntheticRun } from '../../scripts/synthetic.ts'
import { startServer, type Server } from '../../harness/commands/serve.ts'
import { viewFiles } from '../../harness/commands/view.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'

const SIZE = { missions: 1, agents: 1, variants: ['L1.direct'], samples: 1, testcodes: 2, seed: 1 } as const

describe('the served page of pe view', () => {
  let folder: TemporaryFolder
  let server: Server
  let run: string
  beforeEach(async () => {
    folder = await temporaryFolder()
    run = await writeSyntheticRun(folder.path, syntheticRun(SIZE))
    server = await startServer(viewFiles(folder.path), 0)
  })
  afterEach(async () => {
    await server[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  const get = (where: string) => fetch(server.address + where, { redirect: 'manual' })

  it('is a list that shows the command for a missing report instead of a link', async () => {
    const name = path.basename(run)
    const list = await (await get('')).text()
    expect(list).toContain(`pe report ${name}`)
    expect(list).not.toContain(`href="/${name}/"`)
    expect(await (await get(`${name}/`)).text()).toMatch(/no report yet: make it with pe report/)
  })

  it('is the report of a run, below its name with a slash', async () => {
    const name = path.basename(run)
    await writeFile(path.join(run, 'index.html'), 'the report')
    expect(await (await get('')).text()).toContain(`href="/${name}/"`)
    expect(await (await get(`${name}/`)).text()).toBe('the report')
    const bare = await get(name)
    expect([bare.status, bare.headers.get('location')]).toEqual([302, `/${name}/`])
    expect((await get('nothing')).status).toBe(404)
  })

  it('is an error for a report that cannot be read', async () => {
    await symlink('/proc/self/mem', path.join(run, 'index.html'))
    const broken = await get(`${path.basename(run)}/`)
    expect([broken.status, await broken.text()]).toEqual([500, expect.stringMatching(/^this cannot be read: EIO/)])
  })
})
