/** The other cases of website.integration.test.ts. */
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Interrupted, ProjectFault } from '../../harness/errors.ts'
import { freePort, takeTurn } from '../../harness/launchers/ports.ts'
import type { WebsitePlan } from '../../harness/contracts/schema.ts'
import { isRunning, pidIn, runModule, until } from '../helpers.ts'
import { serverOn, type Site, site, faultOf, outputOf, read, occupiedPort } from './website-cases.ts'

describe('a project that honours PORT', () => {
  it('does not occupy its declared port, so that several run at once', async () => {
    const port = await freePort()
    await using one = await site(serverOn('process.env.PORT', 'one'), { port })
    await using two = await site(serverOn('process.env.PORT', 'two'), { port })
    const targets = await Promise.all([one.launch(), two.launch()])
    expect(await Promise.all(targets.map(read))).toEqual(['one', 'two'])
  })

  it('runs even if another program occupies the declared port', async () => {
    await using other = await occupiedPort()
    await using project = await site(serverOn('process.env.PORT', 'mine'), { port: other.port })
    expect(await read(await project.launch())).toBe('mine')
  })
})

describe('a project that listens only on its declared port', () => {
  it('takes turns with another such project, and both work', async () => {
    const port = await freePort()
    await using one = await site(serverOn(String(port), 'one'), { port })
    await using two = await site(serverOn(String(port), 'two'), { port })
    const order: string[] = []
    const use = async (project: Site) => {
      const target = await project.launch()
      order.push(`begin ${await read(target)}`)
      order.push(`end ${await read(target)}`)
      await target[Symbol.asyncDispose]()
    }
    await Promise.all([use(one), use(two)])
    expect(order).toEqual(['begin one', 'end one', 'begin two', 'end two'])
  })

  it('releases its turn if it fails', async () => {
    const port = await freePort()
    await using broken = await site('process.exit(1)', { port })
    await using good = await site(serverOn(String(port), 'good'), { port })
    const [failed, target] = await Promise.all([faultOf(broken.launch()), good.launch()])
    expect(failed).toBeInstanceOf(ProjectFault)
    expect(await read(target)).toBe('good')
  })
})

describe('a project that does not start', () => {
  it('is at fault if it never answers, and the message names port and seconds', async () => {
    await using project = await site(`console.log('waiting for Godot'); setInterval(() => {}, 1000)`, {
      port: await freePort(),
    })
    const { launch } = project.workspace
    const error = await faultOf(project.launch({ start: 3500 }))
    expect(error).toBeInstanceOf(ProjectFault)
    expect(error.message).toContain(String((launch as WebsitePlan).port))
    expect(error.message).toContain('within 3.5 s')
    expect(outputOf(error)).toBe('waiting for Godot')
  })

  it('is ended if it does not answer in time', async () => {
    await using project = await site(
      `require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`,
    )
    await faultOf(project.launch({ start: 700 }))
    const pid = await pidIn(`${project.workspace.folder}/pid`)
    await until(async () => !(await isRunning(pid)), 'the server is dead')
  })
})

describe('the prepare step', () => {
  it('completes before the start', async () => {
    const script = `require('http').createServer((_, response) => response.end(require('fs').readFileSync('made'))).listen(process.env.PORT)`
    await using project = await site(script, { prepare: ['sh', '-c', 'printf prepared > made'] })
    expect(await read(await project.launch())).toBe('prepared')
  })

  it('is a fault of the project if it takes too long', async () => {
    await using project = await site('', { prepare: ['sleep', '600'] })
    const error = await faultOf(project.launch({ install: 300 }))
    expect(error).toBeInstanceOf(ProjectFault)
    expect(error.message).toContain('prepare limit 0.3 s')
  })
})

describe('an interrupted launch', () => {
  it('ends at once during the prepare step', async () => {
    await using project = await site('', { prepare: ['sh', '-c', 'echo $$ > pid; exec sleep 10'] })
    const controller = new AbortController()
    const launching = faultOf(project.launch({ signal: controller.signal }))
    await pidIn(`${project.workspace.folder}/pid`)
    const began = performance.now()
    controller.abort(new Interrupted('stopped'))
    expect(await launching).toBeInstanceOf(Interrupted)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('gives up its place in the queue for a port', async () => {
    const port = await freePort()
    const release = await takeTurn(port)
    await using project = await site(serverOn(String(port), 'hello'), { port })
    const controller = new AbortController()
    const launching = faultOf(project.launch({ signal: controller.signal }))
    controller.abort(new Interrupted('stopped'))
    expect(await launching).toBeInstanceOf(Interrupted)
    release()
    const next = takeTurn(port).then((end) => {
      end()
      return 'next'
    })
    expect(await Promise.race([next, delay(2000, 'the turn is never released')])).toBe('next')
  })

  it('does not end the whole process if the stop comes while the server starts', async () => {
    const { stdout, stderr, exitCode } = await runModule(`
      import { websiteCommand } from 'HARNESS/launchers/command.ts'
      import { systemPython } from 'HARNESS/lib/python/find.ts'
      import { openSandbox } from 'HARNESS/sandbox/index.ts'
      import { materialise } from 'HARNESS/trial/workspace.ts'
      import { setTimeout as delay } from 'node:timers/promises'
      const launch = { start: ['sleep', '600'], port: 1, homepage: '/' }
      const workspace = await materialise({ files: [{ path: 'a', content: '' }], launch }, process.cwd() + '/project')
      await using sandbox = await openSandbox('process', process.cwd())
      const controller = new AbortController()
      const stopping = { ...sandbox, spawn: (command) => { controller.abort(new Error('stopped')); return sandbox.spawn(command) } }
      await websiteCommand.launch(workspace, stopping, { start: 5000, signal: controller.signal, python: systemPython() }).catch((error) => console.log(error.message))
      await delay(100)
      console.log('still there')`)
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: 'stopped\nstill there', stderr: '', exitCode: 0 })
  })
})
