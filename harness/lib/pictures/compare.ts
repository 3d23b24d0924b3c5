import type { Picture } from '../../contracts/types.ts'

/** Whether two pictures of the same size have the same pixels. */
export function areEqual(one: Picture, other: Picture): boolean {
  return Buffer.compare(one.pixels, other.pixels) === 0
}

/** Whether any pixel has another colour than the given word (`0xAABBGGRR`). */
export function differsFrom({ pixels }: Picture, word: number): boolean {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
  return words.some((each) => each !== word)
}
