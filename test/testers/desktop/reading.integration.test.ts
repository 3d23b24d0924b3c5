/** Numbers that programs draw, as the judge reads them. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Cleanup } from '../../../harness/lib/async/cleanup.ts'
import { parsePng } from '../../../harness/lib/parsing/png.ts'
import { systemPython } from '../../../harness/lib/python/find.ts'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import { HELPER_LIMITS } from '../../../harness/sandbox/limits.ts'
import { closeUp } from '../../../harness/testers/desktop/reading.ts'
import { TextReader } from '../../../harness/testers/desktop/reading.ts'
import { temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'

const python = systemPython()

/** Draws a number on a plain ground. Arguments: file, font, size, number, colour, ground, margin. */
const DRAW = `import pygame, sys
pygame.font.init()
for line in sys.stdin:
    file, font, size, number, colour, ground, margin = line.split()
    drawn = pygame.font.SysFont(font, int(size)).render(number, True, colour)
    margin = int(margin)
    surface = pygame.Surface((drawn.get_width() + 2 * margin, drawn.get_height() + 8))
    surface.fill(ground)
    surface.blit(drawn, (margin, 4))
    pygame.image.save(surface, file)
`
const LOOKS = ['dejavuserif 60 #20242c #f4f0e8 60', 'freesans 48 #f0f0f0 #181c24 30', 'dejavusans 20 #ffe08a #102030 4']
const NUMBERS = [...Array.from({ length: 10 }, (_, digit) => String(digit)), '71', '111']

function readerIn(stack: Cleanup, scratch: string): TextReader {
  const reader = new TextReader({
    scratch,
    openHelpers: async (folder) => openSandbox((await chooseSandbox()).name, folder, { limits: HELPER_LIMITS, python }),
  })
  stack.defer(() => reader.close())
  return reader
}

describe('a number', await needs('desktop'), () => {
  it('is missing in a picture that tesseract refuses', async () => {
    await using stack = new Cleanup()
    const reader = readerIn(stack, stack.use(await temporaryFolder()).path)
    const pixels = new Uint8Array(4 * 40_000 * 2).fill(255)
    pixels.fill(0, 0, 4 * 20_000)
    expect(await reader.text({ width: 40_000, height: 2, pixels })).toBe('')
  })

  it('is read, also if it has one digit', async () => {
    await using stack = new Cleanup()
    const folder = stack.use(await temporaryFolder())
    const reader = readerIn(stack, folder.path)
    const drawn = LOOKS.flatMap((look, index) =>
      NUMBERS.map((number) => {
        const [font, size, ...rest] = look.split(' ')
        const file = folder.file(`${String(index)}-${number}.png`)
        return { number, look, file, line: [file, font, size, number, ...rest].join(' ') }
      }),
    )
    const program = promisify(execFile)(python.program, ['-c', DRAW], { env: { SDL_VIDEODRIVER: 'dummy' } })
    program.child.stdin?.end(drawn.map(({ line }) => line).join('\n'))
    await program
    const wrong: string[] = []
    for (const { number, look, file } of drawn) {
      const read = await reader.digits(await parsePng(await readFile(file)))
      if (read !== number) wrong.push(`${number} as "${read}": ${look}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('a close-up', () => {
  const picture = (dark: readonly [x: number, y: number][]) => {
    const pixels = new Uint8Array(4 * 20 * 20).fill(255)
    for (const [x, y] of dark) pixels.fill(0, 4 * (20 * y + x), 4 * (20 * y + x) + 3)
    return { width: 20, height: 20, pixels }
  }

  it('has the ink alone, 36 pixels high, with its margin', () => {
    const box = closeUp(
      picture([
        [5, 4],
        [8, 15],
      ]),
      0.5,
    )
    // 12 high and 4 wide, with 6 on each side: three times as large.
    expect([box?.width, box?.height]).toEqual([48, 72])
  })

  it('is missing if it would be too large to read, as that of a long line is', () => {
    const line = (width: number) => {
      const pixels = new Uint8Array(4 * (width + 40) * 40).fill(255)
      pixels.fill(0, 4 * (20 * (width + 40) + 20), 4 * (20 * (width + 40) + 20 + width))
      return closeUp({ width: width + 40, height: 40, pixels }, 1)
    }
    expect(line(100)?.height).toBe(36 * 9)
    expect(line(1020)).toBeUndefined()
  })

  it('is missing without ink, and if the ink reaches the edge', () => {
    expect(closeUp(picture([]), 1)).toBeUndefined()
    for (const at of [
      [0, 5],
      [19, 5],
      [5, 0],
      [5, 19],
    ] as const)
      expect(closeUp(picture([[...at], [9, 9]]), 1)).toBeUndefined()
  })
})
