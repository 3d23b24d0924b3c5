import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { packageRoot } from '../files/package-root.ts'

export interface NewOptions {
  readonly what: 'agent'
  readonly name: string
}

/** `pe new agent NAME`: an agent that works, with a test, to begin from. */
export async function newCommand({ name }: NewOptions): Promise<ExitCode> {
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new UsageError(`"${name}" is no name for an agent: lower-case letters, digits and "-"`)
  const templates = path.join(packageRoot(import.meta.dirname), 'harness', 'agents', 'new')
  const files = [
    ['agent.ts.txt', `${name}.ts`],
    ['agent.test.ts.txt', `${name}.test.ts`],
  ] as const
  const taken = files.map(([, file]) => file).find((file) => existsSync(file))
  if (taken !== undefined) throw new UsageError(`${taken} is there already; choose another name, or remove it`)
  for (const [template, file] of files) {
    const text = await readFile(path.join(templates, template), 'utf8')
    await writeFile(file, text.replaceAll('NAME', name), { flag: 'wx' })
  }
  process.stdout.write(`${files.map(([, file]) => file).join('\n')}\n`)
  process.stderr.write(
    `try it: pe run --agent ./${name}.ts --missions text-adventure, and npx tsx --test ${name}.test.ts\n`,
  )
  return EXIT.done
}
