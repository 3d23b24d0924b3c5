import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { UsageError, messageOf } from '../../errors.ts'
import { acceptTypeScript } from './typescript.ts'

/**
 * Imports a file that a user wrote, in JavaScript or TypeScript.
 * @throws UsageError naming the file, with the place in it where the mistake is
 */
export async function loadModule(file: string): Promise<{ readonly default: unknown }> {
  const url = pathToFileURL(file).href
  try {
    if (/\.m?ts$/.test(file)) acceptTypeScript()
    return (await import(url)) as { default: unknown }
  } catch (error) {
    const line = lineOf(error, file) ?? (error instanceof SyntaxError ? await lineOfSyntaxError(file) : undefined)
    const place = line === undefined ? '' : `line ${line}: `
    throw new UsageError(`${file} cannot be loaded: ${place}${messageOf(error)}`, { cause: error })
  }
}

/** `file:line:column` of the first place in a user's own file that the stack of an error names, or the file alone. */
export function placeInFile(error: unknown, file: string): string {
  const line = lineOf(error, file)
  return line === undefined ? file : `${file}:${line}`
}

/** The line of the first place in the user's own file that the stack names. */
function lineOf(error: unknown, file: string): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const line = stack.split('\n').find((entry) => entry.includes(file))
  return line === undefined ? undefined : /:(\d+):(\d+)/.exec(line.slice(line.indexOf(file) + file.length))?.[1]
}

/** Node names the place of a syntax error in a module on stderr alone. */
async function lineOfSyntaxError(file: string): Promise<string | undefined> {
  const refusal = promisify(execFile)(process.execPath, ['--check', file]).catch((error: unknown) => error)
  const { stderr = '' } = (await refusal) as { readonly stderr?: string }
  return /:(\d+)$/m.exec(stderr)?.[1]
}
