import { pathToFileURL } from 'node:url'
import { UsageError, messageOf } from '../errors.ts'

/**
 * Imports a file that a user wrote. TypeScript goes through tsx, which is loaded only then.
 * @throws UsageError naming the file, with the place in it where the mistake is
 */
export async function loadModule(file: string): Promise<{ readonly default: unknown }> {
  const url = pathToFileURL(file).href
  try {
    if (!/\.[cm]?tsx?$/.test(file)) return (await import(url)) as { default: unknown }
    const { tsImport } = await import('tsx/esm/api')
    return (await tsImport(url, import.meta.url)) as { default: unknown }
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${placeOf(error, file)}${messageOf(error)}`, { cause: error })
  }
}

/** The first place in the user's own file that the stack names. */
function placeOf(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const line = stack.split('\n').find((entry) => entry.includes(file))
  const place = line === undefined ? null : /:(\d+):(\d+)/.exec(line.slice(line.indexOf(file) + file.length))
  return place ? `line ${place[1] ?? '?'}: ` : ''
}
