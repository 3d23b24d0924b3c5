/** Requests of the core protocol and of XTEST 2.2, encoded. Windows are numbers. */
import { padField } from './padded.ts'

function request(opcode: number, detail: number, ...words: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 + 4 * words.length)
  buffer[0] = opcode
  buffer[1] = detail
  buffer.writeUInt16LE(1 + words.length, 2)
  words.forEach((word, index) => buffer.writeUInt32LE(word >>> 0, 4 + 4 * index))
  return buffer
}

/** Two 16-bit numbers in one word. */
function pair(low: number, high: number): number {
  return ((low & 0xffff) | ((high & 0xffff) << 16)) >>> 0
}

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const Z_PIXMAP = 2
export const getImage = (drawable: number, { x, y, width, height }: Area): Buffer =>
  request(73, Z_PIXMAP, drawable, pair(x, y), pair(width, height), 0xffffffff)
export const queryTree = (window: number): Buffer => request(15, 0, window)
export const getAttributes = (window: number): Buffer => request(3, 0, window)
export const getGeometry = (drawable: number): Buffer => request(14, 0, drawable)
export const getKeyboardMapping = (first: number, count: number): Buffer =>
  request(101, 0, (first & 0xff) | (count << 8))
export const getInputFocus = (): Buffer => request(43, 0)

const REVERT_TO_POINTER_ROOT = 1
export const setInputFocus = (window: number): Buffer => request(42, REVERT_TO_POINTER_ROOT, window, 0)

/** The bits of x and y in the mask of ConfigureWindow. */
const X_AND_Y = 3
export const moveWindow = (window: number, x: number, y: number): Buffer => request(12, 0, window, X_AND_Y, x, y)

export function queryExtension(name: string): Buffer {
  const text = padField(Buffer.from(name))
  const head = request(98, 0, name.length)
  head.writeUInt16LE(2 + text.length / 4, 2)
  return Buffer.concat([head, text])
}

/** Types of input for `fakeInput`: the codes of their events. */
export const INPUT = { keyDown: 2, keyUp: 3, buttonDown: 4, buttonUp: 5, motion: 6 } as const

/** @param detail A keycode or a button; 0 for an absolute motion */
export function fakeInput(xtest: number, type: number, detail: number, root = 0, x = 0, y = 0): Buffer {
  return request(xtest, 2, type | (detail << 8), 0, root, 0, 0, pair(x, y), 0, 0)
}

/** A program that grabs the whole server must not stop this client. */
export const ignoreGrabs = (xtest: number): Buffer => request(xtest, 3, 1)
