import type { DesktopScreen, DesktopWindow, Picture } from '../../contracts/types.ts'
import { DisplayLost, XConnection } from './connection.ts'
import { keysymOf } from './keys.ts'
import * as requests from './requests.ts'
import { INPUT, type Area } from './requests.ts'

/** Of a program with thousands of windows, only the topmost ones are looked at. */
const MOST_WINDOWS = 64
const VIEWABLE = 2
const INPUT_OUTPUT = 1
const SHIFT = 0xffe1

/** The screen of a display with its keyboard and pointer, from the judge's side. */
export class XScreen implements DesktopScreen, AsyncDisposable {
  readonly width: number
  readonly height: number
  readonly #connection: XConnection
  readonly #xtest: number
  readonly #keyboard: Keyboard

  private constructor(connection: XConnection, xtest: number, keyboard: Keyboard) {
    this.#connection = connection
    this.#xtest = xtest
    this.#keyboard = keyboard
    this.width = connection.setup.width
    this.height = connection.setup.height
  }

  /** @throws Error if there is no display, or one without XTEST */
  static async open(socket: string, cookie: Buffer): Promise<XScreen> {
    const connection = await XConnection.open(socket, cookie)
    const { firstKeycode, lastKeycode } = connection.setup
    const extension = await connection.ask(requests.queryExtension('XTEST'))
    const mapping = await connection.ask(requests.getKeyboardMapping(firstKeycode, lastKeycode - firstKeycode + 1))
    if (extension?.[8] !== 1 || mapping === undefined) throw new Error('the display has no XTEST')
    const xtest = extension[9] ?? 0
    connection.send(requests.ignoreGrabs(xtest))
    return new XScreen(connection, xtest, new Keyboard(mapping, firstKeycode))
  }

  /** The windows that can be seen, from the lowest to the topmost one. */
  async windows(): Promise<DesktopWindow[]> {
    const ids = await this.#children()
    const looks = ids.slice(-MOST_WINDOWS).map(async (id) => this.#look(id))
    return (await Promise.all(looks)).filter((window) => window !== undefined)
  }

  /** All windows of programs, from the lowest to the topmost one, whether or not they can be seen. */
  async #children(): Promise<number[]> {
    const tree = await this.#connection.ask(requests.queryTree(this.#root))
    if (tree === undefined) throw new DisplayLost('the display gave no list of its windows')
    return Array.from({ length: tree.readUInt16LE(16) }, (_, index) => tree.readUInt32LE(32 + 4 * index))
  }

  async #look(id: number): Promise<DesktopWindow | undefined> {
    const [attributes, geometry] = await Promise.all([
      this.#connection.ask(requests.getAttributes(id)),
      this.#connection.ask(requests.getGeometry(id)),
    ])
    if (attributes === undefined || geometry === undefined) return undefined
    if (attributes[26] !== VIEWABLE || attributes.readUInt16LE(12) !== INPUT_OUTPUT) return undefined
    const border = geometry.readUInt16LE(20)
    const [x, y] = [geometry.readInt16LE(12) + border, geometry.readInt16LE(14) + border]
    return { id, x, y, width: geometry.readUInt16LE(16), height: geometry.readUInt16LE(18) }
  }

  /**
   * The pixels that a user sees in an area of the screen.
   * @throws DisplayLost, RangeError for an area that is not on the screen
   */
  async picture(area: Area = { x: 0, y: 0, width: this.width, height: this.height }): Promise<Picture> {
    const { x, y, width, height } = area
    if (x < 0 || y < 0 || width < 1 || height < 1 || x + width > this.width || y + height > this.height)
      throw new RangeError('the area is not on the screen')
    const reply = await this.#connection.ask(requests.getImage(this.#root, area))
    const picture = reply && pictureOf(reply, width, height)
    if (picture === undefined) throw new DisplayLost('the display gave no picture of its screen')
    return picture
  }

  /**
   * The pixels of an area of the screen in a window, in one round trip; undefined if the window has moved, changed its size or
   * gone. The area is inside the window as it was.
   */
  async pictureIn(window: DesktopWindow, area: Area): Promise<Picture | undefined> {
    const [now, reply] = await Promise.all([
      this.#look(window.id),
      this.#connection.ask(requests.getImage(this.#root, area)),
    ])
    const isSame = (['x', 'y', 'width', 'height'] as const).every((side) => now?.[side] === window[side])
    return isSame && reply ? pictureOf(reply, area.width, area.height) : undefined
  }

  /** Resolves once the server has handled all input so far. */
  async settled(): Promise<void> {
    await this.#connection.ask(requests.getInputFocus())
  }

  focus(window: number): void {
    this.#connection.send(requests.setInputFocus(window))
  }

  place(window: number, x: number, y: number): void {
    this.#connection.send(requests.moveWindow(window, x, y))
  }

  /** @throws RangeError for a key that the keyboard does not have */
  key(name: string, down: boolean): void {
    const key = this.#keyOf(name)
    const shift = this.#keyboard.find(SHIFT)
    if (key.shift && shift && down) this.#fake(INPUT.keyDown, shift.code)
    this.#fake(down ? INPUT.keyDown : INPUT.keyUp, key.code)
    if (key.shift && shift && !down) this.#fake(INPUT.keyUp, shift.code)
  }

  move(x: number, y: number): void {
    this.#connection.send(requests.fakeInput(this.#xtest, INPUT.motion, 0, this.#root, x, y))
  }

  button(button: number, down: boolean): void {
    this.#fake(down ? INPUT.buttonDown : INPUT.buttonUp, button)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#connection[Symbol.asyncDispose]()
  }

  get #root(): number {
    return this.#connection.setup.root
  }

  #keyOf(name: string) {
    const keysym = keysymOf(name)
    const key = keysym === undefined ? undefined : this.#keyboard.find(keysym)
    if (key === undefined) throw new RangeError(`the keyboard has no key "${name}"`)
    return key
  }

  #fake(type: number, detail: number): void {
    this.#connection.send(requests.fakeInput(this.#xtest, type, detail))
  }
}

// ---- keyboard ------------------------------------------------------------------------------------------------------

/** A key of the keyboard, and whether Shift has to be held for the wanted character. */
interface Key {
  readonly code: number
  readonly shift: boolean
}

/** Most keysyms of one key that are looked at: without Shift, and with it. */
const LEVELS = 2

/** The keys of a keyboard by keysym. */
class Keyboard {
  readonly #keys = new Map<number, Key>()

  /** @param mapping The reply to GetKeyboardMapping */
  constructor(mapping: Buffer, firstKeycode: number) {
    const perKey = mapping[1] ?? 0
    const keysyms = (mapping.length - 32) / 4
    for (let index = 0; perKey > 0 && index < keysyms; index += 1) {
      const level = index % perKey
      const keysym = mapping.readUInt32LE(32 + 4 * index)
      const key = { code: firstKeycode + Math.floor(index / perKey), shift: level === 1 }
      if (level < LEVELS && keysym !== 0 && !this.#keys.has(keysym)) this.#keys.set(keysym, key)
    }
  }

  find(keysym: number): Key | undefined {
    return this.#keys.get(keysym)
  }
}

// ---- pixels --------------------------------------------------------------------------------------------------------

/** Bytes of a reply before its data. */
const HEAD = 32

/**
 * The picture in a reply to GetImage on a screen with 24 bits: blue, green, red and an unused byte for each pixel. It takes the
 * memory of the reply.
 * @returns Undefined if the reply is shorter than the picture
 */
function pictureOf(reply: Buffer, width: number, height: number): Picture | undefined {
  const count = width * height
  if (reply.length < HEAD + 4 * count) return undefined
  // Each reply has memory of its own, which begins at a multiple of four bytes, as an array of words needs.
  const given = new Uint8Array(reply.buffer, reply.byteOffset + HEAD, 4 * count)
  const words = new Uint32Array(given.buffer, given.byteOffset, count)
  for (let index = 0; index < count; index += 1) {
    const word = words[index] ?? 0
    words[index] = 0xff000000 | ((word & 0xff) << 16) | (word & 0xff00) | ((word >> 16) & 0xff)
  }
  return { width, height, pixels: given }
}
