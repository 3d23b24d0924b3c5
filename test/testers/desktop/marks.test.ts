/** Marks on a picture of a window: where they are, and what they leave as it is. */
import { describe, expect, it } from 'vitest'
import type { Picture } from '../../../harness/contracts/types.ts'
import { colourOf, hexOf } from '../../../harness/lib/pictures/colours.ts'
import { Marks } from '../../../harness/testers/desktop/marks.ts'

function plain(level: number): Picture {
  return { width: 100, height: 80, pixels: new Uint8Array(4 * 100 * 80).fill(level) }
}

const hexAt = (picture: Picture, x: number, y: number) => hexOf(colourOf(picture, x, y))

describe.each([0, 128, 255])('marks on a picture of grey %d', (level) => {
  const ground = hexOf([level, level, level])

  it('have a bright line between dark ones around a region, and leave the region and the original as they are', () => {
    const [marks, picture] = [new Marks(), plain(level)]
    marks.look({ x: 20, y: 20, width: 30, height: 10 })
    const drawn = marks.drawnOn(picture)
    expect([15, 16, 17, 18, 19, 20].map((x) => hexAt(drawn, x, 25))).toEqual([
      ...[ground, '#000000', '#00e5ff', '#00e5ff', '#000000', ground],
    ])
    expect([49, 50, 51, 52, 53, 54].map((x) => hexAt(drawn, x, 25))).toEqual([
      ...[ground, '#000000', '#00e5ff', '#00e5ff', '#000000', ground],
    ])
    expect(picture).toEqual(plain(level))
  })

  it('stay inside the picture', () => {
    const marks = new Marks()
    marks.look({ x: 0, y: 0, width: 100, height: 80 })
    marks.look({ x: 90, y: 70, width: 1_000_000, height: 1_000_000 })
    marks.click({ x: 99, y: 0 })
    const drawn = marks.drawnOn(plain(level))
    expect([hexAt(drawn, 1, 40), hexAt(drawn, 99, 7), hexAt(drawn, 40, 40)]).toEqual(['#00e5ff', '#ff30ff', ground])
  })
})

it('outlines the last regions only, and names the parameter that a region comes from', () => {
  const marks = new Marks()
  for (let column = 0; column < 7; column += 1) marks.look({ x: 12 * column + 8, y: 20, width: 2, height: 2 })
  const drawn = marks.drawnOn(plain(255))
  expect([hexAt(drawn, 8, 18), hexAt(drawn, 20, 18)]).toEqual(['#ffffff', '#00e5ff'])
  marks.name({ x: 1, y: 2, width: 3, height: 4 }, 'score')
  expect(marks.describe({ x: 1, y: 2, width: 3, height: 4 })).toBe('1,2,3,4, the value of "score"')
  expect(marks.describe({ x: 1, y: 2, width: 3, height: 5 })).toBe('1,2,3,5')
})
