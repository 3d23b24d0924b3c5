/** Makes QR codes. */
import qrcode from 'qrcode-generator'

/** Light modules that have to surround a code. */
const MARGIN = 4
/** Lets the package choose the smallest version that holds the text. */
const ANY_VERSION = 0

// The package takes the lower byte of each character unless it is told otherwise.
qrcode.stringToBytes = (text) => [...Buffer.from(text, 'utf8')]

/**
 * Makes the code of a text.
 * @returns how many modules it is wide and high, margin included, and which of them are dark
 */
export function makeCode(text, level) {
  const code = qrcode(ANY_VERSION, level)
  code.addData(text)
  code.make()
  const inner = code.getModuleCount()
  const inside = (place) => place >= MARGIN && place < inner + MARGIN
  return {
    modules: inner + 2 * MARGIN,
    isDark: (row, column) => inside(row) && inside(column) && code.isDark(row - MARGIN, column - MARGIN),
  }
}
