import { describe, expect, it } from 'vitest'
import { casesNamed, writeTree } from '../helpers.ts'
import { purposeOf, smallReply, smallText } from '../model-server/replies.ts'
import {
  KEY,
  place,
  trialsOf,
  rejected,
  allText,
  isRejectedInOneLine,
  THAT_CANNOT_BE_USED_IS_CASES,
  thatCannotBeUsedIs,
} from './runs-cases.ts'

describe('before any work starts', () => {
  isRejectedInOneLine(casesNamed(rejected, '--agent gpt4o --agent-option heat=1'))
})

describe('an agent in a file', () => {
  thatCannotBeUsedIs(casesNamed(THAT_CANNOT_BE_USED_IS_CASES, 'throws.ts'))
})

describe('keys', () => {
  it('are never written: not from prompts, headers, errors, answers, nor produced files', async () => {
    const encoded = Buffer.from(KEY).toString('base64')
    const leaked = [KEY, encodeURIComponent(KEY), encoded]
    await using here = await place((request, number) => {
      if (number === 0)
        return { kind: 'error', status: 500, body: { error: { message: `bad key ${KEY} or ${HEADER}` } } }
      if (purposeOf(request) === 'code')
        return {
          kind: 'answer',
          text: smallText(request).replace('process.exit(7)', `// ${leaked.join(' ')} ${HEADER}\\nprocess.exit(7)`),
        }
      return purposeOf(request) === 'answers'
        ? { kind: 'answer', text: JSON.stringify({ any: { [KEY]: KEY } }) }
        : smallReply(request)
    })
    await writeTree(here.file(), {
      'pe.config.mjs': `export default { agents: { mine: { model: 'small', headers: { 'x-api-key': '${HEADER}' } } } }`,
      'leaky.mjs': `export default {
        name: 'leaky',
        async generate(brief, context) {
          context.note('noted ' + process.env.OPENAI_API_KEY)
          await context.ask({ model: 'mine', messages: [{ role: 'user', content: 'my key is ' + process.env.OPENAI_API_KEY }] })
          throw new Error('it was ' + process.env.OPENAI_API_KEY)
        },
        answer: async () => ({}),
      }`,
    })
    const quick = ['--missions', 'hello']
    const { summary, stdout, stderr } = await here.run('--agent', 'mine', ...quick)
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: here.server.baseURL }
    const leaky = await here.pe(
      [
        'run',
        '--agent',
        './leaky.mjs',
        '--agent-option',
        `apiKey=${KEY}`,
        ...quick,
        '--no-score',
        '--out',
        here.out,
        '--json',
      ],
      env,
    )
    expect(
      here.server.received.some(
        ({ headers }) => headers['x-api-key'] === HEADER && headers.authorization === `Bearer ${KEY}`,
      ),
    ).toBe(true)
    expect(here.server.received.some(({ messages }) => messages.some(({ content }) => content.includes(KEY)))).toBe(
      false,
    )
    expect((await trialsOf(summary))[0]?.outcome).toBe('not-launched')
    const written = await allText(here.file())
    const secrets = [...leaked, encoded.slice(0, 12), HEADER]
    for (const text of [stdout, stderr, leaky.stdout, leaky.stderr, ...written.values()])
      for (const secret of secrets) expect(text).not.toContain(secret)
    expect([...written.keys()].some((name) => name.startsWith('cache/'))).toBe(true)
    expect([...written.values()].join('')).toContain('[redacted]')
  })
})

const HEADER = 'header-s3cret-0123456789'
