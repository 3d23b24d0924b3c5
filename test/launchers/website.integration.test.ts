import { describe, expect, it } from 'vitest'
import { HarnessFault, Interrupted, ProjectFault } from '../../harness/errors.ts'
import { freePort } from '../../harness/launchers/ports.ts'
import { isRunning, pidIn } from '../helpers.ts'
import { serverOn, site, faultOf, outputOf, read, occupiedPort } from './website-cases.ts'

describe('a project that honours PORT', () => {
  it('is started on a free port, and is ended when it is disposed', async () => {
    await using project = await site(serverOn('process.env.PORT', 'hello'), { port: 8000 })
    const target = await project.launch()
    expect(await read(target)).toBe('hello')
    expect(target).toMatchObject({ declaredPort: 8000, homepage: '/' })
    expect(target.origin).not.toBe('http://localhost:8000')
    expect(target.log()).toBe('starting\nlistening')
    await target[Symbol.asyncDispose]()
    await expect(fetch(target.origin)).rejects.toThrow()
  })
})

describe('a project that listens only on its declared port', () => {
  it('is found on that port', async () => {
    const port = await freePort()
    await using project = await site(serverOn(String(port), 'hello'), { port })
    const target = await project.launch()
    expect(target.origin).toBe(`http://localhost:${String(port)}`)
    expect(await read(target)).toBe('hello')
  })

  it('is a fault of the machine if another program occupies that port', async () => {
    await using other = await occupiedPort()
    await using project = await site(serverOn(String(other.port), 'mine'), { port: other.port })
    const error = await faultOf(project.launch())
    expect(error).toBeInstanceOf(HarnessFault)
    expect(error.message).toContain(`port ${String(other.port)} is occupied`)
  })
})

describe('a project that does not start', () => {
  it('is at fault if it ends before it answers, and its output is kept', async () => {
    await using project = await site(
      `console.log('on its way'); console.error('no such table: users'); process.exit(3)`,
    )
    const error = await faultOf(project.launch())
    expect(error).toBeInstanceOf(ProjectFault)
    expect(error.message).toBe('the server ended before it answered: exit code 3')
    expect(outputOf(error)).toBe('on its way\n\nno such table: users')
  })

  it('is at fault if its program does not exist', async () => {
    await using project = await site('', { start: ['no-such-program'] })
    expect(await faultOf(project.launch())).toBeInstanceOf(ProjectFault)
  })
})

describe('the prepare step', () => {
  it('is a fault of the project if it fails, and its output is kept', async () => {
    await using project = await site('', { prepare: ['sh', '-c', 'echo no migration >&2; exit 4'] })
    const error = await faultOf(project.launch())
    expect(error).toBeInstanceOf(ProjectFault)
    expect(error.message).toContain('(prepare) failed: exit code 4')
    expect(outputOf(error)).toBe('no migration')
  })
})

describe('an interrupted launch', () => {
  it('ends at once while waiting for the server', async () => {
    await using project = await site(
      `require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`,
    )
    const controller = new AbortController()
    const launching = faultOf(project.launch({ signal: controller.signal }))
    const pid = await pidIn(`${project.workspace.folder}/pid`)
    const began = performance.now()
    controller.abort(new Interrupted('stopped'))
    expect(await launching).toBeInstanceOf(Interrupted)
    expect(performance.now() - began).toBeLessThan(60_000)
    expect(await isRunning(pid)).toBe(false)
  })
})
