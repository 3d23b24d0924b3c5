import { PNG, type PackerOptions } from 'pngjs'
import type { Picture } from '../../../harness/contracts/types.ts'

/** A PNG file, written by a library that shares no code with the harness. RGBA with 8 bits per sample by default. */
export function pngOf({ width, height, pixels }: Picture, options?: PackerOptions): Buffer {
  const png = new PNG({ width, height })
  png.data.set(pixels)
  return PNG.sync.write(png, options)
}
