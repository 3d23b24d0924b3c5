import fc from 'fast-check'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { REDACTED, Redactor, isSecretOption } from '../../../harness/lib/models/redact.ts'
import { processorTime } from '../../processor.ts'
import { seeded } from '../../random.ts'

/** The source files in a folder of the repository. */
async function sources(folder: string): Promise<string[]> {
  const root = path.join(import.meta.dirname, '../../..', folder)
  const names = await readdir(root, { recursive: true })
  return names.filter((name) => /\.(?:ts|js|py|html|css|ya?ml|md)$/.test(name)).map((name) => path.join(root, name))
}

const KEY = 'sk-proj-A1b2C3d4E5f6G7h8'

describe('Redactor', () => {
  it('replaces a key anywhere in a text', () => {
    const redactor = new Redactor([KEY])
    expect(redactor.text(`Bearer ${KEY}, and "${KEY}${KEY}"`)).toBe(`Bearer ${REDACTED}, and "${REDACTED}${REDACTED}"`)
    expect(redactor.text('sk-proj-A1b2')).toBe('sk-proj-A1b2')
  })

  it('replaces a key in JSON, URLs and base64', () => {
    const odd = 'k"ey\\with/odd+chars=1234'
    const redactor = new Redactor([odd])
    const forms = [
      JSON.stringify({ key: odd }),
      `https://elsewhere/?key=${encodeURIComponent(odd)}`,
      ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${odd}and more`).toString('base64')),
    ]
    for (const form of forms) expect(redactor.text(form)).toContain(REDACTED)
  })

  it('leaves no bit of a key in base64: at its beginning, at its end, or in padding', () => {
    for (const length of [18, 19, 20]) {
      const key = `sk/+?~>${KEY}`.slice(0, length)
      const redactor = new Redactor([key])
      for (const before of ['', 'a', 'ab'])
        for (const after of ['', 'x', 'xy', 'xyz'])
          for (const form of ['base64', 'base64url'] as const) {
            const text = Buffer.from(`${before}${key}${after}`).toString(form)
            const start = text.slice(0, Math.floor((before.length * 8) / 6))
            const end = after === '' ? '' : text.slice(Math.ceil(((before.length + length) * 8) / 6))
            expect([text, redactor.text(`=${text} `)]).toEqual([text, `=${start}${REDACTED}${end} `])
          }
    }
  })

  it('knows the Redis and the token of a queue, but no address without a password', () => {
    const url = 'redis://worker:pass%40word-of-words@queue:6379'
    const redactor = Redactor.ofEnvironment({ PE_REDIS: url, PE_UPLOAD_TOKEN: 'only-words-and-hyphens' })
    for (const text of [url, 'pass%40word-of-words', 'pass@word-of-words', 'only-words-and-hyphens'])
      expect(redactor.text(`say ${text}`)).toBe(`say ${REDACTED}`)
    const plain = Redactor.ofEnvironment({ PE_REDIS: 'redis://127.0.0.1:6379' })
    expect(plain.text('redis://127.0.0.1:6379')).toBe('redis://127.0.0.1:6379')
  })

  const reversed = (text: string) => Array.from(text).toReversed().join('')
  const codes = <Code>(text: string, write: (code: number) => Code) => [...Buffer.from(text)].map(write)
  const hex = (code: number) => code.toString(16).padStart(2, '0')
  const DISGUISES: Readonly<Record<string, (key: string) => string>> = {
    'in upper case': (key) => key.toUpperCase(),
    'in lower case': (key) => key.toLowerCase(),
    reversed,
    'reversed in upper case': (key) => reversed(key).toUpperCase(),
    'in hex': (key) => Buffer.from(key).toString('hex'),
    'in upper-case hex': (key) => Buffer.from(key).toString('hex').toUpperCase(),
    'in hex with colons': (key) => codes(key, hex).join(':'),
    'reversed in hex': (key) => Buffer.from(reversed(key)).toString('hex'),
    'as escapes': (key) => codes(key, (code) => `\\x${hex(code)}`).join(''),
    'as long escapes': (key) => codes(key, (code) => `\\u00${hex(code)}`).join(''),
    'as numbers': (key) => JSON.stringify(codes(key, Number)),
    'as hex numbers': (key) => codes(key, (code) => `0x${hex(code)}`).join(', '),
    'in octal': (key) => codes(key, (code) => `\\${code.toString(8).padStart(3, '0')}`).join(''),
    'in bits': (key) => codes(key, (code) => code.toString(2).padStart(8, '0')).join(' '),
    'as HTML': (key) => codes(key, (code) => `&#${String(code)};`).join(''),
    'in percent signs': (key) => codes(key, (code) => `%${hex(code)}`).join(''),
    'in base64, reversed before': (key) => Buffer.from(reversed(key)).toString('base64'),
    'in base64, reversed after': (key) => reversed(Buffer.from(key).toString('base64')),
    'in base64 for addresses': (key) => Buffer.from(key).toString('base64url'),
    'in base64 lines': (key) =>
      Buffer.from(key)
        .toString('base64')
        .replaceAll(/(.{10})/g, '$1\n'),
    'with spaces': (key) => Array.from(key).join(' '),
    'without width between': (key) => Array.from(key).join('\u200b'),
    'with soft hyphens': (key) => Array.from(key).join('\u00ad'),
    'a line each': (key) => Array.from(key).join('\r\n'),
    'with NUL bytes': (key) => Buffer.from(key, 'utf16le').toString('latin1'),
    concatenated: (key) => key.replaceAll(/(.{5})/g, "$1' +\n  '"),
    'as a list': (key) => JSON.stringify(Array.from(key)),
    'in full width': (key) => key.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
    'without its beginning': (key) => key.slice(3),
    'without its end': (key) => key.slice(0, -3),
    'without its middle': (key) => key.slice(0, 16) + key.slice(19),
    'without its beginning, in base64': (key) => Buffer.from(key.slice(4)).toString('base64'),
    'without its end, in hex': (key) => Buffer.from(key.slice(0, -4)).toString('hex'),
  }
  const SIGNS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')
  const key = fc
    .tuple(fc.constantFrom('', 'sk-', 'sk-proj-', 'ghp_', 'AIza'), fc.integer({ min: 20, max: 60 }), fc.integer())
    .map(([prefix, length, seed]) => {
      const random = seeded(seed)
      return prefix + Array.from({ length }, () => SIGNS[Math.floor(random() * SIGNS.length)]).join('')
    })

  it.each(Object.keys(DISGUISES))('finds a key %s', (name) => {
    const disguise = DISGUISES[name] ?? String
    // No letters and digits: next to a cut key they could belong to it.
    const around = fc.string({ unit: fc.constantFrom(' ', '"', '\n', '+', '(', '世', '\u200b') })
    fc.assert(
      fc.property(key, around, around, (secret, before, after) => {
        const clean = new Redactor([secret]).text(before + disguise(secret) + after)
        expect(clean).toContain(REDACTED)
        // The remainder is too short to guess the key from.
        expect(clean.replaceAll(REDACTED, '').replaceAll(/[^A-Za-z0-9]/g, '').length).toBeLessThan(20)
      }),
      { numRuns: 10 },
    )
  })

  it('leaves source code unchanged, and is fast', async () => {
    const files = (await Promise.all(['harness', 'canonical', 'missions'].map(sources))).flat()
    const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
    expect(text.length).toBeGreaterThan(1_000_000)
    const random = seeded(7)
    for (let round = 0; round < 2; round += 1) {
      const secret = `sk-proj-${Array.from({ length: 40 }, () => SIGNS[Math.floor(random() * SIGNS.length)]).join('')}`
      expect(new Redactor([secret]).text(text)).toBe(text)
    }
    // A key that consists of words is found only as a whole.
    expect(new Redactor(['localdevelopment1']).text('local development; Local Development')).toContain(
      'local development;',
    )
  })

  it('takes linear time, even for a text full of beginnings of a key', () => {
    const secret = 'a1B2a1B2a1B2a1B2a1B2a1B2Zz9'
    const redactor = new Redactor([secret])
    const seconds = (times: number) => {
      const text = 'a 1 B 2 a 1 B 2 a 1 B 2 x '.repeat(times)
      const used = processorTime()
      redactor.text(text)
      return used() / 1000
    }
    // The fastest of several: the first ones are compiled meanwhile.
    const fastest = (times: number) => Math.min(...Array.from({ length: 5 }, () => seconds(times)))
    seconds(2000)
    expect(fastest(40_000)).toBeLessThan(20 * fastest(5000) + 0.2)
  })

  it('removes a key from any value, whatever surrounds it', () => {
    const redactor = new Redactor([KEY])
    const around = fc.tuple(fc.string(), fc.string())
    fc.assert(
      fc.property(fc.array(fc.tuple(around, fc.boolean()), { minLength: 1 }), (parts) => {
        const value = Object.fromEntries(parts.map(([[a, b], nested]) => [`${a}${KEY}`, nested ? [{ x: b + KEY }] : b]))
        expect(JSON.stringify(redactor.value(value))).not.toContain(KEY)
      }),
    )
  })

  it('replaces a key in text and binary files, and changes nothing else in them', () => {
    const redactor = new Redactor([KEY])
    const bytes = Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(KEY), Buffer.from([254, 0])])
    const clean = Buffer.from([1, 2, 255])
    const files = redactor.files([
      { path: 'a.js', content: `const key = '${KEY}'` },
      { path: 'b.bin', content: bytes },
      { path: 'c.bin', content: clean },
      { path: `${KEY}.txt`, content: 'x' },
    ])
    expect(files[0]?.content).toBe(`const key = '${REDACTED}'`)
    expect(Buffer.from(files[1]?.content ?? '').toString('latin1')).toBe(`\u0000\u00ff\u0080${REDACTED}\u00fe\u0000`)
    expect(files[2]?.content).toBe(clean)
    expect(files[3]?.path).toBe(`${REDACTED}.txt`)
  })

  it('does not treat an ordinary word as a key', () => {
    expect(new Redactor(['none', 'ollama']).text('none of ollama')).toBe('none of ollama')
    expect(new Redactor().text(KEY)).toBe(KEY)
  })

  it('finds keys in the environment by name and form', () => {
    const redactor = Redactor.ofEnvironment({
      MISTRAL_API_KEY: 'mk-0123456789abcdefgh',
      GITHUB_TOKEN: 'ghp_0123456789abcdefgh',
      SECRET_KEEPER: 'a person with 1 long name',
      EDITOR_KEYS: 'production-settings',
      HOME: '/home/0123456789abcdefgh',
      PWD: '/work/0123456789abcdefgh',
      OLDPWD: '/work/0123456789abcdefgh',
      MYSQL_PWD: 'pw-0123456789abcdefgh',
    })
    const keys = 'mk-0123456789abcdefgh ghp_0123456789abcdefgh pw-0123456789abcdefgh'
    expect(redactor.text(keys)).toBe(`${REDACTED} ${REDACTED} ${REDACTED}`)
    const others = 'a person with 1 long name, production-settings, /home/0123456789abcdefgh, /work/0123456789abcdefgh'
    expect(redactor.text(others)).toBe(others)
  })

  it('finds secret headers by name', () => {
    const redactor = new Redactor()
    redactor.addHeaders({
      Authorization: 'Bearer header-secret-1',
      'X-Api-Key': 'header-secret-2',
      'X-Title': 'a long title',
    })
    expect(redactor.text('header-secret-1 header-secret-2 a long title')).toBe(`${REDACTED} ${REDACTED} a long title`)
  })
})

describe('isSecretOption', () => {
  it.each(['key', 'token', 'apiKey', 'api_key', 'api-key', 'accessToken', 'password', 'clientSecret'])(
    '%s is',
    (name) => {
      expect(isSecretOption(name)).toBe(true)
    },
  )
  it.each(['model', 'maxTokens', 'keyVariable', 'tokensPerMinute', 'greeting'])('%s is not', (name) => {
    expect(isSecretOption(name)).toBe(false)
  })
})
