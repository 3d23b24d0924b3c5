import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { existsSync } from 'node:fs'
import { withTimeout } from '../../lib/async/deadline.ts'
import { MachineFault, messageOf } from '../../errors.ts'
import type { Picture, Sandbox, SessionSetup } from '../../contracts/types.ts'
import { pngFile } from '../../lib/pictures/png-file.ts'
import { scaled } from '../../lib/pictures/scale.ts'

const TESSERACT = '/usr/bin/tesseract'
/** Milliseconds for one picture. */
const DEADLINE = 15_000
/** Characters that are kept of what it reads. */
const LONGEST = 2000
/** Small letters are read badly: pictures are enlarged to about this height of a line, if they are one line. */
const GOOD_HEIGHT = 120
const MOST_PIXELS = 4_000_000

/** Reads text in pictures with tesseract, in the sandbox of the judge's own helpers. */
export class TextReader {
  readonly #setup: Pick<SessionSetup, 'openHelpers' | 'scratch'>
  #sandbox: Promise<Sandbox> | undefined
  #count = 0

  constructor(setup: Pick<SessionSetup, 'openHelpers' | 'scratch'>) {
    this.#setup = setup
  }

  /**
   * @param digits Whether only digits are expected
   * @throws MachineFault if tesseract is missing or does not end
   */
  async read(picture: Picture, digits = false): Promise<string> {
    if (!existsSync(TESSERACT)) throw new MachineFault(`there is no ${TESSERACT}; run: npm run setup:desktop`)
    const folder = path.join(this.#setup.scratch, 'reading')
    const sandbox = await (this.#sandbox ??= this.#setup.openHelpers(this.#setup.scratch))
    this.#count += 1
    const name = `picture-${String(this.#count % 2)}.png`
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, name), await pngFile(enlarged(inkOnPaper(picture))))
    await using running = await sandbox.spawn({
      argv: [TESSERACT, name, 'stdout', '--psm', '6', '-l', 'eng', ...(digits ? DIGITS : [])],
      cwd: folder,
      env: { OMP_THREAD_LIMIT: '1' },
      stdin: 'none',
      outputLimit: 4 * LONGEST,
    })
    const exit = await withTimeout(running.exit, DEADLINE, 'tesseract did not end').catch((error: unknown) => {
      throw new MachineFault(messageOf(error), { cause: error })
    })
    if (exit.code !== 0) throw new MachineFault(`tesseract failed: ${running.stderr.text().slice(0, 300)}`)
    return running.stdout.text().trim().slice(0, LONGEST)
  }

  async close(): Promise<void> {
    await (await this.#sandbox)?.[Symbol.asyncDispose]()
  }
}

const DIGITS = ['-c', 'tessedit_char_whitelist=0123456789']

/** Dark letters on white are read best. The most frequent colour is taken for the background. */
export function inkOnPaper(picture: Picture): Picture {
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

function enlarged(picture: Picture): Picture {
  const { width, height } = picture
  const most = Math.floor(Math.sqrt(MOST_PIXELS / (width * height)))
  const factor = Math.max(1, Math.min(4, most, Math.ceil(GOOD_HEIGHT / height)))
  return factor === 1 ? picture : scaled(picture, width * factor, height * factor)
}
