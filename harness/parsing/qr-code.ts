import jsqr from 'jsqr'
import type { Picture, QrCode } from '../types.ts'

/** The QR code in a picture, dark on light; what is transparent counts as white. Undefined where none can be read. */
export function findQrCode({ width, height, pixels }: Picture): QrCode | undefined {
  const found = jsqr.default(onWhite(pixels), width, height, { inversionAttempts: 'dontInvert' })
  return found === null ? undefined : { text: found.data, version: found.version }
}

function onWhite(pixels: Uint8Array): Uint8ClampedArray {
  const opaque = new Uint8ClampedArray(pixels.length)
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = (pixels[at + 3] ?? 255) / 255
    for (let channel = at; channel < at + 3; channel += 1)
      opaque[channel] = 255 + ((pixels[channel] ?? 255) - 255) * opacity
    opaque[at + 3] = 255
  }
  return opaque
}
