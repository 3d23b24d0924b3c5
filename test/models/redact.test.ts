import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REDACTED, Redactor, isSecretOption } from '../../harness/models/redact.ts'

const KEY = 'sk-proj-A1b2C3d4E5f6G7h8'

describe('Redactor', () => {
  it('replaces a key wherever it stands in a text', () => {
    const redactor = new Redactor([KEY])
    expect(redactor.text(`Bearer ${KEY}, and "${KEY}${KEY}"`)).toBe(`Bearer ${REDACTED}, and "${REDACTED}${REDACTED}"`)
    expect(redactor.text('sk-proj-A1b2C3d4')).toBe('sk-proj-A1b2C3d4')
  })

  it('knows it as JSON, addresses and base64 have it', () => {
    const odd = 'k"ey\\with/odd+chars=1234'
    const redactor = new Redactor([odd])
    const forms = [
      JSON.stringify({ key: odd }),
      `https://elsewhere/?key=${encodeURIComponent(odd)}`,
      ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${odd}and more`).toString('base64')),
    ]
    for (const form of forms) expect(redactor.text(form)).toContain(REDACTED)
  })

  it('leaves nothing of a key in any value, whatever surrounds it', () => {
    const redactor = new Redactor([KEY])
    const around = fc.tuple(fc.string(), fc.string())
    fc.assert(
      fc.property(fc.array(fc.tuple(around, fc.boolean()), { minLength: 1 }), (parts) => {
        const value = Object.fromEntries(parts.map(([[a, b], nested]) => [`${a}${KEY}`, nested ? [{ x: b + KEY }] : b]))
        expect(JSON.stringify(redactor.value(value))).not.toContain(KEY)
      }),
    )
  })

  it('replaces it in files, texts and bytes alike, and changes nothing else in them', () => {
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

  it('takes no ordinary word for a key', () => {
    expect(new Redactor(['none', 'ollama']).text('none of ollama')).toBe('none of ollama')
    expect(new Redactor().text(KEY)).toBe(KEY)
  })

  it('finds keys in the environment by their names and looks', () => {
    const redactor = Redactor.ofEnvironment({
      MISTRAL_API_KEY: 'mk-0123456789abcdefgh',
      GITHUB_TOKEN: 'ghp_0123456789abcdefgh',
      SECRET_KEEPER: 'a person with 1 long name',
      EDITOR_KEYS: 'production-settings',
      HOME: '/home/0123456789abcdefgh',
    })
    expect(redactor.text('mk-0123456789abcdefgh ghp_0123456789abcdefgh')).toBe(`${REDACTED} ${REDACTED}`)
    const others = 'a person with 1 long name, production-settings, /home/0123456789abcdefgh'
    expect(redactor.text(others)).toBe(others)
  })

  it('takes headers for secret by their names', () => {
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
