import type { WorkFile } from '../../contracts/types.ts'
import { isText, textOf, type Text } from '../texts.ts'
import { LARGEST } from './bounds.ts'
import { isLibraryFile, normalised } from './files.ts'

export interface Texts {
  /** By path. */
  readonly texts: ReadonlyMap<string, Text>
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[]
}

/** The texts of a project, without files of other people. */
export function textsOf(files: readonly WorkFile[]): Texts {
  const texts = new Map<string, Text>()
  const leftOut: { path: string; reason: string }[] = []
  for (const file of files) {
    const path = normalised(file.path)
    if (isLibraryFile(path)) continue
    const text = textOf(file, { largest: LARGEST })
    if (isText(text)) texts.set(path, { ...text, path })
    else leftOut.push({ path, reason: text.reason })
  }
  return { texts, leftOut }
}
