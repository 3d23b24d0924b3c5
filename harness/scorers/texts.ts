import { isUtf8 } from 'node:buffer'
import { sha256 } from '../lib/files/digest.ts'
import type { WorkFile } from '../contracts/types.ts'

/** Characters. Hand-written files are smaller, and parsing takes up to a kilobyte per character. */
export const LARGEST_TEXT = 256 * 1024

export interface Text {
  readonly path: string
  readonly text: string
  readonly digest: string
}
export interface NoText {
  readonly path: string
  readonly reason: string
  /** Of a text that is too long to compare; undefined for what is not text. */
  readonly digest?: string
}

/** The text of a file, or the reason why it cannot be compared. */
export function textOf(
  { path, content }: WorkFile,
  { largest = LARGEST_TEXT }: { readonly largest?: number } = {},
): Text | NoText {
  if (content === null) return { path, reason: 'it has no content' }
  if (typeof content !== 'string' && (content.includes(0) || !isUtf8(content)))
    return { path, reason: 'it is not text' }
  if (content.length > largest)
    return { path, reason: `it is larger than ${largest / 1024} KiB`, digest: sha256(content) }
  if (typeof content === 'string') return { path, text: content, digest: sha256(content) }
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8')
  return { path, text, digest: sha256(content) }
}

export function isText(file: Text | NoText): file is Text {
  return 'text' in file
}
