/** Films: which frames are kept, their size, and the size of the file. */
import { describe, expect, it } from 'vitest'
import type { Picture } from '../../../harness/contracts/types.ts'
import { parsePng } from '../../../harness/lib/parsing/png.ts'
import { shrunk } from '../../../harness/lib/pictures/scale.ts'
import { Film } from '../../../harness/testers/desktop/film.ts'
import { seeded } from '../../random.ts'

function filled(width: number, height: number, byte: (index: number) => number): Picture {
  return { width, height, pixels: Uint8Array.from({ length: 4 * width * height }, (_, index) => byte(index)) }
}

async function sizeOf(film: Film) {
  const file = await film.file()
  if (file === undefined) throw new Error('the film has no frames')
  const { width, height } = await parsePng(file)
  return { width, height, bytes: file.length }
}

describe('a film', () => {
  it('is nothing without a frame', async () => {
    expect(await new Film().file()).toBeUndefined()
  })

  it('has the frames of a large window in rows of three, wide enough to be read', async () => {
    const film = new Film()
    for (let frame = 0; frame < 4; frame += 1) film.cut(filled(960, 600, () => 40 * frame))
    expect(await sizeOf(film)).toMatchObject({ width: 3 * 480 + 4, height: 2 * 300 + 2 })
  })

  it('keeps the size of a small window, and leaves out frames that are like the one before', async () => {
    const film = new Film()
    for (const byte of [1, 1, 2, 2]) film.cut(filled(200, 100, () => byte))
    film.end(filled(200, 100, () => 2))
    expect(await sizeOf(film)).toMatchObject({ width: 2 * 200 + 2, height: 100 })
  })

  it('keeps the first frames and the last ones', async () => {
    const film = new Film()
    for (let frame = 0; frame < 50; frame += 1) film.cut(filled(10, 10, () => frame))
    expect(await sizeOf(film)).toMatchObject({ width: 3 * 10 + 4, height: 4 * 10 + 6 })
  })

  it('knows the window before the last action, without movements and the rest of a typed text', () => {
    const film = new Film()
    const [first, second, third] = [1, 2, 3].map((byte) => filled(10, 10, () => byte))
    if (!first || !second || !third) throw new Error('there are too few pictures')
    film.cut(first)
    film.cut(second, true)
    expect(film.before).toBe(first)
    film.end(third)
    expect([film.before, film.last]).toEqual([first, third])
    film.end(filled(10, 10, () => 1))
    expect(film.before, 'the same picture as at the end').toBeUndefined()
  })

  it('is bounded if its frames are noise', async () => {
    const [film, random] = [new Film(), seeded(1)]
    for (let frame = 0; frame < 12; frame += 1) film.cut(filled(640, 400, () => 256 * random()))
    expect((await sizeOf(film)).bytes).toBeLessThan(1_000_000)
  })
})

describe('a picture that is shrunk', () => {
  it('has the means of the pixels', () => {
    const columns = filled(6, 2, (index) => (index % 8 < 4 ? 200 : 100))
    expect([...shrunk(columns, 3, 1).pixels]).toEqual([150, 150, 150, 255, 150, 150, 150, 255, 150, 150, 150, 255])
  })

  it('is the same picture if its size stays', () => {
    const picture = filled(3, 2, (index) => index)
    expect(shrunk(picture, 3, 2)).toBe(picture)
  })
})
