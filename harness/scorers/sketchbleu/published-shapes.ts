import { cleanLikeC } from '../codebleu/cleaning.ts'
import type { Tools } from '../codebleu/analysis.ts'
import { shapesOf } from './shapes.ts'

/** The shapes of a file that are compared, and those that the shape of the whole repository shows. */
export interface FileShapes {
  readonly shapes: Int32Array
  /** The file down to its statements. */
  readonly outline: number
}

/**
 * As published: comments are removed as if the file were C, so that everything after `//` is lost and `#` stays, and the first
 * statement of the file is skipped.
 */
export async function fileShapes(text: string, { parsers, vocabulary }: Tools): Promise<FileShapes> {
  const tree = await parsers.parse('python', cleanLikeC(text))
  const all = shapesOf(tree, vocabulary)
  const statements = tree.nodes[0].children.slice(1)
  const first = statements[0]?.index ?? tree.nodes.length
  const shapes: number[] = []
  for (let index = first; index < all.length; index += 1) {
    const shape = all[index]
    if (shape?.hasParts) shapes.push(shape.levels[2])
  }
  const label = vocabulary.text(statements.length === 0 ? 'empty file' : 'file')
  let [outline, file] = [label, label]
  let hasParts = false
  for (const { index } of statements) {
    const shape = all[index]
    if (!shape?.isShown) continue
    hasParts = true
    outline = vocabulary.pair(outline, shape.levels[0])
    file = vocabulary.pair(file, shape.levels[1])
  }
  return { shapes: Int32Array.from(hasParts ? [...shapes, file] : shapes), outline }
}
