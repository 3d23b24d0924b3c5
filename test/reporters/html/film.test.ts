import { describe, expect, it } from 'vitest'
import type { Picture } from '../../../harness/contracts/types.ts'
import { pngFile } from '../../../harness/lib/pictures/png-file.ts'
import { isOnlyPicture } from '../../../harness/reporters/html/film.ts'
import { Film } from '../../../harness/testers/desktop/film.ts'

function windowOf(width: number, height: number, shade: number): Picture {
  const pixels = new Uint8Array(4 * width * height).map((_, index) => (index % 4 === 3 ? 255 : (index * shade) % 256))
  return { width, height, pixels }
}

async function filmOf(...pictures: readonly Picture[]): Promise<Buffer> {
  const film = new Film()
  for (const picture of pictures) film.cut(picture)
  const file = await film.file()
  if (file === undefined) throw new Error('the film has no frames')
  return file
}

describe('a film is nothing but the picture beside it', () => {
  it.each([
    [960, 600],
    [801, 603],
    [200, 100],
  ])('if its one frame shows the same window of %d × %d pixels', async (width, height) => {
    const [window, other] = [windowOf(width, height, 3), windowOf(width, height, 7)]
    expect(await isOnlyPicture(await filmOf(window), await pngFile(window))).toBe(true)
    expect(await isOnlyPicture(await filmOf(other), await pngFile(window))).toBe(false)
    expect(await isOnlyPicture(await filmOf(other, window), await pngFile(window))).toBe(false)
  })

  it('and not if a file is damaged', async () => {
    const window = windowOf(200, 100, 3)
    const file = await pngFile(window)
    for (const damaged of [Buffer.alloc(0), Buffer.alloc(100), file.subarray(0, 200)]) {
      expect(await isOnlyPicture(damaged, file)).toBe(false)
      expect(await isOnlyPicture(file, damaged)).toBe(false)
    }
  })
})
