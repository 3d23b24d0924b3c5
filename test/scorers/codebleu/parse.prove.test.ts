import { expect, it } from 'vitest'
import { runModule } from '../../helpers.ts'

const PARSERS = 5

it('makes one WebAssembly module, however many parsers begin at once', async () => {
  const { stdout } = await runModule(`
    let modules = 0
    const { instantiate } = WebAssembly
    WebAssembly.instantiate = (...args) => {
      modules += 1
      return instantiate(...args)
    }
    const { Parsers } = await import('HARNESS/lib/syntax/parse.ts')
    await Promise.all(Array.from({ length: ${String(PARSERS)} }, () => new Parsers().parse('javascript', 'let a = 1')))
    console.log(modules)
  `)
  // The runtime, and a grammar for each parser. A second runtime would be used to free the parsers of the first.
  expect(Number(stdout)).toBe(1 + PARSERS)
})
