/** Tools in their rooms, with the gateway as their only way out. The tools are hostile. */
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../harness/errors.ts'
import { casesNamed } from '../helpers.ts'
import { needs } from '../needs.ts'
import { textOf } from './command-cases.ts'
import { ASK, IS_STARTED_AGAIN_CASES, KEY, isStartedAgain, tool } from './gateway-cases.ts'

describe('a tool in its room', await needs('bubblewrap'), () => {
  it('finds no key anywhere, and reaches its gateway alone', async () => {
    await using here = await tool(
      `${ASK}
      const read = (file) => { try { return fs.readFileSync(file, 'latin1') } catch { return '' } }
      const walk = (folder, depth) => depth > 4 ? [] : (() => { try { return fs.readdirSync(folder, { withFileTypes: true }) } catch { return [] } })()
        .flatMap((entry) => entry.isDirectory() ? walk(folder + '/' + entry.name, depth + 1) : entry.isFile() ? [folder + '/' + entry.name] : [])
      const places = ['/tmp', '/run', '/etc', '/home', '/project'].flatMap((folder) => walk(folder, 0))
      const processes = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name))
        .flatMap((id) => ['environ', 'cmdline', 'maps'].map((name) => '/proc/' + id + '/' + name))
      const seen = [...places, ...processes].map(read).join('') + JSON.stringify(process.env)
      const reach = (url) => fetch(url, { signal: AbortSignal.timeout(2000) }).then((response) => response.status, () => 'none')
      ;(async () => {
        const direct = await reach(process.argv.includes('x') ? '' : fs.readFileSync('BRIEF.md', 'utf8') && 'http://127.0.0.1:' + (Number(new URL(process.env.MY_URL).port) + 1))
        const outside = await reach('http://93.184.215.14/')
        const answered = await (await ask()).text()
        fs.writeFileSync('seen.json', JSON.stringify({ seen, direct, outside, answered }))
      })()`,
      () => ({ text: 'hello', input: 10, output: 5 }),
    )
    const project = await here.generate()
    const { seen, direct, outside, answered } = JSON.parse(textOf(project, 'seen.json')) as Record<string, string>
    expect(seen).toContain('MY_KEY')
    expect(seen).not.toContain(KEY)
    expect(seen).not.toContain(new URL(here.vendor.origin).port)
    expect([direct, outside]).toEqual(['none', 'none'])
    expect(answered).toContain('hello')
    expect(await here.use()).toMatchObject({
      ...{ calls: 1, turns: 1, toolCalls: 0, tokens: { input: 10, output: 5 } },
      cost: (10 + 2 * 5) / 1e6,
    })
  })

  it('is ended at once if the key is wrong, and ends the run', async () => {
    await using here = await tool(`${ASK} ask(); setInterval(() => {}, 1000)`, () => ({
      status: 401,
      body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } },
    }))
    const writing = here.generate()
    await expect(writing).rejects.toThrow(UsageError)
    await expect(writing).rejects.toThrow(/rejects the key .* MY_KEY/)
    expect(here.vendor.requests).toHaveLength(1)
  })

  isStartedAgain(casesNamed(IS_STARTED_AGAIN_CASES, 'makes no call'))
})
