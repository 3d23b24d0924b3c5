import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withTimeout } from '../../lib/async/deadline.ts'
import { MachineFault, messageOf } from '../../errors.ts'
import type { Picture, Sandbox, SessionSetup } from '../../contracts/types.ts'
import { pngFile } from '../../lib/pictures/png-file.ts'
import { hasDesktopProgram } from '../../lib/x11/machine.ts'
import { closeUp, enlarged, inkOnPaper } from './ink.ts'

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
