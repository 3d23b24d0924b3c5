import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOfFiles, sha256 } from '../../../harness/lib/files/digest.ts'

const files = fc.uniqueArray(fc.record({ path: fc.string({ minLength: 1 }), content: fc.string() }), {
  selector: (file) => file.path,
  minLength: 1,
})

describe('sha256', () => {
  it('is the known digest, for text and for bytes', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(sha256(Buffer.from('abc'))).toBe(sha256('abc'))
  })
})

describe('digestOfFiles', () => {
  it('does not depend on the order', () => {
    const shuffled = files.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(digestOfFiles(other)).toBe(digestOfFiles(list))
      }),
    )
  })

  it('changes with any content and any path', () => {
    fc.assert(
      fc.property(files, fc.nat(), (list, at) => {
        const digest = digestOfFiles(list)
        const index = at % list.length
        const changed = (change: 'path' | 'content') =>
          list.map((file, position) => (position === index ? { ...file, [change]: `${file[change]}x` } : file))
        expect(digestOfFiles(changed('content'))).not.toBe(digest)
        expect(digestOfFiles(changed('path'))).not.toBe(digest)
        expect(digestOfFiles(list.slice(1))).not.toBe(digest)
      }),
    )
  })

  it('distinguishes a path that imitates a line of the list from a second file', () => {
    const one = [{ path: `a\n${sha256('b')}  b`, content: 'a' }]
    const two = [
      { path: 'a', content: 'a' },
      { path: 'b', content: 'b' },
    ]
    // Paths with control characters are refused earlier, but the digest must not rely on that.
    expect(digestOfFiles(one)).not.toBe(digestOfFiles(two))
  })
})
