import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withTimeout } from '../../lib/async/deadline.ts'
import { MachineFault, messageOf } from '../../errors.ts'
import type { Picture, Sandbox, SessionSetup } from '../../contracts/types.ts'
import { pngFile } from '../../lib/pictures/png-file.ts'
import { hasDesktopProgram } from '../../lib/x11/machine.ts'
import { scalePicture } from '../../lib/pictures/scale.ts'

const TESSERACT = '/usr/bin/tesseract'
/** Milliseconds for one picture. */
const DEADLINE = 15_000
/** Pixels of a picture that tesseract reads in a second or two, whatever it shows. */
const QUICK_PIXELS = 60_000
/** Characters that are kept of what it reads. */
const LONGEST = 2000
const DIGITS = ['-c', 'tessedit_char_whitelist=0123456789']
/** Ways in which tesseract divides a picture: into a block of lines, or not at all. */
const BLOCK = '6'
const ONE_LINE = '13'

interface Look {
  readonly picture: Picture
  readonly division: string
  readonly options?: readonly string[]
  /** Whether the region is large: reading it may take too long, which is not the machine's fault. */
  readonly isLarge: boolean
}

/** An empty sheet of paper, which tesseract reads if it works at all. */
const KNOWN: Look = {
  picture: { width: 100, height: 40, pixels: new Uint8Array(4 * 100 * 40).fill(255) },
  division: BLOCK,
  isLarge: false,
}

function isLarge({ width, height }: Picture): boolean {
  return width * height > QUICK_PIXELS
}

/** Reads text in pictures with tesseract, in the sandbox of the judge's own helpers. */
export class TextReader {
  readonly #setup: Pick<SessionSetup, 'openHelpers' | 'scratch'>
  #sandbox: Promise<Sandbox> | undefined
  #count = 0

  constructor(setup: Pick<SessionSetup, 'openHelpers' | 'scratch'>) {
    this.#setup = setup
  }

  /** @throws MachineFault if tesseract is missing or does not end */
  async text(picture: Picture): Promise<string> {
    return this.#read({ picture: enlarged(inkOnPaper(picture)), division: BLOCK, isLarge: isLarge(picture) })
  }

  /**
   * The digits of a number that is alone in a picture, or an empty text. Tesseract overlooks 5% of lone digits, so it looks at them
   * in more than one way until it sees some: of 260 numbers in six fonts, that left 2.
   * @throws MachineFault if tesseract is missing or does not end
   */
  async digits(picture: Picture): Promise<string> {
    const ink = inkOnPaper(picture)
    const [wide, narrow] = [closeUp(ink, 1), closeUp(ink, 0.5)]
    const looks = [
      { picture: wide, division: BLOCK },
      { picture: narrow, division: ONE_LINE },
      { picture: enlarged(ink), division: BLOCK },
    ]
    for (const { picture: each, division } of looks) {
      if (each === undefined) continue
      const look = { picture: each, division, options: DIGITS, isLarge: isLarge(picture) }
      const seen = (await this.#read(look)).replaceAll(/\s/g, '')
      if (seen !== '') return seen
    }
    return ''
  }

  async #read(look: Look, attempt: 'first' | 'second' | 'only' = 'first'): Promise<string> {
    const { picture, division, options = [], isLarge: maySlow } = look
    if (!hasDesktopProgram(TESSERACT)) throw new MachineFault(`there is no ${TESSERACT}; run: npm run setup -- desktop`)
    const folder = path.join(this.#setup.scratch, 'reading')
    const sandbox = await (this.#sandbox ??= this.#setup.openHelpers(this.#setup.scratch))
    this.#count += 1
    const name = `picture-${String(this.#count % 2)}.png`
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, name), await pngFile(picture))
    await using running = await sandbox.spawn({
      argv: [TESSERACT, name, 'stdout', '--psm', division, '-l', 'eng', ...options],
      cwd: folder,
      env: { OMP_THREAD_LIMIT: '1' },
      stdin: 'none',
      outputLimit: 4 * LONGEST,
    })
    const exit = await withTimeout(running.exit, DEADLINE, 'tesseract did not end').catch((error: unknown) => {
      // A large picture with many small letters takes minutes. A person would not read it either.
      if (maySlow) return undefined
      throw new MachineFault(messageOf(error), { cause: error })
    })
    if (exit === undefined) return ''
    if (exit.code !== 0) {
      // A picture that it refuses twice, while it reads others, is the program's fault and not the machine's.
      if (attempt === 'first' && (await this.#works())) return await this.#read(look, 'second')
      if (attempt === 'second') return ''
      throw new MachineFault(`tesseract failed: ${running.stderr.text().slice(0, 300)}`)
    }
    return running.stdout.text().trim().slice(0, LONGEST)
  }

  /** Whether it reads a picture of the judge's own. */
  async #works(): Promise<boolean> {
    return this.#read(KNOWN, 'only').then(
      () => true,
      () => false,
    )
  }

  async close(): Promise<void> {
    await (await this.#sandbox)?.[Symbol.asyncDispose]()
  }
}

// ---- ink -----------------------------------------------------------------------------------------------------------

/** Small letters are read badly: pictures are enlarged to about this height of a line, if they are one line. */
const GOOD_HEIGHT = 120
const MOST_PIXELS = 4_000_000
/** Pixels of a side of a picture. Tesseract refuses more than 32,767. */
const MOST_WIDE = 16_000
/** Pixels of the height of a digit in a close-up: measured as best of 36 and 48. */
const DIGIT_HEIGHT = 36
/** Pixels of paper around a digit, at least. */
const LEAST_MARGIN = 4
/** A channel of the pixels that count as ink is below it. */
const INK = 128

/** Dark letters on white are read best. The most frequent colour is taken for the background. */
function inkOnPaper(picture: Picture): Picture {
  const words = new Uint32Array(picture.pixels.buffer, picture.pixels.byteOffset, picture.pixels.length / 4)
  const paper = mostFrequent(words)
  const ink = new Uint8Array(picture.pixels.length).fill(255)
  const [red, green, blue] = [paper & 0xff, (paper >> 8) & 0xff, (paper >> 16) & 0xff]
  let most = 1
  const far = Uint16Array.from(words, (word) => {
    const distance =
      Math.abs((word & 0xff) - red) + Math.abs(((word >> 8) & 0xff) - green) + Math.abs(((word >> 16) & 0xff) - blue)
    most = Math.max(most, distance)
    return distance
  })
  for (const [index, distance] of far.entries())
    ink.fill(255 - Math.round((255 * distance) / most), 4 * index, 4 * index + 3)
  return { ...picture, pixels: ink }
}

function mostFrequent(words: Uint32Array): number {
  const counts = new Map<number, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  let [found, most] = [0, 0]
  for (const [word, count] of counts) if (count > most) [found, most] = [word, count]
  return found
}

/** A picture that is high enough to be read. */
function enlarged(picture: Picture): Picture {
  const { width, height } = picture
  const most = Math.floor(Math.sqrt(MOST_PIXELS / (width * height)))
  const factor = Math.max(1, Math.min(4, most, Math.ceil(GOOD_HEIGHT / height)))
  return factor === 1 ? picture : scalePicture(picture, width * factor, height * factor)
}

/**
 * The ink of a picture alone, with an even margin, in the size that is read best; undefined if there is no ink, if it reaches
 * the edge of the picture, as a frame does, or if it is so long and low, as a line is, that its close-up would be too large to read.
 * @param margin In heights of the ink
 */
export function closeUp(ink: Picture, margin: number): Picture | undefined {
  const box = boxOf(ink)
  if (box === undefined) return undefined
  const { left, top, right, bottom } = box
  if (left === 0 || top === 0 || right === ink.width - 1 || bottom === ink.height - 1) return undefined
  const height = bottom - top + 1
  const side = Math.max(LEAST_MARGIN, Math.round(margin * height))
  const [width, whole] = [right - left + 1 + 2 * side, height + 2 * side]
  const factor = DIGIT_HEIGHT / height
  const [wide, high] = [Math.ceil(width * factor), Math.ceil(whole * factor)]
  if (Math.max(wide, high) > MOST_WIDE || wide * high > MOST_PIXELS) return undefined
  const pixels = new Uint8Array(4 * width * whole).fill(255)
  // A pixel more on each side: the edges of smooth letters are lighter than ink.
  for (let y = top - 1; y <= bottom + 1; y += 1) {
    const from = 4 * (y * ink.width + left - 1)
    const line = ink.pixels.subarray(from, from + 4 * (right - left + 3))
    pixels.set(line, 4 * ((y - top + side) * width + side - 1))
  }
  return scalePicture({ width, height: whole, pixels }, wide, high)
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function boxOf({ width, height, pixels }: Picture): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((pixels[4 * (y * width + x)] ?? 255) >= INK) continue
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), bottom < y ? y : bottom]
    }
  return right < 0 ? undefined : { left, top, right, bottom }
}
