import { isUtf8 } from 'node:buffer'
import { sha256 } from '../lib/files/digest.ts'
import type { WorkFile } from '../contracts/types.ts'

/** Characters. Nobody writes more into one file by hand, and parsing takes a kilobyte for each at worst. */
export const LARGEST_TEXT = 256 * 1024

export interface Text {
  readonly path: string
  readonly text: string
  readonly digest: string
}
export interface NoText {
  readonly path: string
  readonly reason: string
  /** Whether it is a text, and too long to be compared. */
  readonly tooLong?: true
}

/** A file as a text that can be compared, or why it cannot. */
export function textOf({ path, content }: WorkFile): Text | NoText {
  if (content === null) return { path, reason: 'there is nothing in it' }
  if (typeof content !== 'string' && (content.includes(0) || !isUtf8(content))) return { path, reason: 'it is no text' }
  if (content.length > LARGEST_TEXT)
    return { path, reason: `it is larger than ${LARGEST_TEXT / 1024} KiB`, tooLong: true }
  if (typeof content === 'string') return { path, text: content, digest: sha256(content) }
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8')
  return { path, text, digest: sha256(content) }
}

export function isText(file: Text | NoText): file is Text {
  return 'text' in file
}
