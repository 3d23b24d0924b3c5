/** The other cases of sandboxes.integration.test.ts. */
import { SANDBOXES } from '../../harness/contracts/schema.ts'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { PROJECT_LIMITS } from '../../harness/sandbox/limits.ts'
import { needsSandbox } from '../needs.ts'
import { KINDS, endsWhatTakesTooMuch, processesWith, room } from './sandboxes-cases.ts'

for (const name of SANDBOXES)
  describe(`the ${name} sandbox`, await needsSandbox(name), () => {
    endsWhatTakesTooMuch(name, ...KINDS)

    it('gives a folder back in which another one has worked meanwhile', async () => {
      await using here = await room(name)
      expect(await here.run(`require('fs').writeFileSync('kept', 'first')`)).toMatchObject({ code: 0, err: '' })
      const other = await openSandbox(name, here.scratch, { limits: PROJECT_LIMITS, browser: false })
      {
        await using child = await other.spawn({
          argv: ['sh', '-c', 'echo made > made'],
          cwd: here.project,
          stdin: 'none',
        })
        await child.exit
      }
      await other[Symbol.asyncDispose]()
      const again = `for (const name of ['kept', 'made', 'new']) require('fs').writeFileSync(name, 'again')`
      expect(await here.run(again)).toMatchObject({ code: 0, err: '' })
    })

    it('leaves what a command wrote where the harness can read it', async () => {
      await using here = await room(name)
      await here.run(`require('fs').writeFileSync('out.txt', 'done')`)
      expect(await readFile(path.join(here.project, 'out.txt'), 'utf8')).toBe('done')
    })

    it('keeps what a command saves in the home folder that it was given, and nothing without one', async () => {
      await using place = await room(name)
      const { sandbox, project, scratch } = place
      const home = path.join(scratch, 'own-home')
      await mkdir(home)
      const save = "require('fs').writeFileSync(require('os').homedir() + '/saved', 'yes')"
      const look = "process.stdout.write(String(require('fs').existsSync(require('os').homedir() + '/saved')))"
      const run = async (code: string, given: { readonly home?: string }) => {
        const running = await sandbox.spawn({ argv: ['node', '-e', code], cwd: project, stdin: 'none', ...given })
        expect(await running.exit).toMatchObject({ code: 0 })
        return running.stdout.text()
      }
      await run(save, { home })
      expect(await run(look, { home })).toBe('true')
      expect(await readFile(path.join(home, 'saved'), 'utf8')).toBe('yes')
      expect(await run(look, {})).toBe('false')
    })

    it('shows what is provided, and names it in a variable', async () => {
      await using here = await room(name)
      const packages = path.join(here.scratch, 'elsewhere', 'node_modules')
      await mkdir(path.join(packages, 'answer'), { recursive: true })
      await mkdir(path.join(packages, 'what-it-needs'), { recursive: true })
      await writeFile(path.join(packages, 'answer', 'index.js'), "module.exports = require('what-it-needs')")
      await writeFile(path.join(packages, 'what-it-needs', 'index.js'), 'module.exports = 42')
      await here.sandbox.provide(packages, 'node_modules', 'WHERE')
      const { out, err } = await here.run(
        `console.log(require('answer'), require('fs').existsSync(process.env.WHERE + '/answer'))`,
      )
      expect(err).toBe('')
      expect(out).toBe('42 true\n')
    })

    it('lets build tools write into the folders of what is provided that are meant for it, and keeps nothing', async () => {
      await using here = await room(name)
      const packages = path.join(here.scratch, 'elsewhere', 'node_modules')
      await mkdir(path.join(packages, 'answer'), { recursive: true })
      await here.sandbox.provide(packages, 'node_modules', undefined, ['.cache'])
      const { out, err } = await here.run(
        `const fs = require('fs'); fs.mkdirSync('node_modules/.cache/tool', { recursive: true }); fs.writeFileSync('node_modules/.cache/tool/x', '42'); console.log(fs.readFileSync('node_modules/.cache/tool/x', 'utf8'))`,
      )
      expect(err).toBe('')
      expect(out).toBe('42\n')
      expect(existsSync(path.join(packages, '.cache/tool'))).toBe(false)
    })

    it('leaves nothing of a command that is killed at any moment of its start', async () => {
      const mark = `starts-${name}-${String(process.pid)}`
      await using here = await room(name)
      for (let moment = 0; moment < 300; moment += 1) {
        const running = await here.sandbox.spawn({
          argv: ['sh', '-c', 'sleep 1000; :', mark],
          cwd: here.project,
          stdin: 'none',
        })
        await delay(moment % 13)
        await running[Symbol.asyncDispose]()
      }
      await expect.poll(() => processesWith(mark), { interval: 10 }).toEqual([])
    })

    it('leaves nothing behind', async () => {
      const here = await room(name)
      await here.run('')
      await here.sandbox[Symbol.asyncDispose]()
      await rm(here.scratch, { recursive: true })
      for (const controller of ['memory', 'pids', 'cpuacct', '']) {
        const folder = path.join('/sys/fs/cgroup', controller)
        const groups = existsSync(folder) ? await readdir(folder) : []
        expect(groups.filter((group) => group.startsWith(`pe-${String(process.pid)}-`))).toEqual([])
      }
    })
  })
