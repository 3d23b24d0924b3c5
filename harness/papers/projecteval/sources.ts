import type { PublishedTestcode } from './dataset.ts'
import type { PythonTestcode } from '../../contracts/schema.ts'

const LONGEST_SOURCE = 100_000

/** A testcode that can be run, or the reason why it cannot. */
export type Usable = { readonly testcode: PythonTestcode } | { readonly problem: string }

/** Prepares a published testcode for the tester, without executing its source. */
export function pythonTestcode({ source, parameters }: PublishedTestcode): Usable {
  if (source === undefined) return { problem: 'the dataset has no source for it' }
  if (source.length > LONGEST_SOURCE) return { problem: 'its source is too long to be a testcode' }
  const [name, ...others] = [...source.matchAll(/^(?:async[ \t]+)?def[ \t]+([A-Za-z_]\w*)[ \t]*\(/gm)].map(
    (match) => match[1] ?? '',
  )
  if (name === undefined) return { problem: 'its source defines no function' }
  if (others.length > 0) return { problem: 'its source defines several functions' }
  return { testcode: { source, function: name, parameters: parameters.map((parameter) => parameter.name) } }
}
