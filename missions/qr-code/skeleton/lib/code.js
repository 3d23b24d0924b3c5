/** Makes QR codes. */
import qrcode from 'qrcode-generator'

/** Light modules that have to surround a code. */
const MARGIN = 4
/** Lets the package choose the smallest version that holds the text. */
const ANY_VERSION = 0

// The package takes the lower byte of each character unless it is told otherwise.
qrcode.stringToBytes = (text) => {
  // String to bytes, given text.
}

/**
 * Makes the code of a text.
 * @returns how many modules it is wide and high, margin included, and which of them are dark
 */
export function makeCode(text, level) {
  // Makes the code of a text. Returns how many modules it is wide and high, margin included, and which
  // of them are dark.
}
