import type { Picture } from '../../contracts/types.ts'
import { ExpectationNotMet, ProjectFault } from '../../errors.ts'
import { parsePng } from '../../lib/parsing/png.ts'
import { areEqual } from '../../lib/pictures/compare.ts'
import { shrunk } from '../../lib/pictures/scale.ts'

/** Whether a film has one frame, and it is this picture of the window, perhaps in a smaller size. Both are PNG files. */
export async function isOnlyPicture(film: Uint8Array, picture: Uint8Array): Promise<boolean> {
  const [sheet, window] = [Buffer.from(film), Buffer.from(picture)]
  // Decoding takes much longer than reading the sizes, which differ for most films.
  if (!canBeOf(sheet, window)) return false
  try {
    const [frame, whole] = [await parsePng(sheet), await parsePng(window)]
    return areEqual(shrunk(whole, frame.width, frame.height), frame)
  } catch (error) {
    if (error instanceof ExpectationNotMet || error instanceof ProjectFault) return false
    throw error
  }
}

/** Whether one has the form of the other, and is not larger. */
function canBeOf(sheet: Buffer, window: Buffer): boolean {
  const [small, large] = [sizeOf(sheet), sizeOf(window)]
  return small.width <= large.width && Math.abs(small.height - (large.height * small.width) / large.width) <= 1
}

/** From the header, which follows the signature; zeros for a file without one. */
function sizeOf(file: Buffer): Pick<Picture, 'width' | 'height'> {
  if (file.length < 24) return { width: 0, height: 0 }
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}
