import { defineCommand } from './flags/command.ts'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { UsageError, messageOf } from '../errors.ts'
import { packageRoot } from '../lib/files/package-root.ts'
import { newMission, type Begun } from './new-mission.ts'

function newFlags(flags: Argv) {
  return flags
    .positional('what', { choices: ['agent', 'mission'] as const, demandOption: true })
    .positional('name', { type: 'string', demandOption: true, describe: 'of the agent or the mission' })
    .option('missions-dir', {
      type: 'string',
      describe: 'where missions/ and canonical/ are, or are to be; the current folder by default',
      default: '.',
      requiresArg: true,
    })
    .example('$0 new agent my-agent', 'writes my-agent.ts and my-agent.test.ts')
    .example('$0 new mission greeter', 'writes missions/greeter and canonical/greeter')
}

export interface NewOptions {
  readonly what: 'agent' | 'mission'
  readonly name: string
  /** For a mission: where missions/ and canonical/ are, or are to be. */
  readonly missionsDir: string
}

export const command = defineCommand({
  flags: newFlags,
  options: (args) => ({ what: args.what, name: args.name, missionsDir: args['missions-dir'] }),
  handler: newCommand,
})

/** `pe new agent NAME`, `pe new mission NAME`: one that works, to begin from. */
export async function newCommand({ what, name, missionsDir }: NewOptions): Promise<ExitCode> {
  const { files, hint } = await (what === 'agent' ? newAgent(name) : newMission(name, missionsDir)).catch(refuse)
  process.stdout.write(`${files.join('\n')}\n`)
  process.stderr.write(`${hint}\n`)
  return EXIT.done
}

/** @throws UsageError where the system would not write: the folder is somebody else's, full, or no folder */
function refuse(error: unknown): never {
  if (!(error instanceof Error && 'syscall' in error)) throw error
  throw new UsageError(`nothing can be written: ${messageOf(error)}`)
}

/** With a test. */
async function newAgent(name: string): Promise<Begun> {
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
  return {
    files: files.map(([, file]) => file),
    hint: `try it: pe run --agent ./${name}.ts --missions hello, and npx tsx --test ${name}.test.ts`,
  }
}
