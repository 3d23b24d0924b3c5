import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { UsageError, messageOf } from '../../errors.ts'
import { registerTypeScript } from './typescript.ts'

/**
 * Imports a user's file in JavaScript or TypeScript.
 * @throws UsageError with the file, the line and the error
 */
export async function loadModule(file: string): Promise<{ readonly default: unknown }> {
  const url = pathToFileURL(file).href
  try {
    if (/\.m?ts$/.test(file)) registerTypeScript()
    return (await import(url)) as { default: unknown }
  } catch (error) {
    const line = lineOf(error, file) ?? (error instanceof SyntaxError ? await lineOfSyntaxError(file) : undefined)
    const place = line === undefined ? '' : `line ${line}: `
    throw new UsageError(`${file} cannot be loaded: ${place}${messageOf(error)}`, { cause: error })
  }
}

/** `file:line` of the first position in the user's file in an error's stack, or the file alone. */
export function placeInFile(error: unknown, file: string): string {
  const line = lineOf(error, file)
  return line === undefined ? file : `${file}:${line}`
}

/** The line of the first position in the user's file in the stack. */
function lineOf(error: unknown, file: string): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const line = stack.split('\n').find((entry) => entry.includes(file))
  return line === undefined ? undefined : /:(\d+):(\d+)/.exec(line.slice(line.indexOf(file) + file.length))?.[1]
}

/** Node reports the position of a syntax error in a module only on stderr. */
async function lineOfSyntaxError(file: string): Promise<string | undefined> {
  const refusal = promisify(execFile)(process.execPath, ['--check', file]).catch((error: unknown) => error)
  const { stderr = '' } = (await refusal) as { readonly stderr?: string }
  return /:(\d+)$/m.exec(stderr)?.[1]
}
