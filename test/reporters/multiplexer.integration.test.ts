import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { Multiplexer, createReporters, failureLines } from '../../harness/reporters/index.ts'
import type { Reporter, RunEvent } from '../../harness/contracts/types.ts'
import { eventsOf, setupOf } from './events.ts'

function recorder(name: string): Reporter & { readonly seen: string[] } {
  const seen: string[] = []
  return { name, seen, on: (event) => void seen.push(event.type) }
}

async function all(target: { on(event: RunEvent): void | Promise<void> }): Promise<void> {
  for (const event of eventsOf()) await target.on(event)
}

const TYPES = eventsOf().map(({ type }) => type)

describe('Multiplexer', () => {
  it('hands every event to every reporter, in order', async () => {
    const both = [recorder('one'), recorder('two')]
    const multiplexer = new Multiplexer(both)
    await all(multiplexer)
    for (const { seen } of both) expect(seen).toEqual(TYPES)
    expect(multiplexer.failures).toEqual([])
  })

  it('isolates reporters that throw or reject, and records each failure', async () => {
    const last = recorder('last')
    const throwing: Reporter = {
      name: 'throwing',
      on(event) {
        if (event.type === 'verdict') throw new TypeError('broken')
      },
    }
    const rejecting: Reporter = {
      name: 'rejecting',
      on: (event) => (event.type === 'run-end' ? Promise.reject(new Error('disk full')) : Promise.resolve()),
    }
    const multiplexer = new Multiplexer([throwing, rejecting, last])
    await all(multiplexer)
    expect(last.seen).toEqual(TYPES)
    const verdicts = TYPES.filter((type) => type === 'verdict').length
    expect(multiplexer.failures).toEqual([
      ...Array.from({ length: verdicts }, () => 'the throwing reporter failed on verdict: broken'),
      'the rejecting reporter failed on run-end: disk full',
    ])
  })

  it('waits for a hanging reporter only until its deadline, and sends it no more events', async () => {
    const last = recorder('last')
    let told = 0
    const hanging: Reporter = { name: 'hanging', on: () => ((told += 1), new Promise<void>(() => undefined)) }
    const multiplexer = new Multiplexer([hanging, last], { event: 20, end: 20 })
    await all(multiplexer)
    expect(told).toBe(1)
    expect(last.seen).toEqual(TYPES)
    expect(multiplexer.failures).toEqual(['the hanging reporter failed on run-begin: it took more than 0.02 s'])
  })

  describe('in a separate process', () => {
    /** Output and exit code of a process in which reporters leave pieces of code to run later, and the harness another one. */
    async function ends(left: readonly string[], harness: string) {
      const reporters = left.map((code, at) => `{ name: 'own ${String(at + 1)}', on() { ${code} } }`)
      const script = `
        import { Multiplexer } from ${JSON.stringify(import.meta.resolve('../../harness/reporters/multiplexer.ts'))}
        const multiplexer = new Multiplexer([${reporters.join()}])
        const contained = multiplexer.contain()
        await multiplexer.on({ type: 'run-begin' })
        ${harness}
        await new Promise((resolve) => setTimeout(resolve, 100))
        console.log(JSON.stringify(multiplexer.failures))
        contained[Symbol.dispose]()`
      const argv = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', script]
      const { stdout, stderr, exitCode } = await execa(process.execPath, argv, { reject: false, stdin: 'ignore' })
      return { stdout, stderr, exitCode }
    }

    it('records errors of reporters that nobody awaits', async () => {
      const left = [
        `void Promise.reject(new Error('down'))`,
        `setTimeout(() => { throw new Error('down') }, 1)`,
        `void fetch('http://127.0.0.1:1/').catch(() => { throw new Error('down') })`,
      ]
      const { exitCode, stdout } = await ends(left, '')
      expect(exitCode).toBe(0)
      expect((JSON.parse(stdout) as string[]).toSorted()).toEqual(
        [1, 2, 3].map((at) => `the own ${String(at)} reporter failed after run-begin: down`),
      )
    })

    it('ends at an error of the harness, as without reporters', async () => {
      const { stdout, stderr, exitCode } = await ends([''], `setTimeout(() => { throw new Error('harness') }, 1)`)
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
      expect(stderr).toContain('Error: harness')
    })
  })

  it('reports each failure once, with its number', () => {
    expect(failureLines(['a', 'b', 'a'])).toEqual(['a (2 times)', 'b'])
  })

  it('waits for one reporter before it calls the next', async () => {
    const order: string[] = []
    const slow: Reporter = {
      name: 'slow',
      async on() {
        await new Promise(setImmediate)
        order.push('slow')
      },
    }
    const fast: Reporter = { name: 'fast', on: () => void order.push('fast') }
    const [first] = eventsOf()
    if (first) await new Multiplexer([slow, fast]).on(first)
    expect(order).toEqual(['slow', 'fast'])
  })
})

describe('createReporters', () => {
  it('writes the report before the terminal names it, and JSON instead of the table', async () => {
    for (const json of [false, true]) {
      const setup = setupOf({ json })
      const reporters = createReporters(setup)
      await all(reporters)
      expect(reporters.failures).toEqual([])
      expect(setup.reports).toHaveLength(1)
      const text = setup.stdout.text()
      expect(text.startsWith('{')).toBe(json)
      expect(text.includes('Report /')).toBe(!json)
    }
  })
})
